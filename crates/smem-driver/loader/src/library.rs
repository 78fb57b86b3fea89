//! The library in this process: its functions, found once, and the names by which the loader knows it.

use std::ffi::c_void;
use std::path::Path;

use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};

/// Receives bytes of the library: the first argument is the one that it was called with.
type Sink = unsafe extern "C" fn(*mut c_void, *const u8, usize);

type Claim = unsafe extern "C" fn() -> i32;
type Configure = unsafe extern "C" fn(*const u8, usize) -> i32;
type Report = unsafe extern "C" fn(Sink, *mut c_void);
type BeginScope = unsafe extern "C" fn() -> u64;
type EndScope = unsafe extern "C" fn(u64, Sink, *mut c_void);

/// The simulated driver as a library of this process, which stays loaded to the end.
#[derive(Debug, Clone, Copy)]
pub struct LoadedDriver {
    configure: Configure,
    report: Report,
    begin_scope: BeginScope,
    end_scope: EndScope,
}

impl LoadedDriver {
    /// Loads the library from a path, or by a name that has no folder, and gives it the names by which CUDA programs load their driver.
    ///
    /// # Errors
    /// A sentence where it cannot be loaded, is another library, or the process has loaded another driver before.
    pub fn open(library: &Path) -> Result<LoadedDriver, String> {
        let shown = library.display();
        // SAFETY: the library's initialisers are those of Rust's standard library.
        let loaded = unsafe { Library::open(Some(library.as_os_str()), RTLD_NOW | RTLD_GLOBAL) };
        let loaded = loaded.map_err(|error| format!("cannot load `{shown}`: {error}"))?;
        let functions = Functions::of(&loaded).ok_or_else(|| format!("`{shown}` is not the simulated driver"))?;
        // Its functions are called until the process ends.
        let _ = loaded.into_raw();
        // SAFETY: the function takes nothing.
        if unsafe { (functions.claim)() } != 0 {
            return Err(
                "this process has loaded another CUDA driver before the simulated one: install it first".to_owned()
            );
        }
        Ok(functions.driver)
    }

    /// Sets the driver's options, lines of `NAME=VALUE` as in the environment. Returns false where it has begun with others.
    pub fn configure(&self, variables: &str) -> bool {
        // SAFETY: the bytes are there during the call.
        unsafe { (self.configure)(variables.as_ptr(), variables.len()) == 0 }
    }

    /// Waits for all launches so far, and returns the report of the process as JSON.
    pub fn report(&self) -> Vec<u8> {
        // SAFETY: the sink takes what `received` hands it.
        received(|sink, context| unsafe { (self.report)(sink, context) })
    }

    /// Begins a report of its own for the launches of the calling thread, and returns its number.
    pub fn begin_scope(&self) -> u64 {
        // SAFETY: the function takes nothing.
        unsafe { (self.begin_scope)() }
    }

    /// Ends it: waits for all launches so far, and returns the report as JSON.
    pub fn end_scope(&self, scope: u64) -> Vec<u8> {
        // SAFETY: the sink takes what `received` hands it.
        received(|sink, context| unsafe { (self.end_scope)(scope, sink, context) })
    }
}

struct Functions {
    claim: Claim,
    driver: LoadedDriver,
}

impl Functions {
    /// The functions of the library; `None` where one is missing.
    fn of(library: &Library) -> Option<Functions> {
        // SAFETY: the library defines the functions of these names with these types, and no other library has such names.
        unsafe {
            Some(Functions {
                claim: *library.get::<Claim>(b"smem_tile_claim\0").ok()?,
                driver: LoadedDriver {
                    configure: *library.get::<Configure>(b"smem_tile_configure\0").ok()?,
                    report: *library.get::<Report>(b"smem_tile_report\0").ok()?,
                    begin_scope: *library.get::<BeginScope>(b"smem_tile_begin_scope\0").ok()?,
                    end_scope: *library.get::<EndScope>(b"smem_tile_end_scope\0").ok()?,
                },
            })
        }
    }
}

/// The bytes that a function of the library hands to its sink.
fn received(call: impl FnOnce(Sink, *mut c_void)) -> Vec<u8> {
    let mut bytes: Vec<u8> = Vec::new();
    call(append, (&raw mut bytes).cast());
    bytes
}

/// Appends bytes to the `Vec<u8>` that `context` points to.
unsafe extern "C" fn append(context: *mut c_void, bytes: *const u8, length: usize) {
    // SAFETY: `received` passes a vector that nothing else uses during the call, and the library passes bytes that are there.
    unsafe { (*context.cast::<Vec<u8>>()).extend_from_slice(std::slice::from_raw_parts(bytes, length)) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_is_not_there_or_another_one_is_refused_with_a_sentence() {
        let missing = LoadedDriver::open(Path::new("/no/such/library.so")).unwrap_err();
        assert!(missing.starts_with("cannot load `/no/such/library.so`: "), "{missing}");
        let other = LoadedDriver::open(Path::new("libc.so.6")).unwrap_err();
        assert_eq!(other, "`libc.so.6` is not the simulated driver");
    }
}
