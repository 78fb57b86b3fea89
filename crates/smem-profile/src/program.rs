//! The parts that the program `smem-tile` has in common with the library: not for others, and without promises.

pub use crate::counted::{are, counted, excess_wavefronts};
pub use crate::job::{describe, kind};
pub use crate::shell_word::quoted;
