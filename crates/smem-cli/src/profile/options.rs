//! The options of `profile`, and those of a launch.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{Args, ValueEnum};
use smem_profile::{Accepted, Compiler, Extent, Install, Isa, Job, Target};

use crate::config::{Config, ConfiguredLaunch};
use crate::failure::EarlyEnd;
use crate::limits::{LIMITS, RunLimits, count};
use crate::output::Checkout;
use crate::schedules::ScheduleOptions;

pub(crate) const EXAMPLES: &str = "Host code in FILE is not run. Compilers and the disassembler are installed into the user's cache when they are first needed.

    smem-tile profile transpose.cu                             the launches that its host code makes
    smem-tile profile transpose.cu --kernel transpose --grid 4,4 --block 32,8 --arg out:f32[16384] --arg in:f32[16384]=random
    smem-tile profile reduce.cu --kernel 'reduce6<int, 256u, true>' --grid 64 --block 256 --shared 1024 \\
        --arg in:i32[16384]=random --arg out:i32[64] --arg u32:16384
    smem-tile profile gemm.cu --launch gemm.toml --max-excess 0

Exit codes: 0 success, 1 a fault, a race, a barrier that not every thread reaches, an overrun of a shared array, or more excess than \
--max-excess accepts, 2 bad input, 3 the end of a limit of time, memory or instructions, 130 ended by Ctrl-C.";

const LAUNCH: &str = "Launch";
const SOURCE: &str = "Source and code";
const CHECKS: &str = "Checks";
const OUTPUT: &str = "Output";

#[derive(Args, Debug)]
pub(crate) struct ProfileOptions {
    #[command(flatten)]
    pub(crate) launched: LaunchOptions,
    /// Does not look for races on shared memory: a launch then runs faster, and reads of uninitialized memory are noticed in PTX only
    #[arg(long, help_heading = CHECKS)]
    pub(crate) no_race_check: bool,
    /// Looks for races on global memory as well, between blocks and within one. One host thread then runs all blocks
    #[arg(long, conflicts_with = "no_race_check", help_heading = CHECKS)]
    pub(crate) global_races: bool,
    /// Fails, with the code 1, if uninitialized shared memory is read, or several threads write one value that nothing orders; else
    /// those are warnings
    #[arg(long, help_heading = CHECKS)]
    pub(crate) strict: bool,
    /// Looks for accesses to one shared array through the address of another, as an index beyond its end is: by a run of the PTX as well
    #[arg(long, conflicts_with = "no_race_check", help_heading = CHECKS)]
    pub(crate) overruns: bool,
    #[command(flatten)]
    pub(crate) schedules: ScheduleOptions,
    /// Says which accesses of the source each wide instruction covers that compilers merged: by a run without optimisation as well
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) merged: bool,
    /// Writes a launch file to begin with, FILE.toml beside FILE or the one that is named: every kernel with its signature, the launches that
    /// the host code writes, and guessed sizes. Nothing runs
    #[arg(long, value_name = "LAUNCHES", num_args = 0..=1, require_equals = true, help_heading = LAUNCH)]
    pub(crate) init: Option<Option<PathBuf>>,
    /// Draws the worst requests into an SVG document: the words of shared memory that each lane accesses, by bank
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) svg: Option<PathBuf>,
    /// Writes the lines with conflicts and all findings as SARIF 2.1.0, for code hosts
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) sarif: Option<PathBuf>,
    /// Writes one page of HTML that needs nothing else: counts, findings, pictures, sources, and the change that removes the conflicts, which
    /// is searched as `fix` does
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) html: Option<PathBuf>,
    /// Searches for the change that removes the conflicts as `fix` does, so that --sarif has it as a fix
    #[arg(long, requires = "sarif", help_heading = OUTPUT)]
    pub(crate) fixes: bool,
    /// Prints the counters of Nsight Compute beside the counts: FILE is what `ncu --csv` printed, with or without `--page raw`
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) compare: Option<PathBuf>,
    /// Prints all the calls that each line was inlined through, with the whole names of functions
    #[arg(long, conflicts_with_all = ["json", "quiet"], help_heading = OUTPUT)]
    pub(crate) chains: bool,
    /// Prints the files as well, with counts in front of each line
    #[arg(short = 'v', long, visible_alias = "verbose", conflicts_with_all = ["json", "quiet"], help_heading = OUTPUT)]
    pub(crate) annotate: bool,
}

