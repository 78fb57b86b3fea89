//! The clock: CPU time of the thread where the system has it, so that what else runs on the machine does not count.

use std::fs;
use std::time::{Duration, Instant};

/// Runs `work` `times` times, and returns the mean.
///
/// Linux counts a running thread's time by ticks of some milliseconds: repeat short work.
pub(crate) fn mean(times: u32, mut work: impl FnMut()) -> Duration {
    let (start, wall) = (thread_time(), Instant::now());
    (0..times).for_each(|_| work());
    match (start, thread_time()) {
        (Some(start), Some(end)) => (end - start) / times,
        _ => wall.elapsed() / times,
    }
}

/// Returns the CPU time of this thread, on Linux.
fn thread_time() -> Option<Duration> {
    // A yield brings the count up to date.
    std::thread::yield_now();
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
