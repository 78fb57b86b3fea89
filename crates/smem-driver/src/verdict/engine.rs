//! Runs a launch as machine code, and as PTX where that has to judge it.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::time::Duration;

use smem_ptx::PtxText;
use smem_sim::{Fault, FaultKind, Isa, LaunchShape, Module, NoSnapshot, Profile, Simulator, shown_kernel};

use super::hazards::LaunchHazards;
use super::judged_launch::JudgedLaunch;
use super::judgement;
use super::launch_verdict::LaunchVerdict;
use super::options::{OverrunCheck, VerdictOptions};
use super::schedules::{OTHER_ORDERS, SchedulePlan, waits_for_others};
use super::unwritten_contents::try_contents;

/// Blocks that judge first what machine code has raised in all.
const JUDGES: u64 = 16;

/// Runs launches and judges them. Launches of one kernel with one shape are counted, so that a program of many launches is judged by the first
/// ones.
#[derive(Debug, Default)]
pub struct VerdictEngine {
    options: VerdictOptions,
    kinds: Mutex<HashMap<KernelShape, JudgedKind>>,
}

/// A kernel by its module's id and its name, and a shape.
type KernelShape = (u64, String, LaunchShape);

/// Launches of one kernel with one shape.
#[derive(Debug, Default)]
struct JudgedKind {
    launches: u32,
    /// Those that ran in other orders.
    scheduled: u32,
    /// Whether PTX has dismissed what machine code raised. Each further launch is judged then: its races may be real.
    has_dismissed: bool,
}

impl VerdictEngine {
    /// An engine that goes so far.
    pub fn new(options: VerdictOptions) -> VerdictEngine {
        VerdictEngine { options, kinds: Mutex::default() }
    }

    /// Runs a launch by `act`, which launches its code on the simulator that it receives, and judges it.
    ///
    /// ```
    /// use smem_driver::{JudgedLaunch, VerdictEngine};
    /// use smem_sim::{Arch, LaunchArguments, LaunchShape, Module, Simulator};
    ///
    /// let code = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
    ///     .visible .entry k() { .shared .align 4 .b8 a[4]; .reg .b32 %r; mov.u32 %r, %tid.x; st.shared.u32 [a], %r; ret; }")?;
    /// let simulator = Simulator::new(Arch::SM_90).race_check(true);
    /// let (shape, args) = (LaunchShape::new(1, 64), LaunchArguments::Raw(&[]));
    /// let launch = JudgedLaunch { code: &code, ptx: None, kernel: "k", shape: &shape, args };
    /// let verdict = VerdictEngine::default().run(&simulator, &launch, |simulator| {
    ///     Ok((simulator.launch_raw(&code, "k", &shape, &[])?, ()))
    /// });
    /// assert_eq!(verdict.hazards.races.len(), 1);
    /// # Ok::<(), smem_sim::ParseError>(())
    /// ```
    pub fn run<T>(
        &self,
        simulator: &Simulator,
        launch: &JudgedLaunch<'_>,
        act: impl FnOnce(&Simulator) -> Result<(Profile, T), Fault>,
    ) -> LaunchVerdict<T> {
        let options = &self.options;
        let is_code = launch.code.kernel_info(launch.kernel).is_some_and(|info| info.isa == Isa::Sass);
        let has_judge = is_code && launch.ptx.is_some();
        let is_asked = options.race_check || options.overruns != OverrunCheck::Off;
        let remedies = if has_judge && is_asked { self.begin(launch) } else { None };
        let schedules = self.begin_schedules(launch);
        let before = remedies.map(|remedies| (simulator.snapshot(options.most_bytes), remedies));
        let scheduled = schedules.map(|plan| {
            let plan = plan?;
            let before = match &before {
                Some((Ok(before), _)) => Ok(before.clone()),
                Some((Err(why), _)) => Err(why.to_string()),
                None => simulator.snapshot(plan.most_bytes.min(options.most_bytes)).map_err(|why| why.to_string()),
            };
            before.map(|before| (plan, before))
        });
        let in_orders = |verdict: &mut LaunchVerdict<T>| match &scheduled {
            Some(Ok((plan, before))) => {
                try_contents(launch, before, verdict);
                plan.run(options, launch, before, verdict);
            }
            Some(Err(why)) if options.schedules.is_some() => verdict.hazards.cannot_see(OTHER_ORDERS, why),
            _ => {}
        };
        // Where PTX judges, it looks for the remedies.
        let own = simulator.clone().race_remedies(options.remedies && !has_judge);
        let mut verdict = LaunchVerdict::of(act(&own), own.take_launched(), own.take_printed());
        if options.data_dependence {
            verdict.data = simulator.data_dependence(launch.code, launch.kernel);
        }
        if let Some(profile) =
            verdict.profile.as_ref().filter(|profile| options.global_races && !profile.global_races_checked)
        {
            let what = format!("races on global memory of `{}`", shown_kernel(&profile.kernel));
            verdict.hazards.cannot_see(&what, "the blocks of a cluster are followed on shared memory alone");
        }
        if verdict.profile.as_ref().is_some_and(|profile| profile.stopped) {
            return verdict;
        }
        if !is_code {
            in_orders(&mut verdict);
            return verdict;
        }
        match (launch.ptx, before) {
            (Some(ptx), Some((before, remedies))) if self.needs_judge(&verdict, ptx, launch.kernel) => {
                self.judge(launch, ptx, (before, remedies), &mut verdict);
            }
            (Some(_), _) => {}
            (None, _) => judgement::without_ptx(&mut verdict, self.looks_for_overruns()),
        }
        in_orders(&mut verdict);
        verdict
    }

