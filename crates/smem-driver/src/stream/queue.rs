//! A stream: a queue of work that a thread of its own does in order.

use parking_lot::{Condvar, Mutex};
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::thread;

use super::{Capture, CapturedStream, Completion, NodeKind, Work, WorkClock, WorkPlace};
use crate::activity::{Counted, OWN_THREADS};
use crate::error::DriverError;
use crate::handles::next_handle;

/// Work in a queue, and what it waits for.
struct QueuedWork {
    after: Vec<Arc<Completion>>,
    work: Work,
    end: Arc<Completion>,
}

/// A stream. Its thread starts with the first work and ends when the stream is closed and all work is done.
pub(crate) struct Queue {
    pub(crate) flags: u32,
    pub(crate) priority: i32,
    id: u64,
    state: Mutex<QueueState>,
    changes: Condvar,
}

#[derive(Default)]
struct QueueState {
    waiting: VecDeque<QueuedWork>,
    /// Whether a piece of work is being done, by the queue's thread or by one that waits for it anyway.
    is_busy: bool,
    has_thread: bool,
    is_closed: bool,
    last: Option<Arc<Completion>>,
    /// Pieces of work so far, and what the program orders before the next one.
    number: u64,
    clock: WorkClock,
    capture: Option<CapturedStream>,
}

impl QueueState {
    /// The stream's part in a capture; one that was abandoned elsewhere is none.
    fn under_way(&mut self) -> Option<&mut CapturedStream> {
        self.capture.as_mut().filter(|captured| !captured.capture.is_ended())
    }

    /// A further piece of work of the queue with this id, after others. Returns its place, and what is then before the next one.
    fn next(&mut self, id: u64, after: &[Arc<Completion>], clock: &WorkClock) -> (WorkPlace, WorkClock) {
        self.number += 1;
        let place = WorkPlace { queue: id, number: self.number };
        self.clock.join(clock);
        after.iter().for_each(|end| self.clock.join(end.clock()));
        self.clock.add(place);
        (place, self.clock.clone())
    }
}

impl Queue {
    pub(crate) fn new(flags: u32, priority: i32) -> Arc<Queue> {
        Arc::new(Queue { flags, priority, id: next_handle(), state: Mutex::default(), changes: Condvar::new() })
    }

    /// Whether the legacy default stream and this one wait for each other.
    pub(crate) fn is_blocking(&self) -> bool {
        self.flags & 1 == 0
    }

    /// The work so far, and all that the program orders before it.
    pub(crate) fn clock(&self) -> WorkClock {
        self.state.lock().clock.clone()
    }

    /// Notes a piece of work that is done at once, after the work that the clock has, and returns its place.
    pub(crate) fn mark(&self, clock: &WorkClock) -> WorkPlace {
        self.state.lock().next(self.id, &[], clock).0
    }

    /// Appends work that waits for `after`, and returns its end. The program orders it after what the clock has.
    pub(crate) fn push(
        self: &Arc<Self>,
        after: Vec<Arc<Completion>>,
        work: Work,
        clock: &WorkClock,
    ) -> Result<Arc<Completion>, DriverError> {
        let mut state = self.state.lock();
        if !state.has_thread {
            let queue = Arc::clone(self);
            let thread = thread::Builder::new().name(format!("{OWN_THREADS} stream"));
            thread.spawn(move || queue.work()).map_err(|_| DriverError::OperatingSystem)?;
            state.has_thread = true;
        }
        let (place, clock) = state.next(self.id, &after, clock);
        let end = Completion::of(place, clock);
        state.last = Some(Arc::clone(&end));
        state.waiting.push_back(QueuedWork { after, work, end: Arc::clone(&end) });
        drop(state);
        self.changes.notify_all();
        Ok(end)
    }

    /// Waits until all that is queued is done, and `after`: from then on it is the calling thread's turn.
    pub(crate) fn turn(
        self: &Arc<Self>,
        after: Vec<Arc<Completion>>,
        clock: &WorkClock,
    ) -> Result<QueueTurn, DriverError> {
        let mut state = self.state.lock();
        let is_idle = state.waiting.is_empty() && !state.is_busy;
        if !is_idle || after.iter().any(|end| end.ended().is_none()) {
            drop(state);
            // Its place in the queue is kept by work that begins the turn and waits for its end.
            let [begun, over] = [Completion::new(), Completion::new()];
            let (begins, ends) = (Arc::clone(&begun), Arc::clone(&over));
            let hold = Work::new(NodeKind::Empty, move || {
                begins.end();
                ends.wait_as_stream();
            });
            let end = self.push(after, hold, clock)?;
            begun.wait();
            return Ok(QueueTurn { queue: Arc::clone(self), end, over: Some(over), _busy: None });
        }
        let (place, clock) = state.next(self.id, &after, clock);
        let end = Completion::of(place, clock);
        (state.is_busy, state.last) = (true, Some(Arc::clone(&end)));
        Ok(QueueTurn { queue: Arc::clone(self), end, over: None, _busy: Some(Counted::work()) })
    }

