//! One try with an instruction set.

use std::sync::Arc;

use smem_launch::{Device, Error as LaunchError, Isa, Launch, Profile, Program, UploadedLaunches};
use smem_sim::{Fault, FaultKind, LaunchControl};

use super::hazards::LaunchHazards;
use super::launched::{self, own_worst};
use super::measurement::{Measured, Measurement};
use super::requests::{RequestTraces, SeenRequests};
use super::taken_fault::TakenFault;
use super::worst::{WorstRequests, WorstSeen};
use crate::job::{Input, LaunchPlan, PreparedJob, Watcher, budget_help};

/// Addresses below are elements of an array at a null pointer: no memory is there.
const NEAR_NULL: u64 = 1 << 32;

/// One try with an instruction set.
#[derive(Clone)]
pub(super) struct Attempt<'a> {
    job: &'a PreparedJob,
    isa: Isa,
    plan: &'a LaunchPlan,
    estimate: Option<String>,
    optimised: bool,
    advised: bool,
    limit: Option<u64>,
    blocks: Option<u64>,
}

/// The counts of a launch, and what its observers saw.
struct CountedLaunch {
    profile: Profile,
    worst: Vec<WorstSeen>,
    traces: Option<RequestTraces>,
}

impl From<Profile> for CountedLaunch {
    fn from(profile: Profile) -> CountedLaunch {
        CountedLaunch { profile, worst: Vec::new(), traces: None }
    }
}

