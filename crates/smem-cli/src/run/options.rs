//! The command line of `smem-tile run`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use smem_driver::{Arch, DriverOptions, RaceMode};
use smem_launch::Disassembler;

use crate::cache;

pub(crate) const EXAMPLES: &str = "Examples:

    smem-tile run -- cargo test
    smem-tile run --max-excess 0 --report report.json -- ./my_program --size 1024
    smem-tile run --races deny --arch sm_80 -- pytest

The command's own output stays as it is; the report is one line on the standard error, and more where a check fails.

Exit codes: that of the command; 1 if it is 0 and a kernel has a fault, a race, an overrun or a barrier that threads pass by, or more excess
wavefronts than accepted; 2 if the command cannot run.";

/// A command that runs on the simulated driver.
#[derive(Args, Debug)]
pub(crate) struct RunOptions {
    /// The architecture of the simulated devices, as sm_90
    #[arg(long, value_name = "ARCH", default_value = "sm_90", value_parser = arch)]
    arch: Arch,
    /// The number of devices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=16))]
    devices: u32,
    /// The memory of each device, as 8GiB or 512MiB
    #[arg(long, value_name = "BYTES", default_value = "8GiB", value_parser = smem_driver::bytes)]
    memory: u64,
    /// Races on shared memory: `report` them, `deny` makes them a fault of the launch, `off` does not look for them
    #[arg(long, value_enum, value_name = "MODE", default_value_t)]
    races: Races,
    /// Fails, with the code 1, if a kernel has more excess wavefronts than N in all of its launches
    #[arg(long, value_name = "N")]
    pub(super) max_excess: Option<u64>,
    /// Writes the report to a file, as JSON
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<PathBuf>,
    /// Prints the report as JSON on the standard output, behind what the command printed
    #[arg(long)]
    pub(super) json: bool,
    /// Writes the report to a file, as SARIF
    #[arg(long, value_name = "FILE")]
    pub(super) sarif: Option<PathBuf>,
    /// Prints each line with bank conflicts and each finding, even where no check fails
    #[arg(long)]
    pub(super) details: bool,
    /// The driver library, where it is not beside this program
    #[arg(long, value_name = "FILE")]
    pub(super) library: Option<PathBuf>,
    /// NVIDIA's disassembler, with which kernels run as machine code where a program has some for the architecture, else as PTX; by
    /// default the one that `smem-tile profile` uses
    #[arg(long, value_name = "PROGRAM")]
    nvdisasm: Option<PathBuf>,
    /// Installs nothing: without a disassembler on the machine, kernels run as PTX
    #[arg(long)]
    offline: bool,
    /// The command and its arguments, behind `--`
    #[arg(value_name = "COMMAND", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    pub(super) command: Vec<OsString>,
}

#[derive(ValueEnum, Clone, Copy, Default, Debug)]
enum Races {
    #[default]
    Report,
    Deny,
    Off,
}

impl RunOptions {
    /// The devices and the checks.
    pub(super) fn driver(&self) -> DriverOptions {
        let mut options = DriverOptions::default();
        (options.arch, options.devices, options.memory) = (self.arch, self.devices, self.memory);
        options.disassembler = self.nvdisasm.clone().or_else(|| self.found_disassembler());
        options.races = match self.races {
            Races::Report => RaceMode::Report,
            Races::Deny => RaceMode::Deny,
            Races::Off => RaceMode::Off,
        };
        options
    }
}

impl RunOptions {
    /// The disassembler that is installed, or can be. Programs that have PTX alone do without it.
    fn found_disassembler(&self) -> Option<PathBuf> {
        let found = Disassembler::find(cache::install(self.offline)).ok()?;
        Some(found.path().to_path_buf())
    }
}

/// Reads an architecture.
fn arch(name: &str) -> Result<Arch, String> {
    Arch::from_name(name).ok_or_else(|| format!("`{name}` is not an architecture, as sm_80 and sm_90 are"))
}
