//! The report of one launch.

use smem_driver::{checks, findings};
use smem_launch::{Arch, Isa, Launch};
use smem_report::{
    BothCounts, Checks, Counts, DependentContents, Exactness, Finding, FindingDetail, FindingKind, GlobalLine,
    KindCounts, LaunchedBlocks, Line, LinePlace, RaceDetail, RemarkKind,
};
use smem_sim::shown_kernel;

use super::contents_report::ContentsReport;
use super::files::Files;
use super::guess_doubt::GuessDoubt;
use super::merged::{MergedAccess, merged};
use super::pipe_line::{PipeLine, pipe_lines};
use super::resources::{LaunchResources, PipeTotals};
use crate::measure::{DeviceLaunches, Measured};
use crate::time::{LaunchTime, extrapolation};

/// The counts and findings of one launch.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct LaunchReport {
    /// As the user names it.
    pub kernel: String,
    /// Its blocks and threads; of several grids that a kernel launched those of the largest.
    pub launch: Launch,
    /// Of grids that a kernel launched, by which and how many; `None` for a launch of the host's.
    pub launched: Option<DeviceLaunches>,
    /// The architecture whose banks the counts are of.
    pub arch: Arch,
    /// The instruction set that was executed and counted.
    pub isa: Isa,
    /// Bytes of shared memory of a block, static and dynamic.
    pub shared_bytes: u32,
    /// The blocks that the counts are of.
    pub blocks: LaunchedBlocks,
    /// Whether a GPU counts the same.
    pub exactness: Exactness,
    /// The counts of all requests.
    pub totals: KindCounts,
    /// The counts among them that are estimates.
    pub estimated: KindCounts,
    /// The counts by source line, those with the most time at stake first.
    pub lines: Vec<Line>,
    /// The sectors of global memory by source line, those with the most excess first.
    pub global: Vec<GlobalLine>,
    /// Registers, local memory, and the blocks that a multiprocessor holds.
    pub resources: LaunchResources,
    /// Instructions by pipe.
    pub pipes: PipeTotals,
    /// Instructions by source line and pipe, those with the most cycles at stake first. Empty for PTX.
    pub pipe_lines: Vec<PipeLine>,
    /// The predicted time; `None` for PTX, and for launches that a fault ended.
    pub time: Option<LaunchTime>,
    /// PTX beside machine code, where PTX was asked for and both ran.
    pub beside: Vec<BothCounts>,
    /// The synthetic contents that its counts depend on; `None` where they depend on none, as far as contents were tried.
    pub contents: Option<DependentContents>,
    /// Its errors, and what may be intended, each once.
    pub findings: Vec<Finding>,
    /// Wide instructions of machine code and the accesses that they cover, where both ran.
    pub merged: Vec<MergedAccess>,
    /// The checks that were made, those that were not, and remarks on them.
    pub checks: Checks,
}

impl LaunchReport {
    pub(super) fn of(measured: &Measured, files: &Files) -> LaunchReport {
        let (profile, hazards) = (&measured.profile, &measured.hazards);
        let time = time(measured);
        let findings = findings(hazards, profile, files);
        let mut checks = checks(hazards, profile);
        let (mut contents, mut findings) = (None, findings);
        if let Some(others) = &measured.other_contents {
            let tried = ContentsReport { measured, others, files };
            findings = tried.findings(findings);
            contents = Some(tried.contents()).filter(|own| !own.is_known());
            if let Some(own) = &contents {
                checks.remark(RemarkKind::Contents, own.sentence());
            }
        }
        let findings = match &measured.other_guesses {
            Some(others) => GuessDoubt { measured, others, files }.of(findings),
            None => findings,
        };
        LaunchReport {
            kernel: shown_kernel(&measured.kernel),
            launch: measured.launch,
            launched: measured.launched_by.clone(),
            arch: measured.arch,
            isa: profile.isa,
            shared_bytes: profile.shared_bytes,
            blocks: LaunchedBlocks::of(profile, measured.sampled, measured.faulted),
            exactness: Exactness { estimate: measured.estimate.clone() },
            totals: KindCounts::of(&measured.profile.shared),
            estimated: KindCounts::estimated(&profile.shared, measured.estimate.is_some()),
            lines: lines(measured, time.as_ref(), files),
            global: GlobalLine::all(profile, files),
            resources: LaunchResources::of(profile, measured.arch),
            pipes: PipeTotals::of(profile),
            pipe_lines: pipe_lines(profile, time.as_ref(), files),
            time,
            beside: measured.machine_code.as_ref().map_or(Vec::new(), |other| BothCounts::all(profile, other, files)),
            contents,
            findings,
            merged: measured.both.as_ref().map_or(Vec::new(), |both| merged(&both.code, &both.source, files)),
            checks,
        }
    }

    /// Returns how many grids it is: 1, or those of one kernel that another one launched.
    pub fn grids(&self) -> u64 {
        self.launched.as_ref().map_or(1, |launched| launched.grids)
    }

    /// Returns the wavefronts that conflicts cause.
    pub fn excess(&self) -> u64 {
        self.totals.all.excess()
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

    /// Returns true if there is not a finding.
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    /// Returns the wavefronts that are exact.
    pub fn exact_wavefronts(&self) -> u64 {
        self.totals.all.wavefronts - self.estimated_wavefronts()
    }

    /// Returns the wavefronts that are estimates.
    pub fn estimated_wavefronts(&self) -> u64 {
        self.estimated.all.wavefronts
    }

    /// Returns all lines that it names.
    pub(super) fn places(&self) -> impl Iterator<Item = LinePlace> {
        let global = self.global.iter().filter(|line| line.excess() > 0).map(|line| line.place.clone());
        let lines = self.lines.iter().map(|line| line.place.clone()).chain(global);
        lines.chain(self.findings.iter().flat_map(Finding::places))
    }
}

/// Returns the lines of a launch, those with the most time at stake first.
pub(crate) fn lines(measured: &Measured, time: Option<&LaunchTime>, files: &Files) -> Vec<Line> {
    let mut lines = Line::all(&measured.profile.shared, measured.estimate.as_deref(), files);
    Line::take_worst(&mut lines, &measured.worst, &measured.arch.bank_model(), files);
    let times = extrapolation(&measured.profile);
    for line in &mut lines {
        line.cycles_at_stake = time.map(|time| time.cycles_of_excess(times * line.excess() as f64));
    }
    // The sort is stable: equal lines stay in the order of the files.
    lines.sort_by(Line::worst_first);
    lines
}

/// The predicted time of a launch that ran as machine code, to its end.
fn time(measured: &Measured) -> Option<LaunchTime> {
    let has_clusters = measured.launch.cluster.is_some_and(|cluster| cluster != [1; 3]);
    // The time of grids of several shapes is not that of one of them.
    let is_one = measured.launched_by.as_ref().is_none_or(|launched| launched.grids == 1);
    let ended = is_one && !measured.faulted && !measured.profile.stopped;
    ended.then(|| LaunchTime::of(&measured.profile, measured.arch, has_clusters)).flatten()
}
