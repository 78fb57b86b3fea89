//! Runs a command with the driver library first on its library path, and merges the reports of its processes.

mod command;
mod environment;
mod merge;
mod named_library;

pub use command::{CommandOutcome, DriverCommand};
pub(crate) use environment::linked_names;