/// The launch and how it runs: the options that `profile` and `fix` share.
#[derive(Args, Debug)]
pub(crate) struct LaunchOptions {
    /// CUDA C++; PTX in a file that ends in `.ptx`; or a cubin, a fatbin, a library, a program or an object file with machine code
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The kernel as C++ names it: 'reduce6<int, 256u, true>'; not needed where the file has one kernel
    #[arg(long, value_name = "NAME", conflicts_with = "launch", help_heading = LAUNCH)]
    pub(crate) kernel: Option<String>,
    /// Blocks: 64, or 4,4 or 4,4,2
    #[arg(long, value_name = "X,Y,Z", value_parser = Extent::from_str, conflicts_with = "launch", help_heading = LAUNCH)]
    pub(crate) grid: Option<Extent>,
    /// Threads of a block: 256, or 32,8 or 32,8,1
    #[arg(long, value_name = "X,Y,Z", value_parser = Extent::from_str, conflicts_with = "launch", help_heading = LAUNCH)]
    pub(crate) block: Option<Extent>,
    /// Blocks of a cluster, which divide the grid: 2, or 2,1 or 2,1,1; for a kernel without `__cluster_dims__`
    #[arg(long, value_name = "X,Y,Z", value_parser = Extent::from_str, conflicts_with = "launch", help_heading = LAUNCH)]
    pub(crate) cluster: Option<Extent>,
    /// Bytes of dynamic shared memory of a block
    #[arg(long, value_name = "BYTES", default_value_t = 0, conflicts_with = "launch", help_heading = LAUNCH)]
    pub(crate) shared: u32,
    /// An argument of the kernel, in their order: u32:16384, f32:0.5, a buffer in:f32[1024]=random (zeros, iota, random, random(SEED), random(0, 255), sorted, normal, one-hot,
    /// 1,2,3, file(PATH)), a place in one in+64, a texture image:tex2D.linear:u8x4[64x48]=random, null, a tensor map
    /// map:a[256,64].f16=random box=64x64 swizzle=128B (the last dimension is contiguous), or a struct by value struct[16,8]{0=i32:4, 8=in} (bytes, alignment,
    /// fields by byte offset) or bytes:00ff; of CUDA C++ also without the parameter's type or by its name: 16384, n=16384, in=[1024]=random, a struct by
    /// its fields view={n=128, p=&in, scale=0.5}, a buffer of structs points=[{x=1}, {x=2}] or points=[64]={x=1}
    #[arg(long = "arg", value_name = "ARG", allow_hyphen_values = true, conflicts_with = "launch", help_heading = LAUNCH)]
    pub(crate) args: Vec<String>,
    /// The value of a variable of the host, n=1024, for the launches that the file makes itself; may be given several times
    #[arg(long, value_name = "NAME=VALUE", conflicts_with = "launch", help_heading = LAUNCH)]
    pub(crate) set: Vec<String>,
    /// The launches, described in a TOML file
    #[arg(long, value_name = "FILE", help_heading = LAUNCH)]
    pub(crate) launch: Option<PathBuf>,
    /// A folder of headers; may be given several times
    #[arg(short = 'I', long = "include", value_name = "FOLDER", help_heading = SOURCE)]
    pub(crate) include: Vec<PathBuf>,
    /// A folder whose files may be shown if the input names them, besides its own, the working folder and those of -I; may be given
    /// several times
    #[arg(long, value_name = "FOLDER", help_heading = SOURCE)]
    pub(crate) source: Vec<PathBuf>,
    /// A folder whose files `file = ".."` of --launch may read, besides that of the launch file; may be given several times
    #[arg(long, value_name = "FOLDER", requires = "launch", help_heading = SOURCE)]
    pub(crate) allow_files: Vec<PathBuf>,
    /// Defines a macro: N=4; may be given several times
    #[arg(short = 'D', long = "define", value_name = "NAME=VALUE", help_heading = SOURCE)]
    pub(crate) define: Vec<String>,
    /// The language: c++17 is the default
    #[arg(long, value_name = "STANDARD", help_heading = SOURCE)]
    pub(crate) std: Option<String>,
    /// The compiler of CUDA C++: nvcc compiles the file as it is and needs a host compiler, NVRTC compiles its device code; by default nvcc where
    /// the machine has one, else NVRTC, and for a file that this refuses the nvcc of NVIDIA's wheels
    #[arg(long, value_enum, value_name = "COMPILER", help_heading = SOURCE)]
    pub(crate) compiler: Option<CompilerName>,
    /// The compile_commands.json with the flags of FILE; by default the one beside FILE or above it, or in a folder `build` there
    #[arg(long, value_name = "FILE", help_heading = SOURCE)]
    pub(crate) compile_commands: Option<PathBuf>,
    /// Another option of the compiler, such as --use_fast_math; may be given several times
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true, help_heading = SOURCE)]
    pub(crate) compiler_option: Vec<String>,
    /// The architecture: sm_90, or the file's own for PTX and machine code
    #[arg(long, value_name = "ARCH", value_parser = Target::from_str, help_heading = SOURCE)]
    pub(crate) arch: Option<Target>,
    /// The instruction set that is executed and counted: machine code, which a GPU executes, or PTX; by default machine code, and PTX where that cannot run
    #[arg(long, value_enum, value_name = "ISA", help_heading = SOURCE)]
    pub(crate) isa: Option<IsaName>,
    /// Fails, with the code 1, if there are more excess wavefronts than N
    #[arg(long, value_name = "N", help_heading = CHECKS)]
    pub(crate) max_excess: Option<u64>,
    /// Runs N blocks of each launch, spread over the grid, instead of all, and counts those
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = LAUNCH)]
    pub(crate) blocks: Option<u64>,
    #[command(flatten)]
    pub(crate) limits: RunLimits,
    /// Ends with the code 3 if a launch takes more thread instructions than this: a number, or 500M, 20G; a warp's instruction is 32
    #[arg(long, value_name = "N", value_parser = count, help_heading = LIMITS)]
    pub(crate) max_instructions: Option<u64>,
    /// Prints JSON
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,
    /// Prints errors and failed checks alone, and what else was asked for by name
    #[arg(short, long, conflicts_with = "json", help_heading = OUTPUT)]
    pub(crate) quiet: bool,
    /// Compiles and disassembles anew, instead of taking results of earlier runs
    #[arg(long, help_heading = LIMITS)]
    pub(crate) no_cache: bool,
    /// Installs nothing, and says what is missing
    #[arg(long, help_heading = LIMITS)]
    pub(crate) offline: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IsaName {
    Sass,
    Ptx,
}

