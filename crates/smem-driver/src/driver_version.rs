//! The version of CUDA that the driver says it has.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A version of CUDA, `13.0`: programs ask the driver for it before they use what is new in one.
///
/// ```
/// use smem_driver::DriverVersion;
///
/// let version: DriverVersion = "12.4".parse()?;
/// assert_eq!((version.number(), version.to_string()), (12_040, "12.4".to_owned()));
/// assert_eq!(DriverVersion::default().number(), 13_000);
/// assert!("12".parse::<DriverVersion>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DriverVersion {
    major: u8,
    minor: u8,
}

/// That of the newest runtime that the library has.
impl Default for DriverVersion {
    fn default() -> Self {
        DriverVersion { major: 13, minor: 0 }
    }
}

impl DriverVersion {
    /// The version as functions of CUDA return it: 13000.
    pub fn number(self) -> i32 {
        i32::from(self.major) * 1000 + i32::from(self.minor) * 10
    }
}

impl fmt::Display for DriverVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

impl FromStr for DriverVersion {
    type Err = String;

    fn from_str(text: &str) -> Result<DriverVersion, String> {
        let read = text.split_once('.').and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
        let known = read.filter(|(major, minor)| (11..=19).contains(major) && *minor <= 9);
        let (major, minor) = known.ok_or_else(|| format!("`{text}` is not a version of CUDA, as 12.4 and 13.0 are"))?;
        Ok(DriverVersion { major, minor })
    }
}

impl From<DriverVersion> for String {
    fn from(version: DriverVersion) -> String {
        version.to_string()
    }
}

impl TryFrom<String> for DriverVersion {
    type Error = String;

    fn try_from(text: String) -> Result<DriverVersion, String> {
        text.parse()
    }
}
