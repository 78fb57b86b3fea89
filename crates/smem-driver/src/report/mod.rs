//! The report: what launches counted and found, by kernel and line.

mod collector;
mod findings;
mod kernel;
mod run;

pub(crate) use collector::Collector;
pub use findings::{FindingKind, RunFinding, SourcePlace};
pub use kernel::{KernelRun, RunLine};
pub use run::RunReport;
