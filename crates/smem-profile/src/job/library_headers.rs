//! Whether the headers of a library are for NVRTC as they are.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use smem_launch::program::bounded::LARGEST_TEXT;

/// The macro by which a header distinguishes NVRTC from a compiler with the host's headers.
const NVRTC: &str = "__CUDACC_RTC__";
/// The most files of a library that are looked at, and how far they are below its folder.
const MOST_FILES: usize = 4096;
const MOST_DEPTH: usize = 6;

/// The folders of libraries that were looked at.
#[derive(Debug, Default)]
pub(super) struct LibraryHeaders(RefCell<BTreeMap<PathBuf, bool>>);

impl LibraryHeaders {
    /// Returns true if the header `name`, as `cute/tensor.hpp`, below `search` is of a library that is written for NVRTC too: one of its headers asks for it.
    pub(super) fn are_for_nvrtc(&self, search: &Path, name: &str) -> bool {
        let folder = search.join(name.split('/').next().unwrap_or(name));
        if let Some(known) = self.0.borrow().get(&folder) {
            return *known;
        }
        let mut left = MOST_FILES;
        let is_for_nvrtc = asks_for_nvrtc(&folder, MOST_DEPTH, &mut left);
        self.0.borrow_mut().insert(folder, is_for_nvrtc);
        is_for_nvrtc
    }
}

fn asks_for_nvrtc(folder: &Path, depth: usize, left: &mut usize) -> bool {
    let mut entries: Vec<fs::DirEntry> = fs::read_dir(folder).into_iter().flatten().flatten().collect();
    // Files first, and the same ones each time.
    entries.sort_by_key(|entry| (entry.file_type().is_ok_and(|kind| kind.is_dir()), entry.file_name()));
    entries.into_iter().any(|entry| {
        let Ok(kind) = entry.file_type() else { return false };
        if kind.is_dir() {
            return depth > 0 && asks_for_nvrtc(&entry.path(), depth - 1, left);
        }
        let is_small = || entry.metadata().is_ok_and(|file| file.len() <= LARGEST_TEXT);
        if !kind.is_file() || *left == 0 || !is_small() {
            return false;
        }
        *left -= 1;
        fs::read(entry.path()).is_ok_and(|text| String::from_utf8_lossy(&text).contains(NVRTC))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_is_for_nvrtc_where_one_of_its_headers_asks_for_it() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        for (name, text) in [
            ("plain/deep/a.h", "#include <string>"),
            ("ready/a.h", "#include \"deep/b.h\""),
            ("ready/deep/b.h", "#if !defined(__CUDACC_RTC__)\n#include <string>\n#endif"),
        ] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap_or(folder.path()))?;
            fs::write(path, text)?;
        }
        let headers = LibraryHeaders::default();
        let of = |name: &str| headers.are_for_nvrtc(folder.path(), name);
        assert_eq!(["plain/deep/a.h", "ready/a.h", "other/a.h"].map(of), [false, true, false]);
        fs::write(folder.path().join("plain/c.h"), NVRTC)?;
        assert!(!of("plain/deep/a.h"), "it was looked at before");
        Ok(())
    }
}
