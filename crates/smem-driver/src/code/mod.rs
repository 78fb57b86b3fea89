//! Code of programs: images, the modules that are made of them, and their kernels.

mod device_code;
mod image;
mod loaded_kernel;
mod tools;

pub use device_code::{CodeError, DeviceCode};
pub use image::judging_ptx;
pub(crate) use image::read_image;
pub(crate) use loaded_kernel::LoadedKernel;
pub(crate) use tools::CodeTools;
