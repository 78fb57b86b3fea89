//! CUDA's tools, found or installed: the compilers NVRTC and `nvcc`, the assembler `ptxas`, the disassembler.
//!
//! ```text
//! locate   the loader's path, CUDA_PATH, CUDA_HOME, /usr/local/cuda, the folder of installed parts (install_folder, user_folder), Python wheels
//!    |     none there: install   pip, into that folder: the files of a table (wheels), with a manifest against later damage
//!    |     nothing from the working folder (programs, loader_path)
//!    v
//! nvrtc    CudaSource -> Compiled: PTX, CUBIN, names of templates (compile);  a log and its source lines (listing) on failure
//!    |     library   opened by path once and for all, so that cudarc finds it by its name
//!    |     in this process or in one of its own (compiler_process), which has limits (tool_limits, limited), as the other tools have; its answer as bytes: compiled_parts
//!    |     or taken from an earlier run (kept), if the files that it may read are the same (read_files)
//!    |     a header of CUDA's is missing: headers   looked for and installed as NVRTC is, then compiled again
//! nvcc     the same of a file with its host code; instances   the templates that are compiled
//! assembler, disassembler   PTX -> CUBIN, CUBIN -> listing, both kept
//! ```

mod assembler;
mod compile;
mod compiled_parts;
mod compiler_process;
mod disassembler;
#[cfg(target_os = "linux")]
mod elf;
mod headers;
mod install;
mod install_folder;
mod install_watch;
mod instances;
mod kept;
mod library;
mod limited;
mod listing;
pub(crate) mod loader_path;
mod locate;
mod lock;
mod manifest;
mod nvcc;
mod nvrtc;
mod programs;
mod read_files;
mod source;
mod tool_limits;
mod toolchain_wheels;
mod user_folder;
mod wheels;

pub use assembler::Assembler;
pub use compile::compiled_name;
pub use disassembler::Disassembler;
pub use install::Wheel;
pub use install_folder::Install;
pub use install_watch::{InstallProgress, InstallStep, watch_installs};
pub use nvcc::Nvcc;
pub use nvrtc::Nvrtc;
pub use source::{Compiled, CudaSource};
pub use tool_limits::ToolLimits;
