//! A launch that was counted, of which a report is made.

use smem_sim::{Arch, Gpu, Profile};

use super::tally::DeviceLaunches;
use crate::line::Line;
use crate::place::PlaceNames;
use crate::time::{LaunchTime, extrapolation};
use crate::worst::WorstSeen;

/// A launch that was counted.
#[derive(Debug, Clone, Copy)]
pub struct CountedLaunch<'a> {
    /// Its counts.
    pub profile: &'a Profile,
    /// Blocks of a cluster, where the launch gives it.
    pub cluster: Option<[u32; 3]>,
    /// The architecture of its code.
    pub arch: Arch,
    /// The GPU whose time is predicted.
    pub gpu: &'static Gpu,
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
            gpu: Gpu::of(arch),
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
    pub(super) fn time(&self) -> Option<LaunchTime> {
        let has_clusters = self.cluster.is_some_and(|cluster| cluster != [1; 3]);
        // The time of grids of several shapes is not that of one of them.
        let is_one = self.launched.is_none_or(|launched| launched.grids == 1);
        let is_whole = is_one && !self.faulted && !self.profile.stopped;
        (is_whole && !self.untimed).then(|| LaunchTime::of(self.profile, self.arch, self.gpu, has_clusters)).flatten()
    }
}