/// A compiler.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum CompilerName {
    Nvcc,
    Nvrtc,
}

impl CompilerName {
    fn compiler(self) -> Compiler {
        match self {
            CompilerName::Nvcc => Compiler::Nvcc,
            CompilerName::Nvrtc => Compiler::Nvrtc,
        }
    }
}

impl IsaName {
    fn isa(self) -> Isa {
        match self {
            IsaName::Sass => Isa::Sass,
            IsaName::Ptx => Isa::Ptx,
        }
    }
}

impl ProfileOptions {
    /// Returns the job with the checks that the options ask for.
    pub(crate) fn checked(&self, job: Job) -> Job {
        let job = job.race_check(!self.no_race_check).global_races(self.global_races);
        self.schedules.scheduled(job.overruns(self.overruns).merged(self.merged))
    }
}

impl LaunchOptions {
    /// Returns the jobs that the options ask for: one where they describe the launch, or the configuration has none of the file; else one
    /// for each launch of the configuration.
    pub(crate) fn jobs(&self, config: &Config, limits: &RunLimits) -> Vec<Job> {
        let configured = self.configured(config, self.kernel.as_deref());
        if configured.is_empty() {
            return vec![self.job(limits)];
        }
        // The command line is asked last, so that it comes before the configuration.
        let job =
            |launch: &ConfiguredLaunch| self.compiled(launch.applied(Job::new(&self.file), &config.folder), limits);
        configured.into_iter().map(job).collect()
    }