    /// Counts a launch. Returns whether remedies are looked for where it is judged; `None` where it is not.
    fn begin(&self, launch: &JudgedLaunch<'_>) -> Option<bool> {
        let mut kinds = self.kinds.lock();
        let kind = kinds.entry(kind(launch)).or_default();
        kind.launches = kind.launches.saturating_add(1);
        let is_early = kind.launches <= self.options.most_judged;
        (is_early || kind.has_dismissed).then_some(is_early && self.options.remedies)
    }

    /// Counts a launch, and returns in which other orders it runs, or why it does not; `None` where no launch does.
    fn begin_schedules(&self, launch: &JudgedLaunch<'_>) -> Option<Result<SchedulePlan, String>> {
        let plan = SchedulePlan::of(&self.options)?;
        let mut kinds = self.kinds.lock();
        let kind = kinds.entry(kind(launch)).or_default();
        kind.scheduled = kind.scheduled.saturating_add(1);
        let most = self.options.most_judged;
        let why = || format!("only the first {most} launches of a kernel and shape run in other orders");
        Some(if kind.scheduled <= most { Ok(plan) } else { Err(why()) })
    }

    /// Whether there is something that PTX alone knows.
    fn needs_judge<T>(&self, verdict: &LaunchVerdict<T>, ptx: &PtxText, kernel: &str) -> bool {
        let options = &self.options;
        let of_all = || {
            let launched = verdict.launched.iter().map(|grids| (&grids.profile, &grids.hazards));
            verdict.profile.iter().map(|profile| (profile, &verdict.hazards)).chain(launched)
        };
        // Machine code does not say which stores are those of a lock or a flag.
        let waits = |(profile, hazards): (&Profile, &LaunchHazards)| profile.waits_for_shared && hazards.is_checked;
        // At a barrier that some threads miss the threads of PTX may wait for ever, where those of the machine code go on.
        let is_suspect = |(profile, hazards): (&Profile, &LaunchHazards)| {
            hazards.is_suspect() || !hazards.barriers.is_empty() || !profile.global_races.is_empty()
        };
        // PTX has the names of what threads wait for.
        let is_stuck = || verdict.fault.as_ref().is_some_and(|fault| matches!(fault.kind, FaultKind::Deadlock(_)));
        // Machine code does not say either which accesses are meant to order others.
        options.overruns != OverrunCheck::Off
            || options.global_races
            || is_stuck()
            || options.race_check && (ptx.declarations().exceeds_code || ptx.has_unawaited_results(kernel))
            || of_all().any(waits)
            || of_all().any(is_suspect)
    }

    /// Lets the PTX judge a launch, from the memory that it began with.
    fn judge<T>(
        &self,
        launch: &JudgedLaunch<'_>,
        ptx: &PtxText,
        (before, remedies): (Result<Simulator, NoSnapshot>, bool),
        verdict: &mut LaunchVerdict<T>,
    ) {
        let before = match before {
            // Nothing but the launch itself changes memory there.
            Ok(before) => before.waits_for_others(Duration::ZERO).reuses_repeats(false),
            Err(why) => return judgement::judge(verdict, Err(why.to_string()), self.looks_for_overruns()),
        };
        let options = &self.options;
        let few = (options.few_blocks && options.overruns != OverrunCheck::All && !options.global_races)
            .then(|| judged_by(launch, ptx, &before, (Some(JUDGES), remedies)))
            .and_then(Result::ok)
            .filter(|few| few.fault.is_none() && few.hazards.confirms(&verdict.hazards));
        let text = ptx;
        let ended_itself = verdict.fault.is_none();
        let ptx = match few {
            Some(few) => Ok(few),
            None => judged_by(launch, ptx, &before, (None, remedies)),
        };
        // Machine code got what they wait for.
        let ptx = ptx.and_then(|ptx| match &ptx.fault {
            Some(fault) if ended_itself && options.shares_memory && waits_for_others(fault) => {
                Err("its threads wait for memory that another launch or the host writes while it runs".to_owned())
            }
            _ => Ok(ptx),
        });
        if remedies && !verdict.hazards.races.is_empty() && !ptx.as_ref().is_ok_and(|ptx| ptx.fault.is_none()) {
            take_remedies(launch, &before, verdict);
        }
        let raised: Vec<_> = verdict.hazards.keys().collect();
        judgement::judge(verdict, ptx, self.looks_for_overruns());
        verdict.fault = verdict.fault.take().map(|fault| with_names(launch, text, fault));
        let left: Vec<_> = verdict.hazards.keys().collect();
        if raised.iter().any(|key| !left.contains(key))
            && let Some(kind) = self.kinds.lock().get_mut(&kind(launch))
        {
            kind.has_dismissed = true;
        }
    }

