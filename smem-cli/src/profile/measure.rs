//! Makes the launches in the simulator: of machine code, and of PTX where that cannot run.

use smem_launch::{Arch, Device, Error, Isa, Launch, Profile, Program};

use smem_sim::Simulator;

use super::cache;
use super::cuda_file::CudaFile;
use super::hazards::LaunchHazards;
use super::options::{Options, Target};
use super::plan::LaunchPlan;
use super::watch::{self, LaunchProgress};
use super::worst::{WorstRequests, WorstSeen};

/// A file to profile.
#[derive(Debug)]
pub(crate) enum Input {
    Cuda(CudaFile),
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
}

impl Measurement {
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
    /// The worst request of each instruction that has conflicts.
    pub(crate) worst: Vec<WorstSeen>,
    pub(crate) arch: Arch,
    /// Whether `--blocks` chose blocks, fewer than the grid has.
    pub(crate) sampled: bool,
    /// Why all of its counts are estimates; `None` for those of machine code.
    pub(crate) estimate: Option<String>,
    pub(crate) hazards: LaunchHazards,
}

/// Makes the launches.
///
/// # Errors
/// Those of compiling and launching, but for faults of kernels.
pub(crate) fn measure(
    options: &Options,
    input: &Input,
    plan: &LaunchPlan,
    target: &Target,
) -> Result<Measurement, Error> {
    let asked = options.isa.map(|isa| isa.isa());
    // What was not measured is not called exact.
    let elsewhere = (target.arch != Arch::SM_90).then(|| {
        format!("counts of machine code were compared with a GPU's for sm_90, and not for sm_{}", target.name)
    });
    let attempt = |isa, estimate: Option<String>| Attempt { options, input, plan, target, isa, estimate }.run();
    let mut outcome = match (asked, input) {
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
    }?;
    let of_code = |measured: &Measured| measured.profile.isa == Isa::Sass && measured.hazards.is_suspect();
    if outcome.launches.iter().any(of_code) && !outcome.is_stopped() {
        let ptx = match input {
            Input::Cuda(_) => attempt(Isa::Ptx, None),
            _ => Err(Error::Launch("the file has none".to_string())),
        };
        judge(&mut outcome, ptx);
    }
    Ok(outcome)
}

/// Lets a run of the PTX judge the races and unwritten reads that machine code has raised.
fn judge(outcome: &mut Measurement, ptx: Result<Measurement, Error>) {
    let mut judges = ptx.as_ref().map_or(Vec::new(), |ptx| ptx.launches.iter().collect());
    let why = match &ptx {
        Ok(ptx) => ptx.fault.clone().unwrap_or_else(|| "it was stopped".to_string()),
        Err(error) => error.to_string(),
    };
    judges.retain(|judge| !judge.profile.stopped);
    for (at, measured) in outcome.launches.iter_mut().enumerate() {
        match judges.get(at) {
            Some(judge) => measured.hazards.judge(&judge.hazards),
            None if measured.hazards.is_suspect() => measured.hazards.stay(&why),
            None => {}
        }
    }
}

/// One try with an instruction set.
struct Attempt<'a> {
    options: &'a Options,
    input: &'a Input,
    plan: &'a LaunchPlan,
    target: &'a Target,
    isa: Isa,
    estimate: Option<String>,
}

impl Attempt<'_> {
    fn run(self) -> Result<Measurement, Error> {
        let control = watch::control();
        let device = Device::simulator_of(self.target.arch, self.isa, cache::install(self.options.offline))?;
        let device = device.with_simulator(|simulator| {
            let simulator = simulator.controlled_by(&control).race_check(!self.options.no_race_check);
            match self.options.blocks {
                // A block that waits for one that is left out is found sooner than in a whole grid.
                Some(blocks) => simulator.sample_blocks(blocks).instruction_limit(sampled_limit(blocks)),
                None => simulator,
            }
        });
        let program = self.load(&device)?;
        let uploaded = self.plan.launches.upload(&device, &program, &self.plan.folder)?;
        let mut outcome = Measurement { launches: Vec::new(), arch: format!("sm_{}", self.target.name), fault: None };
        for (at, (kernel, launch)) in self.plan.launches.launches().enumerate() {
            let progress = LaunchProgress::begin(kernel, &control);
            let counted = uploaded.launch_observed(&device, at, WorstRequests::default);
            drop(progress);
            let (profile, seen) = match counted {
                Ok(counted) => counted,
                Err(Error::Fault(fault)) => {
                    outcome.fault = Some(self.explained(fault));
                    break;
                }
                Err(error) => return Err(error),
            };
            let (estimate, worst) = (self.estimate.clone(), WorstRequests::merged(seen));
            let arch = self.target.arch;
            let is_stopped = profile.stopped;
            let hazards = LaunchHazards::of(&profile);
            let sampled = self.options.blocks.is_some_and(|blocks| blocks < profile.grid_blocks);
            outcome.launches.push(Measured {
                kernel: kernel.to_string(),
                launch,
                profile,
                worst,
                arch,
                sampled,
                estimate,
                hazards,
            });
            if is_stopped {
                break;
            }
        }
        Ok(outcome)
    }

    /// A fault, with what else may be its cause.
    fn explained(&self, fault: String) -> String {
        if self.options.blocks.is_none() {
            return fault;
        }
        format!(
            "{fault}\nhelp: `--blocks` runs a sample: a block that waits for one that is left out never ends, and one that reads what \
             it would have written finds other data"
        )
    }

    fn load(&self, device: &Device) -> Result<Program, Error> {
        let file = match self.input {
            Input::Ptx { name, text } => return device.load_ptx(text, name),
            Input::Binary { name, bytes } => return device.load_binary(bytes, name),
            Input::Cuda(file) => file,
        };
        let mut source = file.source();
        for kernel in self.plan.launches.kernels() {
            source = source.kernel(kernel);
        }
        // Of the device's own number it makes the option itself; `sm_90a` has features that `sm_90` lacks.
        if self.target.name.ends_with(|last: char| last.is_ascii_alphabetic()) {
            let kind = if self.isa == Isa::Sass { "sm" } else { "compute" };
            source = source.option(format!("-arch={kind}_{}", self.target.name));
        }
        device.load_source(source)
    }
}

/// The thread instructions that a sample of blocks may take: as many for each as a large block of a matrix product needs several times.
fn sampled_limit(blocks: u64) -> u64 {
    blocks.saturating_mul(1 << 30).min(Simulator::DEFAULT_INSTRUCTION_LIMIT)
}
