//! The shared memory of a cluster's blocks: the upper bits of an address are the number of the block.
//!
//! On an H200, 36 requests of a warp to the memory of the other block took no wavefront of a load or of a store, and one of an atomic, whatever
//! their addresses (`tests/hardware/clusters`). So it is counted; observers do not see these requests.

use super::SassReach;
use crate::isa::Space;
use crate::lanes::{Lanes, lanes};
use crate::machine::access::{check_aligned, outside};
use crate::machine::lane_fault::LaneResult;
use crate::memory::{SharedMemory, block_of};

/// A checked place in the shared memory of one of the cluster's blocks.
#[derive(Debug, Clone, Copy)]
pub(super) struct SharedPlace {
    pub(super) block: usize,
    pub(super) at: usize,
}

impl SassReach<'_> {
    /// The number of this block in its cluster.
    pub(super) fn rank(&self) -> usize {
        self.reach.shared.cluster.as_ref().map_or(0, |cluster| cluster.own)
    }

    /// Checks an address as instructions have it, of an access that observers do not see.
    pub(super) fn place(&mut self, lane: usize, address: u64, bytes: u32) -> LaneResult<SharedPlace> {
        let place = self.checked_place(lane, address, bytes)?;
        let offset = block_of(address).1 - u64::from(self.reserved);
        if offset + u64::from(bytes) > self.reach.context.shared_bytes.into() {
            self.reach.note_past_end(lane, offset, bytes);
        }
        Ok(place)
    }

    fn checked_place(&self, lane: usize, address: u64, bytes: u32) -> LaneResult<SharedPlace> {
        let (block, offset) = block_of(address);
        let offset = offset.wrapping_sub(self.reserved.into());
        if block == self.rank() {
            return Ok(SharedPlace { block, at: self.shared_at(lane, offset, bytes)? });
        }
        check_aligned(Space::Shared, lane, offset, bytes)?;
        let blocks = self.reach.shared.cluster.as_ref().map_or(&[][..], |cluster| &cluster.blocks);
        let none = |detail| outside(Space::Shared, lane, address, bytes, detail);
        let Some(memory) = blocks.get(block) else {
            return Err(none(format!("there is no block {block} in the cluster")));
        };
        let at = memory.check(offset, bytes);
        let declared = self.reach.context.shared_bytes;
        let at = at.ok_or_else(|| none(format!("block {block} of the cluster has {declared} bytes")))?;
        Ok(SharedPlace { block, at })
    }

    pub(super) fn memory(&self, block: usize) -> &SharedMemory {
        match &self.reach.shared.cluster {
            Some(cluster) if cluster.own != block => &cluster.blocks[block],
            _ => self.reach.shared,
        }
    }

    pub(super) fn memory_mut(&mut self, block: usize) -> &mut SharedMemory {
        if block == self.rank() {
            return self.reach.shared;
        }
        match &mut self.reach.shared.cluster {
            Some(cluster) => &mut cluster.blocks[block],
            None => unreachable!("a place in another block is in a cluster"),
        }
    }

    /// The lanes whose generic addresses are in the shared memory of other blocks, of those that are in shared memory.
    pub(super) fn elsewhere(&self, space: Space, addresses: &Lanes, mask: u32) -> u32 {
        if space != Space::Generic {
            return 0;
        }
        let own = self.rank();
        lanes(mask).filter(|&lane| block_of(addresses[lane]).0 != own).fold(0, |mask, lane| mask | 1 << lane)
    }
}
