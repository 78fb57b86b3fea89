//! The command line of `smem-tile check`.

use std::path::{Path, PathBuf};

use clap::Args;
use smem_driver::CheckMode;
use smem_profile::{CheckSpec, Job, JobSpec, LimitSpec, ScheduleSpec, SourceSpec};

use crate::budgets::ExcessBudget;
use crate::config::{Config, ConfiguredChecks, ConfiguredLaunch};
use crate::host_reports::HostReports;
use crate::limits::RunLimits;
use crate::output::Checkout;

pub(crate) const EXAMPLES: &str = "Examples:

    smem-tile check                                  the launches of smem-tile.toml
    smem-tile check scan.cu --max-excess 0           those of scan.cu, or that it makes itself
    smem-tile check --sarif findings.sarif --quiet   for a code host

smem-tile.toml is looked for in the working folder, or the folder of the first FILE, and above. Races on shared and global memory, overruns,
barriers, unwritten reads and faults are looked for, unless it turns them off.

Exit codes: 0 success, 1 a kernel has a finding or more excess wavefronts than its budget, or was not judged, 2 bad input, or a launch
that cannot run, 3 the end of a limit of time or memory, with what was found until then, 101 a panic of this program, 130 ended by Ctrl-C.";

const CHECKS: &str = "Checks";
const OUTPUT: &str = "Output";

/// The kernels to check.
#[derive(Args, Debug)]
pub(crate) struct CheckOptions {
    /// Only these files: their launches in smem-tile.toml, or else those that they make themselves; by default all launches of smem-tile.toml
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// The configuration, instead of the smem-tile.toml of the folder
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Fails where a kernel has more excess wavefronts than N; `scan=0` is for one kernel. They come before those of smem-tile.toml, and
    /// may be given several times
    #[arg(long, value_name = "[KERNEL=]N", help_heading = CHECKS)]
    pub(super) max_excess: Vec<ExcessBudget>,
    #[command(flatten)]
    schedules: ScheduleSpec,
    #[command(flatten)]
    source: SourceSpec,
    /// Prints failed kernels only
    #[arg(short, long, conflicts_with = "verbose", help_heading = OUTPUT)]
    pub(super) quiet: bool,
    /// Prints the whole report of each launch before its kernels
    #[arg(short, long, help_heading = OUTPUT)]
    pub(super) verbose: bool,
    /// Prints JSON
    #[arg(long, conflicts_with_all = ["quiet", "verbose"], help_heading = OUTPUT)]
    pub(super) json: bool,
    /// Writes all findings and lines with conflicts as SARIF 2.1.0, for code hosts
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(super) sarif: Option<PathBuf>,
    #[command(flatten)]
    pub(super) host: HostReports,
    #[command(flatten)]
    pub(super) limits: RunLimits,
    #[command(flatten)]
    job_limits: LimitSpec,
}

impl CheckOptions {
    /// The folder from which the configuration is looked for.
    pub(super) fn folder(&self) -> &Path {
        let folder = self.files.first().and_then(|file| file.parent());
        folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }

    /// The checkout of the files and of the configuration that are named, and of the compiler's commands.
    pub(super) fn checkout(&self) -> Checkout {
        Checkout::of(self.files.iter().chain(&self.config).chain(&self.source.compile_commands).map(PathBuf::as_path))
    }

    /// The job of a file and of its launch in the configuration, with all checks that the configuration leaves on.
    pub(super) fn job(
        &self,
        file: &Path,
        configured: Option<&ConfiguredLaunch>,
        config: &Config,
        limits: &RunLimits,
    ) -> Job {
        let spec = JobSpec {
            source: self.source.clone(),
            schedules: self.schedules,
            limits: LimitSpec { max_memory: Some(limits.whole.max_memory), ..self.job_limits },
            ..JobSpec::default()
        };
        let job = match configured {
            Some(launch) => launch.job(file, spec, &config.folder),
            None => Job::new(file).spec(spec),
        };
        let checked = checked(job.options().clone(), &config.checks);
        job.spec(checked).find_compile_commands(!self.limits.untrusted)
    }
}

/// Returns the options of a launch with all checks that neither the launch nor the configuration leaves out.
fn checked(spec: JobSpec, configured: &ConfiguredChecks) -> JobSpec {
    let (own, modes) = (spec.checks, &configured.modes);
    let has_races = own.looks_for_races() && modes.races != Some(CheckMode::Off);
    let is_wanted = |own: Option<bool>, is_left_on: bool| Some(has_races && own.unwrap_or(is_left_on));
    let checks = CheckSpec {
        race_check: Some(has_races),
        global_races: is_wanted(own.global_races, modes.global_races != Some(false)),
        overruns: is_wanted(own.overruns, modes.overruns != Some(CheckMode::Off)),
        ..own
    };
    JobSpec { checks, schedules: spec.schedules.over(configured.schedules), ..spec }
}
