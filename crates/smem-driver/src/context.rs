//! A context: the streams of a program on a device, and the state in which an error leaves them.

use parking_lot::Mutex;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::thread::{self, ThreadId};

use crate::error::DriverError;
use crate::panics::caught;
use crate::report::{Collector, Scopes};
use crate::stream::{Capture, Completion, NodeKind, Queue, StreamOrder, Work, WorkClock};

/// A context of a device.
#[derive(Debug)]
pub(crate) struct Context {
    collector: Arc<Collector>,
    pub(crate) handle: u64,
    pub(crate) device: u32,
    pub(crate) is_primary: bool,
    pub(crate) flags: AtomicU32,
    /// The legacy default stream.
    pub(crate) legacy: Arc<Queue>,
    streams: Mutex<Vec<Arc<Queue>>>,
    of_threads: Mutex<HashMap<ThreadId, Arc<Queue>>>,
    /// The error that a kernel left behind. Every call that waits returns it, and from then on every call.
    fault: Mutex<Option<DriverError>>,
    is_known: AtomicBool,
    pub(crate) limits: Mutex<[u64; LIMITS]>,
    pub(crate) cache_config: AtomicU32,
    /// The contexts whose memory the program has let this one reach.
    pub(crate) peers: Mutex<BTreeSet<u64>>,
    /// The order of the work of all contexts.
    pub(crate) order: Arc<StreamOrder>,
}

/// Limits that a context has, by their numbers in CUDA's header: the stack of a thread, the buffer of `printf`, the heap of `malloc`,
/// the depth and number of launches by kernels, the granularity of L2 fetches, and persisting L2.
pub(crate) const LIMITS: usize = 7;
const DEFAULT_LIMITS: [u64; LIMITS] = [1024, 1 << 20, 8 << 20, 2, 2048, 64, 0];

impl Context {
    pub(crate) fn new(
        (collector, order): (&Arc<Collector>, &Arc<StreamOrder>),
        handle: u64,
        device: u32,
        is_primary: bool,
        flags: u32,
    ) -> Context {
        Context {
            collector: Arc::clone(collector),
            handle,
            device,
            is_primary,
            flags: AtomicU32::new(flags),
            legacy: Queue::new(0, 0),
            streams: Mutex::default(),
            of_threads: Mutex::default(),
            fault: Mutex::default(),
            is_known: AtomicBool::new(false),
            limits: Mutex::new(DEFAULT_LIMITS),
            cache_config: AtomicU32::new(0),
            peers: Mutex::default(),
            order: Arc::clone(order),
        }
    }

    pub(crate) fn add(&self, stream: Arc<Queue>) {
        self.streams.lock().push(stream);
    }

    /// Lets a stream end when its work is done; until then the context waits for it as for others.
    pub(crate) fn retire(&self, stream: &Arc<Queue>) {
        stream.close();
        // The legacy default stream waits for its work, and does not know it any more.
        self.order.waited(&stream.clock());
        self.streams.lock().retain(|known| known.last().is_some() || !known.is_closed());
    }

    /// The default stream of the calling thread.
    pub(crate) fn of_thread(&self) -> Arc<Queue> {
        let mut streams = self.of_threads.lock();
        let queue = streams.entry(thread::current().id()).or_insert_with(|| {
            let queue = Queue::new(0, 0);
            self.add(Arc::clone(&queue));
            queue
        });
        Arc::clone(queue)
    }

    /// Fails where an error is known, as every call does then.
    pub(crate) fn check(&self) -> Result<(), DriverError> {
        match *self.fault.lock() {
            Some(error) if self.is_known.load(Relaxed) => Err(error),
            _ => Ok(()),
        }
    }

    /// Fails where a kernel left an error, which is known from now on: the answer of a call that has waited.
    pub(crate) fn answer(&self) -> Result<(), DriverError> {
        match *self.fault.lock() {
            Some(error) => {
                self.is_known.store(true, Relaxed);
                Err(error)
            }
            None => Ok(()),
        }
    }

    /// The ends of other streams' work that work in `queue` waits for: the legacy default stream and the blocking ones wait for each
    /// other.
    fn others(&self, queue: &Arc<Queue>) -> Vec<Arc<Completion>> {
        if Arc::ptr_eq(queue, &self.legacy) {
            self.streams
                .lock()
                .iter()
                .filter(|stream| stream.is_blocking())
                .filter_map(|stream| stream.last())
                .collect()
        } else if queue.is_blocking() {
            self.legacy.last().into_iter().collect()
        } else {
            Vec::new()
        }
    }