    /// Returns the launches of the configuration that these options ask for, of one kernel or of all; none where the options describe the
    /// launch, or give variables of the host's values for launches that the file makes itself.
    pub(crate) fn configured<'a>(&'a self, config: &'a Config, kernel: Option<&str>) -> Vec<&'a ConfiguredLaunch> {
        let is_shaped = self.grid.is_some() || self.block.is_some() || self.cluster.is_some() || self.shared > 0;
        if is_shaped || !self.args.is_empty() || self.launch.is_some() {
            return Vec::new();
        }
        let is_asked = |launch: &&ConfiguredLaunch| {
            kernel.is_none_or(|kernel| launch.is_of_kernel(kernel)) && (self.set.is_empty() || !launch.is_described())
        };
        config.launches_of(&self.file).filter(is_asked).collect()
    }

    /// Returns the checkout of the inputs that the options name.
    pub(crate) fn checkout(&self) -> Checkout {
        let inputs = [Some(&self.file), self.launch.as_ref(), self.compile_commands.as_ref()];
        Checkout::of(inputs.into_iter().flatten().map(PathBuf::as_path))
    }

    /// Reads the configuration of the file's folder.
    pub(crate) fn config(&self) -> Result<Config, EarlyEnd> {
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty());
        if self.limits.untrusted {
            return Ok(Config::default());
        }
        Config::above(folder.unwrap_or(Path::new(".")))
    }

    /// Returns the conflicts that are accepted.
    pub(crate) fn accepted(&self) -> Accepted {
        self.max_excess.map_or(Accepted::default(), |most| Accepted::default().max_excess(most))
    }

    /// Returns the job of the launch that the options describe.
    pub(crate) fn job(&self, limits: &RunLimits) -> Job {
        let job = Job::new(&self.file).shared(self.shared);
        let job = self.args.iter().fold(job, Job::arg);
        let job = with(job, self.kernel.as_ref(), Job::kernel);
        let job = with(job, self.grid, Job::grid);
        let job = with(job, self.block, Job::block);
        let job = with(job, self.cluster, Job::cluster);
        self.compiled(with(job, self.launch.as_ref(), Job::launch), limits)
    }

    /// Returns the job with all options that are not about the shape of the launch.
    fn compiled(&self, job: Job, limits: &RunLimits) -> Job {
        let job = job.max_memory(limits.whole.max_memory).install(Install::of_user(self.offline)).cache(!self.no_cache);
        let job = job.blocks(self.blocks.unwrap_or(0));
        let job = self.set.iter().fold(job, Job::set);
        let job = self.include.iter().fold(job, Job::include);
        let job = self.source.iter().fold(job, Job::source);
        let job = self.allow_files.iter().fold(job, Job::allow_files);
        let job = self.define.iter().fold(job, Job::define);
        let job = self.compiler_option.iter().fold(job, Job::compiler_option);
        let job = with(job, self.std.as_ref(), Job::std);
        let job = with(job, self.arch.clone(), Job::arch);
        let job = with(job, self.compiler.map(CompilerName::compiler), Job::compiler);
        let job = with(job, self.compile_commands.as_ref(), Job::compile_commands);
        let job = job.find_compile_commands(!self.limits.untrusted);
        let job = with(job, self.isa.map(IsaName::isa), Job::isa);
        with(job, self.max_instructions, Job::max_instructions)
    }
}

/// Returns the job with a part that the options have or not.
fn with<T>(job: Job, part: Option<T>, set: impl FnOnce(Job, T) -> Job) -> Job {
    match part {
        Some(part) => set(job, part),
        None => job,
    }
}
