//! `libcuda.so.1`, `libcudart.so.12` or `.13` and `libnvidia-ml.so.1` without a GPU: the C interfaces of [`smem_driver`], in one library.
//!
//! Programs load it in the place of NVIDIA's libraries, where it comes first on their library path; `smem-tile run -- COMMAND` sees to
//! that. The functions check what their callers hand in and call [`smem_driver::Driver`], which does the rest. Pointers of callers are
//! touched in `foreign` alone, those of the crate `smem-driver-loader` in `in_process`, and those of the dynamic linker in `lead`.
//!
//! ```text
//! foreign        pointers of callers: values, texts, images, memory that copies reach
//! readable       whether an address can be read, asked of the operating system
//! process        the driver of this process, the wrapper of all functions, the end of the process
//! api            the functions of the driver API, by subject
//! runtime        those of the runtime API
//! management     those of the management library, which programs ask about devices
//! lead           leads the runtime that is built into a program to this one, as an audit library of the loader
//! mapped_file    the file that an address comes from
//! in_process     the functions by which a test that has loaded the library gets its report
//! ```
//!
//! A function that is not implemented returns `CUDA_ERROR_NOT_SUPPORTED` and names itself once on standard error.

mod api;
mod foreign;
mod in_process;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod lead;
mod management;
mod mapped_file;
mod process;
mod readable;
mod runtime;
