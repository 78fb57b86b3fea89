//! Makes the launches in the simulator: of machine code, and of PTX where that cannot run.

use smem_launch::{Arch, CudaSource, Device, Error, Isa, Launch, Profile, Program};

use smem_sim::{FaultKind, FaultSite};

use super::budget;
use super::cache;
use super::cuda_file::CudaFile;
use super::hazards::LaunchHazards;
use super::judged::{JUDGES, confirms, judge};
use super::merged::{RequestTraces, SeenRequests};
use super::named_lanes;
use super::options::{LaunchOptions, ProfileOptions, Target};
use super::other_inputs;
use super::plan::LaunchPlan;
use super::watch::{self, LaunchProgress};
use super::worst::{WorstRequests, WorstSeen};

/// A file to profile.
#[derive(Debug)]
pub(crate) enum Input {
    Cuda(Box<CudaFile>),
    Ptx {
        name: String,
        text: String,
    },
    /// A cubin, or a file that holds some.
    Binary {
        name: String,
        bytes: Vec<u8>,
    },
}

/// The result of the launches that were made.
#[derive(Debug)]
pub(crate) struct Measurement {
    pub(crate) launches: Vec<Measured>,
    /// The architecture as the compiler names it: `sm_90a`.
    pub(crate) arch: String,
    /// The error of the launch after the last one, if a kernel did something invalid.
    pub(crate) fault: Option<String>,
    /// Whether that error is the end of a budget, which is not a finding about the kernel.
    pub(crate) is_over_budget: bool,
    /// The instruction and the thread of that, if it has them.
    pub(crate) fault_site: Option<Box<FaultSite>>,
    /// Whether the fault is of threads that meet: at barriers, or lanes at what a warp executes together.
    pub(super) is_of_meetings: bool,
    /// A fault of threads that meet, at which the PTX ended where machine code went on to the other one.
    pub(crate) earlier_fault: Option<EarlierFault>,
}

/// A fault that is not the end of the launch.
#[derive(Debug, Clone)]
pub(crate) struct EarlierFault {
    pub(crate) text: String,
    /// Its instruction and thread, if it has them.
    pub(crate) site: Option<Box<FaultSite>>,
}

impl Measurement {
    /// Puts the counts of machine code beside those of PTX, where it ran.
    fn beside(mut self, machine_code: Result<Measurement, Error>) -> Measurement {
        if let Ok(other) = machine_code {
            for (measured, other) in self.launches.iter_mut().zip(other.launches) {
                measured.machine_code = Some(other.profile);
                measured.traces = other.traces;
            }
        }
        self
    }

    /// Takes the races of another run of the same launches, which has looked for remedies.
    fn take_remedies(&mut self, advised: Result<Measurement, Error>) {
        let others = advised.map_or(Vec::new(), |advised| advised.launches);
        for (measured, other) in self.launches.iter_mut().zip(others).filter(|(_, other)| !other.profile.stopped) {
            measured.hazards.races = other.hazards.races;
        }
    }

    /// Whether Ctrl-C ended the last launch.
    pub(crate) fn is_stopped(&self) -> bool {
        self.launches.last().is_some_and(|measured| measured.profile.stopped)
    }
}

/// The counts of one launch.
#[derive(Debug)]
pub(crate) struct Measured {
    /// As the user names it.
    pub(crate) kernel: String,
    pub(crate) launch: Launch,
    pub(crate) profile: Profile,
    /// The counts of machine code, where PTX was asked for and both ran.
    pub(crate) machine_code: Option<Profile>,
    /// The worst request of each instruction that has conflicts.
    pub(crate) worst: Vec<WorstSeen>,
    pub(crate) arch: Arch,
    /// Whether a fault ended it: the counts are those so far.
    pub(crate) faulted: bool,
    /// Whether `--blocks` chose blocks, fewer than the grid has.
    pub(crate) sampled: bool,
    /// Why all of its counts are estimates; `None` for those of machine code.
    pub(crate) estimate: Option<String>,
    pub(crate) hazards: LaunchHazards,
    /// All requests, where merged ones are looked for.
    pub(crate) traces: Option<RequestTraces>,
    /// Those of machine code and of the source, where both ran.
    pub(crate) both: Option<BothTraces>,
}

/// The requests of machine code, and of the PTX of the source without optimisation.
#[derive(Debug)]
pub(crate) struct BothTraces {
    pub(crate) code: RequestTraces,
    pub(crate) source: RequestTraces,
}

