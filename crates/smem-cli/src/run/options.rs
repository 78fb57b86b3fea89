//! The command line of `smem-tile run`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use smem_driver::{CheckModes, DriverOptions, DriverVersion, Isa, IsaName, ScheduleSpec};
use smem_launch::{Assembler, BuiltProgram, Disassembler, Install, ToolError};
use smem_profile::{Job, JobSpec, LimitSpec, SourceSpec};

use crate::budgets::ExcessBudget;
use crate::config::Config;
use crate::diagnostic;
use crate::failure::EarlyEnd;
use crate::host_reports::HostReports;
use crate::profile::ProgramWatcher;

pub(crate) const EXAMPLES: &str = "Examples:

    smem-tile run -- cargo test
    smem-tile run scan.cu -I include -D N=4096 -- --size 1024
    smem-tile run --max-excess 0 --max-excess 'histogram=128' --report report.json -- ./my_program --size 1024
    smem-tile run --races deny --unwritten deny --arch sm_80 -- pytest
    smem-tile run --sample 2 -- ./training_loop

A CUDA file in place of COMMAND is compiled by nvcc with its own `main`, and the program runs; options may come after the file, and arguments of
the program after `--`. nvcc is that of the machine, or is installed, and needs a host compiler.

The command runs with your rights and outside of every sandbox and limit of this program: nothing is promised about a stranger's program,
which can also change this report. `smem-tile check` executes nothing of the files that it checks.

The command's own output stays as it is; the report is one line on the standard error, and more where a check fails.

Modes: `report` puts findings into the report; `deny` makes the launch fail as well; `off` leaves them out. Budgets and modes that are not
given here are those of smem-tile.toml, in the working folder or above it.

Exit codes: that of the command; 1 if it is 0 and a kernel has a fault, a race, an overrun, a barrier that threads pass by or a finding
that is denied, or more excess wavefronts than accepted, or was to have a budget and did not run, if no kernel was launched
(--allow-no-launch accepts that), or if a launch did not end or was not judged; 2 if the command cannot run; 101 if smem-tile panicked in a process of it.";

const DEVICES: &str = "Devices";
const CHECKS: &str = "Checks";
const REPORT: &str = "Report";
const TOOLS: &str = "Tools";

/// A command that runs on the simulated driver.
#[derive(Args, Debug)]
pub(crate) struct RunOptions {
    #[command(flatten)]
    pub(super) source: SourceSpec,
    /// The number of devices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=16), help_heading = DEVICES)]
    devices: u32,
    /// The memory of each device, as 8GiB or 512MiB
    #[arg(long, value_name = "BYTES", default_value = "8GiB", value_parser = smem_driver::bytes, help_heading = DEVICES)]
    memory: u64,
    /// The CUDA version that the driver reports, such as 12.4
    #[arg(long, value_name = "VERSION", default_value_t, help_heading = DEVICES)]
    driver_version: DriverVersion,
    #[command(flatten)]
    modes: CheckModes,
    /// Fails, with the code 1, if a kernel has more excess wavefronts than N in all of its launches; `scan=0` is for one kernel, and comes
    /// before a number for all. May be given several times
    #[arg(long, value_name = "[KERNEL=]N", help_heading = CHECKS)]
    pub(super) max_excess: Vec<ExcessBudget>,
    /// Of the launches of a kernel with one shape runs the first N whole, and of the others a few blocks for their counts alone: what they
    /// would compute is missing, as the report says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = CHECKS)]
    sample: Option<u64>,
    #[command(flatten)]
    schedules: ScheduleSpec,
    /// Accepts a run in which no kernel was launched, or the CUDA runtime of a file did not start. Otherwise the exit code is 1: tests are often
    /// skipped where they see no GPU
    #[arg(long, help_heading = CHECKS)]
    pub(super) allow_no_launch: bool,
    /// Ends a launch that takes more thread instructions than this with a fault: a number, or 500M, 200G; a warp's instruction is 32. By
    /// default 68 billion
    #[arg(long, value_name = "N", value_parser = smem_driver::count, help_heading = CHECKS)]
    max_instructions: Option<u64>,
    /// Writes the report to a file, as JSON
    #[arg(long, value_name = "FILE", help_heading = REPORT)]
    pub(super) report: Option<PathBuf>,
    /// Prints the report as JSON on the standard output, after what the command printed
    #[arg(long, help_heading = REPORT)]
    pub(crate) json: bool,
    /// Writes the report to a file, as SARIF
    #[arg(long, value_name = "FILE", help_heading = REPORT)]
    pub(super) sarif: Option<PathBuf>,
    /// Writes the report to a file, as one page of HTML with pictures
    #[arg(long, value_name = "FILE", help_heading = REPORT)]
    pub(super) html: Option<PathBuf>,
    /// Draws the worst requests of the lines that cost the most, as SVG
    #[arg(long, value_name = "FILE", help_heading = REPORT)]
    pub(super) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(super) host: HostReports,
    /// Prints each kernel with bank conflicts or findings as `profile` does, even where no check fails
    #[arg(long, help_heading = REPORT)]
    pub(super) details: bool,
    /// Lists the libraries of CUDA's that were supplied, and those that the command brought
    #[arg(short, long, help_heading = REPORT)]
    pub(super) verbose: bool,
    /// The driver library, where it is not beside this program
    #[arg(long, value_name = "FILE", help_heading = TOOLS)]
    pub(super) library: Option<PathBuf>,
    /// NVIDIA's disassembler, without which kernels run as PTX; by default the one that `smem-tile profile` uses
    #[arg(long, value_name = "PROGRAM", help_heading = TOOLS)]
    nvdisasm: Option<PathBuf>,
    /// NVIDIA's assembler, with which PTX runs as machine code, as on a GPU; where it refuses the PTX, kernels run as PTX. By default the
    /// one that `smem-tile profile` uses
    #[arg(long, value_name = "PROGRAM", help_heading = TOOLS)]
    ptxas: Option<PathBuf>,
    /// Installs nothing: without tools on the machine, kernels run as PTX
    #[arg(long, help_heading = TOOLS)]
    offline: bool,
    /// Assembles and disassembles all code anew; by default the results of earlier runs are taken
    #[arg(long, help_heading = TOOLS)]
    no_cache: bool,
    /// Leaves a CUDA runtime alone that is built into the command or into a library of it, as nvcc links it by default. Without this option its
    /// functions are led to smem-tile's own when the loader maps them, on x86-64 Linux; no file changes
    #[arg(long, help_heading = TOOLS)]
    pub(super) no_lead: bool,
    /// The command and its arguments, after `--`; or a CUDA file (.cu) that is compiled first
    #[arg(value_name = "COMMAND", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    pub(super) command: Vec<OsString>,
}

