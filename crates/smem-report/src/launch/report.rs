//! The report of the launches of a kernel: of one, or of several together.

use serde::{Deserialize, Serialize};
use smem_sim::{Arch, Isa, Profile, is_called, readable_name, without_parameters};

use super::device_launches::DeviceLaunches;
use super::launched_blocks::LaunchedBlocks;
use super::merged_access::MergedAccess;
use super::pipe_line::PipeLine;
use super::resources::{LaunchResources, PipeTotals};
use super::tally::LaunchTally;
use crate::both_counts::BothCounts;
use crate::checks::Checks;
use crate::contents::DependentContents;
use crate::counts::{Counts, KindTotals};
use crate::exactness::Exactness;
use crate::finding::{Finding, FindingDetail};
use crate::finding_kind::FindingKind;
use crate::global_line::GlobalLine;
use crate::line::Line;
use crate::op_name::{deserialize_arch, deserialize_isa, serialize_arch, serialize_isa};
use crate::place::{LinePlace, PlaceNames};
use crate::race::RaceDetail;
#[cfg(feature = "schema")]
use crate::schema;
use crate::time::{LaunchTime, extrapolation};
use crate::worst::WorstSeen;

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
    #[serde(serialize_with = "serialize_arch", deserialize_with = "deserialize_arch")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub arch: Arch,
    /// The instruction set that was executed and counted.
    #[serde(serialize_with = "serialize_isa", deserialize_with = "deserialize_isa")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "schema::isa"))]
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

/// A launch that was counted.
#[derive(Debug, Clone, Copy)]
pub struct CountedLaunch<'a> {
    /// Its counts.
    pub profile: &'a Profile,
    /// Blocks of a cluster, where the launch gives it.
    pub cluster: Option<[u32; 3]>,
    /// The architecture of its code.
    pub arch: Arch,
    /// Why all of its counts are estimates; `None` for those of machine code that a GPU was compared with.
    pub estimate: Option<&'a str>,
    /// The worst request of each instruction that has conflicts.
    pub worst: &'a [WorstSeen],
    /// Whether fewer blocks were asked for than the grid has.
    pub sampled: bool,
    /// Whether a fault ended it.
    pub faulted: bool,
    /// Of grids that a kernel launched, by which and how many.
    pub launched: Option<&'a DeviceLaunches>,
    /// Whether its time is of no interest: a longer launch of the kernel is known.
    pub untimed: bool,
}

