//! Errors of the driver, in words.

use cudarc::driver::DriverError;

use crate::Error;

/// Returns the error for a variable that the driver does not give.
pub(super) fn no_variable(error: DriverError) -> Error {
    Error::Gpu(format!("a variable cannot be accessed: {}", words(error)))
}

/// Returns the error for bytes that the GPU has no memory for.
pub(super) fn no_memory(bytes: usize, error: DriverError) -> Error {
    Error::Gpu(format!("the GPU gives no {bytes} bytes of memory: {}", words(error)))
}

/// Returns 13000, a version as CUDA counts, as `13.0`.
pub(super) fn version(driver: i32) -> String {
    format!("{}.{}", driver / 1000, driver % 1000 / 10)
}

/// Returns the driver's own words for an error.
pub(super) fn words(error: DriverError) -> String {
    match error.error_string() {
        Ok(text) => text.to_string_lossy().into_owned(),
        Err(_) => format!("{:?}", error.0),
    }
}
