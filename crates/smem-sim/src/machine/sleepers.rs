//! The host threads all of whose blocks poll global memory for a value that has not been written yet.

use super::context::LaunchContext;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Between two looks of a host thread that sleeps.
const NAP: Duration = Duration::from_millis(1);

#[derive(Debug)]
struct Sleeping {
    /// The state of global memory: the number of times that it was found changed.
    state: u64,
    /// Host threads that sleep in this state, and all that have work.
    asleep: usize,
    working: usize,
    /// Since when all of them sleep.
    all_since: Option<Instant>,
}

/// The sleeping host threads.
#[derive(Debug)]
pub(super) struct Sleepers {
    sleeping: Mutex<Sleeping>,
    /// How long all of them sleep before none will change it: another launch or the host may.
    patience: Duration,
}

/// Why a host thread does not sleep any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Woken {
    /// Global memory has changed, or the launch is to stop.
    Look,
    /// All threads have slept for too long, so none will change it.
    Never,
}

impl Sleepers {
    pub(super) fn new(host_threads: usize, patience: Duration) -> Self {
        let sleeping = Sleeping { state: 0, asleep: 0, working: host_threads, all_since: None };
        Self { sleeping: Mutex::new(sleeping), patience }
    }

    fn lock(&self) -> MutexGuard<'_, Sleeping> {
        self.sleeping.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self, context: &LaunchContext<'_>) -> MutexGuard<'_, Sleeping> {
        let mut sleeping = self.lock();
        if context.global.take_changed() {
            sleeping.state += 1;
            sleeping.asleep = 0;
            sleeping.all_since = None;
        }
        sleeping
    }

    /// The state of global memory.
    pub(super) fn state(&self, context: &LaunchContext<'_>) -> u64 {
        self.now(context).state
    }

    /// A host thread has nothing left to do.
    pub(super) fn leave(&self) {
        self.lock().working -= 1;
    }

    /// A host thread can do nothing in this state of global memory: sleeps until it changes, or `stops`.
    pub(super) fn sleep(&self, context: &LaunchContext<'_>, state: u64, stops: impl Fn() -> bool) -> Woken {
        let mut is_counted = false;
        loop {
            {
                let mut sleeping = self.now(context);
                if sleeping.state != state {
                    return Woken::Look;
                }
                sleeping.asleep += usize::from(!is_counted);
                is_counted = true;
                let is_all = sleeping.asleep >= sleeping.working;
                if is_all && sleeping.all_since.get_or_insert_with(Instant::now).elapsed() >= self.patience {
                    return Woken::Never;
                }
                if stops() {
                    sleeping.asleep -= 1;
                    sleeping.all_since = None;
                    return Woken::Look;
                }
            }
            std::thread::sleep(NAP);
        }
    }
}
