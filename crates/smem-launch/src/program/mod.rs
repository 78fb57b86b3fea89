//! The parts that the crates of `smem-tile` have in common to read what a stranger may have written: not for others, and without promises.
//!
//! ```text
//! bounded   files of limited size that are files
//! roots     the folders that paths of a stranger may not leave
//! ```

pub mod bounded;
mod roots;

pub use roots::{Roots, led_out, repository, stays};
