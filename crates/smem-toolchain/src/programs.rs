//! Programs that are started: by absolute paths, in a folder without files of others, with an environment that is made here.
//!
//! A name alone is looked up in `PATH`, of which an entry such as `.` is the working folder, and many programs look for settings or modules
//! in the folder that they are started in, or in one that a variable names. None of them is to be a checkout that a stranger filled, so a
//! program is used only if [only this user or root could have put it there](crate::trusted), and gets the variables of a short list.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::trusted;

/// Folders of the system's own programs.
const SYSTEM_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Variables that a program of Windows does not start without.
const OF_WINDOWS: [&str; 6] = ["SystemRoot", "SystemDrive", "windir", "ComSpec", "PATHEXT", "NUMBER_OF_PROCESSORS"];

/// Variables that say how a package index is reached, besides those that begin with `PIP_`.
const OF_NETWORK: [&str; 14] = [
    "http_proxy",
    "https_proxy",
    "all_proxy",
    "no_proxy",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "REQUESTS_CA_BUNDLE",
    "CURL_CA_BUNDLE",
    "XDG_CONFIG_HOME",
    "XDG_CONFIG_DIRS",
];

/// The file of a program that `PATH` has in a folder where only this user or root could have put it.
pub(super) fn on_path(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    let path = env::var_os("PATH")?;
    let files = env::split_paths(&path).filter(|folder| folder.is_absolute()).map(|folder| folder.join(&name));
    files.filter(|path| is_program(path)).find(|path| trusted::is_used(path, "program"))
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

/// The folders of CUDA toolkits that only this user or root could have filled.
pub(super) fn toolkits() -> impl Iterator<Item = PathBuf> {
    let named = ["CUDA_PATH", "CUDA_HOME"].into_iter().filter_map(env::var_os).map(PathBuf::from);
    let all = named.filter(|path| !path.as_os_str().is_empty()).chain([PathBuf::from("/usr/local/cuda")]);
    all.filter(|folder| folder.is_dir() && trusted::is_used(folder, "CUDA toolkit"))
}

/// A tool of a CUDA toolkit, of those that start.
pub(super) fn of_toolkit(name: &str) -> Option<PathBuf> {
    let starts = |path: &Path| command(path).arg("--version").output().is_ok();
    toolkits().map(|folder| folder.join("bin").join(name)).chain(on_path(name)).find(|path| starts(path))
}

/// The command that starts a program outside the working folder, with no variable of the environment but those that every program needs. Its
/// arguments need absolute paths.
pub(super) fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(neutral_folder()).env_clear().envs(kept(OF_WINDOWS));
    // Messages are read here, in English. A host compiler may be a wrapper that keeps results in the user's home, which is not to be seen.
    command.env("LC_ALL", "C.UTF-8").env("CCACHE_DISABLE", "1");
    command.env("PATH", if cfg!(windows) { env::var_os("PATH").unwrap_or_default() } else { path_of(program) });
    command
}

/// The path of a program: the folder that it lies in, whose other programs it may start, and the system's.
fn path_of(program: &Path) -> OsString {
    let own = program.parent().filter(|folder| folder.is_absolute());
    let all = own.map(Path::to_owned).into_iter().chain(env::split_paths(SYSTEM_PATH));
    env::join_paths(all).unwrap_or_else(|_| SYSTEM_PATH.into())
}

/// The variables of these names that are set.
fn kept<const N: usize>(names: [&'static str; N]) -> impl Iterator<Item = (&'static str, OsString)> {
    names.into_iter().filter_map(|name| Some((name, env::var_os(name)?)))
}

/// `python3`, isolated: neither the working folder nor `PYTHONPATH` is on its module path, and it leaves no compiled files. It has the variables
/// by which pip reaches its package index, and the user's home, where pip has its settings.
pub(super) fn python() -> Option<Command> {
    let mut command = command(&on_path("python3")?);
    command.args(["-I", "-B"]).envs(kept(OF_NETWORK));
    command.envs(env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("PIP_")));
    let homes = kept(["HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"]);
    command.envs(homes.filter(|(_, folder)| trusted::is_used(Path::new(folder), "home folder")));
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
    fn a_program_has_the_variables_of_a_list_and_no_others() {
        let output = command(Path::new("/usr/bin/env")).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let names: Vec<&str> = text.lines().filter_map(|line| line.split('=').next()).collect();
        assert!(env::vars_os().count() > names.len(), "Cargo sets many for its tests");
        let mut sorted = names.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, ["CCACHE_DISABLE", "LC_ALL", "PATH"]);
        assert!(text.contains("PATH=/usr/bin:/usr/local/bin:/usr/bin:/bin\n"), "{text}");
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
