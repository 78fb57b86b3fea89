//! The options of `profile`, and those of a launch.

use std::path::{Path, PathBuf};

use clap::Args;
use smem_profile::{Accepted, CheckSpec, Job, JobSpec, LaunchSpec, LimitSpec, ScheduleSpec, SourceSpec};

use crate::config::{Config, ConfiguredLaunch};
use crate::failure::EarlyEnd;
use crate::host_reports::HostReports;
use crate::limits::RunLimits;
use crate::output::Checkout;

pub(crate) const EXAMPLES: &str = "Host code in FILE is not run. Compilers and the disassembler are installed into the user's cache when they are first needed.

    smem-tile profile transpose.cu                             the launches that its host code makes
    smem-tile profile transpose.cu --kernel transpose --grid 4,4 --block 32,8 --arg out:f32[16384] --arg in:f32[16384]=random
    smem-tile profile reduce.cu --kernel 'reduce6<int, 256u, true>' --grid 64 --block 256 --shared 1024 \\
        --arg in:i32[16384]=random --arg out:i32[64] --arg u32:16384
    smem-tile profile gemm.cu --launch gemm.toml --max-excess 0

Exit codes: 0 success, 1 a fault, a race, a barrier that not every thread reaches, an overrun of a shared array, or more excess than \
--max-excess accepts, 2 bad input, 3 the end of a limit of time, memory or instructions, 130 ended by Ctrl-C.";

const LAUNCH: &str = "Launch";
const CHECKS: &str = "Checks";
const OUTPUT: &str = "Output";

#[derive(Args, Debug)]
pub(crate) struct ProfileOptions {
    #[command(flatten)]
    pub(crate) launched: LaunchOptions,
    #[command(flatten)]
    checks: CheckSpec,
    /// Fails, with the code 1, if uninitialized shared memory is read, or several threads write one value that nothing orders; else
    /// those are warnings
    #[arg(long, help_heading = CHECKS)]
    pub(crate) strict: bool,
    #[command(flatten)]
    schedules: ScheduleSpec,
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
    #[command(flatten)]
    pub(crate) host: HostReports,
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
    #[command(flatten)]
    pub(crate) launch: LaunchSpec,
    #[command(flatten)]
    source: SourceSpec,
    /// Fails, with the code 1, if there are more excess wavefronts than N
    #[arg(long, value_name = "N", help_heading = CHECKS)]
    pub(crate) max_excess: Option<u64>,
    #[command(flatten)]
    pub(crate) limits: RunLimits,
    #[command(flatten)]
    job_limits: LimitSpec,
    /// Prints JSON
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,
    /// Prints errors and failed checks alone, and what else was asked for by name
    #[arg(short, long, conflicts_with = "json", help_heading = OUTPUT)]
    pub(crate) quiet: bool,
}

impl ProfileOptions {
    /// Returns the job with the checks that the options ask for, before those of the configuration.
    pub(crate) fn checked(&self, job: Job) -> Job {
        let own = JobSpec { checks: self.checks, schedules: self.schedules, ..JobSpec::default() };
        let spec = own.over(job.options().clone());
        job.spec(spec)
    }
}

impl LaunchOptions {
    /// Returns the jobs that the options ask for: one where they describe the launch, or the configuration has none of the file; else one
    /// for each launch of the configuration.
    pub(crate) fn jobs(&self, config: &Config, limits: &RunLimits) -> Vec<Job> {
        let configured = self.configured(config, self.launch.kernel.as_deref());
        if configured.is_empty() {
            return vec![self.job(limits)];
        }
        // The kernel has chosen the launch, which may name an instance of it.
        let launch = LaunchSpec { kernel: None, ..self.launch.clone() };
        let spec = JobSpec { launch, ..self.spec(limits) };
        configured.into_iter().map(|own| own.job(&self.file, spec.clone(), &config.folder)).collect()
    }

    /// Returns the launches of the configuration that these options ask for, of one kernel or of all; none where the options describe the
    /// launch, or give variables of the host's values for launches that the file makes itself.
    pub(crate) fn configured<'a>(&'a self, config: &'a Config, kernel: Option<&str>) -> Vec<&'a ConfiguredLaunch> {
        if self.launch.is_described() {
            return Vec::new();
        }
        let is_asked = |launch: &&ConfiguredLaunch| {
            let is_open = self.launch.set.is_empty() || !launch.spec.launch.is_described();
            kernel.is_none_or(|kernel| launch.is_of_kernel(kernel)) && is_open
        };
        config.launches_of(&self.file).filter(is_asked).collect()
    }

    /// Returns the checkout of the inputs that the options name.
    pub(crate) fn checkout(&self) -> Checkout {
        let inputs = [Some(&self.file), self.launch.launch.as_ref(), self.source.compile_commands.as_ref()];
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
        Job::new(&self.file).spec(self.spec(limits)).find_compile_commands(!self.limits.untrusted)
    }

    fn spec(&self, limits: &RunLimits) -> JobSpec {
        JobSpec {
            launch: self.launch.clone(),
            source: self.source.clone(),
            limits: LimitSpec { max_memory: Some(limits.whole.max_memory), ..self.job_limits },
            ..JobSpec::default()
        }
    }
}
