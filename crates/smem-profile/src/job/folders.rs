//! The folders whose files may be read and shown because an input names them.
//!
//! Debug information and `#include`s name files, and both may be a stranger's: without a rule, a report that is uploaded has any file of the
//! machine in it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::bounded;
use super::job::Job;

/// The folder of the input, the working folder, and those of `-I` and `--source`, with links resolved.
#[derive(Debug, Clone)]
pub(crate) struct SourceFolders {
    folders: Vec<PathBuf>,
    /// Files that were not read, with the reason.
    refused: Rc<RefCell<BTreeSet<(String, String)>>>,
}

impl SourceFolders {
    /// Returns the folders for the input that the job names.
    pub(crate) fn of(job: &Job) -> SourceFolders {
        let own = job.file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let named = job.include.iter().chain(&job.source).map(PathBuf::as_path);
        let all = [own, Path::new(".")].into_iter().chain(named);
        let folders = all.filter_map(|folder| folder.canonicalize().ok()).collect();
        SourceFolders { folders, refused: Rc::default() }
    }

    /// Returns the folders, with links resolved.
    pub(super) fn paths(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Returns whether a path, with its links resolved, is below one of the folders.
    pub(crate) fn hold(&self, path: &Path) -> bool {
        path.canonicalize().is_ok_and(|path| self.folders.iter().any(|folder| path.starts_with(folder)))
    }

    /// Reads a text that an input names. `None` where there is none, or where it is not to be read, which [`notes`](Self::notes) say.
    pub(crate) fn read(&self, file: &str) -> Option<String> {
        let path = Path::new(file);
        if !path.exists() {
            return None;
        }
        let text = match self.hold(path) {
            false => {
                Err("is outside of the folder of the input, the working folder and those of `-I` and `--source`; \
                          `--source FOLDER` allows another one"
                    .to_string())
            }
            true => bounded::read(path, bounded::LARGEST_TEXT).map_err(bounded::Unread::words),
        };
        match text {
            Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
            Err(why) => {
                self.refuse(file, &why);
                None
            }
        }
    }

    /// Notes that a file was not read.
    pub(crate) fn refuse(&self, file: &str, why: &str) {
        self.refused.borrow_mut().insert((file.to_string(), why.to_string()));
    }

    /// Returns a sentence for each file that was not read.
    pub(crate) fn notes(&self) -> Vec<String> {
        let refused = self.refused.borrow();
        refused
            .iter()
            .map(|(file, why)| format!("`{}`, which the input names, was not read: it {why}", file.escape_debug()))
            .collect()
    }
}