    /// Returns the work that the program orders before the next work of a stream: all that it has waited for, and the work of streams that
    /// wait for each other.
    pub(crate) fn before(&self, queue: &Arc<Queue>) -> WorkClock {
        let mut clock = self.order.host();
        if Arc::ptr_eq(queue, &self.legacy) {
            let streams = self.streams.lock();
            streams.iter().filter(|stream| stream.is_blocking()).for_each(|stream| clock.join(&stream.clock()));
        } else if queue.is_blocking() {
            clock.join(&self.legacy.clock());
        }
        clock
    }

    /// Makes work of an operation: it is left out after an error, and its own error is the context's.
    pub(crate) fn work(
        self: &Arc<Self>,
        kind: NodeKind,
        operation: impl Fn() -> Result<(), DriverError> + Send + Sync + 'static,
    ) -> Work {
        let context = Arc::clone(self);
        Work::new(kind, move || {
            if context.fault.lock().is_some() {
                return;
            }
            let outcome = caught(&operation).unwrap_or_else(|panic| {
                context.collector.note_defect("the work of a stream", &panic, &Scopes::of_this_thread());
                Err(DriverError::Unknown)
            });
            if let Err(error) = outcome {
                context.fault.lock().get_or_insert(error);
            }
        })
    }

    /// Makes work of a call of the host that is done after an error as well, and gets it.
    pub(crate) fn answered_work(self: &Arc<Self>, call: impl Fn(Option<DriverError>) + Send + Sync + 'static) -> Work {
        let context = Arc::clone(self);
        Work::new(NodeKind::Host, move || {
            let error = *context.fault.lock();
            if let Err(panic) = caught(|| call(error)) {
                context.collector.note_defect("a call of the host", &panic, &Scopes::of_this_thread());
                context.fault.lock().get_or_insert(DriverError::Unknown);
            }
        })
    }

    /// Appends work to a stream, or to the graph that it is being captured into. Returns the end of the work; `None` if it was captured.
    pub(crate) fn enqueue(
        self: &Arc<Self>,
        queue: &Arc<Queue>,
        work: Work,
    ) -> Result<Option<Arc<Completion>>, DriverError> {
        self.enqueue_behind(queue, Vec::new(), work)
    }

    /// Appends work that also waits for `after`.
    pub(crate) fn enqueue_behind(
        self: &Arc<Self>,
        queue: &Arc<Queue>,
        mut after: Vec<Arc<Completion>>,
        work: Work,
    ) -> Result<Option<Arc<Completion>>, DriverError> {
        self.check()?;
        let Some(work) = queue.push_captured(work)? else { return Ok(None) };
        self.check_legacy(queue)?;
        after.extend(self.others(queue));
        let (kernels, kind, clock) = (work.kernels.clone(), work.kind, self.before(queue));
        self.collector.queued(&kernels);
        let pushed = queue.push(after, self.until_done(work).in_scopes(Scopes::of_this_thread()), &clock);
        if let (Ok(end), NodeKind::Host | NodeKind::WordOperation) = (&pushed, kind) {
            // A thread that sees the host's call, or the word, may go on.
            self.order.waited(end.clock());
        }
        pushed.map(Some).inspect_err(|_| self.collector.done(&kernels))
    }

    /// The same work, which notes its launches when they are done.
    fn until_done(self: &Arc<Self>, work: Work) -> Work {
        if work.kernels.is_empty() {
            return work;
        }
        let collector = Arc::clone(&self.collector);
        Work::new(work.kind, move || {
            work.run();
            collector.done(&work.kernels);
        })
    }

    /// Does work in a stream and waits for it.
    pub(crate) fn run(&self, queue: &Arc<Queue>, work: Work) -> Result<(), DriverError> {
        self.in_turn(queue, || work.run())
    }

