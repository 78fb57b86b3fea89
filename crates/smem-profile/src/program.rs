//! The parts that the program `smem-tile` has in common with the library: not for others, and without promises.

pub use crate::counted::{are, counted, excess_wavefronts};
pub use crate::shell_word::quoted;
pub use smem_launch::program::bounded::describe;
pub use smem_launch::program::{Roots, bounded, led_out, repository, stays};
