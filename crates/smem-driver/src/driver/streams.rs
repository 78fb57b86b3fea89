//! Streams and the events between them.

use std::sync::Arc;

use super::{Driver, DriverStream};
use crate::current::outside_of_driver;
use crate::error::DriverError;
use crate::stream::{CapturedStream, Event, NodeKind, Queue, Recorded, Work};

/// The handle of a thread's default stream; 0 and 1 are that of a context.
const OF_THREAD: u64 = 2;

/// The highest priority of a stream; the lowest is 0.
const HIGHEST: i32 = -5;

/// Flags of events: waits that block, no times, for other processes.
const BLOCKING_WAIT: u32 = 1;
const NO_TIMES: u32 = 2;
const FOR_PROCESSES: u32 = 4;

impl Driver {
    /// The least and the greatest priority of streams.
    pub const PRIORITIES: [i32; 2] = [0, HIGHEST];

    /// A stream by its handle; 0 and 1 are the legacy default stream of the current context, 2 that of the thread.
    pub(crate) fn stream(&self, handle: u64) -> Result<Arc<DriverStream>, DriverError> {
        if handle > OF_THREAD {
            self.check_initialized()?;
            return self.streams.get(handle).map_err(|_| match self.any_context() {
                Err(error) => error,
                Ok(_) => DriverError::InvalidHandle,
            });
        }
        let context = self.any_context()?;
        let queue = if handle == OF_THREAD { context.of_thread() } else { Arc::clone(&context.legacy) };
        Ok(Arc::new(DriverStream { context, queue }))
    }

    /// Makes a stream in the current context. Flag 1 is for one that does not wait for the legacy default stream.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for other flags.
    pub fn create_stream(&self, flags: u32, priority: i32) -> Result<u64, DriverError> {
        let context = self.context()?;
        if flags > 1 {
            return Err(DriverError::InvalidValue);
        }
        let queue = Queue::new(flags, priority.clamp(HIGHEST, 0));
        context.add(Arc::clone(&queue));
        Ok(self.streams.insert(DriverStream { context, queue }))
    }

