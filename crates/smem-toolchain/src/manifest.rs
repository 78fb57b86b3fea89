//! Manifests of installed wheels: the size, the time and the SHA-256 of every file, written beside a folder when it is put in place and
//! compared when something in it is loaded.
//!
//! Hashing takes longer than loading, so sizes and times are compared each time, and the hash of a file whose time is another: a copy of
//! the folder is as good as the folder. A folder without a manifest, which was filled by hand, is taken as it is, if no other user filled it.

use std::fmt::Write as _;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use sha2::{Digest, Sha256};

use crate::trusted;

/// Folders below one another that are looked into: a wheel has no more, and links may form a circle.
const DEEPEST: u32 = 32;

/// Where the manifest of a folder lies: `nvidia/cuda_nvrtc.manifest` beside `nvidia/cuda_nvrtc`.
fn place(folder: &Path) -> PathBuf {
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    name.push(".manifest");
    folder.with_file_name(name)
}

/// Writes the manifest of the files in `filled`, for the time when that folder is called `folder`.
pub(super) fn write(filled: &Path, folder: &Path) -> io::Result<()> {
    let mut files = Vec::new();
    list(filled, Path::new(""), 0, &mut files)?;
    files.sort();
    let mut text = String::new();
    for file in files {
        let path = filled.join(&file);
        let data = fs::metadata(&path)?;
        let line = (hash(&path)?, data.len(), nanoseconds(&data), file.to_string_lossy().replace('\\', "/"));
        // Writing to a string does not fail.
        let _ = writeln!(text, "{} {} {} {}", line.0, line.1, line.2, line.3);
    }
    fs::write(place(folder), text)
}

/// Compares the files of `folder` with its manifest. The error says in a few words which file differs and how.
pub(super) fn check(folder: &Path) -> Result<(), String> {
    let text = match fs::read_to_string(place(folder)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return check_owners(folder),
        Err(error) => return Err(format!("its manifest cannot be read: {error}")),
    };
    for line in text.lines() {
        let mut parts = line.splitn(4, ' ');
        let mut part = || parts.next().ok_or_else(|| "its manifest is cut off".to_owned());
        let (hash, bytes, time, file) = (part()?, part()?, part()?, part()?);
        check_file(&folder.join(file), hash, bytes, time).map_err(|how| format!("`{file}` {how}"))?;
        trusted::check_below(folder, &folder.join(file)).map_err(|why| why.to_string())?;
    }
    Ok(())
}

/// Checks that a folder that was filled by hand was filled by this user, the folder's owner or root.
fn check_owners(folder: &Path) -> Result<(), String> {
    let mut files = Vec::new();
    // A file that cannot be read is not loaded either.
    let _ = list(folder, Path::new(""), 0, &mut files);
    let mut all = files.iter().map(|file| folder.join(file));
    all.try_for_each(|file| trusted::check_below(folder, &file)).map_err(|why| why.to_string())
}

fn check_file(path: &Path, expected: &str, bytes: &str, time: &str) -> Result<(), String> {
    let data = fs::metadata(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "is missing".to_owned(),
        _ => format!("cannot be read: {error}"),
    })?;
    if data.len().to_string() != bytes {
        return Err(format!("has {} bytes instead of {bytes}", data.len()));
    }
    if nanoseconds(&data).to_string() == time {
        return Ok(());
    }
    match hash(path) {
        Ok(found) if found == expected => Ok(()),
        Ok(_) => Err("holds other bytes than those that were installed".to_owned()),
        Err(error) => Err(format!("cannot be read: {error}")),
    }
}

/// Adds the files below `root/folder`, by their paths from `root`.
fn list(root: &Path, folder: &Path, depth: u32, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let file = folder.join(entry?.file_name());
        let data = fs::metadata(root.join(&file))?;
        if data.is_file() {
            files.push(file);
        } else if data.is_dir() && depth < DEEPEST {
            list(root, &file, depth + 1, files)?;
        }
    }
    Ok(())
}

/// When a file was last changed, in nanoseconds since 1970; 0 where that is unknown, so that the hash decides.
fn nanoseconds(data: &Metadata) -> u128 {
    let changed = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    changed.map_or(0, |since| since.as_nanos())
}

/// The SHA-256 of a file, in hexadecimal.
fn hash(path: &Path) -> io::Result<String> {
    let (mut file, mut hasher, mut piece) = (File::open(path)?, Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut piece)? {
            0 => break,
            bytes => hasher.update(&piece[..bytes]),
        }
    }
    Ok(hasher.finalize().iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// A folder of two files with its manifest.
    fn installed() -> (tempfile::TempDir, PathBuf) {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("part");
        fs::create_dir_all(folder.join("lib")).unwrap();
        fs::write(folder.join("lib/library.so"), "the bytes of a library").unwrap();
        fs::write(folder.join("licence.txt"), "").unwrap();
        write(&folder, &folder).unwrap();
        (root, folder)
    }

    #[test]
    fn an_installed_folder_agrees_with_its_manifest_and_so_does_a_copy_of_it() {
        let (_root, folder) = installed();
        assert_eq!(check(&folder), Ok(()));
        let library = File::options().append(true).open(folder.join("lib/library.so")).unwrap();
        library.set_modified(UNIX_EPOCH + Duration::from_secs(7)).unwrap();
        assert_eq!(check(&folder), Ok(()), "another time and the same bytes");
    }

    #[test]
    fn a_damaged_file_is_named() {
        let damaged = |damage: &dyn Fn(&Path)| {
            let (_root, folder) = installed();
            damage(&folder);
            check(&folder).unwrap_err()
        };
        let library = "lib/library.so";
        let cut = damaged(&|folder| fs::write(folder.join(library), "the bytes").unwrap());
        assert_eq!(cut, "`lib/library.so` has 9 bytes instead of 22");
        let other = damaged(&|folder| fs::write(folder.join(library), "the bytes of a LIBRARY").unwrap());
        assert_eq!(other, "`lib/library.so` holds other bytes than those that were installed");
        let gone = damaged(&|folder| fs::remove_file(folder.join(library)).unwrap());
        assert_eq!(gone, "`lib/library.so` is missing");
        let cut_off = damaged(&|folder| fs::write(place(folder), "abc 1").unwrap());
        assert_eq!(cut_off, "its manifest is cut off");
    }

    #[test]
    fn a_folder_without_a_manifest_is_taken_as_it_is() {
        let (_root, folder) = installed();
        fs::remove_file(place(&folder)).unwrap();
        fs::write(folder.join("lib/library.so"), "by hand").unwrap();
        assert_eq!(check(&folder), Ok(()));
    }
}
