//! The host threads all of whose blocks poll global memory for a value that has not been written yet.

use super::context::LaunchContext;
use super::host_words::HostWord;
use crate::patience::Patience;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
    patience: Arc<dyn Patience>,
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
    pub(super) fn new(host_threads: usize, patience: Arc<dyn Patience>) -> Self {
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
            self.wake(&mut sleeping);
        }
        sleeping
    }

    /// Not all of them sleep any more.
    fn wake(&self, sleeping: &mut Sleeping) {
        if sleeping.all_since.take().is_some() {
            self.patience.ends();
        }
    }

    /// The state of global memory.
    pub(super) fn state(&self, context: &LaunchContext<'_>) -> u64 {
        self.now(context).state
    }

    /// A host thread has nothing left to do.
    pub(super) fn leave(&self) {
        self.lock().working -= 1;
    }

    /// A host thread can do nothing in this state of global memory: sleeps until it changes, or one of these words of the host's memory, or
    /// `stops`.
    pub(super) fn sleep(
        &self,
        context: &LaunchContext<'_>,
        state: u64,
        words: &[HostWord],
        stops: impl Fn() -> bool,
    ) -> Woken {
        let mut is_counted = false;
        loop {
            {
                let mut sleeping = self.now(context);
                if sleeping.state != state {
                    return Woken::Look;
                }
                sleeping.asleep += usize::from(!is_counted);
                is_counted = true;
                if stops() || words.iter().any(|word| word.has_changed(context.global)) {
                    sleeping.asleep -= 1;
                    self.wake(&mut sleeping);
                    return Woken::Look;
                }
                if sleeping.asleep >= sleeping.working {
                    let since = sleeping.all_since.unwrap_or_else(|| {
                        self.patience.begins();
                        Instant::now()
                    });
                    sleeping.all_since = Some(since);
                    if self.patience.is_over(since.elapsed(), !words.is_empty()) {
                        self.wake(&mut sleeping);
                        return Woken::Never;
                    }
                }
            }
            std::thread::sleep(NAP);
        }
    }
}
