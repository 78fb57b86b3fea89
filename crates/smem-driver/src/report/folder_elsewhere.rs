//! The folder of a run's reports on systems without the calls of Unix, where folders of temporary files are the user's own.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

const WHOLE: &str = "whole";

/// A folder of this user.
#[derive(Debug)]
pub(crate) struct PlainFolder(PathBuf);

pub(crate) use self::PlainFolder as ReportFolder;

impl PlainFolder {
    /// Makes the folder.
    pub(crate) fn make(path: &Path) -> io::Result<PlainFolder> {
        fs::create_dir(path)?;
        let folder = PlainFolder(path.to_owned());
        folder.create(WHOLE)?;
        Ok(folder)
    }

    /// Opens one that was made.
    pub(crate) fn open(path: &Path) -> io::Result<PlainFolder> {
        path.symlink_metadata().map(|_| PlainFolder(path.to_owned()))
    }

    /// Fails where a process could not write its report.
    pub(crate) fn check(&self) -> Result<(), String> {
        let is_whole = self.0.join(WHOLE).is_file();
        if is_whole { Ok(()) } else { Err("a process could not write its report".to_owned()) }
    }

    /// Notes that a process could not write what it did.
    pub(crate) fn mark_lost(&self) {
        let _ = fs::remove_file(self.0.join(WHOLE));
    }

    /// Makes a file, which is only appended to.
    pub(crate) fn create(&self, name: &str) -> io::Result<File> {
        File::options().append(true).create_new(true).open(self.0.join(name))
    }

    /// Writes a file beside its place and moves it there; returns it, for more.
    pub(crate) fn replace(&self, name: &str, beside: &str, bytes: &[u8]) -> io::Result<File> {
        let _ = fs::remove_file(self.0.join(beside));
        let mut file = self.create(beside)?;
        file.write_all(bytes)?;
        fs::rename(self.0.join(beside), self.0.join(name))?;
        Ok(file)
    }

    /// The names of the files that end with a suffix.
    pub(crate) fn names(&self, suffix: &str) -> Result<Vec<OsString>, String> {
        let unreadable = |error: io::Error| format!("cannot read the folder of the reports: {error}");
        let entries = fs::read_dir(&self.0).map_err(unreadable)?.collect::<io::Result<Vec<_>>>().map_err(unreadable)?;
        let names = entries.into_iter().map(|entry| entry.file_name());
        Ok(names.filter(|name| name.to_string_lossy().ends_with(suffix)).collect())
    }

    /// Reads a file of at most so many bytes.
    pub(crate) fn read(&self, name: &OsStr, most: u64) -> Result<Vec<u8>, String> {
        let place = self.0.join(name);
        if !place.symlink_metadata().is_ok_and(|data| data.is_file()) {
            return Err("it is not a file".to_owned());
        }
        let (mut bytes, file) = (Vec::new(), File::open(place).map_err(|error| error.to_string())?);
        file.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        if bytes.len() as u64 > most { Err(format!("it has more than {most} bytes")) } else { Ok(bytes) }
    }
}
