//! The report: what launches counted and found, by kernel and line.
//!
//! ```text
//! run, findings   the report
//! entry                   what happens in a process, an entry at a time
//! folder, journal         the folder of a run's reports, and the file of a process there
//! collector, scopes       the report of a process while it runs, and of parts of it
//! ```

mod collector;
mod entry;
mod findings;
#[cfg(unix)]
mod folder;
#[cfg(not(unix))]
#[path = "folder_elsewhere.rs"]
mod folder;
mod journal;
mod run;
mod scopes;

pub(crate) use collector::Collector;
pub use findings::{add_verdict, checks, findings};
pub(crate) use folder::ReportFolder;
pub(crate) use journal::SUFFIX;
pub use run::RunReport;
pub(crate) use scopes::Scopes;