    fn looks_for_overruns(&self) -> bool {
        self.options.overruns != OverrunCheck::Off
    }
}

/// Names what a deadlock of machine code waits for by the arrays of its PTX: where both have as many bytes of them, the assembler has left none out, and
/// places them in the order of PTX.
fn with_names(launch: &JudgedLaunch<'_>, ptx: &PtxText, fault: Fault) -> Fault {
    let bytes = |module: &Module| module.kernel_info(launch.kernel).map(|info| info.static_shared_bytes);
    match ptx.module() {
        Ok(module) if bytes(&module) == bytes(launch.code) => fault.with_names(module.shared_variables(launch.kernel)),
        _ => fault,
    }
}

/// Runs the PTX of a launch on a copy of the memory that it began with: all blocks that the launch ran, or a few.
fn judged_by(
    launch: &JudgedLaunch<'_>,
    ptx: &PtxText,
    before: &Simulator,
    (blocks, remedies): (Option<u64>, bool),
) -> Result<LaunchVerdict<()>, String> {
    let cannot = |error: &dyn std::fmt::Display| {
        format!("the simulator cannot run its PTX `{}`: {error}", shown_kernel(launch.kernel))
    };
    let module = ptx.module().map_err(|error| cannot(&error))?;
    if let Some(error) = module.refused(launch.kernel) {
        return Err(cannot(&error));
    }
    let simulator = before.snapshot(u64::MAX).map_err(|why| why.to_string())?.race_remedies(remedies);
    simulator.share_variables(&module, launch.code)?;
    let simulator = match blocks {
        Some(blocks) => simulator.sample_blocks(blocks),
        None => simulator,
    };
    let outcome = launch.made(&simulator, &module).map(|profile| (profile, ()));
    Ok(LaunchVerdict::of(outcome, simulator.take_launched(), simulator.take_printed()))
}

/// Takes the races of a run of the machine code that has looked for remedies.
fn take_remedies<T>(launch: &JudgedLaunch<'_>, before: &Simulator, verdict: &mut LaunchVerdict<T>) {
    let Ok(simulator) = before.snapshot(u64::MAX) else { return };
    let advised = match launch.made(&simulator.race_remedies(true), launch.code) {
        Ok(profile) => Some(profile),
        Err(fault) => fault.so_far.map(|profile| *profile),
    };
    if let Some(profile) = advised.filter(|profile| !profile.stopped) {
        verdict.hazards.races = profile.races;
    }
}

/// The kind of a launch.
fn kind(launch: &JudgedLaunch<'_>) -> KernelShape {
    (launch.code.id(), launch.kernel.to_owned(), *launch.shape)
}

#[cfg(test)]
mod tests {
    use super::*;
    use smem_sim::{Arch, LaunchArguments};

    const HALVES: &str = ".version 8.8 .target sm_90 .address_size 64
        .visible .entry k() { .shared .align 4 .b8 a[256]; .reg .b32 %r<3>;
          mov.u32 %r0, a; mov.u32 %r1, %tid.x; mad.lo.u32 %r2, %r1, 4, %r0; st.shared.u32 [%r2], %r1; ret; }";

    #[test]
    fn ptx_judges_nothing_where_it_runs_itself() {
        let code = smem_ptx::module(HALVES).unwrap();
        let ptx = PtxText::from(HALVES);
        let (simulator, shape) = (Simulator::new(Arch::SM_90).race_check(true), LaunchShape::new(1, 64));
        let args = LaunchArguments::Raw(&[]);
        let launch = JudgedLaunch { code: &code, ptx: Some(&ptx), kernel: "k", shape: &shape, args };
        let run = |simulator: &Simulator| Ok((launch.made(simulator, &code)?, ()));
        let verdict = VerdictEngine::default().run(&simulator, &launch, run);
        assert!(verdict.fault.is_none() && verdict.hazards.sees_overruns && verdict.hazards.unjudged.is_none());
    }

    #[test]
    fn a_fault_leaves_the_counts_so_far() {
        let text = HALVES.replace("ret;", "trap;");
        let code = smem_ptx::module(&text).unwrap();
        let (simulator, shape) = (Simulator::new(Arch::SM_90), LaunchShape::new(1, 32));
        let launch =
            JudgedLaunch { code: &code, ptx: None, kernel: "k", shape: &shape, args: LaunchArguments::Each(&[]) };
        let verdict =
            VerdictEngine::default().run(&simulator, &launch, |simulator| Ok((launch.made(simulator, &code)?, ())));
        assert!(verdict.faulted && verdict.is_cut && verdict.seen.is_none());
        assert_eq!(verdict.profile.map(|profile| profile.requests()), Some(1));
    }
}
