//! Work that is noted instead of done: captured streams.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, ThreadId};

use super::Work;
use crate::error::DriverError;
use crate::sync::lock;

/// A capture that is under way: the work of all streams that joined it, in the order in which it was asked for, which is one that its
/// dependencies allow.
pub(crate) struct Capture {
    /// Unique in the process: the handle of its graph.
    pub(crate) id: u64,
    /// The thread that began it, where only that thread may end it.
    thread: Option<ThreadId>,
    work: Mutex<Vec<Work>>,
    is_invalid: AtomicBool,
}

impl Capture {
    pub(crate) fn new(id: u64, is_of_thread: bool) -> Capture {
        let thread = is_of_thread.then(|| thread::current().id());
        Capture { id, thread, work: Mutex::default(), is_invalid: AtomicBool::new(false) }
    }

    /// Notes a piece of work.
    pub(crate) fn push(&self, work: Work) -> Result<(), DriverError> {
        if self.is_invalid() {
            return Err(DriverError::StreamCaptureInvalidated);
        }
        lock(&self.work).push(work);
        Ok(())
    }

    /// Ends it as an error, as a call does that a captured stream does not allow.
    pub(crate) fn invalidate(&self) {
        self.is_invalid.store(true, Relaxed);
    }

    pub(crate) fn is_invalid(&self) -> bool {
        self.is_invalid.load(Relaxed)
    }

    /// Returns the work.
    pub(crate) fn end(&self) -> Result<Vec<Work>, DriverError> {
        if self.thread.is_some_and(|thread| thread != thread::current().id()) {
            return Err(DriverError::StreamCaptureWrongThread);
        }
        if self.is_invalid() {
            return Err(DriverError::StreamCaptureInvalidated);
        }
        Ok(std::mem::take(&mut lock(&self.work)))
    }
}

impl fmt::Debug for Capture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Capture").field("id", &self.id).field("work", &lock(&self.work).len()).finish()
    }
}