/// Makes the launches.
///
/// # Errors
/// Those of compiling and launching, but for faults of kernels.
pub(crate) fn measure(
    options: &ProfileOptions,
    input: &Input,
    plan: &LaunchPlan,
    target: &Target,
) -> Result<Measurement, Error> {
    let base = |isa| Attempt {
        options,
        input,
        plan,
        target,
        isa,
        estimate: None,
        optimised: true,
        advised: false,
        limit: None,
        blocks: None,
    };
    let attempt = |isa, estimate, advised| Attempt { estimate, advised, ..base(isa) }.run();
    // Races of machine code are judged by a run of the PTX, which then has the remedies.
    let has_judge = matches!(input, Input::Cuda(_));
    let run = |isa, estimate| attempt(isa, estimate, isa == Isa::Ptx || !has_judge);
    let mut measured = on_isa(&options.launched, input, target, run)?;
    let mut is_judged = false;
    let is_code = |launch: &Measured| launch.profile.isa == Isa::Sass;
    let is_suspect = |launch: &Measured| launch.hazards.is_suspect() || !launch.profile.global_races.is_empty();
    let of_code = |launch: &Measured| is_code(launch) && is_suspect(launch);
    let is_asked = options.overruns && measured.launches.iter().any(is_code);
    let is_named = matches!(input, Input::Cuda(file) if named_lanes::names_lanes(&file.text)) && !options.no_race_check;
    let is_named = is_named && measured.launches.iter().any(is_code);
    // Machine code does not say which stores are those of a lock or a flag.
    let waits = |launch: &Measured| is_code(launch) && launch.profile.waits_for_shared && launch.hazards.is_checked;
    let is_waited_for = has_judge && measured.launches.iter().any(waits);
    if (is_asked || is_named || is_waited_for || measured.launches.iter().any(of_code)) && !measured.is_stopped() {
        // Most races are in every block, and a few blocks show them. What was asked for of all blocks takes all.
        let blocks = (!is_asked && !options.global_races && options.launched.blocks.is_none()).then_some(JUDGES);
        let some = |blocks| Attempt { advised: true, blocks, ..base(Isa::Ptx) };
        let ptx = match (input, blocks) {
            (Input::Cuda(_), Some(_)) => {
                some(blocks).run().ok().filter(|few| confirms(few, &measured)).map_or_else(|| run(Isa::Ptx, None), Ok)
            }
            (Input::Cuda(_), None) => run(Isa::Ptx, None),
            _ => Err(Error::Launch("the file has none".to_string())),
        };
        is_judged = ptx.is_ok();
        if has_judge && !ptx.as_ref().is_ok_and(|ptx| ptx.fault.is_none()) {
            let advised = attempt(Isa::Sass, None, true);
            measured.take_remedies(advised);
        }
        judge(&mut measured, ptx, options);
    }
    let isa_of_launches = measured.launches.first().map_or(Isa::Sass, |launch| launch.profile.isa);
    // Other numbers may make other loops.
    let most = measured.launches.iter().map(|launch| launch.profile.warp_instructions).max().unwrap_or_default();
    let limit = most.saturating_mul(4 * 32).saturating_add(1 << 26);
    other_inputs::judge(&mut measured, plan, |plan| {
        let isa = if is_judged { Isa::Ptx } else { isa_of_launches };
        Attempt { plan, limit: Some(limit), ..base(isa) }.run()
    });
    if let (Some(Isa::Ptx), Input::Cuda(_)) = (options.launched.isa.map(|isa| isa.isa()), input) {
        measured = measured.beside(run(Isa::Sass, None));
    }
    if options.merged && !measured.is_stopped() {
        let source = match input {
            Input::Cuda(_) => Attempt { optimised: false, ..base(Isa::Ptx) }.run(),
            _ => Err(Error::Launch("the file is not CUDA C++".to_string())),
        };
        put_beside_source(&mut measured, source);
    }
    Ok(measured)
}

/// Puts the requests of the source as it is written beside those of machine code.
fn put_beside_source(outcome: &mut Measurement, source: Result<Measurement, Error>) {
    let (launches, why) = match source {
        Ok(source) => (source.launches, source.fault.unwrap_or_else(|| "it was stopped".to_string())),
        Err(error) => (Vec::new(), error.to_string()),
    };
    let mut launches = launches.into_iter().filter(|launch| !launch.profile.stopped);
    for measured in &mut outcome.launches {
        let has_code = measured.profile.isa == Isa::Sass || measured.machine_code.is_some();
        let code = measured.traces.take().filter(|_| has_code);
        let source = launches.next().map(|launch| launch.traces.unwrap_or_default());
        match (code, source) {
            (Some(code), Some(source)) => measured.both = Some(BothTraces { code, source }),
            // Nothing was accessed.
            (None, Some(_)) if has_code => {}
            (_, None) => measured.hazards.cannot_see("merged accesses", &why),
            (None, _) => measured.hazards.cannot_see("merged accesses", "machine code did not run"),
        }
    }
}

