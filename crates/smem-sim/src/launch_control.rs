//! Controls of launches that run: how far they are, and the order to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// A handle on the launches of a [`Simulator`](crate::Simulator), for another thread: how far the running one is, and the order to stop.
/// Clones are handles on the same launches.
///
/// ```
/// use smem_sim::*;
///
/// let module = smem_ptx::module(
///     ".version 8.8 .target sm_90 .address_size 64
///      .visible .entry forever() { .reg .b64 %i; again: add.u64 %i, %i, 1; bra again; }",
/// )?;
/// let control = LaunchControl::new();
/// let sim = Simulator::new(Arch::SM_90).controlled_by(&control);
/// let of_user = control.clone();
/// std::thread::spawn(move || of_user.stop());
/// let profile = sim.launch(&module, "forever", &LaunchShape::new(4, 32), &[])?;
/// assert!(profile.stopped && profile.blocks_run == 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct LaunchControl(Arc<ControlState>);

#[derive(Debug)]
struct ControlState {
    stop: AtomicBool,
    made: Instant,
    /// Nanoseconds after `made` at which all launches stop.
    deadline: AtomicU64,
    done: AtomicU64,
    blocks: AtomicU64,
    instructions: AtomicU64,
}

impl Default for ControlState {
    fn default() -> ControlState {
        ControlState {
            stop: AtomicBool::new(false),
            made: Instant::now(),
            deadline: AtomicU64::new(u64::MAX),
            done: AtomicU64::new(0),
            blocks: AtomicU64::new(0),
            instructions: AtomicU64::new(0),
        }
    }
}

impl LaunchControl {
    /// Makes a handle, which a simulator gets by [`controlled_by`](crate::Simulator::controlled_by).
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the running launch and all later ones: each returns the counts so far, with [`stopped`](crate::Profile::stopped) set.
    pub fn stop(&self) {
        self.0.stop.store(true, Relaxed);
    }

    /// Does at a time what [`stop`](Self::stop) does at once. Of several times the earliest holds.
    ///
    /// ```
    /// # use std::time::{Duration, Instant};
    /// let control = smem_sim::LaunchControl::new();
    /// control.stop_at(Instant::now() + Duration::from_secs(3600));
    /// assert!(!control.is_stopped() && control.time_left().is_some_and(|left| !left.is_zero()));
    /// control.stop_at(Instant::now());
    /// assert!(control.is_stopped() && control.is_out_of_time());
    /// ```
    pub fn stop_at(&self, time: Instant) {
        let nanos = time.saturating_duration_since(self.0.made).as_nanos();
        self.0.deadline.fetch_min(u64::try_from(nanos).unwrap_or(u64::MAX), Relaxed);
    }

    /// Returns the time until the launches stop; `None` if no time was set by [`stop_at`](Self::stop_at).
    pub fn time_left(&self) -> Option<Duration> {
        match self.0.deadline.load(Relaxed) {
            u64::MAX => None,
            nanos => Some(Duration::from_nanos(nanos).saturating_sub(self.0.made.elapsed())),
        }
    }

    /// Returns whether the time that was set by [`stop_at`](Self::stop_at) has come.
    pub fn is_out_of_time(&self) -> bool {
        self.time_left().is_some_and(|left| left.is_zero())
    }

    /// Returns whether the launches are to stop: [`stop`](Self::stop) was called, or the time of [`stop_at`](Self::stop_at) has come.
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Relaxed) || self.is_out_of_time()
    }

    /// Returns how many blocks of the running launch, or of the last one, have run to their end.
    pub fn blocks_done(&self) -> u64 {
        self.0.done.load(Relaxed)
    }

    /// Returns how many blocks the running launch, or the last one, is to run; 0 before the first.
    pub fn blocks(&self) -> u64 {
        self.0.blocks.load(Relaxed)
    }

    /// Returns the thread instructions of the running launch so far; each instruction of a warp counts as 32.
    pub fn thread_instructions(&self) -> u64 {
        self.0.instructions.load(Relaxed)
    }

    pub(crate) fn begin(&self, blocks: u64) {
        self.0.done.store(0, Relaxed);
        self.0.instructions.store(0, Relaxed);
        self.0.blocks.store(blocks, Relaxed);
    }

    pub(crate) fn add(&self, thread_instructions: u64, blocks: u64) {
        self.0.instructions.fetch_add(thread_instructions, Relaxed);
        self.0.done.fetch_add(blocks, Relaxed);
    }
}
