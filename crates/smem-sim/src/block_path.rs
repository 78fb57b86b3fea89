//! The chains of dependent instructions of blocks, and the memory that a launch touches.

/// The longest chain of instructions of a block that wait for one another, as if the block had a multiprocessor for itself. Only a few blocks
/// of a launch of machine code are followed.
///
/// An instruction waits for the registers that it reads, for the warp's instruction before, and at a barrier for the slowest warp of the
/// block. Loads from global memory are counted and not timed, because their latency depends on the caches.
///
/// ```
/// # fn show(profile: &smem_sim::Profile) {
/// for path in &profile.paths {
///     println!("block {}: {} cycles and {} loads, one after the other", path.block, path.cycles, path.global_loads);
/// }
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct BlockPath {
    /// The number of the block in the grid.
    pub block: u64,
    /// Cycles of the chain, without those of its loads from global memory.
    pub cycles: u64,
    /// Loads from global memory, and atomics whose old value is used, in the chain: one after the other.
    pub global_loads: u64,
    /// The cycles among these in which the chain waits for wavefronts that conflicts add.
    pub excess_cycles: u64,
    /// Stages between barriers of the block.
    pub stages: u64,
}

/// The different sectors of global memory that a launch touches, in bytes: the least that a cold cache moves.
///
/// ```
/// # fn show(profile: &smem_sim::Profile) {
/// println!("reads {} bytes, writes {}", profile.footprint.loaded_bytes, profile.footprint.stored_bytes);
/// # }
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GlobalFootprint {
    /// Bytes of the sectors that are loaded, or changed by atomics, each counted once.
    pub loaded_bytes: u64,
    /// Bytes of the sectors that are stored to, or changed by atomics, each counted once.
    pub stored_bytes: u64,
    /// Bytes of the allocations that are loaded from, whole: more sectors of them than these no block loads.
    pub loaded_allocations: u64,
    /// Bytes of the allocations that are stored to.
    pub stored_allocations: u64,
}
