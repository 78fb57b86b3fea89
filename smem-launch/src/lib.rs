//! Compiles CUDA C++ text and runs it, wherever you are: on a GPU where there is one, and else in a simulator that counts
//! the wavefronts of shared memory.
//!
//! - [`Nvrtc`]: finds NVRTC, installs it where there is none, compiles;
//! - [`Device`]: runs kernels, on a GPU where there is one and else in smem-sim.

mod device;
mod error;
mod nvrtc;

pub use device::{Address, Arg, Buffer, Call, Choice, Device, Element, Kernel, Launch, Program, Timing};
pub use error::Error;
pub use nvrtc::{Install, Nvrtc, Wheel};
