//! The report of a job: one model, which every renderer is made from.
//!
//! ```text
//! profile_report  all launches                  (verdict: which checks failed; kernel_total: sums by kernel; fault: what ended them)
//! launch          one launch                    (checks: what was looked for)
//! lines           its counts by source line     (total: sums; op_name: kinds of accesses; estimate: which a GPU may not repeat)
//! global_line     its sectors of global memory by source line
//! finding         an error of any kind          (race, global_race, barrier, overrun; placed: each once)
//! reported        a finding as every report has it, those of programs on the simulated driver too
//! warning         what may be intended, and what was not looked for
//! merged, beside  the accesses that wide instructions cover; PTX beside machine code
//! files           names of files                (place: their lines; sources, file_text: their texts; side, element: accesses and arrays)
//! ```

mod barrier;
mod beside;
mod checks;
mod element;
mod estimate;
mod fault;
mod file_text;
mod files;
mod finding;
mod global_line;
mod global_race;
mod kernel_total;
mod launch;
mod lines;
mod merged;
mod op_name;
mod overrun;
mod pipe_line;
mod place;
mod placed;
mod profile_report;
mod race;
mod reported;
mod resources;
mod side;
mod sources;
mod total;
mod verdict;
mod warning;

pub use barrier::PlacedBarrier;
pub use beside::{BothCounts, SetCounts};
pub use checks::Checks;
pub use element::ArrayElement;
pub use fault::{FaultPlace, ReportedFault};
pub(crate) use files::Files;
pub use finding::KernelFinding;
pub use global_line::GlobalLine;
pub use global_race::{PlacedGlobalRace, PlacedGlobalSide};
pub use kernel_total::KernelTotal;
pub use launch::{LaunchReport, LaunchedBlocks};
pub use lines::Line;
pub(crate) use lines::lines;
pub use merged::{CoveredLine, MergedAccess};
pub(crate) use op_name::{global_op_name, op_name};
pub use overrun::PlacedOverrun;
pub use pipe_line::PipeLine;
pub use place::{CallPlace, LinePlace};
pub use profile_report::ProfileReport;
pub use race::{PlacedRace, PlacedRemedy, PlacedStep, StepPlace};
pub(crate) use reported::{FindingPlace, ReportedFinding};
pub use resources::{LaunchResources, PipeTotals};
pub use side::PlacedSide;
pub use sources::SourceTexts;
pub use total::{KindTotals, Total};
pub use verdict::{Accepted, FailedCheck, ReportVerdict};
pub use warning::{Warning, WarningKind, WarningPlace};

pub(crate) use side::shown;
