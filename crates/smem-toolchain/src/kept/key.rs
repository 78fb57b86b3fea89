//! All that a tool's result depends on, as one number.

use std::fs;
use std::path::Path;
use std::time::UNIX_EPOCH;

use sha2::{Digest, Sha256};

/// The SHA-256 of parts, each with its length, so that no two lists of parts are one text.
#[derive(Debug, Clone, Default)]
pub(crate) struct KeptKey(Sha256);

/// The version of what is kept: other versions of this crate may write other bytes.
const FORMAT: &str = concat!("1 ", env!("CARGO_PKG_VERSION"));

impl KeptKey {
    /// The key of a kind of results.
    pub(crate) fn of(kind: &str) -> KeptKey {
        KeptKey::default().with(FORMAT).with(kind)
    }

    /// The same with another part.
    pub(crate) fn with(mut self, part: impl AsRef<[u8]>) -> KeptKey {
        self.0.update((part.as_ref().len() as u64).to_le_bytes());
        self.0.update(part);
        self
    }

    /// The same with a list of parts.
    pub(crate) fn with_all<T: AsRef<[u8]>>(self, parts: impl ExactSizeIterator<Item = T>) -> KeptKey {
        let counted = self.with(parts.len().to_le_bytes());
        parts.fold(counted, KeptKey::with)
    }

    /// The number in hexadecimal.
    pub(crate) fn name(&self) -> String {
        self.0.clone().finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Path, size and time of a file, as text. `None` where it is not a file, or the system has no time of it.
pub(crate) fn identity(file: &Path) -> Option<String> {
    let data = fs::metadata(file).ok().filter(fs::Metadata::is_file)?;
    let changed = data.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(format!("{}\n{}\n{}", file.display(), data.len(), changed.as_nanos()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_not_the_same_where_they_are_cut_elsewhere() {
        let name = |parts: &[&str]| KeptKey::of("a").with_all(parts.iter()).name();
        assert_eq!(name(&["ab", "c"]), name(&["ab", "c"]));
        let all = [name(&["ab", "c"]), name(&["a", "bc"]), name(&["abc"]), name(&["abc", ""]), KeptKey::of("b").name()];
        for (at, one) in all.iter().enumerate() {
            assert!(!all[..at].contains(one), "{at}");
        }
    }
}
