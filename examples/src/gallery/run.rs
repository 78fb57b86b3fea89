//! Running a kernel of the gallery with each layout of its tile.

use smem_launch::{Arg, Call, Device, Kernel, Timing};
use smem_sim::Profile;
use smem_tile::{Arch, translation_unit};

use super::counts::{AccessCounts, counts};
use super::exhibit::{Exhibit, Problem};
use crate::{Error, TileVariant};

/// A kernel with all layouts of its tile, run on one problem.
#[derive(Debug, Clone)]
pub struct Run {
    /// The kernel.
    pub exhibit: &'static Exhibit,
    /// The problem in words.
    pub size: String,
    /// The architecture that it ran on.
    pub arch: Arch,
    /// A run for each layout.
    pub variants: Vec<VariantRun>,
}

/// The kernel with one layout of its tile.
#[derive(Debug, Clone)]
pub struct VariantRun {
    /// The tile.
    pub variant: TileVariant,
    /// Numbers of the output that are not the CPU's.
    pub wrong: usize,
    /// The wavefronts of each access; `None` on a GPU, which counts nothing.
    pub counts: Option<AccessCounts>,
    /// The same in machine code, where that was asked for.
    pub machine_code: Option<AccessCounts>,
    /// The counts of the simulator, of machine code where that ran; `None` on a GPU.
    pub profile: Option<Profile>,
    /// Times on a GPU, if it was timed.
    pub time: Option<Timing>,
}

impl Run {
    /// Returns true if every number of every layout is right.
    pub fn is_right(&self) -> bool {
        self.variants.iter().all(|run| run.wrong == 0)
    }
}

/// Runs a kernel with each layout. `machine_code` is a simulator of machine code, in which it runs once more; `repeat` is how often
/// a GPU times each layout, all of them in turn.
///
/// # Errors
/// Where a kernel does not compile, does not fit or faults.
pub fn run(
    device: &Device,
    machine_code: Option<&Device>,
    exhibit: &'static Exhibit,
    problem: &Problem,
    repeat: Option<u32>,
) -> Result<Run, Error> {
    let mut variants = Vec::new();
    let mut kernels = Vec::new();
    for variant in exhibit.variants {
        let (kernel, mut first) = run_variant(device, exhibit, problem, *variant)?;
        if let Some(machine_code) = machine_code {
            let (_, again) = run_variant(machine_code, exhibit, problem, *variant)?;
            first.wrong = first.wrong.max(again.wrong);
            first.machine_code = again.counts;
            first.profile = again.profile;
        }
        variants.push(first);
        kernels.push(kernel);
    }
    let mut run = Run { exhibit, size: problem.size.clone(), arch: device.arch(), variants };
    // A wrong kernel has no time worth knowing.
    if let Some(rounds) = repeat.filter(|_| run.is_right()) {
        let buffers = ProblemBuffers::new(device, problem)?;
        let calls: Vec<Vec<Call<'_>>> =
            kernels.iter().map(|kernel| vec![Call::new(kernel, problem.launch, buffers.args(problem))]).collect();
        // SAFETY: as in `run_variant`, whose results were right.
        let times = unsafe { device.time_in_turn(&calls, rounds)? };
        for (variant, time) in run.variants.iter_mut().zip(times.unwrap_or_default()) {
            variant.time = Some(time);
        }
    }
    Ok(run)
}

/// Runs a kernel with one layout, on buffers of its own: what another layout has left there must not pass for this one's.
fn run_variant(
    device: &Device,
    exhibit: &Exhibit,
    problem: &Problem,
    variant: TileVariant,
) -> Result<(Kernel, VariantRun), Error> {
    let tiles: Vec<&str> = [variant.cuda].iter().chain(exhibit.other_tiles).copied().collect();
    let source = translation_unit(&tiles, exhibit.file, exhibit.text);
    let kernel = device.load(&source, "tiles.cuh")?.kernel(exhibit.name)?;
    let buffers = ProblemBuffers::new(device, problem)?;
    // SAFETY: the problem is the exhibit's own: its buffers hold what the kernel accesses, which the simulator checks in the tests.
    let profile = unsafe { device.launch(&kernel, problem.launch, &buffers.args(problem))? };
    let wrong = buffers.output.download(device)?.wrong(&problem.expected, problem.tolerance);
    let counts = profile.as_ref().map(|profile| counts(exhibit, profile)).transpose()?;
    Ok((kernel, VariantRun { variant, wrong, counts, machine_code: None, profile, time: None }))
}

/// The buffers of a problem.
struct ProblemBuffers {
    inputs: Vec<super::numbers::OnDevice>,
    output: super::numbers::OnDevice,
}

impl ProblemBuffers {
    fn new(device: &Device, problem: &Problem) -> Result<ProblemBuffers, Error> {
        let inputs = problem.inputs.iter().map(|input| input.upload(device)).collect::<Result<_, Error>>()?;
        Ok(ProblemBuffers { inputs, output: problem.expected.zeros(device)? })
    }

    fn args(&self, problem: &Problem) -> Vec<Arg<'_>> {
        let buffers = self.inputs.iter().chain([&self.output]).map(|buffer| buffer.arg());
        buffers.chain(problem.sizes.iter().map(|size| Arg::from(*size))).collect()
    }
}
