//! The machine that a measurement was made on, and the day.

use std::fmt;
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::Nsight;
use smem_launch::Device;

/// All that a measurement may depend on. Data files have a line for each.
///
/// ```
/// use smem_hardware::Machine;
///
/// let lines = "# device: NVIDIA H200 (sm_90), driver 13.0\n# driver: 580.159.04\n# nvrtc: 13.0\n# nsight compute: none\n# date: 2026-11-20\n";
/// let field = |name: &str| {
///     let value = lines.lines().find_map(|line| line.strip_prefix("# ")?.strip_prefix(name)?.strip_prefix(": "));
///     value.map(str::to_owned).ok_or("not there")
/// };
/// assert_eq!(Machine::from_fields(field)?.to_string(), lines);
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Machine {
    /// The GPU and the CUDA version of its driver, as [`Device::describe`] says them.
    pub device: String,
    /// The driver's own version, or that it is unknown.
    pub driver: String,
    /// NVRTC's version.
    pub nvrtc: String,
    /// Nsight Compute's version, or `none`.
    pub nsight: String,
    /// The day, as in 2026-01-31 (UTC).
    pub date: String,
}

impl Machine {
    /// Returns this machine, today.
    pub fn this(device: &Device, nsight: Option<&Nsight>) -> Machine {
        let (major, minor) = device.nvrtc().version();
        Machine {
            device: device.describe(),
            driver: driver().unwrap_or_else(|| "unknown".to_owned()),
            nvrtc: format!("{major}.{minor}"),
            nsight: nsight.map_or_else(|| "none".to_owned(), |nsight| nsight.version().to_owned()),
            date: today(),
        }
    }

    /// Reads a machine from the fields of a data file: `field` gives the value of each by its name.
    ///
    /// # Errors
    /// The first that `field` gives.
    pub fn from_fields<E>(field: impl Fn(&str) -> Result<String, E>) -> Result<Machine, E> {
        Ok(Machine {
            device: field("device")?,
            driver: field("driver")?,
            nvrtc: field("nvrtc")?,
            nsight: field("nsight compute")?,
            date: field("date")?,
        })
    }
}

/// The lines of a data file: `# device: ..` and so on.
impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Machine { device, driver, nvrtc, nsight, date } = self;
        writeln!(
            f,
            "# device: {device}\n# driver: {driver}\n# nvrtc: {nvrtc}\n# nsight compute: {nsight}\n# date: {date}"
        )
    }
}

fn driver() -> Option<String> {
    let mut command = Command::new("nvidia-smi");
    command.args(["--query-gpu=driver_version", "--format=csv,noheader"]).stdin(Stdio::null()).stderr(Stdio::null());
    let output = command.output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    text.lines().next().map(str::to_owned)
}

fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date(seconds / 86_400)
}

/// Returns the Gregorian date `days` days after 1970-01-01.
fn date(days: u64) -> String {
    // Years that start in March put the leap day last; 400 of them are 146097 days.
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = match month {
        0..10 => (year + 400 * era, month + 3),
        _ => (year + 400 * era + 1, month - 9),
    };
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(19_722), "2023-12-31");
        assert_eq!(date(19_782), "2024-02-29");
    }
}
