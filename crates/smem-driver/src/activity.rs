//! The work of the process beside a launch that asks memory in vain: whether anything is left that could change that memory.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

/// The name of the driver's threads. On Linux those that they start have it, too, and of a longer name the system keeps 15 bytes.
pub(crate) const OWN_THREADS: &str = "smem-driver";

/// Pieces of work of streams that are being done.
static BUSY: AtomicUsize = AtomicUsize::new(0);
/// Launches among them that ask memory in vain.
static ASKING: AtomicUsize = AtomicUsize::new(0);
/// Threads of the program that wait in a call of the driver.
static WAITING: AtomicUsize = AtomicUsize::new(0);

/// Counts something for as long as it is there.
#[derive(Debug)]
pub(crate) struct Counted(&'static AtomicUsize);

impl Counted {
    fn of(count: &'static AtomicUsize) -> Counted {
        count.fetch_add(1, SeqCst);
        Counted(count)
    }

    /// A piece of work that is being done.
    pub(crate) fn work() -> Counted {
        Counted::of(&BUSY)
    }

    /// A launch that asks memory in vain.
    pub(crate) fn asking() -> Counted {
        Counted::of(&ASKING)
    }

    /// A thread of the program that waits.
    pub(crate) fn waiting() -> Counted {
        Counted::of(&WAITING)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, SeqCst);
    }
}

/// Whether work is being done that does not ask memory in vain.
pub(crate) fn others_work() -> bool {
    BUSY.load(SeqCst) > ASKING.load(SeqCst)
}

/// The threads of the program that are not in a call of the driver that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OutsideThreads {
    /// All of them.
    pub(crate) all: usize,
    /// Those that sleep.
    pub(crate) asleep: usize,
}

impl OutsideThreads {
    /// Those that there are now; `None` where the system does not say.
    pub(crate) fn now() -> Option<OutsideThreads> {
        let waiting = WAITING.load(SeqCst);
        let (mut all, mut asleep) = (0_usize, 0_usize);
        for task in fs::read_dir("/proc/self/task").ok()? {
            let Ok(stat) = fs::read_to_string(task.ok()?.path().join("stat")) else { continue };
            // `12 (name) S ..`, of which the name may have anything in it.
            let (before, after) = stat.rsplit_once(')')?;
            let (_, name) = before.split_once('(')?;
            if !name.starts_with(OWN_THREADS) {
                all += 1;
                asleep += usize::from(!after.trim_start().starts_with('R'));
            }
        }
        Some(OutsideThreads { all: all.saturating_sub(waiting), asleep: asleep.saturating_sub(waiting) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_waits_in_the_driver_is_not_outside() {
        let Some(before) = OutsideThreads::now() else { return };
        assert!(before.all >= 1);
        let waits: Vec<Counted> = (0..64).map(|_| Counted::waiting()).collect();
        assert_eq!(OutsideThreads::now().map(|threads| threads.asleep), Some(0));
        drop(waits);
    }
}
