//! Errors of the runtime API: a number, and the last one of each thread.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use smem_driver::DriverError;

use crate::process::{not_supported, note_panic};

/// An error of the runtime API, by its number in CUDA's header. Errors of the driver API have the same numbers there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RuntimeError(i32);

impl RuntimeError {
    pub(super) const INVALID_VALUE: RuntimeError = RuntimeError(1);
    pub(super) const INVALID_PITCH: RuntimeError = RuntimeError(12);
    pub(super) const INVALID_SYMBOL: RuntimeError = RuntimeError(13);
    pub(super) const INVALID_CHANNELS: RuntimeError = RuntimeError(20);
    pub(super) const INVALID_FILTER: RuntimeError = RuntimeError(26);
    pub(super) const INVALID_DIRECTION: RuntimeError = RuntimeError(21);
    pub(super) const MISSING_CONFIGURATION: RuntimeError = RuntimeError(52);
    pub(super) const DEVICES_UNAVAILABLE: RuntimeError = RuntimeError(46);
    pub(super) const INVALID_FUNCTION: RuntimeError = RuntimeError(98);
    pub(super) const NO_DEVICE: RuntimeError = RuntimeError(100);
    pub(super) const INVALID_HANDLE: RuntimeError = RuntimeError(400);

    pub(super) fn code(self) -> i32 {
        self.0
    }
}

impl From<DriverError> for RuntimeError {
    fn from(error: DriverError) -> RuntimeError {
        RuntimeError(error.code())
    }
}

/// The result of a call of the driver API.
pub(super) fn answer(code: i32) -> Result<(), RuntimeError> {
    if code == 0 { Ok(()) } else { Err(RuntimeError(code)) }
}

thread_local! {
    static LAST: Cell<i32> = const { Cell::new(0) };
}

/// The last error of the calling thread; 0 where there is none.
pub(super) fn last() -> i32 {
    LAST.get()
}

/// Returns the last error of the calling thread, and forgets it.
pub(super) fn take_last() -> i32 {
    LAST.replace(0)
}

/// Runs the body of a function, and notes its error. A panic is an error of it and never one of the program.
pub(super) fn call(body: impl FnOnce() -> Result<(), RuntimeError>) -> i32 {
    let answer = catch_unwind(AssertUnwindSafe(body));
    let code = match answer {
        Ok(Ok(())) => return 0,
        Ok(Err(error)) => error.code(),
        Err(panic) => {
            note_panic(&*panic);
            DriverError::Unknown.code()
        }
    };
    // A query's answer that work goes on is not an error to remember.
    if code != DriverError::NotReady.code() {
        LAST.set(code);
    }
    code
}

/// Answers the call of a function that is not implemented.
pub(super) fn missing(function: &str) -> i32 {
    call(|| Err(not_supported(function).into()))
}
