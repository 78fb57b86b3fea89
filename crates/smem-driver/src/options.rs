//! The choices of a run: the simulated devices and what is checked.

use std::path::PathBuf;

use smem_sim::Arch;

/// How races on shared memory are treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RaceMode {
    /// Races are findings of the report; the kernel goes on.
    #[default]
    Report,
    /// A race that does harm is a fault of its launch.
    Deny,
    /// No race is looked for, which also leaves out reads of uninitialized shared memory and overruns.
    Off,
}

impl RaceMode {
    /// Reads `report`, `deny` or `off`.
    pub fn from_name(name: &str) -> Option<RaceMode> {
        match name {
            "report" => Some(RaceMode::Report),
            "deny" => Some(RaceMode::Deny),
            "off" => Some(RaceMode::Off),
            _ => None,
        }
    }

    /// The name that [`from_name`](Self::from_name) reads.
    pub fn name(self) -> &'static str {
        match self {
            RaceMode::Report => "report",
            RaceMode::Deny => "deny",
            RaceMode::Off => "off",
        }
    }
}

/// The simulated devices and the checks of a [`Driver`](crate::Driver). A process that loads the driver library gets them from the
/// environment, where `smem-tile run` writes them.
///
/// ```
/// use smem_driver::{DriverOptions, RaceMode};
///
/// let options = DriverOptions { races: RaceMode::Deny, devices: 2, ..DriverOptions::default() };
/// let variables = options.variables();
/// let read = DriverOptions::from_variables(|name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone()));
/// assert_eq!(read, Ok(options));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DriverOptions {
    /// The architecture of every device.
    pub arch: Arch,
    /// The number of devices.
    pub devices: u32,
    /// Bytes of memory of each device.
    pub memory: u64,
    /// How races are treated.
    pub races: RaceMode,
    /// The folder that this process writes its report to; nothing is written without one.
    pub reports: Option<PathBuf>,
    /// NVIDIA's `nvdisasm`, without which machine code cannot run.
    pub disassembler: Option<PathBuf>,
}

const ARCH: &str = "SMEM_TILE_ARCH";
const DEVICES: &str = "SMEM_TILE_DEVICES";
const MEMORY: &str = "SMEM_TILE_MEMORY";
const RACES: &str = "SMEM_TILE_RACES";
const REPORTS: &str = "SMEM_TILE_REPORTS";
const DISASSEMBLER: &str = "SMEM_TILE_NVDISASM";

/// The most devices that a run may have.
const MOST_DEVICES: u32 = 16;

impl Default for DriverOptions {
    fn default() -> Self {
        DriverOptions {
            arch: Arch::SM_90,
            devices: 1,
            memory: 8 << 30,
            races: RaceMode::Report,
            reports: None,
            disassembler: None,
        }
    }
}

impl DriverOptions {
    /// Returns the environment variables that say the same as these options.
    pub fn variables(&self) -> Vec<(&'static str, String)> {
        let mut variables = vec![
            (ARCH, self.arch.to_string()),
            (DEVICES, self.devices.to_string()),
            (MEMORY, self.memory.to_string()),
            (RACES, self.races.name().to_owned()),
        ];
        let path = |path: &PathBuf| path.display().to_string();
        variables.extend(self.reports.as_ref().map(|folder| (REPORTS, path(folder))));
        variables.extend(self.disassembler.as_ref().map(|program| (DISASSEMBLER, path(program))));
        variables
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
        if let Some(name) = value(RACES) {
            let races = RaceMode::from_name(&name);
            options.races = races.ok_or_else(|| format!("{RACES}: `{name}` is not `report`, `deny` or `off`"))?;
        }
        options.reports = value(REPORTS).map(PathBuf::from);
        options.disassembler = value(DISASSEMBLER).map(PathBuf::from);
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
