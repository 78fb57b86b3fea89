//! Listings of earlier cubins, in the folder of installed parts: the disassembler takes longer to start than a small kernel takes to
//! compile and run.
//!
//! A file holds the tool's identity and the cubin in front of the listing, and both are compared, so that what is found is what the tool
//! would print. Files are written beside their place, and moved. A file system that loses its end, or a program that changes it, leaves one
//! that is not used: the listing's length and its SHA-256 are in the file, too.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};

/// Bytes of all files; beyond, the oldest go until half is left.
const MOST_BYTES: u64 = 64 << 20;

/// The listings that one disassembler printed earlier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KeptListings {
    folder: PathBuf,
    /// Path, size and time of the disassembler's file.
    tool: String,
    writes: bool,
}

impl KeptListings {
    /// Those of the disassembler at `tool`, in `folder`. `None` where its file cannot be told from another one at the same path.
    pub(super) fn of(tool: &Path, folder: &Path, writes: bool) -> Option<KeptListings> {
        let data = fs::metadata(tool).ok().filter(fs::Metadata::is_file)?;
        let changed = data.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        let tool = format!("{}\n{}\n{}", tool.display(), data.len(), changed.as_nanos());
        Some(KeptListings { folder: folder.join("listings"), tool, writes })
    }

    /// The same of the tool with an option, whose listings are others.
    pub(super) fn with_option(&self, option: &str) -> KeptListings {
        KeptListings { tool: format!("{}\n{option}", self.tool), ..self.clone() }
    }

    fn place(&self, cubin: &[u8]) -> PathBuf {
        let mut hasher = DefaultHasher::new();
        (&self.tool, cubin).hash(&mut hasher);
        self.folder.join(format!("{:016x}", hasher.finish()))
    }

    /// Returns the head of a listing's file.
    fn head(&self, cubin: &[u8]) -> Vec<u8> {
        let mut head = Vec::with_capacity(16 + self.tool.len() + cubin.len());
        for part in [self.tool.as_bytes(), cubin] {
            head.extend((part.len() as u64).to_le_bytes());
            head.extend(part);
        }
        head
    }

    /// The listing of a cubin, if it is kept and whole.
    pub(super) fn find(&self, cubin: &[u8]) -> Option<String> {
        let bytes = fs::read(self.place(cubin)).ok()?;
        let (seal, listing) = bytes.strip_prefix(&self.head(cubin)[..])?.split_at_checked(SEAL_BYTES)?;
        (seal == seal_of(listing)).then(|| String::from_utf8(listing.to_vec()).ok())?
    }

    /// Keeps a listing, where that is allowed and possible: without it nothing is lost but time.
    pub(super) fn keep(&self, cubin: &[u8], listing: &str) {
        if self.writes && ((cubin.len() + listing.len()) as u64) < MOST_BYTES / 8 {
            let _ = self.write(cubin, listing);
            let _ = prune(&self.folder, MOST_BYTES);
        }
    }

    fn write(&self, cubin: &[u8], listing: &str) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut file = tempfile::Builder::new().prefix(".").tempfile_in(&self.folder)?;
        file.write_all(&self.head(cubin))?;
        file.write_all(&seal_of(listing.as_bytes()))?;
        file.write_all(listing.as_bytes())?;
        file.persist(self.place(cubin))?;
        Ok(())
    }
}

const SEAL_BYTES: usize = 8 + 32;

/// The length and the SHA-256 of a listing.
fn seal_of(listing: &[u8]) -> Vec<u8> {
    let mut seal = (listing.len() as u64).to_le_bytes().to_vec();
    seal.extend(Sha256::digest(listing));
    seal
}

/// Removes the oldest files of a folder until half of `most` is left, if there are more bytes.
fn prune(folder: &Path, most: u64) -> io::Result<()> {
    let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder)?.flatten() {
        let data = entry.metadata()?;
        files.push((data.modified()?, data.len(), entry.path()));
    }
    let mut bytes: u64 = files.iter().map(|(_, bytes, _)| bytes).sum();
    if bytes > most {
        files.sort();
        for (_, own, path) in files {
            if bytes <= most / 2 {
                break;
            }
            fs::remove_file(path)?;
            bytes -= own;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(folder: &Path, writes: bool) -> KeptListings {
        let tool = folder.join("tool");
        if !tool.is_file() {
            fs::write(&tool, "a tool").unwrap();
        }
        KeptListings::of(&tool, folder, writes).unwrap()
    }

    #[test]
    fn a_listing_is_found_by_its_cubin_and_its_tool() {
        let folder = tempfile::tempdir().unwrap();
        let listings = kept(folder.path(), true);
        assert_eq!(listings.find(b"one"), None);
        listings.keep(b"one", "of one");
        listings.keep(b"other", "");
        assert_eq!(kept(folder.path(), false).find(b"one").as_deref(), Some("of one"));
        assert_eq!((listings.find(b"other").as_deref(), listings.find(b"on")), (Some(""), None));
        fs::write(folder.path().join("tool"), "another version").unwrap();
        assert_eq!(kept(folder.path(), true).find(b"one"), None);
    }

    #[test]
    fn a_file_that_is_another_cubins_or_cut_off_is_not_taken() {
        let folder = tempfile::tempdir().unwrap();
        let listings = kept(folder.path(), true);
        listings.keep(b"one", "of one");
        // As if both had one hash.
        fs::copy(listings.place(b"one"), listings.place(b"two")).unwrap();
        assert_eq!(listings.find(b"two"), None);
        let whole = fs::read(listings.place(b"one")).unwrap();
        for end in 0..whole.len() {
            fs::write(listings.place(b"one"), &whole[..end]).unwrap();
            assert_eq!(listings.find(b"one"), None, "the first {end} of {} bytes", whole.len());
        }
        fs::write(listings.place(b"one"), &whole).unwrap();
        assert_eq!(listings.find(b"one").as_deref(), Some("of one"));
    }

    #[test]
    fn a_file_with_another_byte_than_was_written_is_not_taken() {
        let folder = tempfile::tempdir().unwrap();
        let listings = kept(folder.path(), true);
        listings.keep(b"one", "of one");
        let whole = fs::read(listings.place(b"one")).unwrap();
        for at in 0..whole.len() {
            let mut other = whole.clone();
            other[at] ^= 1;
            fs::write(listings.place(b"one"), other).unwrap();
            assert_eq!(listings.find(b"one"), None, "byte {at}");
        }
    }

    #[test]
    fn nothing_is_written_where_nothing_may_be_installed() {
        let folder = tempfile::tempdir().unwrap();
        let listings = kept(folder.path(), false);
        listings.keep(b"one", "of one");
        assert_eq!((listings.find(b"one"), listings.folder.exists()), (None, false));
    }

    #[test]
    fn the_oldest_listings_go_where_there_are_too_many() {
        let folder = tempfile::tempdir().unwrap();
        let listings = kept(folder.path(), true);
        let text = "x".repeat(1000);
        for name in 0..8_u8 {
            listings.keep(&[name], &text);
            let file = fs::File::options().append(true).open(listings.place(&[name])).unwrap();
            file.set_modified(UNIX_EPOCH + std::time::Duration::from_secs(name.into())).unwrap();
        }
        prune(&listings.folder, 20_000).unwrap();
        assert!((0..8).all(|name| listings.find(&[name]).is_some()));
        prune(&listings.folder, 6_000).unwrap();
        let left: Vec<u8> = (0..8).filter(|name| listings.find(&[*name]).is_some()).collect();
        assert_eq!(left, [6, 7]);
    }
}
