//! Work that is noted instead of done: captured streams.

use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, ThreadId};

use super::{CaptureMode, Work, WorkGraph};
use crate::error::DriverError;

/// A capture that is under way: the graph that the work of all streams that joined it becomes.
#[derive(Debug)]
pub(crate) struct Capture {
    /// The handle of its graph.
    pub(crate) id: u64,
    pub(crate) graph: Arc<WorkGraph>,
    pub(super) mode: CaptureMode,
    /// The thread that began it. Only that thread may end it, unless the mode is relaxed.
    pub(super) thread: ThreadId,
    is_invalid: AtomicBool,
    is_ended: AtomicBool,
    /// The last nodes of streams that joined it and were destroyed.
    of_destroyed: Mutex<Vec<u64>>,
}

/// A stream's part in a capture.
#[derive(Debug, Clone)]
pub(crate) struct CapturedStream {
    pub(crate) capture: Arc<Capture>,
    /// The nodes that the stream's next work waits for.
    pub(crate) last: Vec<u64>,
    /// Whether the capture began in this stream, which is the one that ends it.
    pub(crate) is_origin: bool,
}

impl Capture {
    pub(crate) fn new(id: u64, graph: Arc<WorkGraph>, mode: CaptureMode) -> Capture {
        let thread = thread::current().id();
        let (is_invalid, is_ended, of_destroyed) = Default::default();
        Capture { id, graph, mode, thread, is_invalid, is_ended, of_destroyed }
    }

    /// Ends it as an error, as a call does that a captured stream does not allow.
    pub(crate) fn invalidate(&self) {
        self.is_invalid.store(true, Relaxed);
    }

    pub(crate) fn is_invalid(&self) -> bool {
        self.is_invalid.load(Relaxed)
    }

    pub(crate) fn is_ended(&self) -> bool {
        self.is_ended.load(Relaxed)
    }

    /// Fails in a thread that may not end it.
    fn check_thread(&self) -> Result<(), DriverError> {
        match self.mode == CaptureMode::Relaxed || self.thread == thread::current().id() {
            true => Ok(()),
            false => Err(DriverError::StreamCaptureWrongThread),
        }
    }

    /// Ends it after the last nodes of the stream that it began in. Each of the `others`, the last nodes of streams that joined, has to be
    /// one of these, or before one.
    pub(crate) fn end(&self, last: &[u64], others: &[u64]) -> Result<(), DriverError> {
        self.is_ended.store(true, Relaxed);
        if self.is_invalid() {
            return Err(DriverError::StreamCaptureInvalidated);
        }
        self.check_thread()?;
        let joined = self.graph.with_all_before(last);
        if others.iter().chain(&*self.of_destroyed.lock()).all(|node| joined.contains(node)) {
            Ok(())
        } else {
            Err(DriverError::StreamCaptureUnjoined)
        }
    }
}

impl CapturedStream {
    /// The stream that a capture begins in, after nodes that its graph has already.
    pub(crate) fn origin(capture: Capture, last: Vec<u64>) -> CapturedStream {
        CapturedStream { capture: Arc::new(capture), last, is_origin: true }
    }

    /// Another stream, which joins the capture after nodes.
    pub(crate) fn joined(capture: Arc<Capture>, last: Vec<u64>) -> CapturedStream {
        CapturedStream { capture, last, is_origin: false }
    }

    /// The stream is destroyed: a capture that began in it ends without a graph, and one that it joined still has its work.
    pub(super) fn abandon(self) {
        match self.is_origin {
            true => self.capture.is_ended.store(true, Relaxed),
            false => self.capture.of_destroyed.lock().extend(self.last),
        }
    }

    /// Notes a piece of work after the stream's last.
    pub(super) fn push(&mut self, work: Work) -> Result<(), DriverError> {
        if self.capture.is_invalid() {
            return Err(DriverError::StreamCaptureInvalidated);
        }
        let node = self.capture.graph.add(work, std::mem::take(&mut self.last));
        self.last = vec![node];
        Ok(())
    }

    /// Lets the stream's next work wait for more nodes.
    pub(super) fn wait_for(&mut self, nodes: &[u64]) {
        for node in nodes {
            if !self.last.contains(node) {
                self.last.push(*node);
            }
        }
    }
}
