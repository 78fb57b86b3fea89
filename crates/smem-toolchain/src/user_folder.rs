//! The folder that the system has for a user's caches, for programs that are installed.

use std::env;
use std::path::PathBuf;

use crate::install_folder::Install;
use crate::trusted;

impl Install {
    /// Names the folder that the program `smem-tile` installs into: `SMEM_TILE_CACHE`, or `smem-tile/cuda` in the user's folder of caches. With
    /// `offline` nothing is installed into it, and what is there is used. If the system has no such folder, nothing is installed at all.
    ///
    /// A folder that others could have filled is passed over, and [`watch_installs`](crate::watch_installs) reports it: one that is relative or below the working folder,
    /// belongs to another user, or is writable by others.
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

/// The first of the places that only this user or root could have filled. Those of variables come first; the home that the system has for the account is left
/// where they name a checkout, or a folder of another user, as in containers.
fn folder() -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let in_home = |home: PathBuf| match cfg!(target_os = "macos") {
        true => home.join("Library/Caches"),
        false => home.join(".cache"),
    };
    let caches = if cfg!(windows) {
        [named("LOCALAPPDATA"), None, None]
    } else {
        let of_system = named("XDG_CACHE_HOME").filter(|_| !cfg!(target_os = "macos"));
        [of_system, named("HOME").map(in_home), trusted::home_of_account().map(in_home)]
    };
    let of_program = caches.into_iter().flatten().map(|caches| caches.join("smem-tile").join("cuda"));
    let mut places = named("SMEM_TILE_CACHE").into_iter().chain(of_program);
    places.find(|place| trusted::is_used(place, "cache folder"))
}
