//! The position of a warp and its threads in a launch.

/// The position of a warp in the grid and in time.
#[derive(Debug, Default, Clone, PartialEq)]
pub(super) struct WarpSite {
    /// `blockIdx`.
    pub(super) block: [u32; 3],
    /// The warp's number in its block.
    pub(super) warp: u32,
    /// Barriers at which the whole block has waited.
    pub(super) epoch: u32,
}

/// The lanes of a block's warp that hold a thread.
pub(super) fn lanes_of_warp(threads: u32, warp: u32) -> u32 {
    let threads = threads.saturating_sub(warp * 32).min(32);
    if threads == 32 { u32::MAX } else { (1 << threads) - 1 }
}

/// `threadIdx` of a lane.
pub(super) fn thread(warp: u32, lane: u32, width: u32, height: u32) -> [u32; 3] {
    let linear = warp * 32 + lane;
    let (width, height) = (width.max(1), height.max(1));
    [linear % width, linear / width % height, linear / (width * height)]
}
