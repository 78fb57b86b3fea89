//! Loads the simulated driver, a shared library, into the process that asks for it.
//!
//! `smem_driver::install` is the way to use it. This crate is apart from `smem-driver` because it has unsafe code: the call of the
//! system's loader, and of the five functions of the library that are not CUDA's.

mod functions;
mod library;
mod process_driver;

pub use process_driver::ProcessDriver;
