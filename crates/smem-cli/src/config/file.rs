//! The text of `smem-tile.toml`, read and checked.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::Deserialize;
use smem_driver::CheckMode;

use super::launch::ConfiguredLaunch;
use crate::limits::ConfiguredLimits;

/// The launches, the budgets and the checks of a project.
#[derive(Deserialize, Debug, Clone, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct Config {
    /// The findings that are looked for, and the budget of each kernel.
    pub(crate) checks: ConfiguredChecks,
    pub(super) kernels: BTreeMap<String, KernelBudget>,
    /// The time and the memory of a command, where they are lower than its own.
    pub(crate) limits: ConfiguredLimits,
    #[serde(rename = "launch")]
    pub(crate) launches: Vec<ConfiguredLaunch>,
    /// The folder of the file, from which its paths are.
    #[serde(skip)]
    pub(crate) folder: PathBuf,
    /// Whether there is a file.
    #[serde(skip)]
    pub(crate) is_there: bool,
}

/// The checks of all kernels.
#[derive(Deserialize, Debug, Clone, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct ConfiguredChecks {
    /// The most excess wavefronts of each kernel.
    pub(crate) max_excess: Option<u64>,
    pub(crate) races: Option<Mode>,
    pub(crate) overruns: Option<Mode>,
    pub(crate) unwritten: Option<Mode>,
    pub(crate) barriers: Option<Mode>,
    pub(crate) faults: Option<Mode>,
    /// Whether races on global memory are looked for, which `check` does unless it is false.
    pub(crate) global_races: Option<bool>,
}

/// The budget of one kernel.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct KernelBudget {
    max_excess: u64,
}

/// How findings of a kind are treated.
#[derive(Deserialize, ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Mode {
    Report,
    Deny,
    Off,
}

impl Mode {
    /// The mode of the driver.
    pub(crate) fn check(self) -> CheckMode {
        match self {
            Mode::Report => CheckMode::Report,
            Mode::Deny => CheckMode::Deny,
            Mode::Off => CheckMode::Off,
        }
    }
}

impl Config {
    /// Reads the text.
    ///
    /// # Errors
    /// The line, the column and what is wrong there: `3:1: unknown field ..`.
    pub(super) fn parse(text: &str) -> Result<Config, String> {
        let config: Config = toml::from_str(text).map_err(|error| {
            let before = text.get(..error.span().map_or(0, |span| span.start)).unwrap_or_default();
            let line = 1 + before.matches('\n').count();
            let column = 1 + before.rsplit('\n').next().unwrap_or_default().chars().count();
            format!("{line}:{column}: {}", error.message().lines().collect::<Vec<_>>().join(", "))
        })?;
        Ok(config)
    }

    /// The launches of a file.
    pub(crate) fn launches_of<'a>(&'a self, file: &'a Path) -> impl Iterator<Item = &'a ConfiguredLaunch> {
        self.launches.iter().filter(move |launch| launch.is_of(&self.folder, file))
    }

    /// The kernels that have a budget of their own, with the excess wavefronts that it accepts.
    pub(crate) fn budgets(&self) -> impl Iterator<Item = (&str, u64)> {
        self.kernels.iter().map(|(name, budget)| (&name[..], budget.max_excess))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = r#"
[checks]
max-excess = 0
races = "deny"
unwritten = "report"
global-races = false

[kernels]
transpose = { max-excess = 992 }
"scan<256>".max-excess = 31

[[launch]]
file = "src/scan.cu"
kernel = "scan<256>"
grid = [4, 4]
block = 256
args = ["in:f32[1024]=random", "u32:1024"]
define = ["N=4"]
"#;

    #[test]
    fn a_file_has_checks_budgets_and_launches() {
        let config = Config::parse(WHOLE).unwrap();
        assert_eq!((config.checks.max_excess, config.checks.races), (Some(0), Some(Mode::Deny)));
        assert_eq!(config.budgets().collect::<Vec<_>>(), [("scan<256>", 31), ("transpose", 992)]);
        assert_eq!(config.launches[0].kernel.as_deref(), Some("scan<256>"));
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        for (text, wrong) in [
            ("[checks]\nmax_excess = 0", "2:1: unknown field `max_excess`"),
            ("[check]", "1:2: unknown field `check`"),
            ("[checks]\nraces = \"perhaps\"", "2:9: unknown variant `perhaps`"),
            ("[kernels.scan]\nmax-excess = -1", "2:14: invalid value: integer `-1`"),
            ("[[launch]]\nkernel = \"k\"", "1:1: missing field `file`"),
            ("[[launch]]\nfile = \"a.cu\"\ngrid = [0]", "3:8: "),
            ("[[launch]]\nfile = \"a.cu\"\nblocks = 4", "3:1: unknown field `blocks`"),
            ("[checks", "1:8: "),
        ] {
            let error = Config::parse(text).unwrap_err();
            assert!(error.starts_with(wrong) && !error.contains('\n'), "{text}: {error}");
        }
    }
}
