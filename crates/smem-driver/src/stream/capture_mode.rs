//! Calls that captures under way forbid: those that wait, and those that allocate or free at once.

use std::cell::Cell;
use std::sync::{Arc, Mutex, Weak};
use std::thread;

use super::Capture;
use crate::error::DriverError;
use crate::sync::lock;

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
    /// Sets the mode of the calling thread, and returns the one before.
    pub(crate) fn replace_of_thread(self) -> CaptureMode {
        OF_THREAD.replace(self)
    }
}

/// The captures that are under way.
#[derive(Debug, Default)]
pub(crate) struct CapturesUnderWay(Mutex<Vec<Weak<Capture>>>);

impl CapturesUnderWay {
    pub(crate) fn add(&self, capture: &Arc<Capture>) {
        let mut all = lock(&self.0);
        all.retain(|known| known.upgrade().is_some_and(|capture| !capture.is_ended()));
        all.push(Arc::downgrade(capture));
    }

    /// Fails where a capture forbids the calling thread a call, which makes the capture an error.
    pub(crate) fn check(&self) -> Result<(), DriverError> {
        let own = OF_THREAD.get();
        let all = lock(&self.0);
        if all.is_empty() || own == CaptureMode::Relaxed {
            return Ok(());
        }
        let this = thread::current().id();
        let forbids = |capture: &Arc<Capture>| match capture.mode {
            _ if capture.is_ended() => false,
            CaptureMode::Relaxed => false,
            CaptureMode::Global if own == CaptureMode::Global => true,
            CaptureMode::Global | CaptureMode::OfThread => capture.thread == this,
        };
        let forbidding: Vec<Arc<Capture>> = all.iter().filter_map(Weak::upgrade).filter(forbids).collect();
        forbidding.iter().for_each(|capture| capture.invalidate());
        if forbidding.is_empty() { Ok(()) } else { Err(DriverError::StreamCaptureUnsupported) }
    }
}
