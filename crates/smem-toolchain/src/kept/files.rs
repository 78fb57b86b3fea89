//! A folder of results by their keys.
//!
//! A file holds its key, then the result with its length and SHA-256, so that one that was cut off, changed or belongs to another key is not
//! used. Files are written beside their place and moved, so that two processes do not disturb one another. Whoever may write a file here
//! may choose the machine code that is run and reported, so only files and folders are used that other users cannot write.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use super::key::KeptKey;

/// Bytes of all files; beyond, those that were not used for the longest time go until half is left.
const MOST_BYTES: u64 = 64 << 20;

/// The results of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeptFiles {
    folder: PathBuf,
    writes: bool,
}

impl KeptFiles {
    /// Those in a folder, which is made when the first is kept. Without `writes` nothing is kept, and what is there is used.
    pub(crate) fn of(folder: PathBuf, writes: bool) -> KeptFiles {
        KeptFiles { folder, writes }
    }

    fn place(&self, key: &KeptKey) -> PathBuf {
        self.folder.join(key.name())
    }

    /// The result of a key, if it is kept and whole.
    pub(crate) fn find(&self, key: &KeptKey) -> Option<Vec<u8>> {
        let folder = fs::metadata(&self.folder).ok()?;
        let file = open(&self.place(key)).ok()?;
        let data = file.metadata().ok().filter(Metadata::is_file)?;
        if !is_own(&folder) || !is_own(&data) || data.len() > MOST_BYTES {
            return None;
        }
        let mut bytes = Vec::new();
        // One that grows meanwhile is not whole.
        file.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
        let (seal, result) = bytes.strip_prefix(key.name().as_bytes())?.split_at_checked(SEAL_BYTES)?;
        if seal != seal_of(result) {
            return None;
        }
        if self.writes {
            // The ones that are used stay the longest.
            let _ = opened(File::options().append(true), &self.place(key))
                .and_then(|file| file.set_modified(SystemTime::now()));
        }
        Some(result.to_vec())
    }

    /// Keeps a result, where that is allowed and possible: without it nothing is lost but time.
    pub(crate) fn keep(&self, key: &KeptKey, result: &[u8]) {
        if self.writes && (result.len() as u64) < MOST_BYTES / 8 {
            let _ = self.write(key, result);
            let _ = prune(&self.folder, MOST_BYTES);
        }
    }

    fn write(&self, key: &KeptKey, result: &[u8]) -> io::Result<()> {
        make_private(&self.folder)?;
        let mut file = tempfile::Builder::new().prefix(".").tempfile_in(&self.folder)?;
        file.write_all(key.name().as_bytes())?;
        file.write_all(&seal_of(result))?;
        file.write_all(result)?;
        file.persist(self.place(key))?;
        Ok(())
    }
}

const SEAL_BYTES: usize = 8 + 32;

/// The length and the SHA-256 of a result.
fn seal_of(result: &[u8]) -> Vec<u8> {
    let mut seal = (result.len() as u64).to_le_bytes().to_vec();
    seal.extend(Sha256::digest(result));
    seal
}

/// Opens a file to read it.
fn open(path: &Path) -> io::Result<File> {
    opened(File::options().read(true), path)
}

/// Opens what is at a path itself, through no link, and waits for no pipe.
fn opened(options: &mut fs::OpenOptions, path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
        std::os::unix::fs::OpenOptionsExt::custom_flags(options, flags.bits() as i32);
    }
    options.open(path)
}

/// Whether a file or a folder belongs to the user of this process or to the system's, and other users cannot write it.
#[cfg(unix)]
fn is_own(data: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    let user = rustix::process::geteuid().as_raw();
    (data.uid() == user || data.uid() == 0) && data.mode() & 0o022 == 0
}

/// Folders of caches are the user's own on other systems.
#[cfg(not(unix))]
fn is_own(_: &Metadata) -> bool {
    true
}

/// Makes a folder that other users cannot write, unless it is there.
fn make_private(folder: &Path) -> io::Result<()> {
    if let Some(above) = folder.parent() {
        fs::create_dir_all(above)?;
    }
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        made => made,
    }
}

