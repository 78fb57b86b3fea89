//! The architecture that a kernel is compiled for.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use smem_launch::Arch;

/// An architecture as the compiler names it: `sm_90a` has features of its own.
///
/// ```
/// use smem_profile::{Arch, Target};
///
/// let target: Target = "sm_90a".parse()?;
/// assert_eq!((target.arch(), target.to_string()), (Arch::SM_90, "sm_90a".to_string()));
/// assert_eq!(Target::from(Arch::SM_80).to_string(), "sm_80");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Target {
    arch: Arch,
    /// `90a`
    name: String,
}

impl Target {
    /// Returns the architecture whose banks and limits hold.
    pub fn arch(&self) -> Arch {
        self.arch
    }

    /// Returns whether its name has a letter, for features that the architecture of the same number lacks.
    pub(crate) fn has_features(&self) -> bool {
        self.name.ends_with(|last: char| last.is_ascii_alphabetic())
    }

    /// `90a`
    pub(crate) fn number(&self) -> &str {
        &self.name
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "sm_{}", self.name)
    }
}

impl From<Arch> for Target {
    fn from(arch: Arch) -> Target {
        Target { arch, name: arch.number().to_string() }
    }
}

impl From<Target> for String {
    fn from(target: Target) -> String {
        target.to_string()
    }
}

impl TryFrom<String> for Target {
    type Error = String;

    fn try_from(text: String) -> Result<Target, String> {
        text.parse()
    }
}

/// Reads `sm_90`.
impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        match (Arch::from_name(text), text.strip_prefix("sm_")) {
            (Some(arch), Some(name)) => Ok(Target { arch, name: name.to_string() }),
            _ => Err("expected an architecture such as `sm_80` or `sm_90a`".to_string()),
        }
    }
}
