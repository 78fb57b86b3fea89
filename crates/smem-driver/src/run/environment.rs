//! The folder in which a command finds the driver library by the names that programs ask for.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::named_library::named_library;

/// The names by which programs load a driver, and the library that answers questions about devices.
const NAMES: [&str; 4] = ["libcuda.so.1", "libcuda.so", "libnvidia-ml.so.1", "libnvidia-ml.so"];

/// The names by which programs load a runtime, each with a version of its functions.
const RUNTIMES: [&str; 2] = ["libcudart.so.12", "libcudart.so.13"];

/// The folder of the libraries in that of a run.
pub(super) const LIBRARIES: &str = "libraries";

/// The variable in which the loader has its path.
pub(super) const LOADER_PATH: &str = "LD_LIBRARY_PATH";

/// The variable with the folder of libraries, for the audit library of the loader.
const FOLDER: &str = "SMEM_TILE_LIBRARIES";

/// The variables in which the loader has the libraries to load first, and those that it calls for each object.
const LOADED_FIRST: &str = "LD_PRELOAD";
const AUDITS: &str = "LD_AUDIT";

/// The variable with the settings of glibc, and the bytes of thread-local storage that are kept free for libraries that need theirs at once. A loader with an audit
/// library keeps storage before it knows the program: rustc's library, which needs 24 KB, would not be loaded. Each thread's stack has so many bytes less.
const TUNABLES: &str = "GLIBC_TUNABLES";
const THREAD_STORAGE: &str = "glibc.rtld.optional_static_tls=49152";

/// Makes the folder of libraries below `folder`, and returns it.
pub(super) fn prepare(folder: &Path, library: &Path) -> io::Result<PathBuf> {
    let libraries = folder.join(LIBRARIES);
    fs::create_dir(&libraries)?;
    linked_names(&libraries, library)?;
    for name in RUNTIMES {
        fs::write(libraries.join(name), named_library(name, NAMES[0]).map_err(io::Error::other)?)?;
    }
    Ok(libraries)
}

/// Makes links to the library in a folder, of the names by which programs load a driver.
pub(crate) fn linked_names(folder: &Path, library: &Path) -> io::Result<()> {
    let library = library.canonicalize()?;
    NAMES.iter().try_for_each(|name| link(&library, &folder.join(name)))
}

#[cfg(unix)]
fn link(library: &Path, name: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(library, name)
}

#[cfg(not(unix))]
fn link(library: &Path, name: &Path) -> io::Result<()> {
    fs::copy(library, name).map(|_| ())
}

/// The loader's path with a folder first, and others last.
pub(super) fn loader_path(first: &Path, old: Option<OsString>, last: &[PathBuf]) -> OsString {
    let mut path = first.as_os_str().to_owned();
    let old = old.filter(|old| !old.is_empty());
    for entry in old.into_iter().chain(last.iter().map(|folder| folder.as_os_str().to_owned())) {
        path.push(":");
        path.push(entry);
    }
    path
}

/// The variables by which the loader leads a runtime that is built into an object to that of the folder: the library with our functions is loaded
/// before others, and is told of each object. None on a machine that the library does not know the jumps of.
pub(super) fn leading(libraries: &Path, old: impl Fn(&str) -> Option<OsString>) -> Vec<(&'static str, OsString)> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Vec::new();
    }
    // The loader splits this list at blanks. By its name the library is found along the library path.
    let is_one_word = !libraries.as_os_str().to_string_lossy().contains(char::is_whitespace);
    let library = if is_one_word { libraries.join(NAMES[0]) } else { PathBuf::from(NAMES[0]) };
    let with_old = |name| (name, loader_path(&library, old(name), &[]));
    // Of two values of one tunable the last one holds: the user's.
    let tunables = loader_path(Path::new(THREAD_STORAGE), old(TUNABLES), &[]);
    let folder = libraries.as_os_str().to_owned();
    vec![with_old(LOADED_FIRST), with_old(AUDITS), (FOLDER, folder), (TUNABLES, tunables)]
}

/// The variable with flags that nvcc adds to its own.
const NVCC_FLAGS: &str = "NVCC_APPEND_FLAGS";

/// The variable by which an nvcc below the command compiles with line information, after the flags that it has already; and links the shared
/// runtime where one that is built in is not led to ours.
pub(super) fn building(leads: bool, old: impl Fn(&str) -> Option<OsString>) -> (&'static str, OsString) {
    let mut flags = old(NVCC_FLAGS).unwrap_or_default();
    let is_led = leads && cfg!(all(target_os = "linux", target_arch = "x86_64"));
    for flag in if is_led { &["-lineinfo"][..] } else { &["-lineinfo", "-cudart shared"] } {
        if !flags.is_empty() {
            flags.push(" ");
        }
        flags.push(flag);
    }
    (NVCC_FLAGS, flags)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nvcc_gets_line_information_after_the_flags_that_it_has() {
        let flags = |leads, old: Option<&str>| building(leads, |_| old.map(OsString::from)).1.into_string().unwrap();
        assert_eq!(flags(false, None), "-lineinfo -cudart shared");
        assert_eq!(flags(false, Some("-DA=1")), "-DA=1 -lineinfo -cudart shared");
        #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
        assert_eq!(
            (flags(true, Some("")), flags(true, Some("-w"))),
            ("-lineinfo".to_owned(), "-w -lineinfo".to_owned())
        );
    }

    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    #[test]
    fn the_loader_gets_a_library_that_it_does_not_split() {
        let first = |folder: &str| leading(Path::new(folder), |_| None)[0].clone();
        assert_eq!(first("/tmp/run/libraries"), ("LD_PRELOAD", "/tmp/run/libraries/libcuda.so.1".into()));
        assert_eq!(first("/tmp/my files/libraries"), ("LD_PRELOAD", "libcuda.so.1".into()));
        let old = |name: &str| Some(OsString::from(name.to_lowercase()));
        let both = leading(Path::new("/a"), old);
        assert_eq!(both[1], ("LD_AUDIT", "/a/libcuda.so.1:ld_audit".into()));
        assert_eq!(both[2], ("SMEM_TILE_LIBRARIES", "/a".into()));
        assert_eq!(both[3], ("GLIBC_TUNABLES", "glibc.rtld.optional_static_tls=49152:glibc_tunables".into()));
    }

    #[test]
    fn an_empty_path_stays_without_empty_entries() {
        let path = |old: Option<&str>, last: &[PathBuf]| loader_path(Path::new("/a"), old.map(OsString::from), last);
        assert_eq!(path(None, &[]), "/a");
        assert_eq!(path(Some(""), &[]), "/a");
        assert_eq!(path(Some("/b:/c"), &[PathBuf::from("/d")]), "/a:/b:/c:/d");
    }
}
