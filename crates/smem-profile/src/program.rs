//! The parts that the program `smem-tile` has in common with the library: not for others, and without promises.

pub use crate::job::{describe, kind, quoted};
