//! The choices of a run: the simulated devices and what is checked.

use std::path::PathBuf;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use smem_report::{FindingKind, deserialize_gpu, serialize_gpu};
use smem_sim::{Arch, Gpu, Isa};
use smem_toolchain::{Assembler, Disassembler, Install};

use crate::check_mode::CheckMode;
use crate::code::CodeTools;
use crate::driver_version::DriverVersion;
use crate::option_entries::{object, option_names, read_options};
use crate::option_value::{deserialize_bytes, deserialize_choice, deserialize_count, deserialize_whole};
use crate::schedule_spec::ScheduleSpec;
use crate::verdict::{OverrunCheck, VerdictOptions};

/// The simulated devices and the checks of a [`Driver`](crate::Driver). A process that loads the driver library gets them from the
/// environment, where `smem-tile run` writes them.
///
/// ```
/// use smem_driver::{DriverOptions, CheckMode};
///
/// let options = DriverOptions { races: CheckMode::Deny, devices: 2, ..DriverOptions::default() };
/// let variables = options.variables();
/// let read = DriverOptions::from_variables(|name| variables.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone()));
/// assert_eq!(read, Ok(options));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct DriverOptions {
    /// The architecture of every device.
    #[serde(with = "smem_report::named")]
    pub arch: Arch,
    /// The GPU whose multiprocessors and L2 every device has, and whose time is predicted; by default that of [`Gpu::of`] the architecture.
    #[serde(serialize_with = "serialize_gpu", deserialize_with = "deserialize_gpu")]
    pub gpu: Option<&'static Gpu>,
    /// The number of devices.
    #[serde(deserialize_with = "deserialize_devices")]
    pub devices: u32,
    /// Bytes of memory of each device.
    #[serde(deserialize_with = "deserialize_bytes")]
    pub memory: u64,
    /// The version of CUDA that the driver says it has.
    pub driver_version: DriverVersion,
    /// How races on shared memory are treated. A launch with one that does harm fails where they are denied. Where races, overruns and
    /// unwritten reads are all off, no accesses are compared, and launches are faster.
    pub races: CheckMode,
    /// Whether races on global memory are looked for as well, and treated as those on shared memory. Then one thread of the host runs all blocks of a
    /// launch.
    #[serde(deserialize_with = "deserialize_flag")]
    pub global_races: bool,
    /// How accesses to one shared array through the address of another are treated, and those past the shared memory of the block.
    pub overruns: CheckMode,
    /// How reads of uninitialized shared memory are treated.
    pub unwritten: CheckMode,
    /// How barriers are treated that some threads of the block pass by.
    pub barriers: CheckMode,
    /// How faults are treated. The launch fails in each mode, as on a GPU; off leaves them out of the report.
    pub faults: CheckMode,
    /// Of launches of one kernel with the same grid, blocks and dynamic shared memory, the number that run whole; of those that follow a
    /// few blocks run for their counts, and what they would compute is missing from memory. `None` runs all whole.
    #[serde(deserialize_with = "deserialize_count")]
    pub sample: Option<u64>,
    /// The orders of warps and blocks in which launches run again, as [`VerdictOptions::schedules`].
    #[serde(flatten)]
    pub orders: ScheduleSpec,
    /// The thread instructions after which a launch ends with a fault; an instruction of a warp is 32, however many of its lanes are active.
    /// `None` is [`Simulator::DEFAULT_INSTRUCTION_LIMIT`](smem_sim::Simulator::DEFAULT_INSTRUCTION_LIMIT), over 68 billion.
    #[serde(deserialize_with = "deserialize_count")]
    pub max_instructions: Option<u64>,
    /// The folder that this process writes its report to; nothing is written without one.
    #[serde(serialize_with = "serialize_path")]
    pub reports: Option<PathBuf>,
    /// The instruction set that runs where there is a choice. For machine code, PTX is assembled, as a driver does it, and what cannot be
    /// assembled or lacks a tool runs as PTX; for PTX, images that have both run as PTX.
    #[serde(with = "smem_report::named")]
    pub isa: Isa,
    /// NVIDIA's `nvdisasm`, without which machine code cannot run.
    #[serde(rename = "nvdisasm", serialize_with = "serialize_path")]
    pub disassembler: Option<PathBuf>,
    /// NVIDIA's `ptxas`, which makes machine code of PTX. Without it, or the disassembler, PTX runs as PTX.
    #[serde(rename = "ptxas", serialize_with = "serialize_path")]
    pub assembler: Option<PathBuf>,
    /// The folder of installed parts that the machine code of `ptxas` and the listings of `nvdisasm` are kept in, so that they start once for the
    /// same code; without one they start each time that code is loaded.
    #[serde(serialize_with = "serialize_path")]
    pub listings: Option<PathBuf>,
}

