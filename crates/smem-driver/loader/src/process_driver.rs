//! The driver of this process: a library that is loaded already, by its functions.

use std::ffi::c_void;
use std::path::Path;

use crate::functions::{LibraryFunctions, ReportSink};
use crate::library::load;

/// The simulated driver as a library of this process, which stays loaded to the end.
#[derive(Debug, Clone, Copy)]
pub struct ProcessDriver(LibraryFunctions);

impl ProcessDriver {
    /// Loads the library from a path, or by a name that has no folder, and gives it the names by which CUDA programs load their driver.
    ///
    /// # Errors
    /// A sentence where it cannot be loaded, is another library, or the process has loaded another driver before; and on systems whose loader
    /// does not know libraries by the names that they give themselves.
    pub fn open(library: &Path) -> Result<ProcessDriver, String> {
        let functions = load(library)?;
        // SAFETY: the function takes nothing.
        if unsafe { (functions.claim)() } != 0 {
            return Err(
                "this process has loaded another CUDA driver before the simulated one: install it first".to_owned()
            );
        }
        Ok(ProcessDriver(functions))
    }

    /// Sets the driver's options, lines of `NAME=VALUE` as in the environment. Returns false where it has begun with others.
    pub fn configure(&self, variables: &str) -> bool {
        // SAFETY: the bytes are there during the call.
        unsafe { (self.0.configure)(variables.as_ptr(), variables.len()) == 0 }
    }

    /// Waits for all launches so far, and returns the report of the process as JSON.
    pub fn report(&self) -> Vec<u8> {
        // SAFETY: the sink takes what `received` hands it.
        received(|sink, context| unsafe { (self.0.report)(sink, context) })
    }

    /// Begins a report of its own for the launches of the calling thread, and returns its number.
    pub fn begin_scope(&self) -> u64 {
        // SAFETY: the function takes nothing.
        unsafe { (self.0.begin_scope)() }
    }

    /// Ends it: waits for all launches so far, and returns the report as JSON.
    pub fn end_scope(&self, scope: u64) -> Vec<u8> {
        // SAFETY: the sink takes what `received` hands it.
        received(|sink, context| unsafe { (self.0.end_scope)(scope, sink, context) })
    }
}

/// The bytes that a function of the library hands to its sink.
fn received(call: impl FnOnce(ReportSink, *mut c_void)) -> Vec<u8> {
    let mut bytes: Vec<u8> = Vec::new();
    call(append, (&raw mut bytes).cast());
    bytes
}

/// Appends bytes to the `Vec<u8>` that `context` points to.
unsafe extern "C" fn append(context: *mut c_void, bytes: *const u8, length: usize) {
    // SAFETY: `received` passes a vector that nothing else uses during the call, and the library passes bytes that are there.
    unsafe { (*context.cast::<Vec<u8>>()).extend_from_slice(std::slice::from_raw_parts(bytes, length)) };
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_is_not_there_or_another_one_is_refused_with_a_sentence() {
        let missing = ProcessDriver::open(Path::new("/no/such/library.so")).unwrap_err();
        assert!(missing.starts_with("cannot load `/no/such/library.so`: "), "{missing}");
        let other = ProcessDriver::open(Path::new("libc.so.6")).unwrap_err();
        assert_eq!(other, "`libc.so.6` is not the simulated driver");
    }
}
