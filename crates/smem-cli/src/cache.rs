//! The folder that NVRTC, CUDA's headers and the disassembler are installed into.

use std::env;
use std::path::PathBuf;

use smem_launch::Install;

/// Names the folder; whether anything may be installed into it is the user's choice.
pub(crate) fn install(offline: bool) -> Install {
    match folder() {
        Some(folder) if offline => Install::LookIn(folder),
        Some(folder) => Install::Into(folder),
        None => Install::Refused,
    }
}

/// `SMEM_TILE_CACHE`, or the folder that the system has for caches.
fn folder() -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    if let Some(folder) = named("SMEM_TILE_CACHE") {
        return Some(folder);
    }
    let caches = if cfg!(windows) {
        named("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        named("HOME").map(|home| home.join("Library/Caches"))
    } else {
        // The standard has a relative path ignored.
        let cache = named("XDG_CACHE_HOME").filter(|folder| folder.is_absolute());
        cache.or_else(|| named("HOME").map(|home| home.join(".cache")))
    };
    caches.map(|caches| caches.join("smem-tile").join("cuda"))
}
