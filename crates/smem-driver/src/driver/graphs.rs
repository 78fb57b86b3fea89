//! Graphs: streams that are captured, and what they become.

use std::sync::Arc;

use parking_lot::Mutex;

use super::Driver;
use crate::error::DriverError;
use crate::handles::next_handle;
use crate::stream::{Capture, CaptureMode, CapturedStream, ExecutableGraph, Queue, WorkGraph};

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
        let (queue, mode) = self.stream_to_capture(stream, mode)?;
        let (id, graph) = (next_handle(), Arc::default());
        self.graphs.insert_as(id, Arc::clone(&graph));
        self.start_capture(&queue, Capture::new(id, graph, mode), Vec::new());
        Ok(())
    }

    /// Begins to note the work of a stream in a graph that there is, after nodes of it.
    ///
    /// # Errors
    /// As [`begin_capture`](Self::begin_capture), and [`DriverError::InvalidValue`] for what is not a graph, or not a node of it.
    pub fn begin_capture_to(&self, stream: u64, graph: u64, after: &[u64], mode: u32) -> Result<(), DriverError> {
        let (queue, mode) = self.stream_to_capture(stream, mode)?;
        let found = self.graph(graph)?;
        if !found.has_all(after) {
            return Err(DriverError::InvalidValue);
        }
        if self.contexts.all().iter().any(|(_, context)| context.captures_to(graph)) {
            return Err(DriverError::IllegalState);
        }
        self.start_capture(&queue, Capture::new(graph, found, mode), after.to_vec());
        Ok(())
    }

    fn start_capture(&self, queue: &Queue, capture: Capture, after: Vec<u64>) {
        let captured = CapturedStream::origin(capture, after);
        self.captures.add(&captured.capture);
        queue.set_capture(Some(captured));
    }

    /// Sets which captures the calling thread respects, by the numbers of [`begin_capture`](Self::begin_capture), and returns the number before.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for another number.
    pub fn exchange_capture_mode(&self, mode: u32) -> Result<u32, DriverError> {
        Ok(CaptureMode::try_from(mode)?.replace_of_thread() as u32)
    }

    /// Fails where a capture that is under way forbids the calling thread a call that waits, or that allocates or frees at once; that makes
    /// the capture an error.
    ///
    /// # Errors
    /// [`DriverError::StreamCaptureUnsupported`].
    pub fn check_captures(&self) -> Result<(), DriverError> {
        self.captures.check()
    }

    /// A stream whose capture may begin, and the mode by its number.
    fn stream_to_capture(&self, stream: u64, mode: u32) -> Result<(Arc<Queue>, CaptureMode), DriverError> {
        let found = self.stream(stream)?;
        found.context.check()?;
        let mode = CaptureMode::try_from(mode)?;
        if Arc::ptr_eq(&found.queue, &found.context.legacy) {
            return Err(DriverError::StreamCaptureUnsupported);
        }
        if let Some(capture) = found.queue.capture() {
            capture.invalidate();
            return Err(DriverError::IllegalState);
        }
        Ok((Arc::clone(&found.queue), mode))
    }

    /// Ends the capture of a stream, and returns the graph's handle.
    ///
    /// # Errors
    /// [`DriverError::IllegalState`] where it is not captured, [`DriverError::StreamCaptureInvalidated`],
    /// [`DriverError::StreamCaptureWrongThread`], [`DriverError::StreamCaptureUnmatched`] for a stream that only joined the capture,
    /// [`DriverError::StreamCaptureUnjoined`] where work of another stream is not waited for.
    pub fn end_capture(&self, stream: u64) -> Result<u64, DriverError> {
        let stream = self.stream(stream)?;
        let CapturedStream { capture, last, is_origin } = stream.queue.captured().ok_or(DriverError::IllegalState)?;
        if !is_origin {
            capture.invalidate();
            return Err(DriverError::StreamCaptureUnmatched);
        }
        let contexts = self.contexts.all();
        let others: Vec<u64> = contexts.iter().flat_map(|(_, context)| context.end_capture(&capture)).collect();
        capture.end(&last, &others).map(|()| capture.id)
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

    /// The nodes that the next work of a captured stream waits for; none where it is not captured.
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`].
    pub fn capture_dependencies(&self, stream: u64) -> Result<Vec<u64>, DriverError> {
        Ok(self.stream(stream)?.queue.captured().map_or_else(Vec::new, |captured| captured.last))
    }

    /// Lets the next work of a captured stream wait for these nodes, besides those that it waits for or in their place.
    ///
    /// # Errors
    /// [`DriverError::IllegalState`] where the stream is not captured, [`DriverError::InvalidValue`] for what are not nodes of its graph.
    pub fn set_capture_dependencies(&self, stream: u64, nodes: &[u64], is_besides: bool) -> Result<(), DriverError> {
        let queue = &self.stream(stream)?.queue;
        let captured = queue.captured().ok_or(DriverError::IllegalState)?;
        if !captured.capture.graph.has_all(nodes) {
            return Err(DriverError::InvalidValue);
        }
        if !is_besides {
            queue.set_capture(Some(CapturedStream { last: Vec::new(), ..captured }));
        }
        queue.wait_for_nodes(nodes);
        Ok(())
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
        self.graphs.remove(graph).map(|_| ()).map_err(|_| DriverError::InvalidValue)
    }

    /// Destroys an executable graph; a launch of it goes on.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for what is not one.
    pub fn destroy_executable(&self, executable: u64) -> Result<(), DriverError> {
        self.executables.remove(executable).map(|_| ()).map_err(|_| DriverError::InvalidValue)
    }
}
