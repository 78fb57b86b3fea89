//! How findings of a kind are treated.

use serde::{Deserialize, Serialize};

/// How findings of a kind are treated.
///
/// ```
/// use smem_driver::CheckMode;
///
/// assert_eq!(CheckMode::from_name("deny"), Some(CheckMode::Deny));
/// assert_eq!(CheckMode::default().name(), "report");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckMode {
    /// They are part of the report; the kernel goes on.
    #[default]
    Report,
    /// They are part of the report, and the launch fails: the program gets an error from its next call that waits.
    Deny,
    /// They are not looked for, or left out of the report.
    Off,
}

impl CheckMode {
    /// All modes.
    pub const ALL: [CheckMode; 3] = [CheckMode::Report, CheckMode::Deny, CheckMode::Off];

    /// Reads `report`, `deny` or `off`.
    pub fn from_name(name: &str) -> Option<CheckMode> {
        CheckMode::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// The name that [`from_name`](Self::from_name) reads.
    pub fn name(self) -> &'static str {
        match self {
            CheckMode::Report => "report",
            CheckMode::Deny => "deny",
            CheckMode::Off => "off",
        }
    }
}

/// Written by hand: a derive would put the comments of the variants into the help of a command.
#[cfg(feature = "cli")]
impl clap::ValueEnum for CheckMode {
    fn value_variants<'a>() -> &'a [CheckMode] {
        &CheckMode::ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.name()))
    }
}