    /// Calls a function when the work of a stream is done, in the calling thread and before any later work of the stream.
    pub(crate) fn in_turn<T>(&self, queue: &Arc<Queue>, act: impl FnOnce() -> T) -> Result<T, DriverError> {
        self.check()?;
        if let Some(capture) = queue.capture() {
            capture.invalidate();
            return Err(DriverError::StreamCaptureUnsupported);
        }
        self.check_legacy(queue)?;
        let turn = queue.turn(self.others(queue), &self.before(queue))?;
        // The work before may have failed.
        let is_well = self.fault.lock().is_none();
        let value = is_well.then(act);
        drop(turn);
        self.order.waited(&queue.clock());
        self.answer()?;
        value.ok_or(DriverError::Unknown)
    }

    /// Fails for a call on the legacy default stream while a stream is captured that it would wait for; that ends the capture as an error.
    pub(crate) fn check_legacy(&self, queue: &Arc<Queue>) -> Result<(), DriverError> {
        if !Arc::ptr_eq(queue, &self.legacy) {
            return Ok(());
        }
        let streams = self.streams.lock();
        let blocking = streams.iter().filter(|stream| stream.is_blocking());
        let captures: Vec<Arc<Capture>> = blocking.filter_map(|stream| stream.capture()).collect();
        captures.iter().for_each(|capture| capture.invalidate());
        if captures.is_empty() { Ok(()) } else { Err(DriverError::StreamCaptureImplicit) }
    }

    /// Whether a stream is being captured into a graph.
    pub(crate) fn captures_to(&self, graph: u64) -> bool {
        self.streams.lock().iter().any(|stream| stream.capture().is_some_and(|capture| capture.id == graph))
    }

    /// Waits for a stream.
    pub(crate) fn wait_for(self: &Arc<Self>, queue: &Arc<Queue>) -> Result<(), DriverError> {
        self.check_legacy(queue)?;
        if let Some(capture) = queue.capture() {
            capture.invalidate();
            return Err(DriverError::StreamCaptureUnsupported);
        }
        self.ends(queue).iter().for_each(|end| end.wait());
        self.note_wait(queue);
        self.answer()
    }

    /// Whether all work of a stream is done.
    pub(crate) fn is_idle(&self, queue: &Arc<Queue>) -> bool {
        let is_idle = self.ends(queue).is_empty();
        if is_idle {
            self.note_wait(queue);
        }
        is_idle
    }

    /// The program knows that the work of a stream is done.
    fn note_wait(&self, queue: &Arc<Queue>) {
        let mut clock = queue.clock();
        if Arc::ptr_eq(queue, &self.legacy) {
            clock.join(&self.before(queue));
        }
        self.order.waited(&clock);
    }

    fn ends(&self, queue: &Arc<Queue>) -> Vec<Arc<Completion>> {
        let of_others = if Arc::ptr_eq(queue, &self.legacy) { self.others(queue) } else { Vec::new() };
        queue.last().into_iter().chain(of_others).collect()
    }

    /// The ends of the work of all streams, for which the program waits.
    pub(crate) fn all_ends(&self) -> Vec<Arc<Completion>> {
        let own = self.legacy.last();
        self.order.waited(&self.legacy.clock());
        let streams = self.streams.lock();
        streams.iter().for_each(|stream| self.order.waited(&stream.clock()));
        own.into_iter().chain(streams.iter().filter_map(|stream| stream.last())).collect()
    }

    /// Waits for all streams.
    pub(crate) fn wait(&self) -> Result<(), DriverError> {
        let captures: Vec<Arc<Capture>> = self.streams.lock().iter().filter_map(|stream| stream.capture()).collect();
        captures.iter().for_each(|capture| capture.invalidate());
        if !captures.is_empty() {
            return Err(DriverError::StreamCaptureUnsupported);
        }
        self.all_ends().iter().for_each(|end| end.wait());
        self.answer()
    }

    /// Takes the streams that are part of a capture out of it, and returns the nodes that their next work would have waited for.
    pub(crate) fn end_capture(&self, capture: &Arc<Capture>) -> Vec<u64> {
        let mut last = Vec::new();
        for stream in self.streams.lock().iter() {
            if let Some(captured) = stream.captured().filter(|captured| Arc::ptr_eq(&captured.capture, capture)) {
                last.extend(captured.last);
                stream.set_capture(None);
            }
        }
        last
    }

    /// Waits for all streams and lets their threads end.
    pub(crate) fn close(&self) {
        self.all_ends().iter().for_each(|end| end.wait());
        self.legacy.close();
        self.streams.lock().drain(..).for_each(|stream| stream.close());
    }
}
