//! The report of a run: of one process, or of several merged.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::findings::{FindingKind, RunFinding};
use super::kernel::KernelRun;

/// What the launches of a run counted and found.
///
/// ```
/// use smem_driver::RunReport;
///
/// let mut all = RunReport::default();
/// # let of_one_process = RunReport::default();
/// all.merge(&of_one_process);
/// assert_eq!((all.launches(), all.failures()), (0, 0));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RunReport {
    /// The version of this form.
    pub version: u32,
    /// The architecture of the devices, `sm_90`.
    pub arch: String,
    /// Processes that used the driver.
    pub processes: u64,
    /// The kernels, in the order of their first launch.
    pub kernels: Vec<KernelRun>,
    /// Functions of the driver that programs called and that are not there.
    pub missing: BTreeSet<String>,
}

impl RunReport {
    /// The version of reports that this crate writes.
    pub const VERSION: u32 = 1;

    /// A kernel by its name.
    pub fn kernel(&self, name: &str) -> Option<&KernelRun> {
        self.kernels.iter().find(|kernel| kernel.kernel == name)
    }

    /// Launches of all kernels.
    pub fn launches(&self) -> u64 {
        self.kernels.iter().map(|kernel| kernel.launches).sum()
    }

    /// Wavefronts of shared memory beyond the ideal ones, of all kernels.
    pub fn excess(&self) -> u64 {
        self.kernels.iter().map(KernelRun::excess).sum()
    }

    /// All findings, with the kernels that they are of.
    pub fn findings(&self) -> impl Iterator<Item = (&KernelRun, &RunFinding)> {
        self.kernels.iter().flat_map(|kernel| kernel.findings.iter().map(move |finding| (kernel, finding)))
    }

    /// The number of findings of a kind.
    pub fn count(&self, kind: FindingKind) -> usize {
        self.findings().filter(|(_, finding)| finding.kind == kind).count()
    }

    /// The number of findings that make a run fail.
    pub fn failures(&self) -> usize {
        self.findings().filter(|(_, finding)| finding.kind.is_failure()).count()
    }

    /// Adds the report of another process.
    pub fn merge(&mut self, other: &RunReport) {
        self.version = Self::VERSION;
        if self.arch.is_empty() {
            self.arch.clone_from(&other.arch);
        }
        self.processes += other.processes;
        other.kernels.iter().for_each(|kernel| {
            self.add(kernel);
        });
        self.missing.extend(other.missing.iter().cloned());
        self.kernels.iter_mut().for_each(|kernel| kernel.lines.sort_by_key(|line| std::cmp::Reverse(line.excess())));
    }

    /// Adds launches of a kernel; returns whether the kernel or a finding is new.
    pub(crate) fn add(&mut self, launched: &KernelRun) -> bool {
        let is_same = |known: &&mut KernelRun| known.kernel == launched.kernel && known.isa == launched.isa;
        match self.kernels.iter_mut().find(is_same) {
            Some(known) => known.add(launched),
            None => {
                self.kernels.push(launched.clone());
                true
            }
        }
    }
}
