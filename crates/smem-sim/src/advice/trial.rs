//! Runs of a kernel with something inserted, from the memory that the launch began with.

use crate::inserted::{Insertions, inserted};
use crate::launch_control::LaunchControl;
use crate::machine::{HostSettings, LaunchContext, Printed, RaceTrial, run};
use crate::memory::GlobalMemory;
use crate::race::Race;

/// The instructions of warps that trials may take however small the launch is: a second or two.
const LEAST: u64 = 1 << 23;
/// A launch of at most so many instructions of warps is tried with all of its blocks.
const SMALL: u64 = 1 << 17;
/// Blocks of a larger launch that are tried.
const MOST_BLOCKS: usize = 4;
/// The thread instructions that an instruction of a warp counts as.
const WARP: u64 = 32;

/// Runs trials of one launch as long as they do not take too long.
pub(super) struct Trials<'t> {
    context: &'t LaunchContext<'t>,
    host: HostSettings,
    before: &'t GlobalMemory,
    /// The instructions of warps that trials may still take.
    left: u64,
    /// Those of the most expensive trial.
    cost: u64,
    /// Barriers that not every thread reaches in the kernel itself.
    divergent: Option<usize>,
}

/// The findings of a run with insertions.
pub(super) struct TrialOutcome {
    pub(super) races: Vec<Race>,
    pub(super) blocks: u64,
}

impl<'t> Trials<'t> {
    /// Of a launch that began with the memory `before`, took so many `instructions` of warps and had these races.
    pub(super) fn of(
        context: &'t LaunchContext<'t>,
        host: &HostSettings,
        before: &'t GlobalMemory,
        instructions: u64,
        races: &[Race],
    ) -> Self {
        let mut host = host.clone();
        if instructions > SMALL && !context.cooperative.waits_for_blocks() {
            let mut blocks: Vec<u64> = races.iter().map(|race| context.number_of(race.block)).collect();
            blocks.sort_unstable();
            blocks.dedup();
            blocks.truncate(MOST_BLOCKS);
            host.only = blocks;
        }
        Self { context, host, before, left: LEAST.max(instructions / 2), cost: instructions, divergent: None }
    }

    /// Runs the kernel with these insertions, and counts the pairs of threads that race. `None` if it faults, does not come to an end,
    /// has more races than are described, or there is no time left.
    pub(super) fn run(&mut self, insertions: &Insertions) -> Option<TrialOutcome> {
        self.run_with(insertions, RaceTrial { counts_pairs: true, ..RaceTrial::default() })
    }

    /// The same without counting, and only until the race shows again. `None` if it does, too.
    pub(super) fn run_against(&mut self, insertions: &Insertions, race: &Race) -> Option<TrialOutcome> {
        self.run_with(insertions, RaceTrial { ended_by: &race.instructions, ..RaceTrial::default() })
    }

    /// The same, in which accesses that are taken for those of a flag race as well.
    pub(super) fn run_without_flags(&mut self, insertions: &Insertions, race: &Race) -> Option<TrialOutcome> {
        let trial = RaceTrial { meant_only: true, ended_by: &race.instructions, ..RaceTrial::default() };
        self.run_with(insertions, trial)
    }

    fn run_with(&mut self, insertions: &Insertions, trial: RaceTrial<'_>) -> Option<TrialOutcome> {
        if self.left == 0 || self.host.control.is_stopped() {
            return None;
        }
        let kernel = inserted(self.context.kernel, insertions, self.context.threads);
        let (memory, printed, control) = (self.before.copied()?, Printed::default(), LaunchControl::new());
        let context = self.context.with(&kernel, &memory, &printed, trial);
        let limit = WARP * (4 * self.cost + (1 << 16)).min(self.left);
        let host = HostSettings { control: control.clone(), limit, ..self.host.clone() };
        let result = run(&context, &host, None);
        let taken = control.thread_instructions() / WARP;
        self.left = self.left.saturating_sub(taken.max(1));
        let (profile, _) = result.ok()?;
        if control.is_stopped() || profile.races_left_out > 0 {
            return None;
        }
        self.cost = self.cost.max(taken);
        // An inserted barrier is one that every thread reaches.
        if profile.divergent_barriers.len() > *self.divergent.get_or_insert(profile.divergent_barriers.len()) {
            return None;
        }
        Some(TrialOutcome { races: profile.races, blocks: profile.blocks_run })
    }
}
