//! All options of a job.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use smem_driver::ScheduleSpec;

use super::check_spec::CheckSpec;
use super::launch_spec::LaunchSpec;
use super::limit_spec::LimitSpec;
use super::source_spec::SourceSpec;

/// The options of a [`Job`](crate::Job), by the names that each door gives them: `--schedule-seed` on the command line, `schedule-seed` in
/// `smem-tile.toml`, `schedule_seed` in Python. What is `None` is the default, as the comments of the options say.
///
/// With the feature `cli` each part is a group of arguments of clap, and the comments are the help.
///
/// ```
/// use smem_profile::{Extent, JobSpec, read_options};
///
/// let entries = [("grid".to_owned(), serde_json::json!([4, 4])), ("isa".to_owned(), "ptx".into())];
/// let spec: JobSpec = read_options(entries)?;
/// assert_eq!(spec.launch.grid, Some(Extent::from([4, 4])));
/// // What the command line says comes before the file of a project.
/// let typed = JobSpec { launch: smem_profile::LaunchSpec { grid: Some(64.into()), ..Default::default() }, ..JobSpec::default() };
/// assert_eq!(typed.over(spec.clone()).launch.grid, Some(64.into()));
/// assert_eq!(JobSpec::default().over(spec.clone()), spec);
/// # Ok::<(), smem_profile::OptionError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct JobSpec {
    /// The launch.
    #[serde(flatten)]
    pub launch: LaunchSpec,
    /// The source, and how it is compiled.
    #[serde(flatten)]
    pub source: SourceSpec,
    /// The checks.
    #[serde(flatten)]
    pub checks: CheckSpec,
    /// The other orders of warps and blocks in which launches run.
    #[serde(flatten)]
    pub schedules: ScheduleSpec,
    /// The limits of the job.
    #[serde(flatten)]
    pub limits: LimitSpec,
}

impl JobSpec {
    /// Returns these options over others: lists have the elements of both, those of the others first. Limits are the lower ones.
    #[must_use]
    pub fn over(self, below: JobSpec) -> JobSpec {
        let JobSpec { launch, source, checks, schedules, limits } = self;
        JobSpec {
            launch: launch.over(below.launch),
            source: source.over(below.source),
            checks: checks.over(below.checks),
            schedules: schedules.over(below.schedules),
            limits: limits.lowered(below.limits),
        }
    }
}

impl JobSpec {
    /// Returns all paths, so that a file of a project may have them below its folder.
    ///
    /// ```
    /// use smem_profile::{JobSpec, SourceSpec};
    ///
    /// let mut spec = JobSpec { source: SourceSpec { include: vec!["include".into()], ..Default::default() }, ..JobSpec::default() };
    /// spec.paths_mut().into_iter().for_each(|path| *path = std::path::Path::new("/project").join(&*path));
    /// assert_eq!(spec.source.include, [std::path::Path::new("/project/include")]);
    /// ```
    pub fn paths_mut(&mut self) -> Vec<&mut PathBuf> {
        let JobSpec { launch, source, checks: _, schedules: _, limits: _ } = self;
        launch.paths_mut().chain(source.paths_mut()).collect()
    }
}

#[cfg(test)]
mod tests {
    use smem_driver::{option_names, read_options};

    use super::*;

    #[test]
    fn an_option_that_is_given_over_others_keeps_its_value_and_lists_have_both() {
        let spec = |entries: serde_json::Value| read_options::<JobSpec>(entries.as_object().unwrap().clone()).unwrap();
        let below = spec(serde_json::json!({
            "define": ["N=1"], "std": "c++20", "global-races": true, "max-instructions": "5M", "schedules": 3, "schedule-seed": 9,
        }));
        let given = spec(serde_json::json!({
            "define": ["N=2"], "global-races": false, "max-instructions": 7_000_000, "schedules": 1,
        }));
        let both = spec(serde_json::json!({
            "define": ["N=1", "N=2"], "std": "c++20", "global-races": false, "max-instructions": "5M", "schedules": 1,
        }));
        assert_eq!(given.over(below), both);
    }

    #[test]
    fn each_option_has_one_name() {
        let names = option_names::<JobSpec>();
        let mut known = names.clone();
        known.dedup();
        assert_eq!(names, known);
        assert!(names.len() >= 28, "{names:?}");
    }

    #[test]
    fn an_option_that_is_wrong_is_named() {
        for (name, value, wrong) in [
            ("grid", serde_json::json!([4, 0]), "grid: expected one to three numbers from 1"),
            ("arch", "sm_1".into(), "arch: expected an architecture such as `sm_80` or `sm_90a`"),
            ("isa", "mips".into(), "isa: unknown variant `mips`, expected `sass` or `ptx`"),
            ("kernal", "k".into(), "unknown field `kernal`, did you mean `kernel`?"),
            ("max-memory", "much".into(), "max-memory: `much` is not a number of bytes"),
            ("schedule-seed", 0.into(), "schedule-seed: `0` is not a number from 1"),
        ] {
            let error = read_options::<JobSpec>([(name.to_owned(), value)]).unwrap_err();
            assert!(error.to_string().starts_with(wrong), "{error}");
        }
    }
}
