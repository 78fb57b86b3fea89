//! Time, as kernels may ask for it.

use std::sync::OnceLock;
use std::time::Instant;

/// How far a clock is put forward to see whether a warp waits for time to pass: longer than any wait with a limit, by clocks of 64 bits and
/// of 32, in nanoseconds or cycles.
const FAR: u64 = (1 << 44) + (1 << 30);

/// Nanoseconds since the first query.
fn nanoseconds() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

/// The clocks of a warp.
#[derive(Debug, Default, Clone)]
pub(super) struct WarpClock {
    /// The cycles and the nanoseconds at which it is stopped.
    stopped: Option<[u64; 2]>,
    ahead: u64,
    /// Whether a thread has asked for the time since it was stopped.
    pub(super) is_asked: bool,
}

impl WarpClock {
    /// Cycles: a warp's clock counts the instructions that it has executed, so that runs repeat.
    pub(super) fn cycles(&mut self, instructions: u64) -> u64 {
        self.is_asked = true;
        self.stopped.map_or(instructions + self.ahead, |[cycles, _]| cycles)
    }

    /// Nanoseconds of the host, and what this warp's clock was put forward.
    pub(super) fn nanoseconds(&mut self) -> u64 {
        self.is_asked = true;
        self.stopped.map_or_else(|| nanoseconds() + self.ahead, |[_, nanoseconds]| nanoseconds)
    }

    /// Stops the clocks of a warp that has executed so many instructions.
    pub(super) fn stop(&mut self, instructions: u64) {
        self.stopped = Some([instructions + self.ahead, nanoseconds() + self.ahead]);
        self.is_asked = false;
    }

    /// Puts the clocks far forward, as if the warp had waited.
    pub(super) fn put_forward(&mut self) {
        self.ahead += FAR;
    }

    /// Lets the clocks go on.
    pub(super) fn go_on(&mut self) {
        self.stopped = None;
    }
}
