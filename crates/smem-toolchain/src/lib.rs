//! CUDA's tools, found or installed: the compilers NVRTC and `nvcc`, the assembler `ptxas`, the disassembler `nvdisasm`.
//!
//! ```
//! use smem_toolchain::{Assembler, Disassembler, Install};
//!
//! let ptx = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry nothing() {\n    ret;\n}\n";
//! let cubin = Assembler::find(Install::Allowed)?.assemble(ptx, "nothing.ptx", "sm_90")?;
//! let listing = Disassembler::find(Install::Allowed)?.listing(&cubin)?;
//! assert!(listing.contains("EXIT"));
//! # Ok::<(), smem_toolchain::ToolError>(())
//! ```
//!
//! # Which type answers which question
//!
//! | question | type |
//! | --- | --- |
//! | What may be installed, and where? | [`Install`]; [`watch_installs`] reports it |
//! | CUDA C++ to PTX and machine code? | [`CudaSource`], [`Nvrtc`], [`Compiled`]; a file as it is, host code and all: [`Nvcc`] |
//! | A file with its own `main` to a program? | [`Nvcc::program`] |
//! | Machine code of PTX? | [`Assembler`] |
//! | Machine code as text? | [`Disassembler`] |
//! | Another tool of CUDA's? | [`Wheel`] |
//! | How much memory and time may a tool take? | [`ToolLimits`], [`Nvrtc::compile_in`] |
//! | Which tools run now, and how are they ended? | [`running_tools`], [`end_running_tools`] |
//! | Is this a header of the system? | [`is_system_header`] |
//! | What went wrong? | [`ToolError`] |
//!
//! # The files
//!
//! ```text
//! install   pip, into a folder (install_folder, user_folder): the files of a table (wheels), with a manifest against later damage
//! programs  found in a toolkit or on PATH, started with an environment made here; trusted: nothing of the working folder or another user's
//! limited   run with limits (tool_limits; running: those that run now), in a sandbox
//! kept      results of earlier runs, by all that they depend on
//! compilers, assembler, disassembler
//! ```

// An input that makes this crate panic is a defect of it: what may panic says why it does not.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod assembler;
mod compiled_name;
#[cfg(feature = "compilers")]
mod compilers;
mod disassembler;
mod error;
mod first_errors;
mod install;
mod install_folder;
mod install_watch;
mod kept;
mod kernel_name;
mod limited;
mod manifest;
mod programs;
mod running;
mod sandbox;
mod system_headers;
mod tool_limits;
mod trusted;
mod user_folder;
mod wheels;

pub use assembler::Assembler;
pub use compiled_name::compiled_name;
#[cfg(feature = "compilers")]
pub use compilers::{
    AssemblerWarning, BuiltProgram, Compiled, CudaSource, Nvcc, Nvrtc, check_loader_path, trusted_loader_path,
};
pub use disassembler::Disassembler;
pub use error::ToolError;
pub use install::Wheel;
pub use install_folder::Install;
pub use install_watch::{InstallProgress, InstallStep, watch_installs};
pub use kernel_name::check_kernel_name;
pub use running::{end_running_tools, running_tools};
pub use system_headers::is_system_header;
pub use tool_limits::ToolLimits;
