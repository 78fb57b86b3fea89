//! A file to run, its launches, the checks and the limits.
//!
//! ```text
//! job        what the caller asks for           (spec: its options; extent, target, watcher: the types of its parts; job_checks: what it may not say)
//! prepared   a job whose files are read, and the launches to make
//! input      FILE -> what is compiled or loaded (cuda_file, own_headers, source_file)
//! may_read   the files that a compilation may read, those that macros name among them
//! compiled   a CUDA file -> a program             (compiler: with which; whole_file: by `nvcc`; whole_program: with its own `main`; compile_commands: the flags of its project;
//!            wanted_flags: those that errors ask for)
//! folders    which files an input may name       (header_search: a folder of the project that has a missing header)
//! reach      the headers that a text may have a compiler open, before one reads it (whole_text: the text that `nvcc` receives)
//! active     a CUDA file -> its text as the compiler reads it
//! kernels    the kernels that a file declares
//! plan       the launches that are asked for    (written: those that the file makes; typed_args: arguments by name and without types, struct_args: and by the
//!            names of a struct's fields;
//!            guess: one to begin with, guessed_block, guessed_value: and its structs; guessed_launch: of the kernels that nothing launches; starter: a launch
//!            file of such)
//! instances  the kernels that `nvcc` makes of a file, where the text does not name them   (compiled_kernel: one of them; chosen_instance: the one
//!            that a name means)
//! simulators the simulator, with the limits of the job   (large_stack: the thread that reads)
//! ```

mod active;
mod chosen_instance;
mod compile_commands;
mod compiled;
mod compiled_kernel;
mod compiler;
mod cuda_file;
mod extent;
mod folders;
mod guess;
mod guessed_block;
mod guessed_launch;
mod guessed_value;
mod header_search;
mod input;
mod instances;
#[expect(clippy::module_inception, reason = "the folder is of everything that a job is made of")]
mod job;
mod job_checks;
mod kernels;
mod large_stack;
mod library_headers;
mod may_read;
mod own_headers;
mod plan;
mod prepared;
mod reach;
mod simulators;
mod source_file;
mod spec;
mod starter;
mod struct_args;
mod target;
mod typed_args;
mod wanted_flags;
mod watcher;
mod whole_file;
mod whole_program;
mod whole_text;
mod written;

pub use compile_commands::is_of_language;
pub use compiler::Compiler;
pub(crate) use cuda_file::CudaFile;
pub use extent::Extent;
pub(crate) use guessed_launch::{GuessedCommand, GuessedKernel, Guesses};
pub(crate) use input::Input;
pub use job::Job;
pub(crate) use plan::LaunchPlan;
pub(crate) use prepared::PreparedJob;
pub use spec::{CheckSpec, JobSpec, LaunchSpec, LimitSpec, SourceSpec};
pub use target::Target;
pub use watcher::Watcher;

pub(crate) use folders::SourceFolders;
pub(crate) use large_stack::on_large_stack;
pub(crate) use simulators::budget_help;
