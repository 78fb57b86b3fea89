//! The error that ended the launches.

use smem_sim::FaultSite;

use super::files::Files;
use super::place::LinePlace;

/// The error that ended the launches: a kernel did something invalid, or a budget was used up.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ReportedFault {
    /// A sentence, and lines of help.
    pub message: String,
    /// Whether a budget was used up, which is not a finding about the kernel.
    pub is_over_budget: bool,
    /// The instruction and the thread, if it has them.
    pub at: Option<FaultPlace>,
}

/// The instruction and the thread of a fault.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FaultPlace {
    /// The line.
    pub place: LinePlace,
    /// The instruction.
    pub instruction: String,
    /// `blockIdx`.
    pub block: [u32; 3],
    /// `threadIdx`.
    pub thread: [u32; 3],
    /// The byte address, in the instruction's own space.
    pub address: Option<u64>,
}

impl FaultPlace {
    pub(super) fn of(site: &FaultSite, files: &Files) -> FaultPlace {
        FaultPlace {
            place: files.place(site.loc.as_deref(), site.line),
            instruction: site.instruction.to_string(),
            block: site.block,
            thread: site.thread,
            address: site.address,
        }
    }
}