/// The variable that begins a run.
pub(crate) const REPORTS: &str = "SMEM_TILE_REPORTS";

/// The variable of an option.
fn variable(name: &str) -> String {
    format!("SMEM_TILE_{}", name.to_uppercase().replace('-', "_"))
}

/// Launches of one kernel with one shape that are judged by their PTX, and the bytes of memory that are copied for that.
const MOST_JUDGED: u32 = 2;
const MOST_COPIED: u64 = 256 << 20;

/// The most devices that a run may have.
const MOST_DEVICES: u32 = 16;

impl Default for DriverOptions {
    fn default() -> Self {
        DriverOptions {
            arch: Arch::SM_90,
            gpu: None,
            devices: 1,
            memory: 8 << 30,
            driver_version: DriverVersion::default(),
            races: CheckMode::Report,
            global_races: false,
            overruns: CheckMode::Report,
            unwritten: CheckMode::Report,
            barriers: CheckMode::Report,
            faults: CheckMode::Report,
            sample: None,
            orders: ScheduleSpec::default(),
            max_instructions: None,
            reports: None,
            isa: Isa::Sass,
            disassembler: None,
            assembler: None,
            listings: None,
        }
    }
}

impl DriverOptions {
    /// Returns the environment variables that say the same as these options, one for each option: `SMEM_TILE_SCHEDULE_SEED` for
    /// `--schedule-seed`.
    pub fn variables(&self) -> Vec<(String, String)> {
        let text = |value: Value| match value {
            Value::Null => None,
            Value::String(text) => Some(text),
            other => Some(other.to_string()),
        };
        object(self).into_iter().filter_map(|(name, value)| Some((variable(&name), text(value)?))).collect()
    }

