//! The report: what launches counted and found, by kernel and line.

mod collector;
mod findings;
mod kernel;
mod run;
mod scopes;

pub(crate) use collector::Collector;
pub use findings::{FindingKind, RunFinding, RunPlace};
pub use kernel::{KernelRun, RunLine, is_kernel};
pub use run::RunReport;
pub(crate) use scopes::Scopes;
