//! The choices of a run: the simulated devices and what is checked.

use std::path::PathBuf;

use smem_report::FindingKind;
use smem_sim::{Arch, Isa};
use smem_toolchain::{Assembler, Disassembler, Install};

use crate::check_mode::CheckMode;
use crate::code::CodeTools;
use crate::verdict::{OverrunCheck, VerdictOptions};

/// The simulated devices and the checks of a [`Driver`](crate::Driver). A process that loads the driver library gets them from the
/// environment, where `smem-tile run` writes them.
///
/// ```
/// use smem_driver::{DriverOptions, CheckMode};
///
/// let options = DriverOptions { races: CheckMode::Deny, devices: 2, ..DriverOptions::default() };
/// let variables = options.variables();
/// let read = DriverOptions::from_variables(|name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone()));
/// assert_eq!(read, Ok(options));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DriverOptions {
    /// The architecture of every device.
    pub arch: Arch,
    /// The number of devices.
    pub devices: u32,
    /// Bytes of memory of each device.
    pub memory: u64,
    /// How races on shared memory are treated. A launch with one that does harm fails where they are denied. Where races, overruns and
    /// unwritten reads are all off, no accesses are compared, and launches are faster.
    pub races: CheckMode,
    /// Whether races on global memory are looked for as well, and treated as those on shared memory. Then one thread of the host runs all blocks of a
    /// launch.
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
    pub sample: Option<u64>,
    /// How many more orders of warps and blocks launches run in, as [`VerdictOptions::schedules`].
    pub schedules: Option<u32>,
    /// The seed of the first such order.
    pub schedule_seed: u64,
    /// The thread instructions after which a launch ends with a fault; an instruction of a warp is 32, however many of its lanes are active.
    /// `None` is [`Simulator::DEFAULT_INSTRUCTION_LIMIT`](smem_sim::Simulator::DEFAULT_INSTRUCTION_LIMIT), over 68 billion.
    pub max_instructions: Option<u64>,
    /// The folder that this process writes its report to; nothing is written without one.
    pub reports: Option<PathBuf>,
    /// The instruction set that runs where there is a choice. For machine code, PTX is assembled, as a driver does it, and what cannot be
    /// assembled or lacks a tool runs as PTX; for PTX, images that have both run as PTX.
    pub isa: Isa,
    /// NVIDIA's `nvdisasm`, without which machine code cannot run.
    pub disassembler: Option<PathBuf>,
    /// NVIDIA's `ptxas`, which makes machine code of PTX. Without it, or the disassembler, PTX runs as PTX.
    pub assembler: Option<PathBuf>,
    /// The folder of installed parts that the machine code of `ptxas` and the listings of `nvdisasm` are kept in, so that they start once for the
    /// same code; without one they start each time that code is loaded.
    pub listings: Option<PathBuf>,
}

const ARCH: &str = "SMEM_TILE_ARCH";
const DEVICES: &str = "SMEM_TILE_DEVICES";
const MEMORY: &str = "SMEM_TILE_MEMORY";
const SAMPLE: &str = "SMEM_TILE_SAMPLE";
const SCHEDULES: &str = "SMEM_TILE_SCHEDULES";
const SCHEDULE_SEED: &str = "SMEM_TILE_SCHEDULE_SEED";
const MAX_INSTRUCTIONS: &str = "SMEM_TILE_MAX_INSTRUCTIONS";
pub(crate) const REPORTS: &str = "SMEM_TILE_REPORTS";
const GLOBAL_RACES: &str = "SMEM_TILE_GLOBAL_RACES";
const ISA: &str = "SMEM_TILE_ISA";
const DISASSEMBLER: &str = "SMEM_TILE_NVDISASM";
const ASSEMBLER: &str = "SMEM_TILE_PTXAS";
const LISTINGS: &str = "SMEM_TILE_LISTINGS";

/// Launches of one kernel with one shape that are judged by their PTX, and the bytes of memory that are copied for that.
const MOST_JUDGED: u32 = 2;
const MOST_COPIED: u64 = 256 << 20;

/// The most devices that a run may have.
const MOST_DEVICES: u32 = 16;