    /// Destroys a stream; its work is done nevertheless. A capture that began in it is abandoned.
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`], also for the default streams; the error that a kernel left behind.
    pub fn destroy_stream(&self, handle: u64) -> Result<(), DriverError> {
        self.check_initialized()?;
        let stream = self.streams.remove(handle)?;
        stream.context.retire(&stream.queue);
        stream.context.check()
    }

    /// Waits for a stream, as a program asks for it.
    ///
    /// # Errors
    /// As [`wait_for_stream`](Self::wait_for_stream), and those of [`check_captures`](Self::check_captures).
    pub fn synchronize_stream(&self, handle: u64) -> Result<(), DriverError> {
        let stream = self.stream(handle)?;
        stream.context.check()?;
        stream.context.check_legacy(&stream.queue)?;
        self.check_captures()?;
        stream.context.wait_for(&stream.queue)
    }

    /// Waits for a stream, as a copy does that is not in one.
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`], or the error that a kernel left behind.
    pub fn wait_for_stream(&self, handle: u64) -> Result<(), DriverError> {
        let stream = self.stream(handle)?;
        stream.context.check()?;
        stream.context.wait_for(&stream.queue)
    }

    /// Succeeds if a stream's work is done; [`DriverError::NotReady`] if it is not.
    ///
    /// # Errors
    /// As [`wait_for_stream`](Self::wait_for_stream).
    pub fn query_stream(&self, handle: u64) -> Result<(), DriverError> {
        let stream = self.stream(handle)?;
        stream.context.check()?;
        if let Some(capture) = stream.queue.capture() {
            capture.invalidate();
            return Err(DriverError::StreamCaptureUnsupported);
        }
        stream.context.check_legacy(&stream.queue)?;
        self.check_captures()?;
        if stream.context.is_idle(&stream.queue) { stream.context.answer() } else { Err(DriverError::NotReady) }
    }

    /// The flags and the priority of a stream, and the handle of its context.
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`].
    pub fn stream_facts(&self, handle: u64) -> Result<(u32, i32, u64), DriverError> {
        let stream = self.stream(handle)?;
        Ok((stream.queue.flags, stream.queue.priority, stream.context.handle))
    }

    /// Calls a function of the host in the order of a stream, in a thread of the driver's. The function may not use the driver: its calls
    /// get [`DriverError::NotPermitted`].
    ///
    /// # Errors
    /// As [`wait_for_stream`](Self::wait_for_stream).
    pub fn call_in(&self, handle: u64, function: impl Fn() + Send + Sync + 'static) -> Result<(), DriverError> {
        let stream = self.stream(handle)?;
        let work = stream.context.work(NodeKind::Host, move || {
            outside_of_driver(&function);
            Ok(())
        });
        stream.context.enqueue(&stream.queue, work).map(|_| ())
    }

    /// Calls a function of the host in the order of a stream as [`call_in`](Self::call_in) does, also after an error, which it gets.
    ///
    /// # Errors
    /// As [`wait_for_stream`](Self::wait_for_stream); [`DriverError::StreamCaptureUnsupported`] in a captured stream.
    pub fn call_back_in(
        &self,
        handle: u64,
        function: impl Fn(Option<DriverError>) + Send + Sync + 'static,
    ) -> Result<(), DriverError> {
        let stream = self.stream(handle)?;
        if let Some(capture) = stream.queue.capture() {
            capture.invalidate();
            return Err(DriverError::StreamCaptureUnsupported);
        }
        let work = stream.context.answered_work(move |error| outside_of_driver(|| function(error)));
        stream.context.enqueue(&stream.queue, work).map(|_| ())
    }

    /// Makes an event in the current context.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for flags that there are not, or for an event with times that other processes share.
    pub fn create_event(&self, flags: u32) -> Result<u64, DriverError> {
        let context = self.context()?;
        let is_known = flags & !(BLOCKING_WAIT | NO_TIMES | FOR_PROCESSES) == 0;
        if !is_known || (flags & FOR_PROCESSES != 0 && flags & NO_TIMES == 0) {
            return Err(DriverError::InvalidValue);
        }
        Ok(self.events.insert(Event::new(flags & NO_TIMES == 0, context.handle)))
    }

    /// Destroys an event. A stream that waits for it goes on waiting.
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`]; the error that a kernel left behind.
    pub fn destroy_event(&self, handle: u64) -> Result<(), DriverError> {
        self.check_initialized()?;
        let event = self.events.remove(handle)?;
        self.contexts.get(event.context).map_or(Ok(()), |context| context.check())
    }

    /// Records an event after the work of a stream.
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`]; the error that a kernel left behind.
    pub fn record_event(&self, event: u64, stream: u64) -> Result<(), DriverError> {
        self.check_current()?;
        let event = self.event(event)?;
        let stream = self.stream(stream)?;
        if stream.context.handle != event.context {
            return Err(DriverError::InvalidHandle);
        }
        match stream.queue.captured() {
            Some(captured) => event.record(Recorded::Captured(captured.capture, captured.last)),
            None => {
                let end = stream.context.enqueue(&stream.queue, Work::nothing())?;
                end.into_iter().for_each(|end| event.record(Recorded::Behind(end)));
            }
        }
        Ok(())
    }

    /// Succeeds if an event is reached, or was never recorded; [`DriverError::NotReady`] if it is not.
    ///
    /// # Errors
    /// [`DriverError::CapturedEvent`] for one that a captured stream recorded, which ends the capture as an error;
    /// [`DriverError::InvalidValue`] where that capture has ended.
    pub fn query_event(&self, event: u64) -> Result<(), DriverError> {
        self.event_end(event, false)
    }

    /// Waits for an event.
    ///
    /// # Errors
    /// As [`query_event`](Self::query_event), and the error that a kernel left behind.
    pub fn wait_for_event(&self, event: u64) -> Result<(), DriverError> {
        self.event_end(event, true)
    }

    fn event_end(&self, event: u64, waits: bool) -> Result<(), DriverError> {
        let event = self.event(event)?;
        let context = self.contexts.get(event.context).map_err(|_| DriverError::ContextIsDestroyed)?;
        context.check()?;
        let recorded = event.recorded();
        if let Recorded::Captured(capture, _) = &recorded {
            if capture.is_ended() || capture.is_invalid() {
                return Err(DriverError::InvalidValue);
            }
            capture.invalidate();
            return Err(DriverError::CapturedEvent);
        }
        self.check_captures()?;
        match recorded {
            Recorded::Behind(end) if !waits && end.ended().is_none() => return Err(DriverError::NotReady),
            Recorded::Behind(end) => {
                end.wait();
                self.order.waited(end.clock());
            }
            Recorded::Never | Recorded::Captured(..) => return Ok(()),
        }
        context.answer()
    }

    /// Milliseconds of the host's clock from one event to another.
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`] where one was never recorded or has no times, [`DriverError::NotReady`] where one is not reached.
    pub fn elapsed(&self, start: u64, end: u64) -> Result<f32, DriverError> {
        let ended = |event: u64| {
            let event = self.event(event)?;
            if !event.is_timed {
                return Err(DriverError::InvalidHandle);
            }
            match event.recorded() {
                Recorded::Behind(end) => Ok(end),
                Recorded::Never => Err(DriverError::InvalidHandle),
                Recorded::Captured(..) => Err(DriverError::InvalidValue),
            }
        };
        let (start, end) = (ended(start)?, ended(end)?);
        let (Some(start), Some(end)) = (start.ended(), end.ended()) else { return Err(DriverError::NotReady) };
        let forward = end.saturating_duration_since(start).as_secs_f64();
        let backward = start.saturating_duration_since(end).as_secs_f64();
        Ok(((forward - backward) * 1e3) as f32)
    }

    /// Lets the later work of a stream wait for an event.
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`]; [`DriverError::InvalidValue`] for flags, or for an event of a capture that has ended; an error
    /// that ends the capture where it would depend on other work.
    pub fn stream_waits(&self, stream: u64, event: u64, flags: u32) -> Result<(), DriverError> {
        if flags > 1 {
            return Err(DriverError::InvalidValue);
        }
        let event = self.event(event)?;
        let stream = self.stream(stream)?;
        match (event.recorded(), stream.queue.capture()) {
            (Recorded::Never, _) => Ok(()),
            (Recorded::Behind(_), Some(capture)) => {
                capture.invalidate();
                Err(DriverError::StreamCaptureIsolation)
            }
            (Recorded::Behind(end), None) => {
                stream.context.enqueue_behind(&stream.queue, vec![end], Work::nothing()).map(|_| ())
            }
            (Recorded::Captured(capture, _), _) if capture.is_ended() => Err(DriverError::InvalidValue),
            (Recorded::Captured(capture, _), None) if Arc::ptr_eq(&stream.queue, &stream.context.legacy) => {
                capture.invalidate();
                Err(DriverError::StreamCaptureImplicit)
            }
            // The stream joins the capture.
            (Recorded::Captured(capture, last), None) => {
                stream.queue.set_capture(Some(CapturedStream::joined(capture, last)));
                Ok(())
            }
            (Recorded::Captured(other, last), Some(capture)) if Arc::ptr_eq(&other, &capture) => {
                stream.queue.wait_for_nodes(&last);
                Ok(())
            }
            (Recorded::Captured(other, _), Some(capture)) => {
                other.invalidate();
                capture.invalidate();
                Err(DriverError::StreamCaptureMerge)
            }
        }
    }

    fn event(&self, handle: u64) -> Result<Arc<Event>, DriverError> {
        self.check_initialized()?;
        self.events.get(handle)
    }
}
