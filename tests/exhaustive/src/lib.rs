//! How much of a sweep a run of the tests takes.
//!
//! A sweep tries many cases of one kind: all that were measured, every mistake of the attribute, thousands of drawn tiles. `cargo test
//! --workspace` takes a fixed part of each, so that a break is seen within minutes, and `cargo test --workspace --features exhaustive`
//! takes all of them. The feature is this crate's alone, a dependency of tests, so it changes no other library.

#![no_std]
#![forbid(unsafe_code)]

/// Whether all cases are taken.
pub const EXHAUSTIVE: bool = cfg!(feature = "exhaustive");

/// Returns all cases, or the first of each `step`.
///
/// ```
/// let cases: Vec<u32> = smem_exhaustive::part(0..10, 4).collect();
/// assert_eq!(cases, if smem_exhaustive::EXHAUSTIVE { Vec::from_iter(0..10) } else { vec![0, 4, 8] });
/// ```
pub fn part<T>(cases: impl IntoIterator<Item = T>, step: usize) -> impl Iterator<Item = T> {
    cases.into_iter().step_by(if EXHAUSTIVE { 1 } else { step })
}

/// Returns `all`, or `few`: numbers of cases to draw, or of those that must have been found.
///
/// ```
/// assert_eq!(smem_exhaustive::count(4000, 256), if smem_exhaustive::EXHAUSTIVE { 4000 } else { 256 });
/// ```
pub const fn count<T: Copy>(all: T, few: T) -> T {
    if EXHAUSTIVE { all } else { few }
}