/// Removes the oldest files of a folder until half of `most` is left, if there are more bytes.
fn prune(folder: &Path, most: u64) -> io::Result<()> {
    let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder)?.flatten() {
        // Another process may have removed it.
        let Ok(data) = entry.metadata() else { continue };
        files.push((data.modified()?, data.len(), entry.path()));
    }
    let mut bytes: u64 = files.iter().map(|(_, bytes, _)| bytes).sum();
    if bytes > most {
        files.sort();
        for (_, own, path) in files {
            if bytes <= most / 2 {
                break;
            }
            // One that another process removed is gone, and one that stays frees nothing.
            if fs::remove_file(&path).is_ok() || !path.exists() {
                bytes -= own;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, UNIX_EPOCH};

    fn kept(folder: &Path) -> KeptFiles {
        KeptFiles::of(folder.join("kept"), true)
    }

    fn key(name: &str) -> KeptKey {
        KeptKey::of(name)
    }

    #[test]
    fn a_result_is_found_by_its_key() {
        let folder = tempfile::tempdir().unwrap();
        let files = kept(folder.path());
        assert_eq!(files.find(&key("one")), None);
        files.keep(&key("one"), b"of one");
        files.keep(&key("other"), b"");
        assert_eq!(kept(folder.path()).find(&key("one")).as_deref(), Some(&b"of one"[..]));
        assert_eq!((files.find(&key("other")).as_deref(), files.find(&key("on"))), (Some(&b""[..]), None));
    }

    #[test]
    fn a_file_of_another_key_or_cut_off_or_with_another_byte_is_not_taken() {
        let folder = tempfile::tempdir().unwrap();
        let files = kept(folder.path());
        files.keep(&key("one"), b"of one");
        fs::copy(files.place(&key("one")), files.place(&key("two"))).unwrap();
        assert_eq!(files.find(&key("two")), None);
        let whole = fs::read(files.place(&key("one"))).unwrap();
        for end in 0..whole.len() {
            fs::write(files.place(&key("one")), &whole[..end]).unwrap();
            assert_eq!(files.find(&key("one")), None, "the first {end} of {} bytes", whole.len());
        }
        for at in 0..whole.len() {
            let mut other = whole.clone();
            other[at] ^= 1;
            fs::write(files.place(&key("one")), other).unwrap();
            assert_eq!(files.find(&key("one")), None, "byte {at}");
        }
        // A damaged one is made again.
        files.keep(&key("one"), b"of one");
        assert_eq!(files.find(&key("one")).as_deref(), Some(&b"of one"[..]));
    }

    #[test]
    fn nothing_is_written_where_nothing_may_be_installed() {
        let folder = tempfile::tempdir().unwrap();
        let files = KeptFiles::of(folder.path().join("kept"), false);
        files.keep(&key("one"), b"of one");
        assert_eq!((files.find(&key("one")), folder.path().join("kept").exists()), (None, false));
    }

    #[cfg(unix)]
    #[test]
    fn what_others_can_write_is_not_taken() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let files = kept(folder.path());
        files.keep(&key("one"), b"of one");
        let (place, inside) = (files.place(&key("one")), &files.folder);
        let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        assert_eq!(fs::metadata(inside).unwrap().permissions().mode() & 0o777, 0o700);
        for (path, open, closed) in
            [(&place, 0o666, 0o600), (&place, 0o620, 0o600), (inside, 0o777, 0o700), (inside, 0o770, 0o700)]
        {
            mode(path, open);
            assert_eq!(files.find(&key("one")), None, "{} with {open:o}", path.display());
            mode(path, closed);
            assert!(files.find(&key("one")).is_some());
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_not_a_file_is_not_waited_for_or_followed() {
        let folder = tempfile::tempdir().unwrap();
        let files = kept(folder.path());
        files.keep(&key("one"), b"of one");
        let place = files.place(&key("one"));
        let elsewhere = folder.path().join("elsewhere");
        fs::rename(&place, &elsewhere).unwrap();
        std::os::unix::fs::symlink(&elsewhere, &place).unwrap();
        assert_eq!(files.find(&key("one")), None);
        fs::remove_file(&place).unwrap();
        let made = std::process::Command::new("mkfifo").arg("-m").arg("600").arg(&place).status().unwrap();
        assert!(made.success());
        assert_eq!(files.find(&key("one")), None);
        // A result takes their place.
        files.keep(&key("one"), b"of one");
        assert_eq!(files.find(&key("one")).as_deref(), Some(&b"of one"[..]));
    }

    #[test]
    fn the_results_that_were_not_used_go_where_there_are_too_many() {
        let folder = tempfile::tempdir().unwrap();
        let files = kept(folder.path());
        let names: Vec<String> = (0..8).map(|name| name.to_string()).collect();
        for (at, name) in names.iter().enumerate() {
            files.keep(&key(name), &[0; 1000]);
            let file = File::options().append(true).open(files.place(&key(name))).unwrap();
            file.set_modified(UNIX_EPOCH + Duration::from_secs(at as u64)).unwrap();
        }
        prune(&files.folder, 20_000).unwrap();
        assert!(names.iter().all(|name| files.place(&key(name)).is_file()));
        assert!(files.find(&key("0")).is_some());
        prune(&files.folder, 6_000).unwrap();
        let left: Vec<&str> =
            names.iter().map(|name| &**name).filter(|name| files.find(&key(name)).is_some()).collect();
        assert_eq!(left, ["0", "7"]);
    }

    #[test]
    fn one_that_cannot_be_removed_does_not_keep_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let files = kept(folder.path());
        files.keep(&key("one"), &[0; 1000]);
        let stays = files.folder.join("a folder");
        fs::create_dir(&stays).unwrap();
        File::open(&stays).unwrap().set_modified(UNIX_EPOCH).unwrap();
        prune(&files.folder, 500).unwrap();
        assert_eq!((files.find(&key("one")), stays.is_dir()), (None, true));
    }

    #[test]
    fn two_at_once_keep_and_find_whole_results() {
        let folder = tempfile::tempdir().unwrap();
        let files = kept(folder.path());
        std::thread::scope(|scope| {
            for byte in 0..4_u8 {
                let files = files.clone();
                scope.spawn(move || {
                    for _ in 0..50 {
                        files.keep(&key("one"), &[byte; 4096]);
                        let found = files.find(&key("one"));
                        assert!(
                            found.is_none_or(|found| found.len() == 4096 && found.iter().all(|own| *own == found[0]))
                        );
                    }
                });
            }
        });
        assert!(files.find(&key("one")).is_some());
    }
}
