//! Code of programs: images, the modules that are made of them, and their kernels.

mod image;
mod loadable_code;
mod loaded_kernel;
mod tools;

pub use image::judging_ptx;
pub(crate) use image::read_image;
pub use loadable_code::{CodeError, LoadableCode};
pub(crate) use loaded_kernel::LoadedKernel;
pub(crate) use tools::CodeTools;