/// Makes an attempt with the instruction set that is asked for, or with machine code and then with PTX. Each attempt is told why all of its
/// counts are estimates, if they are.
///
/// # Errors
/// Those of the last attempt.
pub(crate) fn on_isa<T>(
    options: &LaunchOptions,
    input: &Input,
    target: &Target,
    attempt: impl Fn(Isa, Option<String>) -> Result<T, Error>,
) -> Result<T, Error> {
    let asked = options.isa.map(|isa| isa.isa());
    // A count that was not measured is not called exact.
    let elsewhere = (target.arch != Arch::SM_90).then(|| {
        format!("counts of machine code were compared with a GPU's for sm_90, and not for sm_{}", target.name)
    });
    match (asked, input) {
        (Some(Isa::Ptx), Input::Binary { name, .. }) => {
            Err(Error::Launch(format!("`{name}` is machine code, which only `--isa sass` can run")))
        }
        (_, Input::Binary { .. }) => attempt(Isa::Sass, elsewhere),
        (Some(Isa::Ptx), _) => {
            attempt(Isa::Ptx, Some("PTX was asked for, of which the assembler makes machine code".to_string()))
        }
        (None, Input::Ptx { .. }) => {
            attempt(Isa::Ptx, Some("the file is PTX, of which the assembler makes machine code".to_string()))
        }
        (Some(_), Input::Ptx { name, .. }) => {
            Err(Error::Launch(format!("`{name}` is PTX, which is not assembled here: only `--isa ptx` can run it")))
        }
        (Some(_), Input::Cuda(_)) => attempt(Isa::Sass, elsewhere),
        (None, Input::Cuda(_)) => match attempt(Isa::Sass, elsewhere) {
            // A tool or a target is missing, or machine code that the simulator does not know. PTX may do.
            Err(Error::Nvrtc(why) | Error::Simulator(why)) => attempt(Isa::Ptx, Some(why)),
            other => other,
        },
    }
}

/// One try with an instruction set.
struct Attempt<'a> {
    options: &'a ProfileOptions,
    input: &'a Input,
    plan: &'a LaunchPlan,
    target: &'a Target,
    isa: Isa,
    estimate: Option<String>,
    /// Else the compiler leaves each access of the source as it is written.
    optimised: bool,
    /// Whether remedies of races are looked for.
    advised: bool,
    /// Thread instructions; `None` for as many as always.
    limit: Option<u64>,
    /// Blocks of each launch; `None` for those that the options ask for.
    blocks: Option<u64>,
}

