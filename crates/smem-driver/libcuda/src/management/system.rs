//! The beginning and the end, versions, texts of errors.

use std::ffi::{CStr, c_char};

use super::error::{ManagementError, begin, end};
use crate::api::errors;
use crate::foreign::Out;

/// The version of the driver that came with CUDA 12.9, and with 13.0.
const DRIVERS: [&str; 2] = ["575.51.03", "580.65.06"];

/// The version of the driver.
fn release() -> &'static str {
    DRIVERS[usize::from(errors::version() >= 13_000)]
}

/// Writes a text, or says that the place is too short for it.
pub(super) fn text(to: Out<c_char>, bytes: u32, text: &str) -> Result<(), ManagementError> {
    to.check()?;
    if text.len() >= bytes as usize {
        return Err(ManagementError::TOO_SHORT);
    }
    Ok(to.set_text(text, bytes as usize)?)
}

// SAFETY: the name is one of the management library, and no other function of this library has it.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
extern "C" fn nvmlErrorString(error: u32) -> *const c_char {
    let text: &CStr = match error {
        0 => c"The operation was successful",
        1 => c"NVML was not first initialized with nvmlInit()",
        2 => c"A supplied argument is invalid",
        3 => c"The requested operation is not available on target device",
        6 => c"A query to find an object was unsuccessful",
        7 => c"An input argument is not large enough",
        _ => c"An internal driver error occurred",
    };
    text.as_ptr()
}

management_functions! {
    fn nvmlInit() {
        begin()
    }

    fn nvmlInit_v2() {
        begin()
    }

    fn nvmlInitWithFlags(_flags: u32) {
        begin()
    }

    fn nvmlShutdown() {
        end()
    }

    fn nvmlSystemGetDriverVersion(version: Out<c_char>, bytes: u32) {
        super::error::ready()?;
        text(version, bytes, release())
    }

    fn nvmlSystemGetNVMLVersion(version: Out<c_char>, bytes: u32) {
        super::error::ready()?;
        text(version, bytes, &format!("{}.{}", errors::version() / 1000, release()))
    }

    // These two work before the library is initialised.
    fn nvmlSystemGetCudaDriverVersion(version: Out<i32>) {
        Ok(version.set(errors::version())?)
    }

    fn nvmlSystemGetCudaDriverVersion_v2(version: Out<i32>) {
        Ok(version.set(errors::version())?)
    }
}
