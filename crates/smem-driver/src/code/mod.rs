//! Code of programs: images, the modules that are made of them, and their kernels.

mod disassembler;
mod function;
mod image;
mod module;

pub(crate) use function::{Function, KernelFacts};
pub(crate) use image::{LoadFailure, read_image};
pub(crate) use module::LoadedCode;
