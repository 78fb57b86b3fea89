//! The report of a job, which every renderer reads. Its findings, lines and counts are those of [`smem_report`].
//!
//! ```text
//! profile_report  all launches                  (verdict: which checks failed; fault: what ended them)
//! launch          one launch
//! run_profile     of the launches of a run
//! contents_report  counts and findings with other contents of synthetic buffers
//! guess_doubt     findings that other guesses of a launch do not have
//! merged          the accesses that wide instructions cover
//! files           names of files and their texts (indices: elements of arrays)
//! ```

mod compiler_remarks;
mod contents_report;
mod fault;
mod files;
mod guess_doubt;
mod indices;
mod launch;
mod merged;
mod profile_report;
mod run_profile;
mod verdict;

pub use fault::ReportedFault;
pub(crate) use files::Files;
pub(crate) use launch::lines;
pub use profile_report::ProfileReport;
pub use verdict::{Accepted, FailedCheck, ReportVerdict};
