//! The files that a compilation may read, as far as its result depends on them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::kept::KeptKey;

/// The files besides CUDA's headers that a source may include, and the folder of those that are written for one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ReadFiles {
    files: Vec<PathBuf>,
    temporary: Option<PathBuf>,
}

/// The place of the temporary folder in keys.
const TEMPORARY: &str = "<temporary>";

impl ReadFiles {
    pub(super) fn of(files: Vec<PathBuf>, temporary: Option<PathBuf>) -> ReadFiles {
        ReadFiles { files, temporary }
    }

    /// The folder of the files that are written for one run.
    pub(super) fn temporary(&self) -> Option<&Path> {
        self.temporary.as_deref()
    }

    /// Adds the names and the contents to a key. One that is not there counts as well: a file put in its place may be read instead of another.
    pub(super) fn added_to(&self, key: KeptKey) -> KeptKey {
        let key = key.with(self.files.len().to_le_bytes());
        self.files.iter().fold(key, |key, file| {
            let key = key.with(self.without_temporary(&file.display().to_string()));
            match fs::read(file) {
                Ok(bytes) => key.with("is").with(self.without_temporary(&String::from_utf8_lossy(&bytes))),
                Err(_) => key.with("is not"),
            }
        })
    }

    /// A text whose mentions of the temporary folder are of no folder.
    pub(super) fn without_temporary(&self, text: &str) -> String {
        match self.temporary.as_ref().map(|folder| folder.display().to_string()).filter(|folder| !folder.is_empty()) {
            Some(folder) => text.replace(&folder, TEMPORARY),
            None => text.to_owned(),
        }
    }

    /// Whether a result names the temporary folder, which the next run has elsewhere.
    pub(super) fn names_temporary(&self, text: &str) -> bool {
        self.temporary.as_ref().is_some_and(|folder| text.contains(&folder.display().to_string()))
    }
}
