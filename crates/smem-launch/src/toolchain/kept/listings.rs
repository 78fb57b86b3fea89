//! Listings of earlier cubins.

use std::path::Path;

use super::files::KeptFiles;
use super::key::{KeptKey, identity};

/// The listings that one disassembler printed earlier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeptListings {
    files: KeptFiles,
    /// Path, size and time of the disassembler's file.
    tool: String,
}

impl KeptListings {
    /// Those of the disassembler at `tool`, in `folder`. `None` where its file cannot be told from another one at the same path.
    pub(crate) fn of(tool: &Path, folder: &Path, writes: bool) -> Option<KeptListings> {
        Some(KeptListings { files: KeptFiles::of(folder.join("listings"), writes), tool: identity(tool)? })
    }

    /// The same of the tool with an option, whose listings are others.
    pub(crate) fn with_option(&self, option: &str) -> KeptListings {
        KeptListings { tool: format!("{}\n{option}", self.tool), ..self.clone() }
    }

    fn key(&self, cubin: &[u8]) -> KeptKey {
        KeptKey::of("listing").with(&self.tool).with(cubin)
    }

    /// The listing of a cubin, if it is kept and whole.
    pub(crate) fn find(&self, cubin: &[u8]) -> Option<String> {
        String::from_utf8(self.files.find(&self.key(cubin))?).ok()
    }

    /// Keeps a listing.
    pub(crate) fn keep(&self, cubin: &[u8], listing: &str) {
        self.files.keep(&self.key(cubin), listing.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_listing_is_found_by_its_cubin_and_its_tool() {
        let folder = tempfile::tempdir().unwrap();
        let tool = folder.path().join("tool");
        fs::write(&tool, "a tool").unwrap();
        let kept = || KeptListings::of(&tool, folder.path(), true).unwrap();
        kept().keep(b"one", "of one");
        assert_eq!(kept().find(b"one").as_deref(), Some("of one"));
        assert_eq!((kept().find(b"two"), kept().with_option("-x").find(b"one")), (None, None));
        fs::write(&tool, "another version").unwrap();
        assert_eq!(kept().find(b"one"), None);
        assert_eq!(KeptListings::of(&folder.path().join("none"), folder.path(), true), None);
    }
}
