//! Runs a command with the driver library first on its library path, and merges the reports of its processes.

mod command;
mod environment;
mod mapped_libraries;
mod merge;
mod named_library;
mod obstacle;
mod variables;
mod wanted;

pub use command::{CommandOutcome, DriverCommand};
pub(crate) use environment::linked_names;
pub use mapped_libraries::MappedLibraries;
pub use variables::{note_lost_report, variables_of_run};
