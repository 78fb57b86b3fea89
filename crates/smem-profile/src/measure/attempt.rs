//! One try with an instruction set.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use smem_driver::{LaunchVerdict, OverrunCheck, UnwrittenEffect, VerdictEngine, VerdictOptions};
use smem_launch::{Device, Error as LaunchError, Isa, LaunchShape, Program, UploadedLaunches};
use smem_report::WorstRequests;
use smem_sim::{Fault, FaultKind, LaunchControl};

use super::data_uses::DataUses;
use super::launched::{self, own_worst};
use super::measurement::{EarlierFault, Measured, Measurement};
use super::requests::SeenRequests;
use super::taken_fault::TakenFault;
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
    is_judged: bool,
}

/// A number for bytes, by which those of two runs are compared.
fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

impl<'a> Attempt<'a> {
    /// Returns a try of all launches of a job.
    pub(super) fn of(job: &'a PreparedJob, isa: Isa) -> Attempt<'a> {
        let plan = &job.plan;
        Attempt {
            job,
            isa,
            plan,
            estimate: None,
            optimised: true,
            advised: false,
            limit: None,
            blocks: None,
            is_judged: true,
        }
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

    /// Runs so many blocks of each launch, instead of those that the job asks for, without a judgement.
    pub(super) fn blocks(self, blocks: u64) -> Self {
        Attempt { blocks: Some(blocks), is_judged: false, ..self }
    }

    /// Runs so many blocks of each launch, and judges them.
    pub(super) fn sample(self, blocks: u64) -> Self {
        Attempt { blocks: Some(blocks), is_judged: true, ..self }
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
        let engine = VerdictEngine::new(self.verdict_options());
        for (at, (kernel, launch)) in self.plan.launches.launches().enumerate() {
            let traced = self.job.job.spec.checks.shows_merged() && (self.isa == Isa::Sass || !self.optimised);
            if let Some(watcher) = watcher {
                watcher.begins(kernel, &control);
            }
            let verdict = uploaded.launch_judged(&device, at, &engine, || SeenRequests::new(traced));
            if let Some(watcher) = watcher {
                watcher.ends();
            }
            let verdict = verdict?;
            let is_cut = verdict.is_cut;
            self.note((kernel, launch), &uploaded, verdict, &mut outcome);
            if is_cut || outcome.is_stopped() {
                break;
            }
        }
        outcome.warnings = program.assembler_warnings();
        // Those of a changed source are compared with them.
        if outcome.launches.iter().any(Measured::has_errors) || !self.job.job.tries_code {
            for name in self.plan.launches.buffers() {
                let bytes = uploaded.read(&device, name)?;
                outcome.results.extend(bytes.map(|bytes| (name.to_owned(), hash(&bytes))));
            }
        }
        for name in self.job.job.buffers.keys() {
            let bytes = uploaded.read(&device, name)?;
            outcome.buffers.extend(bytes.map(|bytes| (name.clone(), bytes)));
        }
        Ok(outcome)
    }

    /// Notes a launch with its faults.
    fn note(
        &self,
        (kernel, launch): (&str, LaunchShape),
        uploaded: &UploadedLaunches,
        verdict: LaunchVerdict<Vec<SeenRequests>>,
        outcome: &mut Measurement,
    ) {
        if let Some(fault) = verdict.fault.filter(|_| outcome.fault.is_none()) {
            self.note_fault(uploaded, fault, outcome);
        }
        if let Some(fault) = verdict.earlier_fault {
            let launch = outcome.launches.len();
            let TakenFault { sentence, fault } = TakenFault::of(uploaded, fault);
            outcome.earlier_fault = Some(EarlierFault { message: self.explained(sentence), launch, site: fault.site });
        }
        let Some(profile) = verdict.profile else { return };
        let data = verdict.data.map(|found| DataUses::of(found, &profile, uploaded));
        let (seen, traces) = SeenRequests::split(verdict.seen.unwrap_or_default());
        let worst = WorstRequests::merged(seen);
        let launched = launched::launched((self.job, self.estimate.as_deref()), kernel, verdict.launched, &worst);
        let worst = own_worst(&worst, &profile);
        let measured = Measured::of(self.job, kernel, launch, profile);
        let mut hazards = verdict.hazards;
        let of_order = hazards.scheduled.difference.as_mut().map(|difference| &mut difference.place);
        let of_contents = match &mut hazards.unwritten_effect {
            Some(UnwrittenEffect::Result(place)) => Some(place),
            _ => None,
        };
        for place in of_order.into_iter().chain(of_contents) {
            place.buffer = uploaded.buffer_at(place.address).map(|(name, offset)| (name.to_owned(), offset));
        }
        let (estimate, faulted) = (self.estimate.clone(), verdict.faulted);
        outcome.launches.push(Measured { worst, faulted, estimate, hazards, traces, launched, data, ..measured });
    }

    /// How far a launch is judged.
    fn verdict_options(&self) -> VerdictOptions {
        let job = &self.job.job;
        VerdictOptions {
            race_check: job.spec.checks.looks_for_races(),
            global_races: job.spec.checks.looks_for_global_races(),
            overruns: if job.spec.checks.looks_for_overruns() { OverrunCheck::All } else { OverrunCheck::Off },
            remedies: self.advised && job.tries_code,
            few_blocks: job.spec.launch.blocks.is_none(),
            data_dependence: self.advised,
            // Runs with other inputs and guesses are in their own order.
            schedules: if self.advised && self.limit.is_none() { job.spec.schedules.orders() } else { Some(0) },
            schedule_seed: job.spec.schedules.first_seed(),
            most_judged: if self.is_judged { u32::MAX } else { 0 },
            ..VerdictOptions::default()
        }
    }

    fn device(&self, control: &LaunchControl) -> Result<Device, LaunchError> {
        let job = &self.job.job;
        Ok(self.job.simulator(self.isa)?.with_simulator(|simulator| {
            let simulator =
                simulator.observes_launched(true).controlled_by(control).race_check(job.spec.checks.looks_for_races());
            let simulator = simulator.global_race_check(job.spec.checks.looks_for_global_races());
            let simulator = match self.blocks {
                Some(blocks) => simulator.sample_blocks(blocks),
                None => simulator,
            };
            match self.limit {
                // The user's own limit holds for guesses and other inputs as well.
                Some(limit) => {
                    simulator.instruction_limit(limit.min(job.spec.limits.max_instructions.unwrap_or(u64::MAX)))
                }
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

    /// Notes the fault of a launch, which is not yet among the launches.
    fn note_fault(&self, uploaded: &UploadedLaunches, fault: Fault, outcome: &mut Measurement) {
        let budget = match &fault.kind {
            FaultKind::Limit(_) => Some(LaunchError::InstructionLimit(fault.to_string())),
            FaultKind::Memory(_) => Some(LaunchError::MemoryLimit(fault.to_string())),
            _ => None,
        };
        let help = budget.as_ref().and_then(budget_help).map(|help| format!("\n{help}")).unwrap_or_default();
        outcome.is_over_budget = budget.is_some();
        let TakenFault { sentence, fault } = TakenFault::of(uploaded, fault);
        outcome.fault = Some(self.explained(sentence) + &help);
        outcome.faulted_launch = outcome.launches.len();
        // Not through a null pointer.
        let is_far = fault.address().is_some_and(|address| address >= NEAR_NULL);
        outcome.is_beyond_buffers = is_far && matches!(fault.kind, FaultKind::OutOfBounds { space: "global", .. });
        outcome.is_beyond_shared = matches!(fault.kind, FaultKind::OutOfBounds { space: "shared", .. });
        outcome.fault_site = fault.site;
    }

    /// A fault, with what else may be its cause.
    fn explained(&self, fault: String) -> String {
        if self.job.job.spec.launch.blocks.is_none() {
            return fault;
        }
        format!(
            "{fault}\nhelp: `--blocks` runs a sample: a block that waits for one that is left out never ends, and one that reads what \
             it would have written finds other data"
        )
    }
}
