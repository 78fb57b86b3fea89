//! Which launches of which files are checked.

use std::path::PathBuf;

use smem_profile::Job;

use super::options::CheckOptions;
use crate::config::{Config, ConfiguredLaunch, NAME};
use crate::failure::EarlyEnd;
use crate::limits::RunLimits;

/// A launch of the configuration, or a file whose own launches are made.
#[derive(Debug)]
pub(super) struct PlannedLaunch<'a> {
    pub(super) file: PathBuf,
    configured: Option<&'a ConfiguredLaunch>,
}

impl PlannedLaunch<'_> {
    /// The job that runs it.
    pub(super) fn job(&self, options: &CheckOptions, config: &Config, limits: &RunLimits) -> Job {
        options.job(&self.file, self.configured, config, limits)
    }
}

/// The launches that are asked for.
///
/// # Errors
/// A sentence where there is none.
pub(super) fn launches<'a>(options: &'a CheckOptions, config: &'a Config) -> Result<Vec<PlannedLaunch<'a>>, EarlyEnd> {
    let planned =
        |launch: &'a ConfiguredLaunch| PlannedLaunch { file: launch.file(&config.folder), configured: Some(launch) };
    if options.files.is_empty() {
        let planned: Vec<PlannedLaunch<'a>> = config.launches.iter().map(planned).collect();
        return if planned.is_empty() { Err(EarlyEnd::Message(nothing(config))) } else { Ok(planned) };
    }
    let mut all = Vec::new();
    for file in &options.files {
        let own: Vec<&ConfiguredLaunch> = config.launches_of(file).collect();
        match own.is_empty() {
            true => all.push(PlannedLaunch { file: file.clone(), configured: None }),
            false => {
                all.extend(own.into_iter().map(|launch| PlannedLaunch { file: file.clone(), configured: Some(launch) }))
            }
        }
    }
    Ok(all)
}

fn nothing(config: &Config) -> String {
    let help = format!(
        "help: name files, or describe launches in `{NAME}`: `[[launch]]` with `file`, `kernel`, `grid`, `block` and `args`"
    );
    match config.is_there {
        true => format!("`{}` has no launch to check\n{help}", crate::config::shown(&config.folder.join(NAME))),
        false => format!("there is no `{NAME}` here or in a folder above\n{help}"),
    }
}
