//! The compilers NVRTC and `nvcc`.
//!
//! ```text
//! locate   the loader's path, CUDA_PATH, CUDA_HOME, /usr/local/cuda, the folder of installed parts, Python wheels; none there: installed
//!    |     nothing from the working folder (loader_path)
//!    v
//! nvrtc    CudaSource -> Compiled: PTX, CUBIN, names of templates (compile);  a log and its source lines (listing) on failure
//!    |     library   opened by path once and for all, so that cudarc finds it by its name
//!    |     in this process or in one of its own (compiler_process); its answer as bytes: compiled_parts
//!    |     or taken from an earlier run (kept_programs), if the files that it may read are the same (read_files)
//!    |     a header of CUDA's is missing: headers   looked for and installed as NVRTC is, then compiled again
//! nvcc     the same of a file with its host code (toolchain_wheels); instances   the templates that are compiled
//!    |     nvcc_job   its passes, which `nvcc` only names (passes), started without a shell; included_files   what a text may include
//!    |   nvcc_program   the file as a program, host code and all
//!     both: warnings of the assembler in their logs (assembler_warnings)
//! options  what a stranger's option may be
//! linker   code that was compiled separately, with CUDA's device runtime: kernels that launch kernels
//! ```

mod assembler_warnings;
mod compile;
mod compiled_parts;
mod compiler_process;
#[cfg(target_os = "linux")]
mod elf;
mod headers;
mod included_files;
mod instances;
mod kept_programs;
mod library;
mod linker;
mod listing;
mod loader_path;
mod locate;
mod nvcc;
mod nvcc_job;
mod nvcc_program;
mod nvrtc;
mod options;
mod passes;
mod read_files;
mod source;
mod toolchain_wheels;

pub use assembler_warnings::AssemblerWarning;
pub use loader_path::{check_loader_path, trusted_loader_path};
pub use nvcc::Nvcc;
pub use nvcc_program::BuiltProgram;
pub use nvrtc::Nvrtc;
pub use source::{Compiled, CudaSource};