impl Attempt<'_> {
    fn run(self) -> Result<Measurement, Error> {
        let control = watch::control();
        let device = simulator(&self.options.launched, self.target, self.isa)?;
        let device = device.with_simulator(|simulator| {
            let simulator = simulator.controlled_by(&control).race_check(!self.options.no_race_check);
            let simulator = simulator.global_race_check(self.options.global_races).race_remedies(self.advised);
            let simulator = match self.blocks {
                Some(blocks) => simulator.sample_blocks(blocks),
                None => simulator,
            };
            match self.limit {
                Some(limit) => simulator.instruction_limit(limit),
                None => simulator,
            }
        });
        let program = match self.input {
            Input::Cuda(file) if !self.optimised => {
                let source = prepared(file.source(), self.isa, self.plan, self.target);
                device.load_source(source.option("--device-debug"))?
            }
            input => load(&device, self.isa, input, self.plan, self.target)?,
        };
        let uploaded = self.plan.launches.upload(&device, &program, &self.plan.folder)?;
        let arch = format!("sm_{}", self.target.name);
        let mut outcome = Measurement {
            launches: Vec::new(),
            arch,
            fault: None,
            is_over_budget: false,
            fault_site: None,
            is_of_meetings: false,
            earlier_fault: None,
        };
        for (at, (kernel, launch)) in self.plan.launches.launches().enumerate() {
            let progress = LaunchProgress::begin(kernel, &control);
            let traced = self.options.merged && (self.isa == Isa::Sass || !self.optimised);
            let counted = uploaded.launch_observed(&device, at, || SeenRequests::new(traced));
            drop(progress);
            let (profile, seen) = match counted {
                Ok(counted) => counted,
                Err(error @ (Error::Fault(_) | Error::InstructionLimit(_) | Error::MemoryLimit(_))) => {
                    let help = budget::help(&error).map(|help| format!("\n{help}")).unwrap_or_default();
                    outcome.is_over_budget = !matches!(error, Error::Fault(_));
                    outcome.fault = Some(self.explained(error.to_string()) + &help);
                    let fault = device.take_fault();
                    let kind = fault.as_ref().map(|fault| &fault.kind);
                    outcome.is_of_meetings =
                        matches!(kind, Some(FaultKind::Barrier(_) | FaultKind::Deadlock(_) | FaultKind::Warp(_)));
                    outcome.fault_site = fault.as_ref().and_then(|fault| fault.site.clone());
                    // A finding before the fault may be its cause.
                    match fault.and_then(|fault| fault.so_far) {
                        Some(profile) => (*profile, Vec::new()),
                        None => break,
                    }
                }
                Err(error) => return Err(error),
            };
            let (seen, traces) = SeenRequests::split(seen);
            let (estimate, worst) = (self.estimate.clone(), WorstRequests::merged(seen));
            let arch = self.target.arch;
            let (is_stopped, faulted) = (profile.stopped, outcome.fault.is_some());
            let sampled = is_sample(&self.options.launched, &profile);
            let mut hazards = LaunchHazards::of(&profile);
            // The check that was asked for was not made: other blocks of a cluster are not followed.
            let unfollowed = "a block of the launch shares memory with the others of its cluster".to_string();
            hazards.unchecked = (!self.options.no_race_check).then_some(unfollowed);
            outcome.launches.push(Measured {
                kernel: kernel.to_string(),
                launch,
                profile,
                machine_code: None,
                worst,
                arch,
                faulted,
                sampled,
                estimate,
                hazards,
                traces,
                both: None,
            });
            if is_stopped || faulted {
                break;
            }
        }
        Ok(outcome)
    }

    /// A fault, with what else may be its cause.
    fn explained(&self, fault: String) -> String {
        if self.options.launched.blocks.is_none() {
            return fault;
        }
        format!(
            "{fault}\nhelp: `--blocks` runs a sample: a block that waits for one that is left out never ends, and one that reads what \
             it would have written finds other data"
        )
    }
}

/// Makes the simulator, of all blocks or of a sample.
///
/// # Errors
/// A tool is missing and cannot be installed.
pub(crate) fn simulator(options: &LaunchOptions, target: &Target, isa: Isa) -> Result<Device, Error> {
    let device = Device::simulator_of(target.arch, isa, cache::install(options.offline))?;
    Ok(device.with_simulator(|simulator| {
        let simulator = budget::budgeted(simulator, options);
        // 0 is all of them.
        simulator.sample_blocks(options.blocks.unwrap_or(0))
    }))
}

/// Returns whether the counts are those of fewer blocks than the grid has, by `--blocks`.
pub(crate) fn is_sample(options: &LaunchOptions, profile: &Profile) -> bool {
    options.blocks.is_some_and(|blocks| blocks < profile.grid_blocks)
}

/// Compiles what is to be launched, and loads it.
///
/// # Errors
/// Those of compiling and loading.
pub(crate) fn load(
    device: &Device,
    isa: Isa,
    input: &Input,
    plan: &LaunchPlan,
    target: &Target,
) -> Result<Program, Error> {
    match input {
        Input::Ptx { name, text } => device.load_ptx(text, name),
        Input::Binary { name, bytes } => device.load_binary(bytes, name),
        Input::Cuda(file) => device.load_source(prepared(file.source(), isa, plan, target)),
    }
}

/// Adds the kernels that are launched to a source, and the architecture where the device's own number does not name it.
pub(crate) fn prepared(source: CudaSource, isa: Isa, plan: &LaunchPlan, target: &Target) -> CudaSource {
    // With its parameters, `k(float*)`, it is not an expression of C++, and a template neither, so it is compiled anyway.
    let named = plan.launches.kernels().filter(|kernel| !kernel.ends_with(')'));
    let source = named.fold(source, CudaSource::kernel);
    // Of the device's own number it makes the option itself; `sm_90a` has features that `sm_90` lacks.
    if !target.name.ends_with(|last: char| last.is_ascii_alphabetic()) {
        return source;
    }
    let kind = if isa == Isa::Sass { "sm" } else { "compute" };
    source.option(format!("-arch={kind}_{}", target.name))
}
