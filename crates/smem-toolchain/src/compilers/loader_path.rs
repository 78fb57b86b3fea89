//! The loader's path, as far as it leads to folders that others could have filled.
//!
//! An empty or relative entry of `LD_LIBRARY_PATH`, as `:` at its end makes one, has the loader look in the working folder. What it would
//! find there under a library's name may be anybody's, and opening a library runs its code. The loader has read the variable when a process
//! begins, so a program can only start once more with [another one](trusted_loader_path); a library refuses to open anything that
//! [would be found](check_loader_path) in such a folder.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use crate::install_watch::{InstallStep, report};
use crate::trusted;

const VARIABLE: &str = "LD_LIBRARY_PATH";

/// Folders below an entry in which the loader looks first: those of kinds of processors, by `ld.so(8)`, one below another in older versions. Every
/// folder below the first of them counts.
const OF_KINDS: [&str; 12] = [
    "glibc-hwcaps",
    "tls",
    "x86_64",
    "i686",
    "aarch64",
    "haswell",
    "xeon_phi",
    "avx512_1",
    "atomics",
    "sse2",
    "nosegneg",
    "power9",
];
const DEEPEST: u32 = 4;

/// Checks that the loader would not find a library whose name begins with `name` in a folder that others could have filled: one that is
/// relative or below the working folder, belongs to another user, or is writable by others.
///
/// ```
/// // No folder of `LD_LIBRARY_PATH` below the working folder has such a library.
/// assert!(smem_toolchain::check_loader_path("libnvrtc").is_ok());
/// ```
///
/// # Errors
/// A sentence with the file that it would find.
pub fn check_loader_path(name: &str) -> Result<(), String> {
    let Some(path) = env::var_os(VARIABLE) else { return Ok(()) };
    let working = env::current_dir().unwrap_or_default();
    let mut found = untrusted(&path).filter_map(|(entry, why)| Some((found_below(&working.join(entry), name)?, why)));
    match found.next() {
        None => Ok(()),
        Some((file, why)) => Err(format!(
            "`{VARIABLE}` has an entry by which `{}` would be loaded: {why}; take that entry out of `{VARIABLE}`",
            file.display().to_string().escape_debug()
        )),
    }
}

/// Returns the value of `LD_LIBRARY_PATH` without the entries that [`check_loader_path`] does not accept, empty if none is left. `None` if there are none: then the
/// process has the right one.
///
/// The loader reads the variable before a program begins, so a program that wants another value starts itself again. An entry that has a library of
/// CUDA's is reported to [`watch_installs`](crate::watch_installs).
///
/// ```
/// // A program that was started with `LD_LIBRARY_PATH=/usr/lib:` starts again with `/usr/lib`.
/// if let Some(path) = smem_toolchain::trusted_loader_path() {
///     let again = std::process::Command::new(std::env::current_exe()?).env("LD_LIBRARY_PATH", path);
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn trusted_loader_path() -> Option<OsString> {
    let path = env::var_os(VARIABLE)?;
    let working = env::current_dir().unwrap_or_default();
    let mut passed_over = untrusted(&path).peekable();
    passed_over.peek()?;
    for (entry, why) in passed_over {
        let library = ["libnvrtc", "libcuda"].iter().find_map(|name| found_below(&working.join(&entry), name));
        if library.is_some() {
            report(InstallStep::PassedOver { what: "`LD_LIBRARY_PATH` entry", path: &entry, why: &why.to_string() });
        }
    }
    let trusted = entries(&path).into_iter().filter(|entry| trusted::check(entry).is_ok());
    Some(env::join_paths(trusted).unwrap_or_default())
}

/// The entries of a path; the loader knows semicolons between them, too.
fn entries(path: &OsStr) -> Vec<PathBuf> {
    let text = path.to_string_lossy();
    // Nothing at all has no entry, and is not one that is empty.
    let entries = text.split([':', ';']).map(PathBuf::from);
    if text.is_empty() { Vec::new() } else { entries.collect() }
}

/// The entries that others could have filled.
fn untrusted(path: &OsStr) -> impl Iterator<Item = (PathBuf, trusted::Distrust)> {
    entries(path).into_iter().filter_map(|entry| {
        let why = trusted::check(&entry).err()?;
        Some((entry, why))
    })
}

/// The file whose name begins with `name` that the loader may find by this entry.
fn found_below(folder: &Path, name: &str) -> Option<PathBuf> {
    look(folder, name, 0)
}

fn look(folder: &Path, name: &str, depth: u32) -> Option<PathBuf> {
    let entries: Vec<fs::DirEntry> = fs::read_dir(folder).ok()?.flatten().collect();
    let is_called = |entry: &&fs::DirEntry| {
        let file = entry.file_name();
        let file = file.to_string_lossy();
        // Cargo's folders, which are on the path of its tests, have other files of such names.
        file.starts_with(name) && file.contains(".so")
    };
    if let Some(entry) = entries.iter().find(is_called) {
        return Some(entry.path());
    }
    let is_of_kind =
        |entry: &&fs::DirEntry| depth > 0 || OF_KINDS.iter().any(|kind| entry.file_name().to_str() == Some(kind));
    let below = entries.iter().filter(is_of_kind).filter(|_| depth < DEEPEST).map(fs::DirEntry::path);
    below.filter(|path| path.is_dir()).find_map(|path| look(&path, name, depth + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_and_empty_entries_are_not_trusted() {
        let of = |path: &str| untrusted(OsStr::new(path)).map(|(entry, _)| entry).collect::<Vec<_>>();
        for (path, expected) in [(":/usr/lib", ""), ("/usr/lib:", ""), ("/usr/lib;.", "."), ("./", "./"), ("a:/b", "a")]
        {
            assert_eq!(of(path), [PathBuf::from(expected)], "{path}");
        }
        assert_eq!(of(""), Vec::<PathBuf>::new());
        assert_eq!(of("/usr/lib:/usr/lib64"), Vec::<PathBuf>::new());
        let own = env::current_dir().unwrap();
        assert_eq!(of(&format!("/usr/lib:{}", own.join("src").display())), [own.join("src")]);
    }

    #[test]
    fn a_library_is_found_wherever_the_loader_looks_below_an_entry() {
        let folder = tempfile::tempdir().unwrap();
        for place in [".", "glibc-hwcaps/x86-64-v2", "tls", "tls/haswell/avx512_1/x86_64", "x86_64", "aarch64/atomics"]
        {
            let library = folder.path().join(place).join("libnvrtc-builtins.so.12.9");
            fs::create_dir_all(library.parent().unwrap()).unwrap();
            fs::write(&library, "a stranger's").unwrap();
            let found = found_below(folder.path(), "libnvrtc").map(|found| found.canonicalize().unwrap());
            assert_eq!(found, library.canonicalize().ok(), "{place}");
            assert_eq!(found_below(folder.path(), "libcuda"), None);
            fs::remove_file(library).unwrap();
        }
        fs::write(folder.path().join("libnvrtc-3fd6a85c572c5065.rmeta"), "").unwrap();
        fs::create_dir_all(folder.path().join("other")).unwrap();
        fs::write(folder.path().join("other/libnvrtc.so.12"), "").unwrap();
        assert_eq!(found_below(folder.path(), "libnvrtc"), None, "the loader does not look there");
    }
}
