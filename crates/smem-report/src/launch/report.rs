//! The report of the launches of a kernel: of one, or of several together.

use serde::{Deserialize, Serialize};
use smem_sim::{Arch, Isa, is_called, readable_name, without_parameters};

use super::counted_launch::CountedLaunch;
use super::launched_blocks::LaunchedBlocks;
use super::merged_access::MergedAccess;
use super::pipe_line::PipeLine;
use super::resources::{LaunchResources, PipeTotals};
use super::tally::{DeviceLaunches, LaunchTally};
use crate::both_counts::BothCounts;
use crate::checks::Checks;
use crate::contents::DependentContents;
use crate::counts::{Counts, KindTotals};
use crate::exactness::Exactness;
use crate::finding::{Finding, FindingDetail};
use crate::finding_kind::FindingKind;
use crate::global_line::GlobalLine;
use crate::line::Line;
use crate::place::{LinePlace, PlaceNames};
use crate::race::RaceDetail;
#[cfg(feature = "schema")]
use crate::schema;
use crate::time::LaunchTime;

/// The counts and findings of a kernel: of one launch in the report of `profile`, of all its launches in that of `run`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LaunchReport {
    /// As the user names it; in the report of `run` its name in PTX.
    pub kernel: String,
    /// How many launches they are.
    #[serde(flatten)]
    pub tally: LaunchTally,
    /// Blocks along x, y and z; of several launches those of the longest, which executed the most instructions of warps.
    pub grid: [u32; 3],
    /// Threads of a block along x, y and z, of the same launch.
    pub block: [u32; 3],
    /// Of grids that a kernel launched: the kernel that the host launched, and how many they are; `None` for launches of the host's.
    pub launched: Option<DeviceLaunches>,
    /// Blocks of a cluster, where the launch gives it.
    pub cluster: Option<[u32; 3]>,
    /// Bytes of shared memory of a block, static and dynamic.
    pub shared_bytes: u32,
    /// The blocks of the grids, and those that the counts are of.
    pub blocks: LaunchedBlocks,
    /// The architecture whose banks the counts are of.
    #[serde(with = "crate::named")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub arch: Arch,
    /// The instruction set that was executed and counted.
    #[serde(with = "crate::named")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "schema::named::<Isa>"))]
    pub isa: Isa,
    /// Whether all of it is exact, and why not.
    #[serde(flatten)]
    pub exactness: Exactness,
    /// The counts of the kinds of accesses.
    #[serde(flatten)]
    pub totals: KindTotals,
    /// The counts by source line, those with the most time at stake first.
    pub lines: Vec<Line>,
    /// Accesses to global memory, in sectors of 32 bytes, those with the most excess first.
    pub global: Vec<GlobalLine>,
    /// Instructions by pipe.
    pub pipes: PipeTotals,
    /// Instructions by source line and pipe, those with the most cycles at stake first. Empty for PTX, and in the report of `run`.
    pub pipe_lines: Vec<PipeLine>,
    /// Registers, local memory, and the blocks that a multiprocessor holds.
    pub resources: LaunchResources,
    /// The predicted time, of several launches that of the longest, as the cycles of the lines are; `None` for PTX, and for launches that a fault ended.
    pub time: Option<LaunchTime>,
    /// PTX beside machine code, where PTX was asked for and both ran.
    pub beside: Vec<BothCounts>,
    /// The synthetic contents that its counts depend on; `None` where they depend on none, as far as contents were tried.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub contents: Option<DependentContents>,
    /// Its errors, and what may be intended, each once.
    pub findings: Vec<Finding>,
    /// Wide instructions of machine code and the accesses that they cover, where both ran.
    pub merged: Vec<MergedAccess>,
    /// The checks that were made, those that were not, and remarks on them.
    pub checks: Checks,
}

/// Returns true if a kernel, by its name in PTX or in C++, is the one of `name`: as PTX or C++ has it, or the template that it is an instance of.
///
/// ```
/// use smem_report::is_kernel;
///
/// assert!(is_kernel("_Z4scanIiLj256EEvPT_", "scan<int, 256u>") && is_kernel("_Z4scanIiLj256EEvPT_", "scan"));
/// assert!(is_kernel("scan<256>", "scan") && !is_kernel("scan<256>", "scan<64>"));
/// ```
pub fn is_kernel(entry: &str, name: &str) -> bool {
    let readable = readable_name(entry);
    let template = without_parameters(&readable).split_once('<').map(|(template, _)| template.trim_end());
    is_called(entry, name) || template.is_some_and(|template| template == name.trim())
}

impl LaunchReport {
    /// Returns the counts of a launch, without findings and checks.
    pub fn of(counted: &CountedLaunch<'_>, places: &dyn PlaceNames) -> LaunchReport {
        let profile = counted.profile;
        let time = counted.time();
        let lines = counted.lines(time.as_ref(), places);
        let of_line = || lines.iter().find_map(|line| line.exactness.estimate.clone());
        LaunchReport {
            tally: LaunchTally {
                launches: counted.launched.map_or(1, |launched| launched.grids),
                warp_instructions: profile.warp_instructions,
                most_instructions: profile.warp_instructions,
                repeated: u64::from(profile.repeated),
                ..LaunchTally::default()
            },
            grid: profile.grid,
            block: profile.block,
            launched: counted.launched.cloned(),
            cluster: counted.cluster,
            shared_bytes: profile.shared_bytes,
            blocks: LaunchedBlocks::of(profile, counted.sampled, counted.faulted),
            exactness: Exactness { estimate: counted.estimate.map(str::to_owned).or_else(of_line) },
            totals: KindTotals::of(&profile.shared, counted.estimate.is_some()),
            lines,
            global: GlobalLine::all(profile, places),
            pipes: PipeTotals::of(profile),
            resources: LaunchResources::of(profile, counted.arch),
            time,
            ..Self::uncounted(&profile.kernel, profile.isa, counted.arch)
        }
    }

