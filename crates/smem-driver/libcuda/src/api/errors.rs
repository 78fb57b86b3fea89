//! Names and texts of errors, and the version of the driver.

use std::ffi::{CString, c_char};
use std::sync::OnceLock;

use smem_driver::{Driver, DriverError, DriverVersion};

use crate::foreign::Out;
use crate::process::driver;

/// The version of CUDA that programs get.
pub(crate) fn version() -> i32 {
    driver().map_or_else(|_| DriverVersion::default().number(), Driver::version)
}

/// Texts of C for every error: number, name, description.
fn texts() -> &'static [(i32, CString, CString)] {
    static TEXTS: OnceLock<Vec<(i32, CString, CString)>> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let text = |text: &str| CString::new(text).unwrap_or_default();
        let success = (0, text("CUDA_SUCCESS"), text("no error"));
        let errors = DriverError::ALL.iter();
        let errors = errors.map(|error| (error.code(), text(error.name()), text(error.description())));
        std::iter::once(success).chain(errors).collect()
    })
}

fn answer(
    error: i32,
    to: Out<*const c_char>,
    text: fn(&(i32, CString, CString)) -> &CString,
) -> Result<(), DriverError> {
    match texts().iter().find(|known| known.0 == error) {
        Some(known) => to.set(text(known).as_ptr()),
        None => {
            to.set_if_asked(std::ptr::null());
            Err(DriverError::InvalidValue)
        }
    }
}

functions! {
    fn cuGetErrorName(error: i32, name: Out<*const c_char>) {
        answer(error, name, |known| &known.1)
    }

    fn cuGetErrorString(error: i32, text: Out<*const c_char>) {
        answer(error, text, |known| &known.2)
    }

    fn cuDriverGetVersion(version: Out<i32>) {
        version.set(self::version())
    }
}
