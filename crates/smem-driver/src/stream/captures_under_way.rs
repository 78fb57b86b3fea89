//! The captures that are under way, and the calls that they forbid: those that wait, and those that allocate or free at once.

use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use std::thread;

use super::{Capture, CaptureMode};
use crate::error::DriverError;

/// The captures that are under way.
#[derive(Debug, Default)]
pub(crate) struct CapturesUnderWay(Mutex<Vec<Weak<Capture>>>);

impl CapturesUnderWay {
    pub(crate) fn add(&self, capture: &Arc<Capture>) {
        let mut all = self.0.lock();
        all.retain(|known| known.upgrade().is_some_and(|capture| !capture.is_ended()));
        all.push(Arc::downgrade(capture));
    }

    /// Fails where a capture forbids the calling thread a call, which makes the capture an error.
    pub(crate) fn check(&self) -> Result<(), DriverError> {
        let own = CaptureMode::of_thread();
        let all = self.0.lock();
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
