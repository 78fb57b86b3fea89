//! The files that a launch file names: which of them are read, and how many bytes.
//!
//! A launch file may be a stranger's. What it names is read only below its own folder, or one that the caller allows; and a device, which
//! has no end, or a pipe, which may never have one, is not read at all.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::program::{Roots, bounded};
use crate::{Error, LaunchProblem};

/// Where the files of a description may be.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum FilePlaces {
    /// Anywhere: a user named them on the command line.
    Anywhere,
    /// Below the folder of the launch file, and below these.
    Below(Vec<PathBuf>),
}

/// How many bytes a file is to have.
#[derive(Debug, Clone, Copy)]
pub(super) enum WantedBytes {
    Exactly(u64),
    AtMost(u64),
}

/// Why a file elsewhere is not read, whether or not it exists.
const OUTSIDE: &str = "it is outside of the launch file's folder, and of those that `--allow-files FOLDER` allows";

/// Bytes of contents that may be made though they do not fit.
const SMALL: u64 = 1 << 20;

impl FilePlaces {
    /// Reads `file`, looked up in `folder`.
    pub(super) fn read(&self, folder: &Path, file: &str, wanted: WantedBytes) -> Result<Vec<u8>, Error> {
        let path = folder.join(file);
        let refused = |why: String| Error::from(LaunchProblem::File { path: path.clone(), why });
        let io = |error: io::Error| refused(error.to_string());
        let real = self.place(folder, &path).ok_or_else(|| refused(OUTSIDE.to_owned()))?;
        let (opened, length) = bounded::open(&real).map_err(|unread| refused(unread.why("it")))?;
        wanted.check(&path, length)?;
        let mut bytes = Vec::new();
        opened.take(wanted.most().saturating_add(1)).read_to_end(&mut bytes).map_err(io)?;
        wanted.check(&path, bytes.len() as u64)?;
        Ok(bytes)
    }

    /// Returns the path with its links resolved if it is where it may be, whether or not there is such a file.
    fn place(&self, folder: &Path, path: &Path) -> Option<PathBuf> {
        match self {
            FilePlaces::Anywhere => Some(path.to_owned()),
            FilePlaces::Below(others) => {
                Roots::of([folder].into_iter().chain(others.iter().map(PathBuf::as_path))).real(path)
            }
        }
    }
}

impl WantedBytes {
    /// Checks contents that a description makes before they are made.
    pub(super) fn check_contents(self, bytes: u64) -> Result<(), Error> {
        match self {
            WantedBytes::AtMost(most) if bytes > most => Err(Error::MemoryLimit(format!(
                "contents of {bytes} bytes are more than the memory that is left: {most} bytes"
            ))),
            WantedBytes::Exactly(wanted) if bytes > wanted.max(SMALL) => {
                Err(LaunchProblem::ContentsSize { found: bytes, wanted }.into())
            }
            // The device says what else does not fit.
            _ => Ok(()),
        }
    }

    /// As many with a header of a file's format.
    pub(super) fn with_header(self, most: u64) -> WantedBytes {
        WantedBytes::AtMost(self.most().saturating_add(most))
    }

    fn most(self) -> u64 {
        let (WantedBytes::Exactly(bytes) | WantedBytes::AtMost(bytes)) = self;
        bytes
    }

    fn check(self, path: &Path, found: u64) -> Result<(), Error> {
        match self {
            WantedBytes::Exactly(wanted) if found != wanted => {
                Err(LaunchProblem::FileSize { path: path.to_owned(), found, wanted }.into())
            }
            WantedBytes::AtMost(most) if found > most => {
                let path = path.display();
                Err(Error::MemoryLimit(format!("`{path}` has {found} bytes, and there is memory for {most}")))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File};

    /// A folder with `own/a.bin` of four bytes, and `secret.bin` beside it.
    fn folder() -> (tempfile::TempDir, PathBuf) {
        let root = tempfile::tempdir().unwrap();
        let own = root.path().join("own");
        fs::create_dir(&own).unwrap();
        fs::write(own.join("a.bin"), "four").unwrap();
        fs::write(root.path().join("secret.bin"), "four").unwrap();
        (root, own)
    }

    #[test]
    fn files_below_the_folder_are_read_and_others_only_where_they_are_allowed() {
        let (root, own) = folder();
        let below = FilePlaces::Below(Vec::new());
        let read = |places: &FilePlaces, file: &str| places.read(&own, file, WantedBytes::Exactly(4));
        assert_eq!(read(&below, "a.bin"), Ok(b"four".to_vec()));
        let secret = root.path().join("secret.bin").display().to_string();
        #[cfg(unix)]
        std::os::unix::fs::symlink("../secret.bin", own.join("link.bin")).unwrap();
        for outside in ["../secret.bin", &secret, "../own/../secret.bin", "link.bin"] {
            let error = read(&below, outside).unwrap_err().to_string();
            assert!(error.contains("it is outside of the launch file's folder"), "{outside}: {error}");
            let missing = read(&below, &outside.replace("secret", "missing")).unwrap_err().to_string();
            let is_link = outside == "link.bin";
            assert!(is_link || missing == error.replace("secret", "missing"), "{outside}: {missing}");
            assert_eq!(read(&FilePlaces::Below(vec![root.path().to_owned()]), outside), Ok(b"four".to_vec()));
            assert_eq!(read(&FilePlaces::Anywhere, outside), Ok(b"four".to_vec()));
        }
    }

    #[test]
    fn the_length_is_compared_before_a_byte_is_read() {
        let (_root, own) = folder();
        // It takes no space on the disk.
        File::create(own.join("large.bin")).unwrap().set_len(1 << 40).unwrap();
        let read = |wanted| FilePlaces::Anywhere.read(&own, "large.bin", wanted).unwrap_err();
        let exactly = read(WantedBytes::Exactly(16)).to_string();
        assert!(exactly.ends_with("large.bin` has 1099511627776 bytes instead of 16"), "{exactly}");
        assert!(matches!(read(WantedBytes::AtMost(1 << 30)), Error::MemoryLimit(_)));
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_refused() {
        for device in ["/dev/zero", "/dev/null"] {
            let error = FilePlaces::Anywhere.read(Path::new(""), device, WantedBytes::AtMost(16)).unwrap_err();
            assert_eq!(error.to_string(), format!("cannot read `{device}`: it is a device, not a file"));
        }
    }
}
