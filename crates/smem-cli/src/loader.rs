//! The path by which the loader finds libraries for this process, without folders that others could have filled.

use std::process::Command;

use smem_launch::trusted_loader_path;

/// The variable in which the loader has its path.
const LOADER_PATH: &str = "LD_LIBRARY_PATH";

/// Starts this program again, in the same process, if `LD_LIBRARY_PATH` has entries that are passed over: the loader has read it by now, and would open
/// libraries by them. Returns if there are none, or if that fails: then a library that would be found by one of them is an error.
#[cfg(unix)]
pub(crate) fn without_foreign_folders() {
    use std::os::unix::process::CommandExt;
    let Some(path) = trusted_loader_path() else { return };
    let Ok(program) = std::env::current_exe() else { return };
    let mut again = Command::new(program);
    again.args(std::env::args_os().skip(1));
    if path.is_empty() {
        again.env_remove(LOADER_PATH);
    } else {
        again.env(LOADER_PATH, path);
    }
    let _ = again.exec();
}

/// Other systems have no such variable.
#[cfg(not(unix))]
pub(crate) fn without_foreign_folders() {}
