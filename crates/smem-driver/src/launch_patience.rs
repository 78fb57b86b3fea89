//! How long a launch waits that asks memory in vain for what another stream or the host will write.

use parking_lot::Mutex;
use std::time::{Duration, Instant};

use smem_sim::Patience;

use crate::activity::{Counted, OutsideThreads, others_work};

/// For so long nothing else goes on before a launch is given up that only others could help: a thread may be between two calls.
const NOTHING_LEFT: Duration = Duration::from_millis(100);
/// For so long the program has threads outside of the driver, which could still write what it asks for.
const HOST: Duration = Duration::from_secs(1);
/// The same where one of them sleeps, and could write without a call.
const SLEEPING_HOST: Duration = Duration::from_secs(10);
/// For so long other work goes on.
const OTHER_WORK: Duration = Duration::from_secs(60);
/// Between two looks at the threads of the process.
const LOOK: Duration = Duration::from_millis(10);

/// The patience of one launch.
#[derive(Debug, Default)]
pub(crate) struct LaunchPatience(Mutex<InVain>);

/// How long a launch has asked in vain, and under which conditions.
#[derive(Debug, Default)]
struct InVain {
    _counted: Option<Counted>,
    /// Since when no other work goes on.
    quiet: Option<Instant>,
    /// Since when nothing else goes on at all.
    alone: Option<Instant>,
    looked: Option<Instant>,
}

impl InVain {
    fn is_over(&mut self, waited: Duration, asks_host: bool, outside: Option<OutsideThreads>) -> bool {
        let now = Instant::now();
        let others_work = others_work();
        if others_work {
            (self.quiet, self.alone) = (None, None);
            return waited >= OTHER_WORK;
        }
        let quiet = now.duration_since(*self.quiet.get_or_insert(now));
        if outside.is_some_and(|threads| threads.all == 0) {
            return now.duration_since(*self.alone.get_or_insert(now)) >= NOTHING_LEFT;
        }
        self.alone = None;
        let sleeps = asks_host && outside.is_none_or(|threads| threads.asleep > 0);
        quiet >= if sleeps { SLEEPING_HOST } else { HOST } || waited >= OTHER_WORK
    }
}

impl Patience for LaunchPatience {
    fn begins(&self) {
        *self.0.lock() = InVain { _counted: Some(Counted::asking()), ..InVain::default() };
    }

    fn ends(&self) {
        *self.0.lock() = InVain::default();
    }

    fn is_over(&self, waited: Duration, asks_host: bool) -> bool {
        let mut in_vain = self.0.lock();
        if in_vain.looked.is_some_and(|looked| looked.elapsed() < LOOK) {
            return false;
        }
        in_vain.looked = Some(Instant::now());
        in_vain.is_over(waited, asks_host, OutsideThreads::now())
    }
}
