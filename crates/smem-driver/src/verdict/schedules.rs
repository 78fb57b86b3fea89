//! A launch in other orders of warps and blocks: faults, deadlocks, races and results that its own order does not show.

use std::time::Duration;

use smem_sim::{Fault, FaultKind, GlobalOp, GlobalRace, Isa, Profile, Race, Simulator};

use super::hazards::{line, race_key};
use super::judged_launch::JudgedLaunch;
use super::launch_verdict::LaunchVerdict;
use super::options::VerdictOptions;
use super::scheduled_findings::{OrderDifference, ResultPlace, ScheduledFindings};

/// The orders of a small launch where nothing is asked for, the most thread instructions of it, and the most bytes of memory that are copied.
const FEW: u32 = 2;
const SMALL: u64 = 1 << 20;
const FEW_BYTES: u64 = 16 << 20;

/// The check, as a sentence names it.
pub(super) const OTHER_ORDERS: &str = "faults, races and results of other orders of warps and blocks";

/// The orders in which a launch runs again.
#[derive(Debug, Clone, Copy)]
pub(super) struct SchedulePlan {
    orders: u32,
    is_asked: bool,
    /// The bytes of memory that are copied.
    pub(super) most_bytes: u64,
}

impl SchedulePlan {
    /// The orders that are asked for, or a few; `None` for none.
    pub(super) fn of(options: &VerdictOptions) -> Option<SchedulePlan> {
        let is_asked = options.schedules.is_some();
        let orders = options.schedules.unwrap_or(FEW);
        let most_bytes = if is_asked { u64::MAX } else { FEW_BYTES };
        (orders > 0).then_some(SchedulePlan { orders, is_asked, most_bytes })
    }

    /// Runs a launch in each of the orders, from the memory that it began with, and adds what its own order has not shown to the verdict.
    pub(super) fn run<T>(
        &self,
        options: &VerdictOptions,
        launch: &JudgedLaunch<'_>,
        before: &Simulator,
        verdict: &mut LaunchVerdict<T>,
    ) {
        let Some(profile) = verdict.profile.as_ref().filter(|_| verdict.fault.is_none() && !verdict.is_cut) else {
            return;
        };
        // Blocks of a sample miss what others would have written, and a launch that another one launches has no order of its own.
        let is_whole = profile.blocks_run == profile.grid_blocks && verdict.launched.is_empty();
        // A finding says why other orders may show more.
        let has_race = verdict.hazards.harmful().next().is_some()
            || !verdict.hazards.barriers.is_empty()
            || profile.global_races.iter().any(|race| !race.same_values);
        let is_left_out = !self.is_asked && (has_race || profile.thread_instructions > SMALL);
        let why = match (is_whole, profile.repeated) {
            (false, _) => Some("a part of the grid ran, or the kernel launches others"),
            (true, true) => Some("the launch repeats one that is known"),
            (true, false) => None,
        };
        if let Some(why) = why.filter(|_| self.is_asked) {
            verdict.hazards.cannot_see(OTHER_ORDERS, why);
        }
        if why.is_some() || is_left_out {
            return;
        }
        let ptx = launch
            .ptx
            .filter(|_| profile.isa == Isa::Sass && (options.global_races || self.is_asked && options.race_check));
        let module = ptx.and_then(|ptx| ptx.module().ok()).filter(|module| module.refused(launch.kernel).is_none());
        let is_code = module.is_none();
        let code = module.as_deref().unwrap_or(launch.code);
        let limit = profile.thread_instructions.saturating_mul(16).saturating_add(1 << 22);
        let made = |seed: Option<u64>| {
            let simulator = before.snapshot(u64::MAX).ok()?.schedule(seed).race_remedies(false).reuses_repeats(false);
            // Blocks that race with one another leave the same in every run of an order.
            let simulator = simulator.waits_for_others(Duration::ZERO).instruction_limit(limit).host_threads(1);
            if !is_code {
                simulator.share_variables(code, launch.code).ok()?;
            }
            let outcome = launch.made(&simulator, code);
            Some((simulator, outcome))
        };
        let has_order = has_atomics(profile) || launch.code.reads_clock(launch.kernel);
        let own = if self.is_asked || !has_order { made(None) } else { None };
        let own = own.filter(|(_, outcome)| outcome.is_ok()).map(|(simulator, _)| simulator);
        let mut found = ScheduledFindings::default();
        let mut fault = None;
        let mut ended = 0;
        for seed in (options.schedule_seed..).take(self.orders as usize) {
            let Some((simulator, outcome)) = made(Some(seed)) else { break };
            match outcome {
                Ok(other) if other.stopped => break,
                Ok(other) => {
                    ended += 1;
                    found.add(seed, &other, profile, verdict.hazards.races.as_slice(), options, is_code);
                    if let (Some(own), None) = (&own, &found.difference) {
                        let address = own.first_difference(&simulator);
                        found.difference =
                            address.map(|address| OrderDifference { place: ResultPlace::of(address), seed });
                    }
                }
                Err(other) => {
                    if is_of_order(&other, options) {
                        found.faulted = Some(seed);
                        fault = Some(of_seed(other, seed));
                    }
                    break;
                }
            }
        }
        found.orders = (self.is_asked && ended > 0).then_some(ended);
        if self.is_asked && ended < self.orders && fault.is_none() {
            let why = format!("{ended} of {} ran to their end", self.orders);
            verdict.hazards.cannot_see(OTHER_ORDERS, &why);
        }
        verdict.hazards.scheduled = found;
        verdict.fault = fault;
    }
}

