//! The folder that the system has for a user's caches, for programs that are installed.

use std::env;
use std::path::PathBuf;

use crate::install_folder::Install;

impl Install {
    /// Names the folder that the program `smem-tile` installs into: `SMEM_TILE_CACHE`, or `smem-tile/cuda` in the user's folder of caches. With
    /// `offline` nothing is installed into it, and what is there is used. Where the system has no such folder, nothing is installed at all.
    ///
    /// ```
    /// use smem_toolchain::Install;
    ///
    /// assert!(!Install::of_user(true).is_allowed());
    /// ```
    pub fn of_user(offline: bool) -> Install {
        match folder() {
            Some(folder) if offline => Install::LookIn(folder),
            Some(folder) => Install::Into(folder),
            None => Install::Refused,
        }
    }
}

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
