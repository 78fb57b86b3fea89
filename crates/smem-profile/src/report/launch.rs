//! The report of one launch.

use smem_launch::{Arch, Isa, Launch};
use smem_sim::shown_kernel;

use super::barrier::PlacedBarrier;
use super::beside::{BothCounts, both};
use super::checks::Checks;
use super::files::Files;
use super::finding::KernelFinding;
use super::global_line::{GlobalLine, global_lines};
use super::global_race::{PlacedGlobalRace, placed_global_races};
use super::lines::{Line, lines};
use super::merged::{MergedAccess, merged};
use super::overrun::PlacedOverrun;
use super::pipe_line::{PipeLine, pipe_lines};
use super::place::LinePlace;
use super::placed::{placed_barriers, placed_overruns, placed_races, warnings};
use super::race::PlacedRace;
use super::resources::{LaunchResources, PipeTotals};
use super::total::{KindTotals, Total};
use super::warning::{Warning, WarningKind};
use crate::measure::{DeviceLaunches, Measured};
use crate::time::LaunchTime;

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
    /// Why all of its counts are estimates; `None` for those of machine code.
    pub estimate: Option<String>,
    /// The counts of all requests.
    pub totals: KindTotals,
    /// The counts among them that are estimates.
    pub estimated: KindTotals,
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
    /// The races on shared memory.
    pub races: Vec<PlacedRace>,
    /// Those on global memory; `None` where they were not looked for.
    pub global_races: Option<Vec<PlacedGlobalRace>>,
    /// Barriers that not every thread reached.
    pub barriers: Vec<PlacedBarrier>,
    /// Accesses beyond shared arrays; only PTX has them.
    pub overruns: Vec<PlacedOverrun>,
    /// Wide instructions of machine code and the accesses that they cover, where both ran.
    pub merged: Vec<MergedAccess>,
    /// Accesses that may be intended, and checks that were not made.
    pub warnings: Vec<Warning>,
    /// The checks that were made, and those that were not.
    pub checks: Checks,
    is_clean: bool,
}

/// The blocks of the grid, and those that the counts are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LaunchedBlocks {
    /// Blocks of the grid.
    pub grid: u64,
    /// Blocks that ran to their end.
    pub run: u64,
    /// Whether the job asked for fewer than the grid has.
    pub sampled: bool,
    /// Whether the launch was stopped from outside.
    pub stopped: bool,
    /// Whether a fault ended the launch.
    pub faulted: bool,
}

impl LaunchReport {
    pub(super) fn of(measured: &Measured, files: &Files) -> LaunchReport {
        let (profile, hazards) = (&measured.profile, &measured.hazards);
        let time = time(measured);
        LaunchReport {
            kernel: shown_kernel(&measured.kernel),
            launch: measured.launch,
            launched: measured.launched_by.clone(),
            arch: measured.arch,
            isa: profile.isa,
            shared_bytes: profile.shared_bytes,
            blocks: LaunchedBlocks {
                grid: profile.grid_blocks,
                run: profile.blocks_run,
                sampled: measured.sampled,
                stopped: profile.stopped,
                faulted: measured.faulted,
            },
            estimate: measured.estimate.clone(),
            totals: KindTotals::of(measured),
            estimated: KindTotals::estimated(measured),
            lines: lines(measured, time.as_ref(), files),
            global: global_lines(profile, files),
            resources: LaunchResources::of(profile, measured.arch),
            pipes: PipeTotals::of(profile),
            pipe_lines: pipe_lines(profile, time.as_ref(), files),
            time,
            beside: both(measured, files),
            races: placed_races(hazards, files),
            global_races: profile.global_races_checked.then(|| placed_global_races(&profile.global_races, files)),
            barriers: placed_barriers(hazards, files),
            overruns: placed_overruns(hazards, files),
            merged: measured.both.as_ref().map_or(Vec::new(), |both| merged(&both.code, &both.source, files)),
            warnings: warnings(hazards, files),
            checks: Checks::of(hazards, profile),
            is_clean: hazards.is_clean(profile),
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
    pub fn line(&self, file: &str, line: u32) -> Total {
        let of_line = self.lines.iter().filter(|row| row.place.line == line && row.place.file == file);
        of_line.fold(Total::default(), |sum, row| sum.plus(row.total))
    }

    /// Returns its findings: races, barriers that not every thread reached, and overruns.
    pub fn findings(&self) -> impl Iterator<Item = KernelFinding<'_>> {
        let races = self.races.iter().map(KernelFinding::Race);
        let global = self.global_races.iter().flatten().map(KernelFinding::GlobalRace);
        let barriers = self.barriers.iter().map(KernelFinding::Barrier);
        let overruns = self.overruns.iter().map(KernelFinding::Overrun);
        races.chain(global).chain(barriers).chain(overruns)
    }

    /// Returns true if there are neither findings nor warnings about a line.
    pub fn is_clean(&self) -> bool {
        self.is_clean
    }

    /// Returns the wavefronts that are exact.
    pub fn exact_wavefronts(&self) -> u64 {
        self.totals.all.wavefronts - self.estimated_wavefronts()
    }

    /// Returns the wavefronts that are estimates.
    pub fn estimated_wavefronts(&self) -> u64 {
        self.estimated.all.wavefronts
    }

    /// Returns whether there is a warning of a kind.
    pub(super) fn warns_of(&self, kind: WarningKind) -> bool {
        self.warnings.iter().any(|warning| warning.kind == kind)
    }

    /// Returns all lines that it names.
    pub(super) fn places(&self) -> impl Iterator<Item = LinePlace> {
        let global = self.global.iter().filter(|line| line.excess() > 0).map(|line| line.place.clone());
        let lines = self.lines.iter().map(|line| line.place.clone()).chain(global);
        let warnings = self.warnings.iter().filter_map(Warning::place);
        lines.chain(self.findings().flat_map(|finding| finding.places())).chain(warnings)
    }
}

/// The predicted time of a launch that ran as machine code, to its end.
fn time(measured: &Measured) -> Option<LaunchTime> {
    let has_clusters = measured.launch.cluster.is_some_and(|cluster| cluster != [1; 3]);
    // The time of grids of several shapes is not that of one of them.
    let is_one = measured.launched_by.as_ref().is_none_or(|launched| launched.grids == 1);
    let ended = is_one && !measured.faulted && !measured.profile.stopped;
    ended.then(|| LaunchTime::of(&measured.profile, measured.arch, has_clusters)).flatten()
}