impl Default for DriverOptions {
    fn default() -> Self {
        DriverOptions {
            arch: Arch::SM_90,
            devices: 1,
            memory: 8 << 30,
            races: CheckMode::Report,
            global_races: false,
            overruns: CheckMode::Report,
            unwritten: CheckMode::Report,
            barriers: CheckMode::Report,
            faults: CheckMode::Report,
            sample: None,
            schedules: None,
            schedule_seed: 1,
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
    /// Returns the environment variables that say the same as these options.
    pub fn variables(&self) -> Vec<(&'static str, String)> {
        let mut variables =
            vec![(ARCH, self.arch.to_string()), (DEVICES, self.devices.to_string()), (MEMORY, self.memory.to_string())];
        variables.extend(self.modes().map(|(variable, mode)| (variable, mode.name().to_owned())));
        variables.extend(self.looks_for_global_races().then(|| (GLOBAL_RACES, "report".to_owned())));
        variables.extend(self.sample.map(|whole| (SAMPLE, whole.to_string())));
        variables.extend(self.schedules.map(|orders| (SCHEDULES, orders.to_string())));
        variables.extend((self.schedule_seed != 1).then(|| (SCHEDULE_SEED, self.schedule_seed.to_string())));
        variables.extend(self.max_instructions.map(|count| (MAX_INSTRUCTIONS, count.to_string())));
        variables.push((ISA, self.isa.to_string().to_lowercase()));
        let path = |path: &PathBuf| path.display().to_string();
        variables.extend(self.reports.as_ref().map(|folder| (REPORTS, path(folder))));
        variables.extend(self.disassembler.as_ref().map(|program| (DISASSEMBLER, path(program))));
        variables.extend(self.assembler.as_ref().map(|program| (ASSEMBLER, path(program))));
        variables.extend(self.listings.as_ref().map(|folder| (LISTINGS, path(folder))));
        variables
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
            schedules: self.schedules,
            schedule_seed: self.schedule_seed,
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

    /// The variables of the checks and their modes.
    fn modes(&self) -> [(&'static str, CheckMode); 5] {
        let mut options = self.clone();
        options.modes_mut().map(|(variable, mode)| (variable, *mode))
    }

    fn modes_mut(&mut self) -> [(&'static str, &mut CheckMode); 5] {
        [
            ("SMEM_TILE_RACES", &mut self.races),
            ("SMEM_TILE_OVERRUNS", &mut self.overruns),
            ("SMEM_TILE_UNWRITTEN", &mut self.unwritten),
            ("SMEM_TILE_BARRIERS", &mut self.barriers),
            ("SMEM_TILE_FAULTS", &mut self.faults),
        ]
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
    /// # Errors
    /// A sentence that names the variable, where its value is not one that it can have.
    pub fn from_variables(value: impl Fn(&str) -> Option<String>) -> Result<DriverOptions, String> {
        let mut options = DriverOptions::default();
        if let Some(name) = value(ARCH) {
            options.arch = Arch::from_name(&name).ok_or_else(|| format!("{ARCH}: `{name}` is not an architecture"))?;
        }
        if let Some(number) = value(DEVICES) {
            let devices = number.parse().ok().filter(|devices| (1..=MOST_DEVICES).contains(devices));
            options.devices = devices.ok_or_else(|| format!("{DEVICES}: `{number}` is not 1 to {MOST_DEVICES}"))?;
        }
        if let Some(size) = value(MEMORY) {
            options.memory = bytes(&size).map_err(|error| format!("{MEMORY}: {error}"))?;
        }
        for (variable, mode) in options.modes_mut() {
            if let Some(name) = value(variable) {
                let read = CheckMode::from_name(&name);
                *mode = read.ok_or_else(|| format!("{variable}: `{name}` is not `report`, `deny` or `off`"))?;
            }
        }
        options.global_races = match value(GLOBAL_RACES).as_deref() {
            None | Some("off") => false,
            Some("report") => true,
            Some(other) => return Err(format!("{GLOBAL_RACES}: `{other}` is not `report` or `off`")),
        };
        let from_one = |variable: &str| {
            let read = |number: String| match number.parse().ok().filter(|count| *count > 0) {
                Some(count) => Ok(count),
                None => Err(format!("{variable}: `{number}` is not a number from 1")),
            };
            value(variable).map(read).transpose()
        };
        options.sample = from_one(SAMPLE)?;
        options.max_instructions = from_one(MAX_INSTRUCTIONS)?;
        options.schedule_seed = from_one(SCHEDULE_SEED)?.unwrap_or(options.schedule_seed);
        if let Some(orders) = value(SCHEDULES) {
            let read = orders.parse().map_err(|_| format!("{SCHEDULES}: `{orders}` is not a number"))?;
            options.schedules = Some(read);
        }
        if let Some(name) = value(ISA) {
            options.isa = match name.as_str() {
                "ptx" => Isa::Ptx,
                "sass" => Isa::Sass,
                _ => return Err(format!("{ISA}: `{name}` is not `sass` or `ptx`")),
            };
        }
        options.reports = value(REPORTS).map(PathBuf::from);
        options.disassembler = value(DISASSEMBLER).map(PathBuf::from);
        options.assembler = value(ASSEMBLER).map(PathBuf::from);
        options.listings = value(LISTINGS).map(PathBuf::from);
        Ok(options)
    }
}

/// Reads a number of bytes: `8GiB`, `512MiB`, `64KiB` or a plain number.
///
/// ```
/// assert_eq!(smem_driver::bytes("8GiB"), Ok(8 << 30));
/// assert_eq!(smem_driver::bytes("1000"), Ok(1000));
/// assert!(smem_driver::bytes("8 apples").is_err());
/// ```
///
/// # Errors
/// A sentence where the text is not a positive number of bytes below 2^48.
pub fn bytes(text: &str) -> Result<u64, String> {
    let units = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("TiB", 40)];
    let unit = units.iter().find_map(|(unit, shift)| Some((text.strip_suffix(unit)?, *shift)));
    let (number, shift) = unit.unwrap_or((text, 0));
    let bytes = number.trim().parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes
        .filter(|bytes| (1..1 << 48).contains(bytes))
        .ok_or_else(|| format!("`{text}` is not a number of bytes, as 8GiB or 512MiB are"))
}
