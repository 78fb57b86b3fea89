//! `smem-tile.toml`: the launches and the budgets of a project. [`Config::above`] finds it in a folder or one above.
//!
//! ```text
//! file      the text, read and checked
//! entries   a table of it whose keys are options
//! launch    a launch in it
//! paths     paths as people read them
//! ```

mod entries;
mod file;
mod launch;
mod paths;

use std::path::Path;

use smem_profile::program::{Roots, bounded, led_out, stays};

pub(crate) use file::{Config, ConfiguredChecks};
pub(crate) use launch::ConfiguredLaunch;
pub(crate) use paths::shown;

use crate::failure::EarlyEnd;

/// The name of the file.
pub(crate) const NAME: &str = "smem-tile.toml";

/// The largest file that is read.
const LARGEST: u64 = 1 << 20;

impl Config {
    /// Reads the file of that name in a folder, or in the first folder above it that has one; without any it is empty.
    ///
    /// # Errors
    /// A sentence with the place of what is wrong in it.
    pub(crate) fn above(folder: &Path) -> Result<Config, EarlyEnd> {
        let from = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        match from.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file()) {
            // A link in the folder may be a stranger's, and messages quote the text.
            Some(path) if path.parent().is_none_or(|own| Roots::of([own]).real(&path).is_none()) => {
                Err(EarlyEnd::Message(led_out(&path)))
            }
            Some(path) => Config::read(&path),
            None => Ok(Config::default()),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// A sentence where it cannot be read, or with the place of what is wrong in it.
    pub(crate) fn read(path: &Path) -> Result<Config, EarlyEnd> {
        let shown = shown(path);
        let refused = |why: String| EarlyEnd::Message(format!("cannot read `{shown}`: {why}"));
        if !stays(path, &[""; 0]) {
            return Err(EarlyEnd::Message(led_out(path)));
        }
        let bytes = bounded::read(path, LARGEST).map_err(|unread| refused(unread.why("it")))?;
        let text = String::from_utf8(bytes).map_err(|_| refused("it is not UTF-8".to_owned()))?;
        let config = Config::parse(&text).map_err(|wrong| EarlyEnd::Message(format!("{shown}:{wrong}")))?;
        let folder = path.canonicalize().ok().and_then(|path| path.parent().map(Path::to_owned)).unwrap_or_default();
        for launch in &config.launches {
            launch.check(&folder).map_err(|wrong| EarlyEnd::Message(format!("{shown}: {wrong}")))?;
        }
        Ok(Config { folder, is_there: true, ..config })
    }
}
