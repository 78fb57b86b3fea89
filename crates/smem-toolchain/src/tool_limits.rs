//! The limits of tools that run as processes of their own.

use parking_lot::Mutex;
use std::time::{Duration, Instant};

/// Limits of each process that this crate starts to disassemble machine code, or to compile: see `Nvrtc::compile_in`.
/// A tool that comes to one of them is ended, and the call that needed it returns an error that says so.
///
/// On Linux the system limits address space, processor time and the size of files, and a tool runs in a sandbox: it reads its own files, the system's and those that it is
/// given, writes its temporary folder, and has no network. On other systems the limits are that of time by the clock and that of output.
///
/// ```
/// use smem_toolchain::ToolLimits;
/// use std::time::Duration;
///
/// let limits = ToolLimits::default().memory(4 << 30).time(Duration::from_secs(60));
/// assert_eq!((limits.memory, limits.time.as_secs()), (4 << 30, 60));
/// limits.set();
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolLimits {
    /// Bytes of address space; an eighth of them are the bytes that the tool may print. 16 GiB by default.
    pub memory: u64,
    /// Processor time, in whole seconds; by the clock the tool may take five times as long. Ten minutes by default.
    pub time: Duration,
    /// Whether a tool that cannot run in a sandbox is an error. By default it runs without one then.
    pub needs_sandbox: bool,
    /// When all tools are ended, and from which on none is started. None by default.
    pub deadline: Option<Instant>,
}

static LIMITS: Mutex<Option<ToolLimits>> = Mutex::new(None);

impl Default for ToolLimits {
    fn default() -> ToolLimits {
        ToolLimits { memory: 16 << 30, time: Duration::from_secs(600), needs_sandbox: false, deadline: None }
    }
}

impl ToolLimits {
    /// The same with `bytes` of address space.
    #[must_use]
    pub fn memory(self, bytes: u64) -> ToolLimits {
        ToolLimits { memory: bytes, ..self }
    }

    /// The same with `time` of a processor.
    #[must_use]
    pub fn time(self, time: Duration) -> ToolLimits {
        ToolLimits { time, ..self }
    }

    /// The same with a sandbox that a tool does not run without, for the files of a stranger.
    #[must_use]
    pub fn needs_sandbox(self, is_needed: bool) -> ToolLimits {
        ToolLimits { needs_sandbox: is_needed, ..self }
    }

    /// The same with a time at which all tools are ended, and from which on none is started.
    #[must_use]
    pub fn deadline(self, deadline: Instant) -> ToolLimits {
        ToolLimits { deadline: Some(deadline), ..self }
    }

    /// Makes these the limits of all tools that this process starts from now on.
    pub fn set(self) {
        *LIMITS.lock() = Some(self);
    }

    /// The limits that were set last, or the default ones.
    pub(super) fn current() -> ToolLimits {
        LIMITS.lock().unwrap_or_default()
    }

    /// Bytes that a tool may print.
    pub(super) fn output(&self) -> u64 {
        self.memory / 8
    }

    /// The time by the clock: other processes may have the processor. No more than is left until the deadline.
    pub(super) fn by_the_clock(&self) -> Duration {
        let most = self.time.saturating_mul(5);
        self.time_left().map_or(most, |left| left.min(most))
    }

    fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Whether the deadline has come.
    pub(super) fn is_over(&self) -> bool {
        self.time_left().is_some_and(|left| left.is_zero())
    }
}
