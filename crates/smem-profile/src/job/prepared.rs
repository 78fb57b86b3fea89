//! A job whose files are read.

use std::sync::Arc;

use smem_cuda::CudaText;
use smem_launch::{
    Compiled, CudaSource, Device, Error as LaunchError, Isa, LaunchProblem, LaunchRefusal, Profile, Program, ToolError,
};
use smem_sim::Gpu;

use super::active;
use super::compile_commands::with_commands;
use super::cuda_file::CudaFile;
use super::guessed_launch::Guesses;
use super::input::Input;
use super::job::Job;
use super::kernels::{self, Declared};
use super::plan::{LaunchPlan, parameters_help, plan};
use super::simulators::{JobSimulators, budget_help};
use super::starter::starter;
use super::target::Target;
use super::whole_file::WholeFile;
use crate::error::Error;

/// A file with the launches to make, and the architecture.
#[derive(Debug)]
pub(crate) struct PreparedJob {
    pub(crate) job: Job,
    /// The file.
    pub input: Input,
    /// The launches.
    pub plan: LaunchPlan,
    /// The architecture.
    pub target: Target,
    /// The GPU whose time is predicted.
    pub gpu: &'static Gpu,
    simulators: JobSimulators,
    pub(super) whole: WholeFile,
    /// Whether the kernels are those that `nvcc` makes of the file as it is: see [`find_instances`](Self::find_instances).
    pub(super) is_whole: bool,
    /// Whether these were looked for.
    pub(super) are_instances_tried: bool,
    pub(super) declared: Vec<Declared>,
    /// The text of CUDA C++ as the compiler reads it; `None` for another text of the file.
    pub text: Option<Arc<CudaText>>,
}

/// The architecture and the GPU of a job.
fn target(input: &Input, job: &Job) -> Result<(Target, &'static Gpu), Error> {
    let target = input.target(&job.spec.source);
    let gpu = job.spec.source.gpu_for(&target).map_err(Error::Input)?;
    Ok((target, gpu))
}

impl PreparedJob {
    /// Reads what the job names.
    ///
    /// # Errors
    /// A file cannot be read, or it does not say which kernel is launched and how.
    pub(crate) fn read(job: &Job) -> Result<PreparedJob, Error> {
        job.check()?;
        let job = &with_commands(job)?;
        // Those of a file that the user names as well.
        job.check_names()?;
        let (input, declared) = Input::read(job)?;
        let (target, gpu) = target(&input, job)?;
        let simulators = JobSimulators::of(job);
        let text = match &input {
            Input::Cuda(file) => Some(Arc::new(active::read(file, job, &simulators, &target))),
            Input::Ptx { .. } | Input::Binary { .. } => None,
        };
        let declared = text.as_deref().map_or(declared, kernels::in_cuda);
        let planned = plan(job, &declared, text.as_deref());
        let (plan, missing) = match planned {
            Ok(plan) => (plan, None),
            Err(error) => (LaunchPlan::nothing()?, Some(error)),
        };
        let whole = WholeFile::default();
        let mut prepared = PreparedJob {
            job: job.clone(),
            input,
            plan,
            target,
            gpu,
            simulators,
            whole,
            is_whole: false,
            are_instances_tried: false,
            declared,
            text,
        };
        missing.map_or(Ok(()), |error| prepared.plan_of_instances(error))?;
        Ok(prepared)
    }

    /// Writes a launch file to begin with, of all kernels of a job's file.
    ///
    /// # Errors
    /// The file cannot be read, is not CUDA C++, or has no kernels.
    pub(crate) fn starter(job: &Job) -> Result<String, Error> {
        job.check_names()?;
        let job = &with_commands(job)?;
        let (input, _) = Input::read(job)?;
        let name = job.file.display().to_string();
        let Input::Cuda(file) = &input else {
            return Err(Error::Input(format!("`{name}` is not CUDA C++, whose text says what its kernels take")));
        };
        let text = active::read(file, job, &JobSimulators::of(job), &target(&input, job)?.0);
        starter(&text, &name)
            .ok_or_else(|| Error::Input(format!("`{name}` has no kernel that can be seen in its text")))
    }

    /// Returns the same launches of another text of the file.
    ///
    /// # Errors
    /// The text cannot be read, or a temporary file cannot be written.
    pub(crate) fn of_text(&self, text: String) -> Result<PreparedJob, Error> {
        Ok(PreparedJob {
            job: Job { tries_code: false, ..self.job.clone() },
            input: Input::Cuda(Box::new(CudaFile::of(&self.job, text)?)),
            plan: self.plan.clone(),
            gpu: self.gpu,
            target: self.target.clone(),
            simulators: self.simulators.clone(),
            whole: WholeFile::default(),
            is_whole: self.is_whole,
            are_instances_tried: self.are_instances_tried,
            declared: Vec::new(),
            text: None,
        })
    }

    /// Returns the same launches of another text of the file, which is read as the file is.
    ///
    /// # Errors
    /// As [`of_text`](Self::of_text).
    pub(crate) fn of_changed(&self, text: String) -> Result<PreparedJob, Error> {
        let changed = self.of_text(text)?;
        let text = match &changed.input {
            Input::Cuda(file) => Some(Arc::new(active::read(file, &self.job, &self.simulators, &self.target))),
            Input::Ptx { .. } | Input::Binary { .. } => None,
        };
        Ok(PreparedJob { text, declared: self.declared.clone(), ..changed })
    }