    fn ended(&self, end: &Completion) {
        self.state.lock().is_busy = false;
        end.end();
        self.changes.notify_all();
    }

    /// The end of all work so far; `None` where all is done.
    pub(crate) fn last(&self) -> Option<Arc<Completion>> {
        self.state.lock().last.clone().filter(|last| last.ended().is_none())
    }

    /// Lets the thread end when all work is done, and abandons a capture that began in this stream.
    pub(crate) fn close(&self) {
        let mut state = self.state.lock();
        state.is_closed = true;
        let captured = state.capture.take();
        drop(state);
        captured.into_iter().for_each(CapturedStream::abandon);
        self.changes.notify_all();
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.state.lock().is_closed
    }

    /// The capture that the stream is part of.
    pub(crate) fn capture(&self) -> Option<Arc<Capture>> {
        self.captured().map(|captured| captured.capture)
    }

    /// The stream's part in a capture.
    pub(crate) fn captured(&self) -> Option<CapturedStream> {
        self.state.lock().under_way().cloned()
    }

    pub(crate) fn set_capture(&self, capture: Option<CapturedStream>) {
        self.state.lock().capture = capture;
    }

    /// Notes work in the capture that the stream is part of; returns it where there is none.
    pub(crate) fn push_captured(&self, work: Work) -> Result<Option<Work>, DriverError> {
        match self.state.lock().under_way() {
            Some(captured) => captured.push(work).map(|()| None),
            None => Ok(Some(work)),
        }
    }

    /// Lets the next work that is captured wait for more nodes.
    pub(crate) fn wait_for_nodes(&self, nodes: &[u64]) {
        if let Some(captured) = self.state.lock().under_way() {
            captured.wait_for(nodes);
        }
    }

    /// Does the work of the queue, in its own thread.
    fn work(&self) {
        let mut state = self.state.lock();
        loop {
            let next = if state.is_busy { None } else { state.waiting.pop_front() };
            let Some(next) = next else {
                if state.is_closed && state.waiting.is_empty() {
                    state.has_thread = false;
                    return;
                }
                self.changes.wait(&mut state);
                continue;
            };
            state.is_busy = true;
            drop(state);
            next.after.iter().for_each(|end| end.wait_as_stream());
            let busy = Counted::work();
            next.work.run();
            self.ended(&next.end);
            drop(busy);
            state = self.state.lock();
        }
    }
}

/// The turn of a thread that works in place of a queue: nothing else of the queue is done while this lives.
pub(crate) struct QueueTurn {
    queue: Arc<Queue>,
    end: Arc<Completion>,
    /// The end of the turn, where the queue's own thread waits for it.
    over: Option<Arc<Completion>>,
    _busy: Option<Counted>,
}

impl Drop for QueueTurn {
    fn drop(&mut self) {
        match &self.over {
            Some(over) => {
                over.end();
                self.end.wait();
            }
            None => self.queue.ended(&self.end),
        }
    }
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queue").field("flags", &self.flags).field("last", &self.last()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn work_is_done_in_order_and_behind_what_it_waits_for() {
        let (said, heard) = mpsc::channel();
        let [one, two] = [Queue::new(0, 0), Queue::new(0, 0)];
        let (gate, clock) = (Completion::new(), WorkClock::default());
        let say = |word: &'static str| -> Work {
            let said = said.clone();
            Work::new(NodeKind::Host, move || said.send(word).unwrap())
        };
        let first = one.push(vec![Arc::clone(&gate)], say("first"), &clock).unwrap();
        one.push(Vec::new(), say("second"), &clock).unwrap();
        // Another stream goes on meanwhile.
        let turn = two.turn(Vec::new(), &clock).unwrap();
        say("beside").run();
        drop(turn);
        assert_eq!(heard.recv().unwrap(), "beside");
        assert!(first.ended().is_none());
        gate.end();
        let turn = one.turn(Vec::new(), &clock).unwrap();
        one.push(Vec::new(), say("fourth"), &clock).unwrap();
        say("third").run();
        assert_eq!([heard.recv().unwrap(), heard.recv().unwrap(), heard.recv().unwrap()], ["first", "second", "third"]);
        // Work that is queued in a turn waits for its end.
        assert!(heard.try_recv().is_err());
        drop(turn);
        assert_eq!(heard.recv().unwrap(), "fourth");
        one.last().iter().for_each(|end| end.wait());
        assert!(one.last().is_none());
        one.close();
        two.close();
    }
}
