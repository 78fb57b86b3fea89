//! Programs that are started: by absolute paths, in a folder without files of others.
//!
//! A name alone is looked up in `PATH`, of which an entry such as `.` is the working folder, and many programs look for settings or modules
//! in the folder that they are started in. Neither is to be a checkout that a stranger filled.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The file of a program that `PATH` has in an absolute folder.
pub(super) fn on_path(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(&name))
        .find(|path| is_program(path))
}

/// The file of a program as a user names it: a name alone is that of `PATH`, and stays a name where no folder has it; a relative path is one
/// from the working folder.
pub(super) fn of_user(program: PathBuf) -> PathBuf {
    if program.components().count() == 1 && program.file_name() == Some(program.as_os_str()) {
        let name = program.to_str().map(|name| name.strip_suffix(env::consts::EXE_SUFFIX).unwrap_or(name));
        return name.and_then(on_path).unwrap_or(program);
    }
    std::path::absolute(&program).unwrap_or(program)
}

/// The folders of CUDA toolkits. A relative one would be in the working folder.
pub(super) fn toolkits() -> impl Iterator<Item = PathBuf> {
    let named = ["CUDA_PATH", "CUDA_HOME"].into_iter().filter_map(env::var_os).map(PathBuf::from);
    named.filter(|path| path.is_absolute()).chain([PathBuf::from("/usr/local/cuda")])
}

/// A tool of a CUDA toolkit, of those that start.
pub(super) fn of_toolkit(name: &str) -> Option<PathBuf> {
    let starts = |path: &Path| command(path).arg("--version").output().is_ok();
    toolkits().map(|folder| folder.join("bin").join(name)).chain(on_path(name)).find(|path| starts(path))
}

/// The command that starts a program outside the working folder. Its arguments need absolute paths.
pub(super) fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(neutral_folder());
    command
}

/// `python3`, isolated: neither the working folder nor `PYTHONPATH` is on its module path, and it leaves no compiled files.
pub(super) fn python() -> Option<Command> {
    let mut command = command(&on_path("python3")?);
    command.args(["-I", "-B"]);
    Some(command)
}

/// A folder that a user without rights cannot write to.
fn neutral_folder() -> PathBuf {
    if cfg!(windows) { env::var_os("SystemRoot").map_or_else(env::temp_dir, PathBuf::from) } else { PathBuf::from("/") }
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_starts_outside_the_working_folder() {
        let Some(mut python) = python() else { return };
        let output = python.args(["-c", "import os, sys; print(os.getcwd()); print('' in sys.path)"]).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let mut lines = text.lines();
        assert_ne!(lines.next().map(PathBuf::from), env::current_dir().ok());
        assert_eq!(lines.next(), Some("False"));
        assert_eq!(on_path("a program that does not exist"), None);
    }

    #[test]
    #[cfg(unix)]
    fn a_name_alone_is_looked_up_and_a_path_is_made_absolute() {
        let of = |program: &str| of_user(PathBuf::from(program));
        assert_eq!((of("sh"), of("sh").is_absolute()), (on_path("sh").unwrap(), true));
        // The working folder of tests is the package's, which has the file, and `PATH` has no such program.
        assert_eq!(of("Cargo.toml"), PathBuf::from("Cargo.toml"));
        assert_eq!(of("./Cargo.toml"), env::current_dir().unwrap().join("Cargo.toml"));
        assert_eq!(of("bin/sh"), env::current_dir().unwrap().join("bin/sh"));
        assert_eq!(of("/bin/sh"), PathBuf::from("/bin/sh"));
    }
}
