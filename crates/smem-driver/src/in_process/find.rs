//! Where the driver library is: Cargo builds it beside the test that depends on it.

use std::env;
use std::path::{Path, PathBuf};

/// The name of the library as it is built.
const NAME: &str = "libsmem_libcuda.so";

/// The variable that names it.
const VARIABLE: &str = "SMEM_TILE_LIBRARY";

/// Finds the library: the one that the variable names; else beside this program, among the dependencies beside it (an example is in a
/// folder of its own), or in a folder that Cargo has put on the library path, for a documentation test.
pub(super) fn library() -> Result<PathBuf, String> {
    if let Some(path) = env::var_os(VARIABLE) {
        let path = PathBuf::from(path);
        let shown = path.display();
        return if path.is_file() { Ok(path) } else { Err(format!("{VARIABLE}: `{shown}` is not a file")) };
    }
    let program = env::current_exe().unwrap_or_default();
    let folders =
        folders(program.parent().unwrap_or(Path::new("/")), &env::var_os("LD_LIBRARY_PATH").unwrap_or_default());
    let found = folders.iter().map(|folder| folder.join(NAME)).find(|path| path.is_file());
    found.ok_or_else(|| {
        format!(
            "the simulated driver `{NAME}` is not beside this program: add `smem-libcuda` to `[dev-dependencies]`, which lets Cargo build it \
             there, or name the file in {VARIABLE}"
        )
    })
}

/// The folders in which it may be. Relative ones of the library path are anybody's.
fn folders(beside: &Path, library_path: &std::ffi::OsStr) -> Vec<PathBuf> {
    let own = ["", "deps", "../deps"].map(|folder| beside.join(folder));
    let of_path = env::split_paths(library_path).filter(|folder| folder.is_absolute());
    own.into_iter().chain(of_path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_folders_of_the_library_path_are_passed_over() {
        let found = folders(Path::new("/target/debug/deps"), "/a:.::b:/c".as_ref());
        let shown: Vec<_> = found.iter().map(|folder| folder.to_str().unwrap()).collect();
        assert_eq!(shown[3..], ["/a", "/c"]);
        assert_eq!(found[2], Path::new("/target/debug/deps/../deps"));
    }
}
