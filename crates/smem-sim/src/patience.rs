//! How long a launch waits that only others can let go on.

use std::fmt::Debug;
use std::time::Duration;

/// How long a launch waits that cannot go on unless another one, or the host, changes memory: [`Simulator::waits_with`](crate::Simulator::waits_with).
/// A [`Duration`] is so long, and has no end where memory of the host's program is asked for.
///
/// ```
/// use smem_sim::Patience;
/// use std::time::Duration;
///
/// let patience = Duration::from_secs(1);
/// assert!(patience.is_over(Duration::from_secs(2), false) && !patience.is_over(Duration::from_secs(2), true));
/// ```
pub trait Patience: Debug + Send + Sync {
    /// From now on all threads of the launch ask memory in vain.
    fn begins(&self) {}

    /// They do no more: memory has changed, or the launch ends.
    fn ends(&self) {}

    /// Whether the launch is given up, as a deadlock. Its threads have asked in vain for so long; `asks_host`: memory of the host's program, which that
    /// changes without a call. It is called again and again, every millisecond or so.
    fn is_over(&self, waited: Duration, asks_host: bool) -> bool;
}

impl Patience for Duration {
    fn is_over(&self, waited: Duration, asks_host: bool) -> bool {
        waited >= *self && !asks_host
    }
}
