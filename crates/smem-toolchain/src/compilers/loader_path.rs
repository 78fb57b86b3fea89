//! The loader's path, where it is the working folder.
//!
//! An empty or relative entry of `LD_LIBRARY_PATH`, as `:` at its end makes one, has the loader look in the working folder. What it would
//! find there under a library's name may be anybody's, and opening a library runs its code.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// Checks that the loader would not find a library whose name begins with `name` in the working folder.
///
/// ```
/// // Where `LD_LIBRARY_PATH` has absolute folders alone.
/// assert!(smem_toolchain::check_loader_path("libnvrtc").is_ok());
/// ```
///
/// # Errors
/// A sentence with the file that it would find.
pub fn check_loader_path(name: &str) -> Result<(), String> {
    let Some(path) = env::var_os("LD_LIBRARY_PATH") else { return Ok(()) };
    let working = env::current_dir().unwrap_or_default();
    match found(&path, &working, name) {
        None => Ok(()),
        Some(file) => Err(format!(
            "`LD_LIBRARY_PATH` has an empty or relative entry, by which `{}` would be loaded from the working folder: make its entries \
             absolute",
            file.display()
        )),
    }
}

/// The file that begins with `name` in a relative folder of `path`.
fn found(path: &OsStr, working: &Path, name: &str) -> Option<PathBuf> {
    // The loader takes semicolons as well.
    let text = path.to_string_lossy();
    let relative = text.split([':', ';']).map(Path::new).filter(|folder| !folder.is_absolute());
    relative.filter_map(|folder| fs::read_dir(working.join(folder)).ok()).flatten().flatten().find_map(|entry| {
        let is_called = entry.file_name().to_string_lossy().starts_with(name);
        is_called.then(|| entry.path())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_in_the_working_folder_is_found_by_relative_entries_alone() {
        let working = tempfile::tempdir().unwrap();
        let library = working.path().join("libnvrtc.so.12");
        fs::write(&library, "a stranger's").unwrap();
        let found = |path: &str| found(OsStr::new(path), working.path(), "libnvrtc");
        for relative in ["", ":/usr/lib", "/usr/lib:", "/usr/lib;.", "./"] {
            assert_eq!(
                found(relative).map(|file| file.canonicalize().unwrap()),
                library.canonicalize().ok(),
                "{relative}"
            );
        }
        assert_eq!(found("/usr/lib:/opt"), None);
        assert_eq!(found("/usr/lib:folder"), None);
    }
}
