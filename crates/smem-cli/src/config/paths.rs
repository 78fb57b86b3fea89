//! Paths as people read them.

use std::path::{Path, PathBuf};

/// A path for a message: below the working folder without that.
pub(crate) fn shown(path: &Path) -> String {
    below_working(path).display().to_string().escape_debug().to_string()
}

/// The same path, from the working folder where it is below that.
pub(super) fn below_working(path: &Path) -> PathBuf {
    let working = std::env::current_dir().and_then(|folder| folder.canonicalize()).unwrap_or_default();
    path.strip_prefix(&working).unwrap_or(path).to_owned()
}
