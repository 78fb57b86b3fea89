//! Where NVRTC and CUDA's headers may lie, best first.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Folders of a CUDA toolkit that hold libraries.
const TOOLKIT_FOLDERS: [&str; 4] = ["lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"];

/// Folders of the NVRTC wheels inside a `site-packages`, for CUDA 12 and 13.
const WHEEL_FOLDERS: [&str; 2] = ["nvidia/cuda_nvrtc/lib", "nvidia/cu13/lib"];

/// Folders of CUDA's headers in a toolkit, one that stands beside its libraries included.
const TOOLKIT_HEADERS: [&str; 3] = ["include", "targets/x86_64-linux/include", "targets/sbsa-linux/include"];

/// Folders of CUDA's headers inside a `site-packages`, for CUDA 12 and 13.
const WHEEL_HEADERS: [&str; 2] = ["nvidia/cuda_runtime/include", "nvidia/cu13/include"];

/// File names that cudarc finds again once the library is loaded.
const NAMES: [&str; 2] = ["libnvrtc.so.12", "libnvrtc.so.13"];

/// The NVRTC libraries on this machine that the loader does not know by name, best first.
pub(super) fn candidates() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = toolkits().flat_map(|root| libraries(&root, &TOOLKIT_FOLDERS)).collect();
    for site in python_paths() {
        found.extend(libraries(&site, &WHEEL_FOLDERS));
    }
    found.extend(installed());
    found
}

/// The folders on this machine that may hold the headers of CUDA, best first: those beside the library `nvrtc`, then everyone's.
pub(super) fn header_folders(nvrtc: Option<&Path>) -> Vec<PathBuf> {
    // Of `root/lib64/libnvrtc.so.12`, and of `site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12`.
    let beside = nvrtc.into_iter().flat_map(|library| library.ancestors().skip(2).take(3));
    let mut roots: Vec<PathBuf> = beside.map(Path::to_owned).chain(toolkits()).collect();
    roots.push(PathBuf::from("/usr"));
    let mut folders: Vec<PathBuf> = Vec::new();
    for root in roots {
        folders.extend(TOOLKIT_HEADERS.iter().map(|folder| root.join(folder)));
        folders.extend(WHEEL_HEADERS.iter().map(|folder| root.join(folder)));
    }
    for site in python_paths().into_iter().chain([install_folder()]) {
        folders.extend(WHEEL_HEADERS.iter().map(|folder| site.join(folder)));
    }
    folders.retain(|folder| folder.is_dir());
    folders
}

/// The folders of CUDA toolkits.
fn toolkits() -> impl Iterator<Item = PathBuf> {
    let named = env::var_os("CUDA_PATH").filter(|path| !path.is_empty()).map(PathBuf::from);
    named.into_iter().chain([PathBuf::from("/usr/local/cuda")])
}

/// The library that [`install`](super::install) put into [`install_folder`], if it did.
pub(super) fn installed() -> Option<PathBuf> {
    libraries(&install_folder(), &WHEEL_FOLDERS).into_iter().next()
}

/// `cuda` in the workspace's target folder.
pub(super) fn install_folder() -> PathBuf {
    let root = workspace_root();
    let target = match env::var_os("CARGO_TARGET_DIR") {
        // Cargo reads a relative one against the folder it was called in, most often the root.
        Some(target) if !target.is_empty() => root.join(target),
        _ => root.join("target"),
    };
    target.join("cuda")
}

/// The folder of the workspace this crate was built in, or the current one where that is gone.
fn workspace_root() -> PathBuf {
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    match built_in {
        Some(root) if root.join("Cargo.toml").is_file() => root.to_owned(),
        _ => env::current_dir().unwrap_or_else(|_| PathBuf::from(".")),
    }
}

fn libraries(root: &Path, folders: &[&str]) -> Vec<PathBuf> {
    folders
        .iter()
        .flat_map(|folder| NAMES.iter().map(move |name| root.join(folder).join(name)))
        .filter(|path| path.is_file())
        .collect()
}

/// Every folder that `python3` imports from. None where there is no Python.
fn python_paths() -> Vec<PathBuf> {
    let script =
        "import site, sys\nfor path in [*sys.path, *site.getsitepackages(), site.getusersitepackages()]: print(path)";
    let output = Command::new("python3").args(["-c", script]).stdin(Stdio::null()).stderr(Stdio::null()).output();
    let Ok(output) = output else { return Vec::new() };
    let mut paths: Vec<PathBuf> = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let path = PathBuf::from(line);
        if path.is_absolute() && !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths
}
