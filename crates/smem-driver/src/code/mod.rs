//! Code of programs: images, the modules that are made of them, and their kernels.

mod disassembler;
mod function;
mod image;
mod module;

pub(crate) use function::Function;
pub(crate) use image::read_image;
pub(crate) use module::LoadedCode;