    /// Makes launches by other guesses.
    ///
    /// # Errors
    /// A guess cannot be written.
    pub(crate) fn replan(&mut self, guesses: Guesses) -> Result<(), Error> {
        if let Some(text) = &self.text {
            self.plan = LaunchPlan::with_guesses(guesses, &self.job, text)?;
        }
        Ok(())
    }

    /// Runs so many blocks of each launch.
    pub(crate) fn sample(&mut self, blocks: u64) {
        self.job.spec.launch.blocks = Some(blocks);
        self.simulators = JobSimulators::of(&self.job);
    }

    /// Sets the thread instructions that a launch may take, unless the job's own limit is lower.
    pub(crate) fn limit(&mut self, instructions: u64) {
        let own = self.job.spec.limits.max_instructions.unwrap_or(u64::MAX);
        self.job.spec.limits.max_instructions = Some(instructions.min(own));
        self.simulators = JobSimulators::of(&self.job);
    }

    /// Adds to an error what else is known about it.
    pub(crate) fn explained(&self, error: Error) -> Error {
        match error {
            Error::Launch { cause, help: None } => Error::Launch { help: self.help(&cause), cause },
            other => other,
        }
    }

    fn help(&self, error: &LaunchError) -> Option<String> {
        if let Some(help) = budget_help(error) {
            return Some(help.to_string());
        }
        let Input::Cuda(file) = &self.input else { return None };
        match error {
            LaunchError::Simulator(why) if why.contains("defined in another file") => Some(OTHER_FILES.to_owned()),
            LaunchError::Tool(ToolError::Compile { log, .. }) => {
                let helps = file.left_out(&self.job.file).into_iter().chain(self.whole.help());
                let waits = log.contains("\"cudaDeviceSynchronize\" is undefined in device code");
                let is_other = log.contains("not supported on .target");
                let target = self.target.number();
                let other = is_other.then(|| {
                    format!("help: some of it is not for `sm_{target}`: `--arch` names the GPU that it is for, as in `--arch sm_100a`")
                });
                let helps: Vec<String> = helps.chain(waits.then(|| NO_WAIT.to_owned())).chain(other).collect();
                (!helps.is_empty()).then(|| helps.join("\n"))
            }
            LaunchError::Launch(LaunchProblem::Refused { kernel, refusal, .. })
                if matches!(**refusal, LaunchRefusal::ArgumentCount { .. }) =>
            {
                parameters_help(&self.job, self.text.as_deref()?, kernel)
            }
            // The compiler lists what it compiled, which a template is not without arguments.
            LaunchError::NoKernel(_) | LaunchError::Tool(ToolError::NoKernel(_))
                if self.declared.iter().any(|kernel| kernel.is_template) =>
            {
                Some(format!("help: its text declares {}", kernels::list(&self.declared)))
            }
            _ => None,
        }
    }

    /// Makes the simulator, of all blocks or of a sample.
    ///
    /// # Errors
    /// A tool is missing and cannot be installed.
    pub(crate) fn simulator(&self, isa: Isa) -> Result<Device, LaunchError> {
        self.simulators.open(&self.target, isa)
    }

    /// Returns whether the counts are those of fewer blocks than the grid has, because the job asks for a sample.
    pub(crate) fn is_sample(&self, profile: &Profile) -> bool {
        self.job.spec.launch.sample().is_some_and(|blocks| blocks < profile.grid_blocks)
    }

    /// Compiles what is to be launched, and loads it.
    ///
    /// # Errors
    /// Those of compiling and loading.
    pub(crate) fn load(&self, device: &Device, isa: Isa) -> Result<Program, LaunchError> {
        match &self.input {
            Input::Ptx { name, text, machine_code: Some(cubin) } => {
                device.load_compiled(&Compiled::from_parts(text.as_str(), Some(cubin), &[]), name)
            }
            Input::Ptx { name, text, machine_code: None } => device.load_ptx(text.clone(), name),
            Input::Binary { name, bytes } => device.load_binary(bytes, name),
            Input::Cuda(file) => self.compiled(device, file, isa, &[]),
        }
    }

    /// Adds the kernels that are launched to a source, and the architecture where the device's own number does not name it.
    pub(crate) fn with_kernels(&self, source: CudaSource, isa: Isa) -> CudaSource {
        let source = self.named_kernels(source);
        // Of the device's own number it makes the option itself; `sm_90a` has features that `sm_90` lacks.
        if !self.target.has_features() {
            return source;
        }
        let kind = if isa == Isa::Sass { "sm" } else { "compute" };
        source.option(format!("-arch={kind}_{}", self.target.number()))
    }

    /// Adds the kernels that are launched to a source.
    pub(super) fn named_kernels(&self, source: CudaSource) -> CudaSource {
        // With its parameters, `k(float*)`, it is not an expression of C++, and a template neither, so it is compiled anyway.
        let named = self.plan.launches.kernels().filter(|kernel| !kernel.ends_with(')'));
        named.fold(source, CudaSource::kernel)
    }
}

/// How a kernel is profiled that calls functions of other files.
const OTHER_FILES: &str = "help: a profile is of one file; `nvcc -arch=sm_90 -rdc=true -lineinfo -dlink -cubin *.cu -o all.cubin` links the files of a \
                           program, and `smem-tile profile all.cubin` takes the result";

/// Why device code does not wait for the grids that it launches.
const NO_WAIT: &str = "help: since CUDA 12 a kernel cannot wait for the kernels that it launches: what comes after them goes into a kernel that is \
                       launched in `cudaStreamTailLaunch`";
