//! Code of programs: images, the modules that are made of them, and their kernels.

mod image;
mod loaded_kernel;
mod module;
mod tools;

pub use image::judging_ptx;
pub(crate) use image::read_image;
pub(crate) use loaded_kernel::LoadedKernel;
pub(crate) use module::LoadedCode;
pub(crate) use tools::CodeTools;
