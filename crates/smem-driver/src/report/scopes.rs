//! Reports of parts of a run: the launches that one thread makes between two points.

use parking_lot::Mutex;
use std::cell::RefCell;
use std::collections::HashMap;
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::entry::ReportEntry;
use super::run::RunReport;

thread_local! {
    /// The scopes that the thread is in, the innermost last. Never dropped, since a program may launch in the destructors of its thread.
    static OPEN: RefCell<ManuallyDrop<Vec<u64>>> = const { RefCell::new(ManuallyDrop::new(Vec::new())) };
}

/// Puts the scopes of a thread back, at the end of work for others and where it panics.
struct RestoredScopes(Option<Vec<u64>>);

impl Drop for RestoredScopes {
    fn drop(&mut self) {
        OPEN.with_borrow_mut(|open| **open = self.0.take().unwrap_or_default());
    }
}

/// The scopes of a process, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    last: AtomicU64,
    reports: Mutex<HashMap<u64, RunReport>>,
}

impl Scopes {
    /// Begins a scope of the calling thread, with an empty report.
    pub(crate) fn begin(&self, empty: RunReport) -> u64 {
        let number = self.last.fetch_add(1, Relaxed) + 1;
        self.reports.lock().insert(number, empty);
        OPEN.with_borrow_mut(|open| open.push(number));
        number
    }

    /// The scopes of the calling thread, for a launch that it makes.
    pub(crate) fn of_this_thread() -> Vec<u64> {
        OPEN.with_borrow(|open| open.to_vec())
    }

    /// Runs `work`, whose launches belong to these scopes, in whichever thread.
    pub(crate) fn within(scopes: &[u64], work: impl FnOnce()) {
        let before = OPEN.with_borrow_mut(|open| std::mem::replace(&mut **open, scopes.to_vec()));
        let restore = RestoredScopes(Some(before));
        work();
        drop(restore);
    }

    /// Adds what happened in a launch to the scopes that it was made in and that have not ended.
    pub(crate) fn note(&self, scopes: &[u64], entry: &ReportEntry) {
        let mut reports = self.reports.lock();
        for scope in scopes {
            if let Some(report) = reports.get_mut(scope) {
                report.note(entry);
            }
        }
    }

    /// Takes the thread out of a scope, whose launches may be running still.
    pub(crate) fn leave(scope: u64) {
        OPEN.with_borrow_mut(|open| open.retain(|known| *known != scope));
    }

    /// Ends a scope; a number that is not one has an empty report.
    pub(crate) fn end(&self, scope: u64) -> RunReport {
        self.reports.lock().remove(&scope).unwrap_or_default()
    }
}
