//! The folder that NVIDIA's wheels are installed into: `cuda` in Cargo's target folder, or one that the caller names.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

/// Whether missing parts of CUDA (NVRTC, headers, tools) may be installed with pip, and where.
///
/// Nothing is written outside Cargo's target folder unless the caller names another folder. A program that is run from a target
/// folder, or by Cargo, can use [`Allowed`](Install::Allowed). One that is installed on its users' machines names a
/// folder of its own with [`Into`](Install::Into).
///
/// ```
/// use smem_toolchain::Install;
///
/// // Below `target` while `cargo test` runs this example.
/// assert!(Install::Allowed.folder().unwrap().ends_with("cuda"));
/// assert_eq!(Install::Into("/opt/cuda-parts".into()).folder().unwrap().to_str(), Some("/opt/cuda-parts"));
/// assert!(!Install::Refused.is_allowed() && !Install::LookIn("/opt/cuda-parts".into()).is_allowed());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Install {
    /// Installs the pinned wheels into `cuda` in the target folder, and reports the progress to [`watch_installs`](crate::watch_installs).
    ///
    /// The target folder is the first of these: `CARGO_TARGET_DIR` if it is an absolute path; the target folder that the running
    /// program lies in; for what `cargo run` and `cargo test` start elsewhere, as examples in documentation, the `target` beside or above the
    /// package's folder, which Cargo names in `CARGO_MANIFEST_DIR`. The working folder is not looked at: it may be anybody's checkout, and a
    /// library in it would be loaded.
    #[default]
    Allowed,
    /// Installs nothing. An error says which command to run by hand. Uses what [`Allowed`](Install::Allowed) installed earlier.
    Refused,
    /// Installs into this folder, and reports the progress to [`watch_installs`](crate::watch_installs).
    Into(PathBuf),
    /// Installs nothing, and uses what [`Into`](Install::Into) installed earlier in this folder.
    LookIn(PathBuf),
}

impl Install {
    /// The same place of parts, where nothing is installed.
    ///
    /// ```
    /// use smem_toolchain::Install;
    ///
    /// assert_eq!(Install::Into("/opt/parts".into()).without_installing(), Install::LookIn("/opt/parts".into()));
    /// assert_eq!(Install::Allowed.without_installing(), Install::Refused);
    /// ```
    #[must_use]
    pub fn without_installing(self) -> Install {
        match self {
            Install::Allowed => Install::Refused,
            Install::Into(folder) => Install::LookIn(folder),
            other => other,
        }
    }

    /// Returns true if anything may be installed.
    pub fn is_allowed(&self) -> bool {
        matches!(self, Install::Allowed | Install::Into(_))
    }

    /// The same for parts that have a folder of their own, called `name`, in that of all parts.
    pub(super) fn below(&self, name: &str) -> Install {
        match self.folder().map(|folder| folder.join(name)) {
            Some(folder) if self.is_allowed() => Install::Into(folder),
            Some(folder) => Install::LookIn(folder),
            None => Install::Refused,
        }
    }

    /// The folder for installed parts. `None` where none is named and the program runs outside any target folder.
    pub fn folder(&self) -> Option<PathBuf> {
        match self {
            Install::Into(folder) | Install::LookIn(folder) => Some(folder.clone()),
            Install::Allowed | Install::Refused => target_folder().map(|target| target.join("cuda")),
        }
    }
}

/// Cargo's target folder of the program that runs.
fn target_folder() -> Option<PathBuf> {
    let named = env::var_os("CARGO_TARGET_DIR").filter(|name| !name.is_empty());
    if let Some(path) = named.as_ref().map(PathBuf::from).filter(|path| path.is_absolute()) {
        return Some(path);
    }
    // A relative `CARGO_TARGET_DIR` is relative to the folder that Cargo was called in, which is not known here; but the
    // program itself lies in it, unless it is an example in documentation, which is built in a temporary folder.
    let program = env::current_exe().ok();
    let of_program = program.iter().flat_map(|program| program.ancestors().skip(1)).find(|folder| is_target(folder));
    if let Some(folder) = of_program {
        return Some(folder.to_owned());
    }
    let name = named.unwrap_or_else(|| OsString::from("target"));
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).filter(|folder| folder.is_absolute());
    around(&package?, &name)
}

/// The target folder called `name` of the workspace that `folder` lies in.
fn around(folder: &Path, name: &OsStr) -> Option<PathBuf> {
    let mut targets = folder.ancestors().map(|folder| folder.join(name));
    let made_by_cargo = targets.find(|target| is_target(target));
    made_by_cargo.or_else(|| {
        let workspace = folder.ancestors().find(|folder| folder.join("Cargo.lock").is_file())?;
        Some(workspace.join(name))
    })
}

/// Whether Cargo made this folder as a target folder.
fn is_target(folder: &Path) -> bool {
    // The first is there once Cargo has called rustc. The second is not made where the folder existed before.
    folder.join(".rustc_info.json").is_file()
        || fs::read_to_string(folder.join("CACHEDIR.TAG")).is_ok_and(|tag| tag.contains("cargo"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_test_lies_in_a_target_folder() {
        let folder = target_folder().unwrap();
        assert!(is_target(&folder) || env::var_os("CARGO_TARGET_DIR").is_some(), "{}", folder.display());
        let program = env::current_exe().unwrap();
        let relative = env::var_os("CARGO_TARGET_DIR").is_none_or(|name| PathBuf::from(name).is_relative());
        assert!(!relative || program.starts_with(&folder), "{} in {}", program.display(), folder.display());
    }

    #[test]
    fn outside_the_program_the_nearest_target_folder_counts_then_the_workspace() {
        let root = tempfile::tempdir().unwrap();
        let deep = root.path().join("workspace/member/src");
        fs::create_dir_all(&deep).unwrap();
        let target = OsStr::new("target");
        assert_eq!(around(&deep, target), None, "neither a target folder nor a workspace");

        fs::write(root.path().join("workspace/Cargo.lock"), "").unwrap();
        assert_eq!(around(&deep, target), Some(root.path().join("workspace/target")));
        fs::create_dir(root.path().join("workspace/member/target")).unwrap();
        assert_eq!(around(&deep, target), Some(root.path().join("workspace/target")), "Cargo did not make that one");

        let tag = "Signature: 8a477f597d28d172789f06886806bc55\n# This file is a cache directory tag";
        fs::write(root.path().join("workspace/member/target/CACHEDIR.TAG"), tag).unwrap();
        assert_eq!(around(&deep, target), Some(root.path().join("workspace/target")), "another program's cache");
        fs::write(root.path().join("workspace/member/target/CACHEDIR.TAG"), format!("{tag} created by cargo.\n"))
            .unwrap();
        assert_eq!(around(&deep, target), Some(root.path().join("workspace/member/target")));

        fs::create_dir(root.path().join("workspace/build")).unwrap();
        fs::write(root.path().join("workspace/build/.rustc_info.json"), "{}").unwrap();
        assert_eq!(around(&deep, OsStr::new("build")), Some(root.path().join("workspace/build")));
    }
}
