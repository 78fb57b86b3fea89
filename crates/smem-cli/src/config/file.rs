//! The text of `smem-tile.toml`, read and checked.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use smem_driver::{CheckModes, ScheduleSpec};
use toml::Spanned;

use super::entries::{Entries, Misplaced};
use super::launch::ConfiguredLaunch;
use crate::limits::ConfiguredLimits;

/// The launches, the budgets and the checks of a project.
#[derive(Debug, Clone, Default)]
pub(crate) struct Config {
    /// The findings that are looked for, and the budget of each kernel.
    pub(crate) checks: ConfiguredChecks,
    pub(super) kernels: BTreeMap<String, u64>,
    /// The time and the memory of a command, where they are lower than its own.
    pub(crate) limits: ConfiguredLimits,
    pub(crate) launches: Vec<ConfiguredLaunch>,
    /// The folder of the file, from which its paths are.
    pub(crate) folder: PathBuf,
    /// Whether there is a file.
    pub(crate) is_there: bool,
}

/// The tables of the file, whose keys are read as options are.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct ConfigTables {
    checks: Entries,
    kernels: BTreeMap<String, Spanned<Entries>>,
    limits: Entries,
    launch: Vec<Spanned<Entries>>,
}

/// The checks of all kernels.
#[derive(Serialize, Deserialize, Debug, Clone, Default)]
#[serde(rename_all = "kebab-case", default)]
pub(crate) struct ConfiguredChecks {
    /// The most excess wavefronts of each kernel.
    pub(crate) max_excess: Option<u64>,
    /// Races on global memory are looked for by `check` unless they are left out.
    #[serde(flatten)]
    pub(crate) modes: CheckModes,
    #[serde(flatten)]
    pub(crate) schedules: ScheduleSpec,
}

/// The budget of one kernel.
#[derive(Serialize, Deserialize, Debug, Clone, Default)]
#[serde(rename_all = "kebab-case", default)]
struct KernelBudget {
    max_excess: Option<u64>,
}

impl Config {
    /// Reads the text.
    ///
    /// # Errors
    /// The line, the column and what is wrong there: `3:1: unknown field ..`.
    pub(crate) fn parse(text: &str) -> Result<Config, String> {
        let tables: ConfigTables =
            toml::from_str(text).map_err(|error| placed(text, error.span().unwrap_or_default(), error.message()))?;
        Config::of(&tables).map_err(|wrong| placed(text, wrong.span, &wrong.message))
    }

    fn of(tables: &ConfigTables) -> Result<Config, Misplaced> {
        let budget = |entries: &Spanned<Entries>| {
            let KernelBudget { max_excess } = entries.get_ref().read()?;
            max_excess.ok_or_else(|| Misplaced::missing("max-excess", entries.span()))
        };
        let kernels = tables.kernels.iter().map(|(name, entries)| Ok((name.clone(), budget(entries)?)));
        Ok(Config {
            checks: tables.checks.read()?,
            kernels: kernels.collect::<Result<_, Misplaced>>()?,
            limits: tables.limits.read()?,
            launches: tables.launch.iter().map(ConfiguredLaunch::read).collect::<Result<_, Misplaced>>()?,
            ..Config::default()
        })
    }

    /// The launches of a file.
    pub(crate) fn launches_of<'a>(&'a self, file: &'a Path) -> impl Iterator<Item = &'a ConfiguredLaunch> {
        self.launches.iter().filter(move |launch| launch.is_of(&self.folder, file))
    }

    /// The kernels that have a budget of their own, with the excess wavefronts that it accepts.
    pub(crate) fn budgets(&self) -> impl Iterator<Item = (&str, u64)> {
        self.kernels.iter().map(|(name, most)| (&name[..], *most))
    }
}

/// A sentence with its line and column.
fn placed(text: &str, span: Range<usize>, message: &str) -> String {
    let before = text.get(..span.start).unwrap_or_default();
    let line = 1 + before.matches('\n').count();
    let column = 1 + before.rsplit('\n').next().unwrap_or_default().chars().count();
    format!("{line}:{column}: {}", message.lines().collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use smem_driver::CheckMode;

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
        assert_eq!((config.checks.max_excess, config.checks.modes.races), (Some(0), Some(CheckMode::Deny)));
        assert_eq!(config.budgets().collect::<Vec<_>>(), [("scan<256>", 31), ("transpose", 992)]);
        assert_eq!(config.launches[0].spec.launch.kernel.as_deref(), Some("scan<256>"));
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        for (text, wrong) in [
            ("[checks]\nmax_excess = 0", "2:1: unknown field `max_excess`"),
            ("[check]", "1:2: unknown field `check`"),
            ("[checks]\nraces = \"perhaps\"", "2:9: unknown variant `perhaps`"),
            ("[kernels.scan]\nmax-excess = -1", "2:14: invalid value: integer `-1`"),
            ("[kernels]\nscan = {}", "2:8: missing field `max-excess`"),
            ("[[launch]]\nkernel = \"k\"", "1:1: missing field `file`"),
            ("[[launch]]\nfile = \"a.cu\"\ngrid = [0]", "3:8: "),
            ("[[launch]]\nfile = \"a.cu\"\nblokcs = 4", "3:1: unknown field `blokcs`, did you mean `blocks`?"),
            ("[limits]\nmax-second = 4", "2:1: unknown field `max-second`, did you mean `max-seconds`?"),
            ("[kernels]\nscan.max-exces = 4", "2:6: unknown field `max-exces`, did you mean `max-excess`?"),
            ("[checks", "1:8: "),
        ] {
            let error = Config::parse(text).unwrap_err();
            assert!(error.starts_with(wrong) && !error.contains('\n'), "{text}: {error}");
        }
    }
}
