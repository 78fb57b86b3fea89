//! The folder of a run's reports. Whoever can write there decides what a run has found, so it is private, files are opened through no link,
//! and nothing but a file of bounded size is read.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Dir, Mode, OFlags};
use rustix::process::geteuid;

/// The most files that are looked at: each is of a process.
const MOST_FILES: usize = 1 << 16;

/// A file that is there as long as every process has written what it did. It takes no room on the disk to remove it.
const WHOLE: &str = "whole";

/// A folder that this user alone can write, held open: another one at its path is another one.
#[derive(Debug)]
pub(crate) struct PrivateFolder {
    path: PathBuf,
    folder: File,
}

pub(crate) use self::PrivateFolder as ReportFolder;

impl PrivateFolder {
    /// Makes the folder.
    pub(crate) fn make(path: &Path) -> io::Result<PrivateFolder> {
        rustix::fs::mkdir(path, Mode::RWXU)?;
        let folder = PrivateFolder::open(path)?;
        folder.create(WHOLE)?;
        Ok(folder)
    }

    /// Opens a folder that [`make`](Self::make) has made.
    ///
    /// # Errors
    /// If it is not a folder, or a folder that another user owns or can write.
    pub(crate) fn open(path: &Path) -> io::Result<PrivateFolder> {
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::RDONLY;
        let folder =
            PrivateFolder { path: path.to_owned(), folder: rustix::fs::open(path, flags, Mode::empty())?.into() };
        if folder.is_private()? { Ok(folder) } else { Err(io::Error::other("another user owns it or can write there")) }
    }

    fn is_private(&self) -> io::Result<bool> {
        let data = self.folder.metadata()?;
        Ok(data.uid() == geteuid().as_raw() && data.mode() & 0o022 == 0)
    }

    /// Fails where the folder is not as it was made: what a process wrote since may be elsewhere, or not there.
    pub(crate) fn check(&self) -> Result<(), String> {
        let lost = |why: &str| Err(format!("{why}, so reports may be missing"));
        let identity = |data: &std::fs::Metadata| (data.dev(), data.ino());
        let there = self.path.symlink_metadata().ok().map(|data| identity(&data));
        if there.is_none() || there != self.folder.metadata().ok().map(|data| identity(&data)) {
            return lost("the command has removed or replaced the folder of its reports");
        }
        if !self.is_private().unwrap_or(false) {
            return lost("the command has given the folder of its reports to others");
        }
        match rustix::fs::statat(&self.folder, WHOLE, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(_) => Ok(()),
            Err(_) => lost("a process could not write its report"),
        }
    }

    /// Notes that a process could not write what it did.
    pub(crate) fn mark_lost(&self) {
        // The program may have closed the folder.
        if self.remove(WHOLE).is_err()
            && let Ok(again) = PrivateFolder::open(&self.path)
        {
            let _ = again.remove(WHOLE);
        }
    }

    /// Opens the folder again, by its path.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub(crate) fn opened_again(&self) -> io::Result<PrivateFolder> {
        PrivateFolder::open(&self.path)
    }

    /// Opens a file that [`create`](Self::create) has made, to append to it.
    ///
    /// # Errors
    /// If it is gone, or is a link.
    pub(crate) fn append(&self, name: &str) -> io::Result<File> {
        let flags = OFlags::WRONLY | OFlags::APPEND | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(rustix::fs::openat(&self.folder, name, flags, Mode::empty())?.into())
    }

    /// Makes a file, which is only appended to.
    ///
    /// # Errors
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists) for whatever is there, a link among it.
    pub(crate) fn create(&self, name: &str) -> io::Result<File> {
        let flags =
            OFlags::CREATE | OFlags::EXCL | OFlags::WRONLY | OFlags::APPEND | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(rustix::fs::openat(&self.folder, name, flags, Mode::RUSR | Mode::WUSR)?.into())
    }

    /// Writes a file beside its place and moves it there; returns it, for more.
    pub(crate) fn replace(&self, name: &str, beside: &str, bytes: &[u8]) -> io::Result<File> {
        let _ = self.remove(beside);
        let mut file = self.create(beside)?;
        file.write_all(bytes)?;
        rustix::fs::renameat(&self.folder, beside, &self.folder, name)?;
        Ok(file)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.folder, name, AtFlags::empty())?)
    }

    /// The names of the files that end with a suffix.
    pub(crate) fn names(&self, suffix: &str) -> Result<Vec<OsString>, String> {
        let unreadable = |error: rustix::io::Errno| format!("cannot read the folder of the reports: {error}");
        let mut names = Vec::new();
        for entry in Dir::read_from(&self.folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let name = entry.file_name().to_bytes();
            if name.ends_with(suffix.as_bytes()) {
                names.push(OsStr::from_bytes(name).to_owned());
            }
            if names.len() > MOST_FILES {
                return Err(format!("the command left more than {MOST_FILES} reports"));
            }
        }
        Ok(names)
    }

    /// Reads a file of at most so many bytes.
    ///
    /// # Errors
    /// Why it is not read: it is a link, a pipe, a device or a folder, another user's, or too large.
    pub(crate) fn read(&self, name: &OsStr, most: u64) -> Result<Vec<u8>, String> {
        // A pipe is not waited for, and a device that acts when it is opened is not opened.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let data = rustix::fs::statat(&self.folder, name, AtFlags::SYMLINK_NOFOLLOW);
        if data.is_ok_and(|data| rustix::fs::FileType::from_raw_mode(data.st_mode) != rustix::fs::FileType::RegularFile)
        {
            return Err("it is not a file".to_owned());
        }
        let opened = rustix::fs::openat(&self.folder, name, flags, Mode::empty());
        let file = File::from(opened.map_err(|error| io::Error::from(error).to_string())?);
        let data = file.metadata().map_err(|error| error.to_string())?;
        if !data.is_file() {
            return Err("it is not a file".to_owned());
        }
        if data.uid() != geteuid().as_raw() {
            return Err("another user owns it".to_owned());
        }
        let mut bytes = Vec::new();
        // One that is being written may grow.
        file.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        if bytes.len() as u64 > most { Err(format!("it has more than {most} bytes")) } else { Ok(bytes) }
    }
}
