//! Names and texts of errors, the last error of a thread, and versions.

use std::ffi::{CString, c_char};
use std::sync::OnceLock;

use super::device_choice::ready;
use super::error::{last, take_last};
use super::error_names::ERRORS;
use crate::api::errors;
use crate::foreign::Out;
use crate::mapped_file::is_mapped;

/// The newest version of a runtime with each name.
pub(super) const RUNTIME_12: i32 = 12_090;
const RUNTIME_13: i32 = 13_000;

/// The version of the runtime that this process has: by the name that it was loaded by. One that is built into an object has no name.
fn runtime_version() -> i32 {
    if is_mapped("libcudart.so.13") { RUNTIME_13 } else { RUNTIME_12 }
}

/// The name and the description of an error as texts of C; those of no error are the last.
fn texts(error: i32) -> &'static (CString, CString) {
    static TEXTS: OnceLock<Vec<(CString, CString)>> = OnceLock::new();
    let texts = TEXTS.get_or_init(|| {
        let text = |text: &str| CString::new(text).unwrap_or_default();
        let known = ERRORS.iter().map(|(_, name, description)| (text(name), text(description)));
        known.chain([(text("unrecognized error code"), text("unrecognized error code"))]).collect()
    });
    let place = ERRORS.iter().position(|(number, ..)| *number == error);
    &texts[place.unwrap_or(ERRORS.len())]
}

// SAFETY: the name is one of the runtime API, and no other function of this library has it.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
extern "C" fn cudaGetErrorName(error: i32) -> *const c_char {
    texts(error).0.as_ptr()
}

// SAFETY: as above.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
extern "C" fn cudaGetErrorString(error: i32) -> *const c_char {
    texts(error).1.as_ptr()
}

// SAFETY: as above.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
extern "C" fn cudaGetLastError() -> i32 {
    take_last()
}

// SAFETY: as above.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
extern "C" fn cudaPeekAtLastError() -> i32 {
    last()
}

runtime_functions! {
    fn cudaDriverGetVersion(version: Out<i32>) {
        ready()?;
        Ok(version.set(errors::version())?)
    }

    fn cudaRuntimeGetVersion(version: Out<i32>) {
        Ok(version.set(runtime_version())?)
    }
}
