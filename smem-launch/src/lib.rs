//! Compiles CUDA C++ text and runs it, wherever you are: on a GPU where there is one, and else in a simulator that counts
//! the wavefronts of shared memory.
//!
//! - [`Nvrtc`]: finds NVRTC, installs it where there is none, compiles;
//! - [`Device`]: runs kernels, on a GPU where there is one and else in smem-sim.

mod device;
mod error;
mod kernels;
mod nvrtc;

pub use device::{
    Address, Arg, Buffer, Call, Device, DeviceChoice, Element, Kernel, Launch, Program, StructArg, Timing,
};
pub use error::Error;
pub use nvrtc::{Compiled, CudaSource, Install, Nvrtc, Wheel};
