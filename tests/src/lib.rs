//! Tests that cross crates: the tests stand in `tests/`, and what they share stands here.

pub mod device_rust;
pub mod readme;
pub mod sass;

/// The README's snippets, compiled and run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
