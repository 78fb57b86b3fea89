//! The counts and findings of one kernel, over all of its launches.

use serde::{Deserialize, Serialize};
use smem_sim::{Profile, readable_name, without_parameters};

use super::findings::{FindingKind, RunFinding, RunPlace};
use crate::check_mode::CheckMode;
use crate::options::DriverOptions;

/// A kernel of a run, with the sums of its launches.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KernelRun {
    /// The name in PTX.
    pub kernel: String,
    /// `PTX` or `SASS`: what was executed.
    pub isa: String,
    /// Launches, those with a fault among them.
    pub launches: u64,
    /// Blocks that ran.
    pub blocks: u64,
    /// Instructions of warps.
    pub warp_instructions: u64,
    /// Launches that were not checked for races: with clusters, or by choice.
    pub unchecked: u64,
    /// Launches of which only a few blocks ran, for their counts.
    #[serde(default)]
    pub sampled: u64,
    /// Launches that were not run: each repeats one that began with the same memory and parameters, and has its results and counts.
    #[serde(default)]
    pub repeated: u64,
    /// Shared-memory instructions by source line, those with the most excess wavefronts first.
    pub lines: Vec<RunLine>,
    /// Findings, each once.
    pub findings: Vec<RunFinding>,
}

/// Returns true if a kernel, by its name in PTX or in C++, is the one of `name`: as PTX or C++ has it, or the template that it is an instance of.
///
/// ```
/// use smem_driver::is_kernel;
///
/// assert!(is_kernel("_Z4scanIiLj256EEvPT_", "scan<int, 256u>") && is_kernel("_Z4scanIiLj256EEvPT_", "scan"));
/// assert!(is_kernel("scan<256>", "scan") && !is_kernel("scan<256>", "scan<64>"));
/// ```
pub fn is_kernel(entry: &str, name: &str) -> bool {
    let readable = readable_name(entry);
    let template = without_parameters(&readable).split_once('<').map(|(template, _)| template.trim_end());
    smem_sim::is_called(entry, name) || template.is_some_and(|template| template == name.trim())
}

/// The shared-memory instructions of one kind on a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RunLine {
    /// The line.
    pub place: RunPlace,
    /// Load, store, atomic and so on.
    pub op: String,
    /// Requests: executions by a warp.
    pub requests: u64,
    /// Wavefronts.
    pub wavefronts: u64,
    /// Wavefronts without conflicts.
    pub ideal: u64,
    /// The worst conflict: N for N-way.
    pub ways: u32,
}

impl RunLine {
    /// Wavefronts beyond the ideal ones.
    pub fn excess(&self) -> u64 {
        self.wavefronts.saturating_sub(self.ideal)
    }

    fn add(&mut self, other: &RunLine) {
        let sums = [
            (&mut self.requests, other.requests),
            (&mut self.wavefronts, other.wavefronts),
            (&mut self.ideal, other.ideal),
        ];
        // The numbers of a damaged report may be of any size.
        sums.into_iter().for_each(|(own, more)| *own = own.saturating_add(more));
        self.ways = self.ways.max(other.ways);
    }
}

impl KernelRun {
    /// Wavefronts of shared memory beyond the ideal ones, of all launches.
    pub fn excess(&self) -> u64 {
        sum(self.lines.iter().map(RunLine::excess))
    }

    /// The number of findings of a kind.
    ///
    /// ```
    /// # let kernel = smem_driver::KernelRun::default();
    /// assert_eq!(kernel.count(smem_driver::FindingKind::Race), 0);
    /// ```
    pub fn count(&self, kind: FindingKind) -> usize {
        self.findings.iter().filter(|finding| finding.kind == kind).count()
    }

    /// Returns true if this is the kernel of a name, as PTX or C++ has it, or an instance of the template of that name.
    ///
    /// ```
    /// # let kernel = smem_driver::KernelRun::default();
    /// assert!(!kernel.is_called("scan"));
    /// ```
    pub fn is_called(&self, name: &str) -> bool {
        is_kernel(&self.kernel, name)
    }

    /// The same, with those lines first that have the most excess wavefronts.
    pub(crate) fn sorted(mut self) -> KernelRun {
        self.lines.sort_by_key(|line| std::cmp::Reverse(line.excess()));
        self
    }

    /// The counts of one launch, and those findings that are not off.
    pub(crate) fn of(profile: &Profile, options: &DriverOptions) -> KernelRun {
        let is_checked = profile.races_checked && options.races != CheckMode::Off;
        let mut run = KernelRun {
            kernel: profile.kernel.clone(),
            isa: profile.isa.to_string(),
            launches: 1,
            blocks: profile.blocks_run,
            warp_instructions: profile.warp_instructions,
            unchecked: u64::from(!is_checked),
            sampled: 0,
            repeated: u64::from(profile.repeated),
            lines: Vec::new(),
            findings: RunFinding::all(profile),
        };
        run.findings.retain(|finding| options.mode(finding.kind) != CheckMode::Off);
        for count in profile.shared.iter().filter(|count| count.requests > 0) {
            run.add_line(&RunLine {
                place: RunPlace::of(count.loc.as_deref(), count.line),
                op: count.op.to_string(),
                requests: count.requests,
                wavefronts: count.wavefronts,
                ideal: count.ideal,
                ways: count.ways,
            });
        }
        run
    }

    fn add_line(&mut self, line: &RunLine) {
        match self.lines.iter_mut().find(|known| known.place == line.place && known.op == line.op) {
            Some(known) => known.add(line),
            None => self.lines.push(line.clone()),
        }
    }

    /// Adds the launches of the same kernel elsewhere. Returns whether a finding is new.
    pub(crate) fn add(&mut self, other: &KernelRun) -> bool {
        let sums = [
            (&mut self.launches, other.launches),
            (&mut self.blocks, other.blocks),
            (&mut self.warp_instructions, other.warp_instructions),
            (&mut self.unchecked, other.unchecked),
            (&mut self.sampled, other.sampled),
            (&mut self.repeated, other.repeated),
        ];
        sums.into_iter().for_each(|(own, more)| *own = own.saturating_add(more));
        other.lines.iter().for_each(|line| self.add_line(line));
        let mut is_new = false;
        for finding in &other.findings {
            is_new |= self.add_finding(finding);
        }
        is_new
    }

    /// Adds a finding; returns whether it is new.
    pub(crate) fn add_finding(&mut self, finding: &RunFinding) -> bool {
        match self.findings.iter_mut().find(|known| known.is_same(finding)) {
            Some(known) => {
                known.launches = known.launches.saturating_add(finding.launches);
                false
            }
            None => {
                self.findings.push(finding.clone());
                true
            }
        }
    }
}

/// Adds numbers, which may be those of a damaged report.
pub(super) fn sum(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, u64::saturating_add)
}