impl ScheduledFindings {
    /// Adds the races of a run that the launch itself has not shown.
    fn add(
        &mut self,
        seed: u64,
        other: &Profile,
        own: &Profile,
        races: &[Race],
        options: &VerdictOptions,
        is_code: bool,
    ) {
        let global_key = |race: &GlobalRace| {
            let mut lines = [line(&race.first.side), line(&race.second.side)];
            lines.sort();
            lines
        };
        for race in other.global_races.iter().filter(|race| options.global_races && !race.same_values) {
            let mut known = own.global_races.iter().chain(self.global_races.iter().map(|(_, race)| race));
            if !known.any(|known| global_key(known) == global_key(race)) {
                self.global_races.push((seed, race.clone()));
            }
        }
        // The races of machine code are not judged here.
        let is_judged = !is_code || own.isa == Isa::Ptx;
        for race in other.races.iter().filter(|race| is_judged && options.race_check && !race.same_values) {
            let mut known = races.iter().chain(self.races.iter().map(|(_, race)| race));
            if !known.any(|known| race_key(known) == race_key(race)) {
                self.races.push((seed, race.clone()));
            }
        }
    }
}

/// Whether a launch has atomics, whose order may decide about its results.
fn has_atomics(profile: &Profile) -> bool {
    let of_global = profile.global.iter().any(|count| matches!(count.op, GlobalOp::Atomic | GlobalOp::Reduction));
    of_global || profile.shared.iter().any(|count| count.op == smem_sim::SharedOp::Atomic)
}

/// Whether a fault is of the launch: not of a limit, and not of threads that wait for what others write.
fn is_of_order(fault: &Fault, options: &VerdictOptions) -> bool {
    let is_limit = matches!(fault.kind, FaultKind::Limit(_) | FaultKind::Memory(_));
    !(is_limit || options.shares_memory && waits_for_others(fault))
}

/// The fault with the seed in its sentence, where that has words of its own.
fn of_seed(mut fault: Fault, seed: u64) -> Fault {
    let words = format!("; in the order of warps and blocks of `--schedule-seed {seed}`");
    match &mut fault.kind {
        FaultKind::Deadlock(text) | FaultKind::Barrier(text) | FaultKind::Warp(text) => *text += &words,
        FaultKind::OutOfBounds { detail, .. } => *detail += &words,
        _ => {}
    }
    // The counts are those of the launch's own order.
    fault.so_far = None;
    fault
}

/// Whether a fault is of threads that wait for global memory.
pub(super) fn waits_for_others(fault: &Fault) -> bool {
    matches!(fault.kind, FaultKind::Deadlock(_)) && fault.site.as_ref().is_some_and(|site| site.asks_global)
}