    /// Returns one of no launch.
    ///
    /// ```
    /// use smem_report::LaunchReport;
    /// use smem_sim::{Arch, Isa};
    ///
    /// let none = LaunchReport::uncounted("scan", Isa::Sass, Arch::SM_90);
    /// assert_eq!((none.tally.launches, none.excess(), none.is_clean()), (0, 0, true));
    /// ```
    pub fn uncounted(kernel: &str, isa: Isa, arch: Arch) -> LaunchReport {
        LaunchReport {
            kernel: kernel.to_owned(),
            tally: LaunchTally::default(),
            grid: [0; 3],
            block: [0; 3],
            launched: None,
            cluster: None,
            shared_bytes: 0,
            blocks: LaunchedBlocks::default(),
            arch,
            isa,
            exactness: Exactness::default(),
            totals: KindTotals::default(),
            lines: Vec::new(),
            global: Vec::new(),
            pipes: PipeTotals::default(),
            pipe_lines: Vec::new(),
            resources: LaunchResources::default(),
            time: None,
            beside: Vec::new(),
            contents: None,
            findings: Vec::new(),
            merged: Vec::new(),
            checks: Checks::default(),
        }
    }

    /// Adds other launches of the same kernel. Returns whether a finding is new.
    pub fn join(&mut self, other: &LaunchReport) -> bool {
        let is_longer = other.tally.most_instructions > self.tally.most_instructions;
        if is_longer {
            (self.grid, self.block, self.cluster) = (other.grid, other.block, other.cluster);
            (self.shared_bytes, self.resources) = (other.shared_bytes, other.resources);
            self.time.clone_from(&other.time);
        }
        self.tally.add(other.tally);
        self.blocks.add(other.blocks);
        if self.exactness.is_exact() {
            self.exactness.clone_from(&other.exactness);
        }
        self.totals.add(&other.totals);
        Line::join(&mut self.lines, &other.lines, is_longer);
        other.global.iter().for_each(|line| GlobalLine::join(&mut self.global, line));
        self.pipes.add(&other.pipes);
        self.checks.join(&other.checks);
        Finding::join(&mut self.findings, &other.findings)
    }

    /// Returns it with those lines first that cost the most.
    #[must_use]
    pub fn sorted(mut self) -> LaunchReport {
        self.lines.sort_by(Line::worst_first);
        self.global.sort_by_key(GlobalLine::worst_first);
        self
    }

    /// Returns true if it is of the kernel of a name, as PTX or C++ has it, or of an instance of the template of that name.
    ///
    /// ```
    /// use smem_report::LaunchReport;
    /// use smem_sim::{Arch, Isa};
    ///
    /// assert!(!LaunchReport::uncounted("_Z4copyPf", Isa::Sass, Arch::SM_90).is_called("scan"));
    /// ```
    pub fn is_called(&self, name: &str) -> bool {
        is_kernel(&self.kernel, name)
    }

    /// Returns the wavefronts that conflicts cause.
    pub fn excess(&self) -> u64 {
        self.totals.all().counts.excess()
    }

    /// Returns the sums of the accesses on a line of a file, of all kinds together.
    pub fn line(&self, file: &str, line: u32) -> Counts {
        let of_line = self.lines.iter().filter(|row| row.place.line == line && row.place.file == file);
        of_line.fold(Counts::default(), |sum, row| sum.plus(row.counts))
    }

    /// Returns its races on shared memory that do harm.
    pub fn races(&self) -> impl Iterator<Item = &RaceDetail> {
        self.findings.iter().filter_map(|finding| match &finding.detail {
            FindingDetail::Race(race) => Some(&**race),
            _ => None,
        })
    }

    /// Returns its findings of a kind.
    pub fn of_kind(&self, kind: FindingKind) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(move |finding| finding.kind() == kind)
    }

    /// Returns the number of its findings of a kind.
    pub fn count(&self, kind: FindingKind) -> usize {
        self.of_kind(kind).count()
    }

    /// Returns true if there are counts: a launch that fails before its first instruction has none.
    pub fn is_counted(&self) -> bool {
        self.grid != [0; 3]
    }

    /// Returns true if there is not a finding.
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    /// Returns the wavefronts that are exact.
    pub fn exact_wavefronts(&self) -> u64 {
        self.totals.exact_wavefronts
    }

    /// Returns the wavefronts that are estimates.
    pub fn estimated_wavefronts(&self) -> u64 {
        self.totals.estimated_wavefronts
    }

    /// Returns all lines that it names.
    pub fn places(&self) -> impl Iterator<Item = LinePlace> {
        let global = self.global.iter().filter(|line| line.excess() > 0).map(|line| line.place.clone());
        let lines = self.lines.iter().map(|line| line.place.clone()).chain(global);
        lines.chain(self.findings.iter().flat_map(Finding::places))
    }
}

#[cfg(test)]
mod tests;
