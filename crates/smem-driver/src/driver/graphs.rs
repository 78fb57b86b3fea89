//! Graphs: streams that are captured, and what they become.

use std::sync::{Arc, Mutex};

use super::Driver;
use crate::error::DriverError;
use crate::handles::next_handle;
use crate::stream::{Capture, ExecutableGraph, WorkGraph};
use crate::sync::lock;

/// Flags of executable graphs: free at launch, upload, launch by kernels, priorities of nodes.
const FREE_AT_LAUNCH: u64 = 1;
const BY_KERNELS: u64 = 4;
const ALL_FLAGS: u64 = 15;

/// How far a stream's capture is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaptureStatus {
    /// The stream is not captured.
    None = 0,
    /// It is.
    Active = 1,
    /// It is, and a call that a captured stream does not allow has made the capture an error.
    Invalidated = 2,
}

impl Driver {
    /// Begins to note the work of a stream instead of doing it. Mode 0 is global, 1 the thread's own, 2 relaxed.
    ///
    /// # Errors
    /// [`DriverError::StreamCaptureUnsupported`] for the default stream, [`DriverError::IllegalState`] where it is captured already.
    pub fn begin_capture(&self, stream: u64, mode: u32) -> Result<(), DriverError> {
        let found = self.stream(stream)?;
        found.context.check()?;
        if mode > 2 {
            return Err(DriverError::InvalidValue);
        }
        if Arc::ptr_eq(&found.queue, &found.context.legacy) {
            return Err(DriverError::StreamCaptureUnsupported);
        }
        if let Some(capture) = found.queue.capture() {
            capture.invalidate();
            return Err(DriverError::IllegalState);
        }
        found.queue.set_capture(Some(Arc::new(Capture::new(next_handle(), mode != 2))));
        Ok(())
    }

    /// Ends the capture of a stream, and returns the graph's handle.
    ///
    /// # Errors
    /// [`DriverError::IllegalState`] where it is not captured, [`DriverError::StreamCaptureInvalidated`],
    /// [`DriverError::StreamCaptureWrongThread`].
    pub fn end_capture(&self, stream: u64) -> Result<u64, DriverError> {
        let stream = self.stream(stream)?;
        let capture = stream.queue.capture().ok_or(DriverError::IllegalState)?;
        let work = capture.end();
        if !matches!(work, Err(DriverError::StreamCaptureWrongThread)) {
            stream.queue.set_capture(None);
            stream.context.end_capture(&capture);
        }
        Ok(self.keep_graph(capture.id, WorkGraph::captured(work?)))
    }

    /// How far the capture of a stream is, and its number, which is the handle of the graph that it ends in.
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`].
    pub fn capture_status(&self, stream: u64) -> Result<(CaptureStatus, u64), DriverError> {
        let capture = self.stream(stream)?.queue.capture();
        Ok(match capture {
            None => (CaptureStatus::None, 0),
            Some(capture) if capture.is_invalid() => (CaptureStatus::Invalidated, capture.id),
            Some(capture) => (CaptureStatus::Active, capture.id),
        })
    }

    /// Makes an empty graph.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for flags.
    pub fn create_graph(&self, flags: u32) -> Result<u64, DriverError> {
        self.check_initialized()?;
        if flags != 0 {
            return Err(DriverError::InvalidValue);
        }
        Ok(self.graphs.insert(WorkGraph::default()))
    }

    /// Makes a graph that can be launched.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for flags that do not go together, or for what is not a graph.
    pub fn instantiate(&self, graph: u64, flags: u64) -> Result<u64, DriverError> {
        let graph = self.graph(graph)?;
        if flags & !ALL_FLAGS != 0 || flags & (FREE_AT_LAUNCH | BY_KERNELS) == FREE_AT_LAUNCH | BY_KERNELS {
            return Err(DriverError::InvalidValue);
        }
        Ok(self.executables.insert(ExecutableGraph { steps: Mutex::new(graph.in_order()?) }))
    }

    /// Launches a graph into a stream.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for what is not an executable graph, [`DriverError::InvalidHandle`].
    pub fn launch_graph(&self, executable: u64, stream: u64) -> Result<(), DriverError> {
        let graph = self.executables.get(executable).map_err(|_| DriverError::InvalidValue)?;
        let stream = self.stream(stream)?;
        stream.context.enqueue(&stream.queue, graph.work()).map(|_| ())
    }

    /// Destroys a graph.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for what is not one.
    pub fn destroy_graph(&self, graph: u64) -> Result<(), DriverError> {
        self.graphs.remove(graph).map_err(|_| DriverError::InvalidValue)?;
        lock(&self.graph_of).retain(|_, of| *of != graph);
        Ok(())
    }

    /// Destroys an executable graph; a launch of it goes on.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for what is not one.
    pub fn destroy_executable(&self, executable: u64) -> Result<(), DriverError> {
        self.executables.remove(executable).map(|_| ()).map_err(|_| DriverError::InvalidValue)
    }
}
