//! The counts and findings of one kernel, over all of its launches.

use serde::{Deserialize, Serialize};
use smem_report::{CompilersNames, Exactness, Finding, FindingKind, Line};
use smem_sim::{Profile, readable_name, without_parameters};

use super::findings::findings;
use crate::check_mode::CheckMode;
use crate::options::DriverOptions;
use crate::verdict::LaunchHazards;

/// A kernel of a run, with the sums of its launches.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct KernelRun {
    /// The name in PTX.
    pub kernel: String,
    /// `PTX` or `SASS`: what was executed.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["PTX", "SASS"])))]
    pub isa: String,
    /// Launches, those with a fault among them.
    pub launches: u64,
    /// Blocks that ran.
    pub blocks: u64,
    /// Instructions of warps.
    pub warp_instructions: u64,
    /// Launches that were not checked for races, by choice.
    pub unchecked: u64,
    /// Launches in which PTX was asked as well: accesses beyond shared arrays were looked for, and which lanes votes and barriers of a warp name.
    #[serde(default)]
    pub judged: u64,
    /// Launches of which only a few blocks ran, for their counts.
    #[serde(default)]
    pub sampled: u64,
    /// Launches that were not run: each repeats one that began with the same memory and parameters, and has its results and counts.
    #[serde(default)]
    pub repeated: u64,
    /// Shared-memory instructions by source line, those with the most excess wavefronts first.
    pub lines: Vec<Line>,
    /// Findings, each once.
    pub findings: Vec<Finding>,
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

impl KernelRun {
    /// Wavefronts of shared memory beyond the ideal ones, of all launches.
    pub fn excess(&self) -> u64 {
        sum(self.lines.iter().map(Line::excess))
    }

    /// The number of findings of a kind.
    ///
    /// ```
    /// # let kernel = smem_driver::KernelRun::default();
    /// assert_eq!(kernel.count(smem_driver::FindingKind::Race), 0);
    /// ```
    pub fn count(&self, kind: FindingKind) -> usize {
        self.findings.iter().filter(|finding| finding.kind() == kind).count()
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
    pub(crate) fn of(profile: &Profile, hazards: &LaunchHazards, options: &DriverOptions) -> KernelRun {
        let is_checked = profile.races_checked && options.races != CheckMode::Off;
        let exactness = Exactness::of_code(profile.isa, options.arch, &options.arch.to_string());
        let mut run = KernelRun {
            kernel: profile.kernel.clone(),
            isa: profile.isa.to_string(),
            launches: 1,
            blocks: profile.blocks_run,
            warp_instructions: profile.warp_instructions,
            unchecked: u64::from(!is_checked),
            judged: u64::from(hazards.sees_overruns),
            sampled: 0,
            repeated: u64::from(profile.repeated),
            lines: Line::all(&profile.shared, exactness.estimate.as_deref(), &CompilersNames),
            findings: findings(hazards, profile, &CompilersNames),
        };
        run.findings.retain(|finding| options.mode(finding.kind()) != CheckMode::Off);
        run
    }

    /// Adds the launches of the same kernel elsewhere. Returns whether a finding is new.
    pub(crate) fn add(&mut self, other: &KernelRun) -> bool {
        let sums = [
            (&mut self.launches, other.launches),
            (&mut self.blocks, other.blocks),
            (&mut self.warp_instructions, other.warp_instructions),
            (&mut self.unchecked, other.unchecked),
            (&mut self.judged, other.judged),
            (&mut self.sampled, other.sampled),
            (&mut self.repeated, other.repeated),
        ];
        sums.into_iter().for_each(|(own, more)| *own = own.saturating_add(more));
        other.lines.iter().for_each(|line| Line::join(&mut self.lines, line));
        Finding::join(&mut self.findings, &other.findings)
    }
}

/// Adds numbers, which may be those of a damaged report.
pub(super) fn sum(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, u64::saturating_add)
}
