//! Launches that were made before: the same kernel, shape and parameters in the same state of memory.
//!
//! A benchmark launches a kernel a hundred times. From the same memory a kernel makes the same memory, so a long launch that is known from this
//! state on is not run again: its change of memory is made, and its counts and findings are those of before. The state is all of the
//! device's own memory. A launch is known only if it neither printed, launched nor reached the host's memory, and if nothing else
//! could change memory meanwhile.

use super::device::Disturbances;
use crate::launch::LaunchShape;
use crate::memory::{MemoryChange, MemoryState, StateReader};
use crate::profile::Profile;
use std::collections::HashMap;

/// Launches are alike, but for memory, by the module, the kernel, the shape, the parameters, and the settings.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct LaunchAlike {
    pub(super) module: u64,
    pub(super) kernel: String,
    pub(super) shape: LaunchShape,
    pub(super) parameters: Vec<u8>,
    pub(super) settings: [u64; 4],
}

/// A launch that was run.
#[derive(Debug)]
pub(super) struct KnownLaunch {
    pub(super) before: MemoryState,
    pub(super) change: MemoryChange,
    pub(super) profile: Profile,
}

#[derive(Debug, Default)]
pub(super) struct KindRuns {
    /// Warp instructions of the last one.
    pub(super) cost: u64,
    pub(super) misses: u32,
    pub(super) known: Vec<KnownLaunch>,
}

/// The launches of a device that were long.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    pub(super) reader: StateReader,
    pub(super) kinds: HashMap<LaunchAlike, KindRuns>,
    pub(super) kept: u64,
}

/// The state in front of a launch that may come again.
#[derive(Debug)]
pub(super) struct WatchedLaunch {
    pub(super) before: MemoryState,
    pub(super) beside: Disturbances,
}

/// How a launch goes on.
#[derive(Debug)]
pub(super) enum RepeatPlan {
    /// It was made again, with this profile.
    Known(Box<Profile>),
    Run(Option<WatchedLaunch>),
}
