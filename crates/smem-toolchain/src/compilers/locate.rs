//! Where NVRTC and CUDA's headers may lie, best first.

use std::env;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::programs;
use crate::programs::toolkits;

/// Folders of a CUDA toolkit that hold libraries.
const TOOLKIT_FOLDERS: [&str; 4] = ["lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"];

/// Folders of the NVRTC wheels inside a `site-packages`, for CUDA 12 and 13.
const WHEEL_FOLDERS: [&str; 2] = ["nvidia/cuda_nvrtc/lib", "nvidia/cu13/lib"];

/// File names that cudarc finds again once the library is loaded.
const NAMES: [&str; 2] = ["libnvrtc.so.12", "libnvrtc.so.13"];

/// The NVRTC libraries on this machine that the loader does not know by name, best first. `installed` is the folder of
/// [`Install`](crate::Install). `python3` is asked once all others were refused: it takes longer to start than a small kernel to compile.
pub(super) fn candidates(installed: Option<&Path>) -> impl Iterator<Item = PathBuf> {
    let of_toolkits = toolkits().flat_map(|root| libraries(&root, &TOOLKIT_FOLDERS));
    let of_python = || python_paths().into_iter().flat_map(|site| libraries(&site, &WHEEL_FOLDERS));
    of_toolkits.chain(library_in(installed)).chain(iter::once_with(of_python).flatten())
}

/// The folders on this machine below which CUDA's headers may lie, best first: those around the library `nvrtc`, toolkits,
/// the folder of installed parts, and folders of Python packages.
pub(super) fn header_roots(nvrtc: Option<&Path>, installed: Option<&Path>) -> impl Iterator<Item = PathBuf> {
    // Of `root/lib64/libnvrtc.so.12`, and of `site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12`.
    let around = nvrtc.into_iter().flat_map(|library| library.ancestors().skip(2).take(3));
    let around: Vec<PathBuf> = around.map(Path::to_owned).collect();
    let elsewhere = [PathBuf::from("/usr")].into_iter().chain(installed.map(Path::to_owned));
    let of_python = iter::once_with(python_paths).flatten();
    around.into_iter().chain(toolkits()).chain(elsewhere).chain(of_python).filter(|root| root.is_dir())
}

/// The library of the wheel in the folder of installed parts, if it is there.
pub(super) fn library_in(installed: Option<&Path>) -> Option<PathBuf> {
    libraries(installed?, &WHEEL_FOLDERS).into_iter().next()
}

fn libraries(root: &Path, folders: &[&str]) -> Vec<PathBuf> {
    folders
        .iter()
        .flat_map(|folder| NAMES.iter().map(move |name| root.join(folder).join(name)))
        .filter(|path| path.is_file())
        .collect()
}

/// Every folder that `python3` imports from, but for those below the working folder. None where there is no Python.
fn python_paths() -> Vec<PathBuf> {
    let script =
        "import site, sys\nfor path in [*sys.path, *site.getsitepackages(), site.getusersitepackages()]: print(path)";
    let Some(mut python) = programs::python() else { return Vec::new() };
    let output = python.args(["-c", script]).stdin(Stdio::null()).stderr(Stdio::null()).output();
    let Ok(output) = output else { return Vec::new() };
    let working = env::current_dir().and_then(|folder| folder.canonicalize()).ok();
    let is_below = |path: &Path| working.as_ref().is_some_and(|working| path.starts_with(working));
    let mut paths: Vec<PathBuf> = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let path = PathBuf::from(line);
        let real = path.canonicalize().ok().filter(|real| !is_below(real));
        if path.is_absolute() && real.is_some() && !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths
}
