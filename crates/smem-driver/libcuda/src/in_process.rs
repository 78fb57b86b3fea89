//! The functions of this library that are not CUDA's: a test that has loaded it asks them for its report (`smem_driver::install`).
//!
//! Their caller is the crate `smem-driver-loader`, which promises that pointers are valid for the bytes that are named with them.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

use smem_driver::RunReport;

use crate::process;

/// Takes bytes, with the value that its owner wants back.
type BytesSink = unsafe extern "C" fn(*mut c_void, *const u8, usize);

/// Makes this library the one that the process finds by a driver's names. Returns 0, or 1 where it has loaded another one before.
// SAFETY: no other library has a function of this name.
#[unsafe(no_mangle)]
extern "C" fn smem_tile_claim() -> i32 {
    i32::from(!names::all_are_ours())
}

/// Sets the options, lines of `NAME=VALUE`. Returns 0, or 1 where the driver has begun with others.
// SAFETY: no other library has a function of this name.
#[unsafe(no_mangle)]
unsafe extern "C" fn smem_tile_configure(bytes: *const u8, length: usize) -> i32 {
    // SAFETY: the caller promises that so many bytes are there.
    let bytes = unsafe { std::slice::from_raw_parts(bytes, length) };
    i32::from(!process::configure(&String::from_utf8_lossy(bytes)))
}

/// Waits for all launches so far, and hands out the report as JSON.
// SAFETY: no other library has a function of this name.
#[unsafe(no_mangle)]
unsafe extern "C" fn smem_tile_report(sink: BytesSink, context: *mut c_void) {
    let json = json(|| process::driver().map(|driver| driver.complete_report()).unwrap_or_default());
    // SAFETY: the caller promises that the sink takes its value and bytes that are there.
    unsafe { sink(context, json.as_ptr(), json.len()) };
}

/// Begins a report for the launches of the calling thread; returns its number.
// SAFETY: no other library has a function of this name.
#[unsafe(no_mangle)]
extern "C" fn smem_tile_begin_scope() -> u64 {
    let begun = catch_unwind(|| process::driver().map_or(0, |driver| driver.begin_scope()));
    begun.unwrap_or_else(|panic| {
        process::note_panic(&*panic);
        0
    })
}

/// Ends it: waits for all launches so far, and hands out the report as JSON.
// SAFETY: no other library has a function of this name.
#[unsafe(no_mangle)]
unsafe extern "C" fn smem_tile_end_scope(scope: u64, sink: BytesSink, context: *mut c_void) {
    let json = json(|| process::driver().map(|driver| driver.end_scope(scope)).unwrap_or_default());
    // SAFETY: the caller promises that the sink takes its value and bytes that are there.
    unsafe { sink(context, json.as_ptr(), json.len()) };
}

/// A report as JSON; nothing where a panic left none.
fn json(report: impl FnOnce() -> RunReport) -> String {
    let json = catch_unwind(AssertUnwindSafe(|| report().to_json()));
    json.unwrap_or_else(|panic| {
        process::note_panic(&*panic);
        String::new()
    })
}

#[cfg(unix)]
mod names {
    //! The names by which programs load a driver.
    use std::mem::forget;

    use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};

    /// Whether both names are this library in this process from now on.
    ///
    /// The loader looks in the folder of the library that asks first, for that is its `RPATH` (`build.rs`), and keeps a name that it has
    /// found. So this has to be called from here, and the folder has links of these names.
    pub(super) fn all_are_ours() -> bool {
        ["libcuda.so.1", "libcuda.so"].into_iter().all(is_ours)
    }

    fn is_ours(name: &str) -> bool {
        // SAFETY: it is this library, or one whose initialisers are a driver's.
        let Ok(library) = (unsafe { Library::open(Some(name), RTLD_NOW | RTLD_GLOBAL) }) else { return false };
        // SAFETY: the address is compared alone.
        let found = unsafe { library.get::<*const ()>(b"smem_tile_claim\0") }.is_ok_and(|function| *function == own());
        forget(library);
        found
    }

    /// The address of a function that this library alone has.
    fn own() -> *const () {
        super::smem_tile_claim as extern "C" fn() -> i32 as *const ()
    }
}

#[cfg(not(unix))]
mod names {
    //! Other systems have no such names.
    pub(super) fn all_are_ours() -> bool {
        false
    }
}