    /// The GPU of the devices.
    pub(crate) fn gpu(&self) -> &'static Gpu {
        self.gpu.unwrap_or_else(|| Gpu::of(self.arch))
    }

    /// Whether races on global memory are looked for: where those on shared memory are.
    pub(crate) fn looks_for_global_races(&self) -> bool {
        self.global_races && self.races != CheckMode::Off
    }

    /// How far launches are judged.
    pub(crate) fn verdict(&self) -> VerdictOptions {
        VerdictOptions {
            race_check: [self.races, self.unwritten].iter().any(|mode| *mode != CheckMode::Off),
            global_races: self.looks_for_global_races(),
            overruns: if self.overruns == CheckMode::Off { OverrunCheck::Off } else { OverrunCheck::Sample },
            most_judged: MOST_JUDGED,
            most_bytes: MOST_COPIED,
            schedules: self.orders.orders(),
            schedule_seed: self.orders.first_seed(),
            shares_memory: true,
            ..VerdictOptions::default()
        }
    }

    /// The tools, with what they made earlier.
    pub(crate) fn tools(&self) -> CodeTools {
        let (mut assembler, mut disassembler) =
            (self.assembler.as_ref().map(Assembler::at), self.disassembler.as_ref().map(Disassembler::at));
        if let Some(folder) = &self.listings {
            assembler = assembler.map(|tool| tool.keeping_in(folder));
            disassembler = disassembler.map(|tool| tool.keeping_in(folder));
        }
        CodeTools { assembler, disassembler, prefers_ptx: self.isa == Isa::Ptx }
    }

    /// Names the tools that are on this machine where none are named: those that were installed into the target folder of the running program
    /// or into the user's caches, else those of a CUDA toolkit. Installs nothing. [`install`](crate::install()) does this.
    ///
    /// ```
    /// use smem_driver::DriverOptions;
    ///
    /// let named = DriverOptions { disassembler: Some("/opt/nvdisasm".into()), ..DriverOptions::default() };
    /// assert_eq!(named.clone().with_tools_found().disassembler, named.disassembler);
    /// ```
    #[must_use]
    pub fn with_tools_found(mut self) -> DriverOptions {
        for install in [Install::Refused, Install::of_user(true)] {
            let disassembler = || Some(Disassembler::find(install.clone()).ok()?.path().to_path_buf());
            let assembler = || Some(Assembler::find(install.clone()).ok()?.path().to_path_buf());
            self.disassembler = self.disassembler.or_else(disassembler);
            if self.isa != Isa::Ptx {
                self.assembler = self.assembler.or_else(assembler);
            }
            let folder = || install.folder().filter(|folder| folder.is_dir());
            self.listings = self.listings.or_else(folder);
        }
        self
    }

    /// How findings of a kind are treated.
    ///
    /// ```
    /// use smem_driver::{CheckMode, DriverOptions, FindingKind};
    ///
    /// let options = DriverOptions { overruns: CheckMode::Deny, ..DriverOptions::default() };
    /// assert_eq!(options.mode(FindingKind::Overrun), CheckMode::Deny);
    /// assert_eq!(options.mode(FindingKind::Race), CheckMode::Report);
    /// ```
    pub fn mode(&self, kind: FindingKind) -> CheckMode {
        match kind {
            FindingKind::Fault => self.faults,
            FindingKind::Race
            | FindingKind::GlobalRace
            | FindingKind::ClusterAccess
            | FindingKind::UnawaitedResult
            | FindingKind::StreamMisuse
            | FindingKind::SameValueWrites
            | FindingKind::OrderDependence => self.races,
            FindingKind::Overrun | FindingKind::LocalOverrun | FindingKind::PastEnd => self.overruns,
            FindingKind::Barrier => self.barriers,
            FindingKind::UnwrittenRead => self.unwritten,
        }
    }

    /// Reads the options from variables, by name; what is missing is the default.
    ///
    /// ```
    /// use smem_driver::DriverOptions;
    ///
    /// let wrong = DriverOptions::from_variables(|name| (name == "SMEM_TILE_DEVICES").then(|| "99".to_owned()));
    /// assert_eq!(wrong, Err("SMEM_TILE_DEVICES: `99` is not 1 to 16".to_owned()));
    /// ```
    ///
    /// # Errors
    /// A sentence that names the variable, where its value is not one that it can have.
    pub fn from_variables(value: impl Fn(&str) -> Option<String>) -> Result<DriverOptions, String> {
        let names = option_names::<DriverOptions>();
        let given = names.into_iter().filter_map(|name| Some((name.clone(), Value::String(value(&variable(&name))?))));
        read_options(given).map_err(|error| format!("{}: {}", variable(&error.name), error.message))
    }
}

/// Reads the number of devices.
fn deserialize_devices<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let number = deserialize_whole(deserializer)?.unwrap_or(1);
    let wrong = || D::Error::custom(format!("`{number}` is not 1 to {MOST_DEVICES}"));
    Some(number).filter(|devices| (1..=MOST_DEVICES).contains(devices)).ok_or_else(wrong)
}

/// Reads a choice that is off unless it is given.
fn deserialize_flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(deserialize_choice(deserializer)?.unwrap_or_default())
}

/// Writes a path, whose bytes need not be UTF-8.
fn serialize_path<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    path.as_ref().map(|path| path.to_string_lossy()).serialize(serializer)
}
