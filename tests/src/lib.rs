//! Tests that cross crates: the tests are in `tests/`, and what they share is here.

pub mod device_rust;
pub mod readme;
pub mod sass;
pub mod sources;
