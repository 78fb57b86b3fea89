//! Errors of the management library.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

use smem_driver::{Driver, DriverError};

use crate::process::{driver, note_panic, say};

/// An error by its number in the library's header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ManagementError(u32);

impl ManagementError {
    pub(super) const UNINITIALIZED: ManagementError = ManagementError(1);
    pub(super) const INVALID_ARGUMENT: ManagementError = ManagementError(2);
    pub(super) const NOT_SUPPORTED: ManagementError = ManagementError(3);
    pub(super) const NOT_FOUND: ManagementError = ManagementError(6);
    pub(super) const TOO_SHORT: ManagementError = ManagementError(7);
    const UNKNOWN: ManagementError = ManagementError(999);
}

impl From<DriverError> for ManagementError {
    fn from(error: DriverError) -> ManagementError {
        match error {
            DriverError::InvalidValue | DriverError::InvalidDevice => ManagementError::INVALID_ARGUMENT,
            DriverError::NotInitialized => ManagementError::UNINITIALIZED,
            DriverError::NotSupported => ManagementError::NOT_SUPPORTED,
            DriverError::NotFound => ManagementError::NOT_FOUND,
            _ => ManagementError::UNKNOWN,
        }
    }
}

/// How often the library was initialised and not shut down.
static BEGUN: AtomicU32 = AtomicU32::new(0);

/// Initialises the library.
pub(super) fn begin() -> Result<(), ManagementError> {
    driver()?.init(0)?;
    BEGUN.fetch_add(1, SeqCst);
    Ok(())
}

/// Ends one initialisation.
pub(super) fn end() -> Result<(), ManagementError> {
    let one_less = BEGUN.fetch_update(SeqCst, SeqCst, |count| count.checked_sub(1));
    one_less.map(|_| ()).map_err(|_| ManagementError::UNINITIALIZED)
}

/// The driver, where the library is initialised.
pub(super) fn ready() -> Result<&'static Driver, ManagementError> {
    if BEGUN.load(SeqCst) == 0 { Err(ManagementError::UNINITIALIZED) } else { Ok(driver()?) }
}

/// Runs the body of a function. A panic is an error of it and never one of the program.
pub(super) fn call(body: impl FnOnce() -> Result<(), ManagementError>) -> u32 {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => 0,
        Ok(Err(error)) => error.0,
        Err(panic) => {
            note_panic(&*panic);
            ManagementError::UNKNOWN.0
        }
    }
}

/// Answers the call of a function that is not implemented.
pub(super) fn missing(function: &str) -> u32 {
    call(|| {
        if ready()?.note_missing(function) {
            say(&format!("{function} is not implemented: the program gets NVML_ERROR_NOT_SUPPORTED"));
        }
        Err(ManagementError::NOT_SUPPORTED)
    })
}