impl<'a> Attempt<'a> {
    /// Returns a try of all launches of a job.
    pub(super) fn of(job: &'a PreparedJob, isa: Isa) -> Attempt<'a> {
        let plan = &job.plan;
        Attempt { job, isa, plan, estimate: None, optimised: true, advised: false, limit: None, blocks: None }
    }

    /// Says why all of its counts are estimates, if they are.
    pub(super) fn estimate(self, estimate: Option<String>) -> Self {
        Attempt { estimate, ..self }
    }

    /// Says whether remedies of races are looked for.
    pub(super) fn advised(self, advised: bool) -> Self {
        Attempt { advised, ..self }
    }

    /// Lets the compiler leave each access of the source as it is written.
    pub(super) fn unoptimised(self) -> Self {
        Attempt { optimised: false, ..self }
    }

    /// Runs so many blocks of each launch, instead of those that the job asks for.
    pub(super) fn blocks(self, blocks: u64) -> Self {
        Attempt { blocks: Some(blocks), ..self }
    }

    /// Makes other launches, which may take so many thread instructions.
    pub(super) fn other(self, plan: &'a LaunchPlan, limit: u64) -> Self {
        Attempt { plan, limit: Some(limit), ..self }
    }

    /// Makes the launches.
    ///
    /// # Errors
    /// Those of compiling and launching, but for faults of kernels.
    pub(super) fn run(self) -> Result<Measurement, LaunchError> {
        let watcher: Option<&Arc<dyn Watcher>> = self.job.job.watcher.as_ref();
        let control = self.job.job.control();
        let mut outcome = Measurement::of(&self.job.target);
        if control.is_stopped() {
            return Ok(Measurement { is_cut: true, ..outcome });
        }
        let device = self.device(&control)?;
        let program = self.program(&device)?;
        let uploaded = self.plan.launches.upload(&device, &program, &self.plan.folder)?;
        for (at, (kernel, launch)) in self.plan.launches.launches().enumerate() {
            let traced = self.job.job.merged && (self.isa == Isa::Sass || !self.optimised);
            if let Some(watcher) = watcher {
                watcher.begins(kernel, &control);
            }
            let counted = uploaded.launch_observed(&device, at, || SeenRequests::new(traced));
            if let Some(watcher) = watcher {
                watcher.ends();
            }
            let (profile, seen) = match counted {
                Ok(counted) => counted,
                Err(error) => {
                    let so_far = self.fault((&device, &uploaded), error, &mut outcome)?;
                    let launched = device.take_launched();
                    match (launched.is_empty(), so_far) {
                        (true, None) => break,
                        (true, Some(profile)) => {
                            outcome.launches.push(self.measured(kernel, launch, profile.into(), true))
                        }
                        // The fault is of a grid that it launched.
                        (false, so_far) => {
                            outcome.launches.extend(self.with_faulted((kernel, launch), launched, so_far))
                        }
                    }
                    break;
                }
            };
            let (seen, traces) = SeenRequests::split(seen);
            let worst = WorstRequests::merged(seen);
            let launched = launched::launched(self.of_launched(), kernel, device.take_launched(), None, &worst);
            let worst = own_worst(&worst, &profile);
            let measured = self.measured(kernel, launch, CountedLaunch { profile, worst, traces }, false);
            outcome.launches.push(Measured { launched, ..measured });
            if outcome.is_stopped() {
                break;
            }
        }
        for name in self.job.job.buffers.keys() {
            let bytes = uploaded.read(&device, name)?;
            outcome.buffers.extend(bytes.map(|bytes| (name.clone(), bytes)));
        }
        Ok(outcome)
    }

    /// A launch that ended, of whose grids a fault ended one. Its own profile is the last.
    fn with_faulted(
        &self,
        (kernel, launch): (&str, Launch),
        mut launched: Vec<Profile>,
        so_far: Option<Profile>,
    ) -> Option<Measured> {
        let own = launched.pop()?;
        let launched = launched::launched(self.of_launched(), kernel, launched, so_far, &[]);
        Some(Measured { launched, ..self.measured(kernel, launch, own.into(), false) })
    }

    /// The job, and why all counts are estimates, for the grids that its kernels launch.
    fn of_launched(&self) -> (&'a PreparedJob, Option<&str>) {
        (self.job, self.estimate.as_deref())
    }

    fn device(&self, control: &LaunchControl) -> Result<Device, LaunchError> {
        let job = &self.job.job;
        Ok(self.job.simulator(self.isa)?.with_simulator(|simulator| {
            let simulator = simulator.observes_launched(true).controlled_by(control).race_check(job.race_check);
            let simulator = simulator.global_race_check(job.global_races).race_remedies(self.advised);
            let simulator = match self.blocks {
                Some(blocks) => simulator.sample_blocks(blocks),
                None => simulator,
            };
            match self.limit {
                // The user's own limit holds for guesses and other inputs as well.
                Some(limit) => simulator.instruction_limit(limit.min(job.max_instructions.unwrap_or(u64::MAX))),
                None => simulator,
            }
        }))
    }

    fn program(&self, device: &Device) -> Result<Program, LaunchError> {
        match &self.job.input {
            Input::Cuda(file) if !self.optimised => self.job.compiled(device, file, self.isa, &["--device-debug"]),
            _ => self.job.load(device, self.isa),
        }
    }

    /// Takes the fault that ended a launch, and returns the counts so far if there are some.
    ///
    /// # Errors
    /// The same one, if it is not a fault and not the end of a budget.
    fn fault(
        &self,
        (device, uploaded): (&Device, &UploadedLaunches),
        error: LaunchError,
        outcome: &mut Measurement,
    ) -> Result<Option<Profile>, LaunchError> {
        let (LaunchError::Fault(_) | LaunchError::InstructionLimit(_) | LaunchError::MemoryLimit(_)) = error else {
            return Err(error);
        };
        let help = budget_help(&error).map(|help| format!("\n{help}")).unwrap_or_default();
        outcome.is_over_budget = !matches!(error, LaunchError::Fault(_));
        let TakenFault { sentence, fault } = TakenFault::of(device, uploaded, &error);
        outcome.fault = Some(self.explained(sentence) + &help);
        outcome.faulted_launch = outcome.launches.len();
        let kind = fault.as_ref().map(|fault| &fault.kind);
        outcome.is_of_meetings =
            matches!(kind, Some(FaultKind::Barrier(_) | FaultKind::Deadlock(_) | FaultKind::Warp(_)));
        // Not through a null pointer.
        let is_far = fault.as_ref().and_then(Fault::address).is_some_and(|address| address >= NEAR_NULL);
        outcome.is_beyond_buffers = is_far && matches!(kind, Some(FaultKind::OutOfBounds { space: "global", .. }));
        outcome.fault_site = fault.as_ref().and_then(|fault| fault.site.clone());
        // A finding before the fault may be its cause.
        Ok(fault.and_then(|fault| fault.so_far).map(|profile| *profile))
    }

    /// A fault, with what else may be its cause.
    fn explained(&self, fault: String) -> String {
        if self.job.job.blocks.is_none() {
            return fault;
        }
        format!(
            "{fault}\nhelp: `--blocks` runs a sample: a block that waits for one that is left out never ends, and one that reads what \
             it would have written finds other data"
        )
    }

    fn measured(&self, kernel: &str, launch: Launch, counted: CountedLaunch, faulted: bool) -> Measured {
        let CountedLaunch { profile, worst, traces } = counted;
        let mut hazards = LaunchHazards::of(&profile);
        // The check that was asked for was not made: other blocks of a cluster are not followed.
        let unfollowed = "a block of the launch shares memory with the others of its cluster".to_string();
        hazards.unchecked = self.job.job.race_check.then_some(unfollowed);
        let counted = Measured::of(self.job, kernel, launch, profile);
        Measured { worst, faulted, estimate: self.estimate.clone(), hazards, traces, ..counted }
    }
}
