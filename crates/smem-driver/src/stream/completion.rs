//! The end of a piece of work, which others wait for.

use std::sync::Arc;

use parking_lot::{Condvar, Mutex};
use std::time::Instant;

use super::work_clock::{WorkClock, WorkPlace};
use crate::activity::Counted;

/// Notes when a piece of work has ended.
#[derive(Debug, Default)]
pub(crate) struct Completion {
    ended: Mutex<Option<Instant>>,
    wakes: Condvar,
    /// The work and all that the program orders before it; nothing is known of work that no program enqueues.
    clock: WorkClock,
    place: Option<WorkPlace>,
}

impl Completion {
    /// Of nothing that a program orders.
    pub(crate) fn new() -> Arc<Completion> {
        Arc::default()
    }

    /// Of work at a place, after the work that the clock has, itself among it.
    pub(crate) fn of(place: WorkPlace, clock: WorkClock) -> Arc<Completion> {
        Arc::new(Completion { clock, place: Some(place), ..Completion::default() })
    }

    /// The work and all that the program orders before it.
    pub(crate) fn clock(&self) -> &WorkClock {
        &self.clock
    }

    /// The place of the work.
    pub(crate) fn place(&self) -> Option<WorkPlace> {
        self.place
    }

    /// Notes that the work has ended, and wakes all that wait.
    pub(crate) fn end(&self) {
        *self.ended.lock() = Some(Instant::now());
        self.wakes.notify_all();
    }

    /// The time at which the work ended; `None` before.
    pub(crate) fn ended(&self) -> Option<Instant> {
        *self.ended.lock()
    }

    /// Lets a thread of the program wait for the end.
    pub(crate) fn wait(&self) {
        let _waiting = Counted::waiting();
        self.wait_as_stream();
    }

    /// Lets a stream wait for the end.
    pub(crate) fn wait_as_stream(&self) {
        self.wakes.wait_while(&mut self.ended.lock(), |ended| ended.is_none());
    }

    /// Waits for the end until a time; returns whether it came.
    pub(crate) fn wait_until(&self, last: Instant) -> bool {
        let _waiting = Counted::waiting();
        let mut ended = self.ended.lock();
        self.wakes.wait_while_until(&mut ended, |ended| ended.is_none(), last);
        ended.is_some()
    }
}
