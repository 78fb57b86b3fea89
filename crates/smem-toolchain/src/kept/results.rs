//! Results of one tool.

use std::path::{Path, PathBuf};

use super::files::KeptFiles;
use super::key::{KeptKey, identity};

/// The results that a tool gave earlier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeptResults {
    files: KeptFiles,
    /// Path, size and time of each of the tool's files.
    tool: Vec<String>,
}

impl KeptResults {
    /// Those of a tool with these files, in `folder`. `None` where one of them cannot be told from another one at the same path.
    pub(crate) fn of(tool: &[PathBuf], folder: &Path, writes: bool) -> Option<KeptResults> {
        let tool = tool.iter().map(|file| identity(file)).collect::<Option<Vec<String>>>()?;
        (!tool.is_empty()).then(|| KeptResults { files: KeptFiles::of(folder.to_owned(), writes), tool })
    }

    /// The key of a kind of results of this tool.
    pub(crate) fn key(&self, kind: &str) -> KeptKey {
        KeptKey::of(kind).with_all(self.tool.iter())
    }

    /// The result of a key, if it is kept and whole.
    pub(crate) fn find(&self, key: &KeptKey) -> Option<Vec<u8>> {
        self.files.find(key)
    }

    /// Keeps a result.
    pub(crate) fn keep(&self, key: &KeptKey, result: &[u8]) {
        self.files.keep(key, result);
    }

    /// The result of a key, or that of `make`, which is kept.
    pub(crate) fn or_made<E>(&self, key: &KeptKey, make: impl FnOnce() -> Result<Vec<u8>, E>) -> Result<Vec<u8>, E> {
        if let Some(result) = self.find(key) {
            return Ok(result);
        }
        let made = make()?;
        self.keep(key, &made);
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_result_is_found_by_its_key_and_its_tool() {
        let folder = tempfile::tempdir().unwrap();
        let tool = folder.path().join("tool");
        fs::write(&tool, "a tool").unwrap();
        let kept = || KeptResults::of(std::slice::from_ref(&tool), &folder.path().join("kept"), true).unwrap();
        let of = |made: Result<&str, ()>| kept().or_made(&kept().key("one"), || made.map(|made| made.into()));
        assert_eq!(
            (of(Err(())), of(Ok("first")), of(Err(()))),
            (Err(()), Ok(b"first".to_vec()), Ok(b"first".to_vec()))
        );
        assert_eq!(kept().find(&kept().key("two")), None);
        fs::write(&tool, "another version").unwrap();
        assert_eq!(kept().find(&kept().key("one")), None);
        assert_eq!(KeptResults::of(&[folder.path().join("none")], folder.path(), true), None);
    }
}
