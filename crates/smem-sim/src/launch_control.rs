//! Controls of launches that run: how far they are, and the order to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A handle on the launches of a [`Simulator`](crate::Simulator), for another thread: how far the running one is, and the order to stop.
/// Clones are handles on the same launches.
///
/// ```
/// use smem_sim::*;
///
/// let module = Module::parse(
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

#[derive(Debug, Default)]
struct ControlState {
    stop: AtomicBool,
    done: AtomicU64,
    blocks: AtomicU64,
    instructions: AtomicU64,
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

    /// Returns whether [`stop`](Self::stop) was called.
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Relaxed)
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
