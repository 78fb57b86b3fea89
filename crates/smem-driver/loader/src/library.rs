//! The library, loaded for good.

use std::path::Path;

use crate::functions::LibraryFunctions;

/// Loads a library, and returns its functions.
#[cfg(unix)]
pub(crate) fn load(path: &Path) -> Result<LibraryFunctions, String> {
    use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};

    let shown = path.display();
    // SAFETY: the library's initialisers are those of Rust's standard library.
    let library = unsafe { Library::open(Some(path.as_os_str()), RTLD_NOW | RTLD_GLOBAL) };
    let library = library.map_err(|error| format!("cannot load `{shown}`: {error}"))?;
    let find = || {
        // SAFETY: the library defines the functions of these names with these types, and no other library has such names.
        unsafe {
            Some(LibraryFunctions {
                claim: *library.get("smem_tile_claim").ok()?,
                configure: *library.get("smem_tile_configure").ok()?,
                report: *library.get("smem_tile_report").ok()?,
                begin_scope: *library.get("smem_tile_begin_scope").ok()?,
                end_scope: *library.get("smem_tile_end_scope").ok()?,
            })
        }
    };
    let functions = find().ok_or_else(|| format!("`{shown}` is not the simulated driver"))?;
    // They are called until the process ends.
    let _ = library.into_raw();
    Ok(functions)
}

/// Refuses: the system's loader does not know libraries by the names that they give themselves.
#[cfg(not(unix))]
pub(crate) fn load(_path: &Path) -> Result<LibraryFunctions, String> {
    Err("the simulated driver can be loaded into a process on Linux only".to_owned())
}
