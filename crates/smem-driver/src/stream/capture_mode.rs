//! Modes of captures, and of threads beside them.

use std::cell::Cell;

use crate::error::DriverError;

/// Which threads a capture, or a thread for itself, keeps from calls that are not safe in a capture.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum CaptureMode {
    /// A capture forbids the calls to all threads; a thread respects the captures of all.
    #[default]
    Global = 0,
    /// Only to the thread that it began in; a thread respects its own alone.
    OfThread = 1,
    /// To none; a thread respects none.
    Relaxed = 2,
}

impl TryFrom<u32> for CaptureMode {
    type Error = DriverError;

    fn try_from(number: u32) -> Result<Self, DriverError> {
        [Self::Global, Self::OfThread, Self::Relaxed].get(number as usize).copied().ok_or(DriverError::InvalidValue)
    }
}

thread_local! {
    static OF_THREAD: Cell<CaptureMode> = const { Cell::new(CaptureMode::Global) };
}

impl CaptureMode {
    /// The mode of the calling thread.
    pub(super) fn of_thread() -> CaptureMode {
        OF_THREAD.get()
    }

    /// Sets the mode of the calling thread, and returns the one before.
    pub(crate) fn replace_of_thread(self) -> CaptureMode {
        OF_THREAD.replace(self)
    }
}