impl<'a> CountedLaunch<'a> {
    /// Returns a launch of the host's whose blocks all ran to their end, without what was observed of it.
    pub fn of(profile: &'a Profile, arch: Arch) -> CountedLaunch<'a> {
        CountedLaunch {
            profile,
            cluster: None,
            arch,
            estimate: None,
            worst: &[],
            sampled: false,
            faulted: false,
            launched: None,
            untimed: false,
        }
    }

    /// Returns the lines of a launch, those with the most time at stake first.
    pub fn lines(&self, time: Option<&LaunchTime>, places: &dyn PlaceNames) -> Vec<Line> {
        let mut lines = Line::all(&self.profile.shared, self.estimate, places);
        Line::take_worst(&mut lines, self.worst, &self.arch.bank_model(), places);
        let times = extrapolation(self.profile);
        for line in &mut lines {
            line.cycles_at_stake = time.map(|time| time.cycles_of_excess(times * line.excess() as f64));
        }
        // The sort is stable: equal lines stay in the order of the files.
        lines.sort_by(Line::worst_first);
        lines
    }

    /// Returns the predicted time of a launch that ran as machine code, to its end.
    fn time(&self) -> Option<LaunchTime> {
        let has_clusters = self.cluster.is_some_and(|cluster| cluster != [1; 3]);
        // The time of grids of several shapes is not that of one of them.
        let is_one = self.launched.is_none_or(|launched| launched.grids == 1);
        let is_whole = is_one && !self.faulted && !self.profile.stopped;
        (is_whole && !self.untimed).then(|| LaunchTime::of(self.profile, self.arch, has_clusters)).flatten()
    }
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
mod tests {
    use smem_sim::{LaunchShape, Module, Observer, SharedAccess, Simulator};

    use super::*;
    use crate::place::CompilersNames;
    use crate::worst::WorstRequests;

    /// In each round, a warp stores to a column: the first warp in one that meets in 4 banks, the others in a bank.
    const COLUMNS: &str = ".version 8.8 .target sm_90 .address_size 64
        .visible .entry columns(.param .u32 rounds) {
          .shared .align 16 .b8 a[16384]; .reg .b32 %r<8>; .reg .pred %p<2>;
          ld.param.u32 %r5, [rounds]; mov.u32 %r0, a; mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 31;
          mad.lo.u32 %r3, %r2, 128, %r0; setp.lt.u32 %p0, %r1, 32;
          @%p0 mad.lo.u32 %r3, %r2, 4, %r3;
          again: st.shared.u32 [%r3], %r1; sub.u32 %r5, %r5, 1; setp.ne.u32 %p1, %r5, 0; @%p1 bra again; ret; }";

    fn launched(rounds: u32, blocks: u32) -> (Profile, Vec<WorstSeen>) {
        observed(rounds, blocks, WorstRequests::default, |seen| seen)
    }

    fn observed<O: Observer>(
        rounds: u32,
        blocks: u32,
        new: fn() -> O,
        worst: fn(O) -> WorstRequests,
    ) -> (Profile, Vec<WorstSeen>) {
        let module = Module::parse(COLUMNS).unwrap();
        let shape = LaunchShape::new(blocks, 128);
        let arguments = [smem_sim::KernelArg::U32(rounds)];
        let (profile, seen) =
            Simulator::new(Arch::SM_90).launch_observed(&module, "columns", &shape, &arguments, new).unwrap();
        (profile, WorstRequests::merged(seen.into_iter().map(worst).collect()))
    }

    /// Receives every request.
    struct EveryRequest(WorstRequests);

    impl Observer for EveryRequest {
        fn shared(&mut self, access: &SharedAccess<'_>) {
            self.0.shared(access);
        }
    }

    #[test]
    fn the_worst_request_is_the_same_without_those_that_cost_the_same() {
        for blocks in [1, 2, 40] {
            let (_, few) = launched(5, blocks);
            let (_, all) = observed(5, blocks, || EveryRequest(WorstRequests::default()), |all| all.0);
            assert_eq!((few.len(), &few), (1, &all));
            assert_eq!((few[0].block, few[0].warp, few[0].wavefronts), ([0; 3], 1, 32));
        }
    }

    #[test]
    fn launches_are_joined_and_shape_and_worst_request_are_those_of_the_longest() {
        let report = |(profile, worst): &(Profile, Vec<WorstSeen>)| {
            LaunchReport::of(&CountedLaunch { worst, ..CountedLaunch::of(profile, Arch::SM_90) }, &CompilersNames)
        };
        let (short, long) = (report(&launched(1, 3)), report(&launched(9, 2)));
        for (mut all, other) in [(short.clone(), long.clone()), (long, short)] {
            all.join(&other);
            assert_eq!((all.tally.launches, all.blocks.run, all.grid), (2, 5, [2, 1, 1]));
            let [line] = &all.lines[..] else { panic!("one line") };
            assert_eq!((line.counts.requests, line.counts, line.ways), (4 * (3 + 18), all.totals.stores.counts, 32));
            assert_eq!(line.worst.as_ref().map(|worst| worst.lanes.len()), Some(32));
        }
    }

    #[test]
    fn what_is_written_as_json_is_read_again() {
        let (profile, worst) = launched(2, 2);
        let counted = CountedLaunch { worst: &worst, ..CountedLaunch::of(&profile, Arch::SM_90) };
        let mut report = LaunchReport::of(&counted, &CompilersNames);
        report.pipe_lines = PipeLine::all(&profile, None, &CompilersNames);
        let json = serde_json::to_string(&report).unwrap();
        let read: LaunchReport = serde_json::from_str(&json).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), json);
        assert_eq!(
            (read.arch, read.isa, read.totals, read.excess()),
            (report.arch, report.isa, report.totals, report.excess())
        );
        assert_eq!(
            read.lines[0].worst.as_ref().map(|worst| &worst.lanes),
            report.lines[0].worst.as_ref().map(|worst| &worst.lanes)
        );
    }
}