impl RunOptions {
    /// The program of the CUDA file in place of a command; `None` for a command.
    pub(super) fn built(&self) -> Result<Option<BuiltProgram>, EarlyEnd> {
        let Some(file) = self.cuda_file() else { return Ok(None) };
        let limits = LimitSpec { offline: Some(self.offline), ..LimitSpec::default() };
        let spec = JobSpec { source: self.source.clone(), limits, ..JobSpec::default() };
        let job = Job::new(file).spec(spec).watched_by(Arc::new(ProgramWatcher::default()));
        Ok(Some(job.program()?))
    }

    /// The CUDA file in place of a command.
    pub(crate) fn cuda_file(&self) -> Option<&Path> {
        let first = Path::new(self.command.first()?);
        first.extension().is_some_and(|extension| extension == "cu").then_some(first)
    }

    /// Whether missing parts may be installed for the command, and where.
    pub(super) fn install(&self) -> Install {
        Install::of_user(self.offline)
    }

    /// The words of the command: for a CUDA file those after its program.
    pub(crate) fn words(&self) -> &[OsString] {
        &self.command
    }

    /// The devices and the checks: those of the command line, else of the configuration.
    pub(super) fn driver(&self, config: &Config) -> Result<DriverOptions, EarlyEnd> {
        let CheckModes { races, global_races, overruns, unwritten, barriers, faults } =
            self.modes.over(config.checks.modes);
        let target = self.source.default_target();
        self.source.gpu_for(&target)?;
        Ok(DriverOptions {
            arch: target.arch(),
            gpu: self.source.gpu,
            devices: self.devices,
            memory: self.memory,
            driver_version: self.driver_version,
            races: races.unwrap_or_default(),
            global_races: global_races == Some(true),
            overruns: overruns.unwrap_or_default(),
            unwritten: unwritten.unwrap_or_default(),
            barriers: barriers.unwrap_or_default(),
            faults: faults.unwrap_or_default(),
            sample: self.sample,
            orders: self.schedules.over(config.checks.schedules),
            max_instructions: self.max_instructions,
            isa: self.source.isa.map_or(Isa::Sass, Isa::from),
            disassembler: self.disassembler()?,
            assembler: self.assembler()?,
            listings: Install::of_user(self.offline).folder().filter(|_| !self.no_cache),
            ..DriverOptions::default()
        })
    }

    /// The assembler that was named, is installed, or can be: what a program loads as PTX is counted as the machine code that a GPU's driver
    /// makes of it. A failed installation ends nothing, unless machine code was asked for.
    fn assembler(&self) -> Result<Option<PathBuf>, EarlyEnd> {
        if self.source.isa == Some(IsaName::Ptx) {
            return Ok(None);
        }
        if self.ptxas.is_some() {
            return Ok(self.ptxas.clone());
        }
        let found = Assembler::find(Install::of_user(self.offline)).map(|found| found.path().to_path_buf());
        self.found(found, "assembler, so PTX runs as PTX")
    }

    /// Says how to have machine code, where kernels ran as PTX because there is no assembler and nothing was said of the instruction set.
    pub(super) fn way_to_machine_code(&self, driver: &DriverOptions) -> &'static str {
        let is_missing = self.source.isa.is_none() && driver.assembler.is_none();
        if is_missing { "; NVIDIA's assembler is missing, with which machine code is counted" } else { "" }
    }

    /// The disassembler that was named, is installed, or can be. Programs that have PTX alone do without it, so that a failed installation
    /// ends nothing, unless machine code was asked for.
    fn disassembler(&self) -> Result<Option<PathBuf>, EarlyEnd> {
        if self.nvdisasm.is_some() {
            return Ok(self.nvdisasm.clone());
        }
        let found = Disassembler::find(Install::of_user(self.offline)).map(|found| found.path().to_path_buf());
        self.found(found, "disassembler, so kernels run as PTX")
    }

    /// A tool that was found or installed; or none, with a note that names what is missing.
    fn found(&self, found: Result<PathBuf, ToolError>, missing: &str) -> Result<Option<PathBuf>, EarlyEnd> {
        match found {
            Ok(path) => Ok(Some(path)),
            Err(error) if self.source.isa == Some(IsaName::Sass) => Err(error.to_string().into()),
            Err(_) if self.offline => Ok(None),
            Err(error) => {
                diagnostic::note(&format!("there is no {missing}: {error}"));
                Ok(None)
            }
        }
    }
}
