//! The folders whose files may be read and shown because an input names them.
//!
//! Debug information and `#include`s name files, and both may be a stranger's: without a rule, a report that is uploaded has any file of the
//! machine in it. A file elsewhere is not looked at, so that a report does not say whether it exists either.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use smem_launch::program::{Roots, bounded, led_out, stays};
use smem_report::counted;

use super::job::Job;
use crate::error::Error;

/// Why a file elsewhere is not read.
const OUTSIDE: &str = "is outside of the folder of the input, the working folder and those of `-I` and `--source`; `--source FOLDER` allows \
                       another one";

/// The most files and folders in a folder of headers in which links are looked for.
const MOST_ENTRIES: usize = 200_000;

/// The most files that were not read of which each is named.
const NAMED: usize = 4;

/// The folder of the input, the working folder, and those of `-I` and `--source`, with links resolved.
#[derive(Debug, Clone)]
pub(crate) struct SourceFolders {
    folders: Roots,
    /// The folder of the input and the working folder.
    own: Roots,
    /// Files that were not read, with the reason.
    refused: Rc<RefCell<BTreeSet<(String, String)>>>,
}

impl SourceFolders {
    /// Returns the folders for the input that the job names.
    pub(crate) fn of(job: &Job) -> SourceFolders {
        let own = job.file.parent().unwrap_or(Path::new(""));
        let named = job.spec.source.include.iter().chain(&job.spec.source.source).map(PathBuf::as_path);
        let folders = Roots::of([own, Path::new("")].into_iter().chain(named));
        SourceFolders { folders, own: Roots::of([own, Path::new("")]), refused: Rc::default() }
    }

    /// Returns the working folder alone.
    pub(crate) fn working() -> SourceFolders {
        let folders = || Roots::of([Path::new("")]);
        SourceFolders { folders: folders(), own: folders(), refused: Rc::default() }
    }

    /// Returns the folders, with links resolved.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.folders.paths()
    }

    /// Returns true for a path that, with its links resolved, is below one of the folders.
    pub(crate) fn hold(&self, path: &Path) -> bool {
        self.real(path).is_some()
    }

    /// Returns a path with its links resolved, whether or not there is such a file; `None` where that is elsewhere.
    pub(crate) fn real(&self, path: &Path) -> Option<PathBuf> {
        self.folders.real(path)
    }

    /// Returns true for a folder below that of the input or the working folder in which a link leads elsewhere: it may be a stranger's.
    pub(crate) fn has_leaving_link(&self, folder: &Path) -> bool {
        let (mut open, mut left) = (vec![folder.to_owned()], MOST_ENTRIES);
        if self.own.real(folder).is_none() {
            return false;
        }
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                let Ok(kind) = entry.file_type() else { return true };
                let leaves = kind.is_symlink() && !self.hold(&entry.path());
                if leaves || left == 0 {
                    return true;
                }
                left -= 1;
                if kind.is_dir() {
                    open.push(entry.path());
                }
            }
        }
        false
    }

    /// Reads a text that an input names. `None` where there is none, or where it is not to be read, which [`notes`](Self::notes) say.
    pub(crate) fn read(&self, file: &str) -> Option<String> {
        let Some(path) = self.real(Path::new(file)) else {
            self.refuse(file);
            return None;
        };
        if !path.exists() {
            return None;
        }
        match bounded::read(&path, bounded::LARGEST_TEXT) {
            Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
            Err(why) => {
                self.refused.borrow_mut().insert((file.to_string(), why.words()));
                None
            }
        }
    }

    /// Notes that a file elsewhere was not read, if there is one.
    pub(crate) fn refuse(&self, file: &str) {
        self.refused.borrow_mut().insert((file.to_string(), OUTSIDE.to_string()));
    }

    /// Returns a sentence for each file that was not read, and one for those after the first few.
    pub(crate) fn notes(&self) -> Vec<String> {
        let refused = self.refused.borrow();
        let note = |(file, why): &(String, String)| {
            format!("`{}`, which the input names, was not read: it {why}", file.escape_debug())
        };
        let left = refused.len().saturating_sub(NAMED);
        let left = (left > 0)
            .then(|| format!("{} that the input names were not read either", counted(left as u64, "more file")));
        refused.iter().take(NAMED).map(note).chain(left).collect()
    }
}

/// Refuses a file that the user names, such as a launch file, whose links lead elsewhere.
pub(super) fn check_named(path: &Path) -> Result<(), Error> {
    if stays(path, &[""; 0]) { Ok(()) } else { Err(Error::Input(led_out(path))) }
}

/// Refuses an input whose links lead elsewhere: it may be a stranger's, and messages show lines of it.
pub(super) fn check_input(job: &Job) -> Result<(), Error> {
    let allowed: Vec<&PathBuf> = job.spec.source.include.iter().chain(&job.spec.source.source).collect();
    match stays(&job.file, &allowed) {
        true => Ok(()),
        false => Err(Error::Input(format!("{}, or allow its folder with `--source FOLDER`", led_out(&job.file)))),
    }
}
