//! The shared memory of a cluster's blocks: the upper bits of an address are the number of the block.
//!
//! On an H200, 36 requests of a warp to the memory of the other block took no wavefront of a load or of a store, and one of an atomic, whatever
//! their addresses (`tests/hardware/clusters`). So it is counted; observers do not see these requests.

use super::reach::Reach;
use super::shared_names::SharedNames;
use super::shared_place::SharedPlace;
use super::space::{check_aligned, outside};
use crate::isa::Space;
use crate::lanes::{Lanes, lanes_where};
use crate::machine::lane_fault::LaneResult;
use crate::machine::observe::Question;
use crate::memory::{SharedMemory, block_of, first_of};

impl Reach<'_> {
    /// The number of this block in its cluster.
    pub(super) fn rank(&self) -> usize {
        self.shared.cluster.as_ref().map_or(0, |cluster| cluster.own)
    }

    /// Returns the address of the first byte of the block's own shared memory, as the code names it.
    pub(in crate::machine) fn own_base(&self) -> u64 {
        match self.names {
            SharedNames::Own => 0,
            SharedNames::InCluster { reserved } => first_of(self.rank()) + u64::from(reserved),
        }
    }

    /// Returns addresses from the block's own first byte. Those in other blocks are outside.
    #[inline]
    pub(in crate::machine) fn own(&self, addresses: &Lanes) -> Lanes {
        let first = self.own_base();
        addresses.map(|address| address.wrapping_sub(first))
    }

    /// Checks an address, as the code names it, of an access that observers do not see.
    pub(in crate::machine) fn place(&mut self, lane: usize, address: u64, bytes: u32) -> LaneResult<SharedPlace> {
        let own = self.rank();
        let (block, offset) = self.block_and_offset(address);
        let at = if block == own {
            self.shared_at(lane, offset, bytes)?
        } else {
            self.at_in_other(lane, block, (address, offset), bytes)?
        };
        if offset + u64::from(bytes) > self.context.shared_bytes.into() {
            self.note_past_end(lane, offset, bytes);
        }
        Ok(SharedPlace { block, at })
    }

    /// The block that an address is in, as the code names it, and its place there. PTX has its own block's memory at 0, and after it that of
    /// the others.
    pub(in crate::machine) fn block_and_offset(&self, address: u64) -> (usize, u64) {
        match self.names {
            SharedNames::Own if !self.has_others() => (self.rank(), address),
            SharedNames::Own => match block_of(address) {
                (0, offset) => (self.rank(), offset),
                (block, offset) => (block - 1, offset),
            },
            SharedNames::InCluster { reserved } => {
                let (block, offset) = block_of(address);
                (block, offset.wrapping_sub(reserved.into()))
            }
        }
    }

    /// The name of the first byte of a block's shared memory.
    pub(super) fn first_named(&self, block: usize) -> u64 {
        match self.names {
            SharedNames::Own if block == self.rank() => 0,
            SharedNames::Own => first_of(block + 1),
            SharedNames::InCluster { .. } => first_of(block),
        }
    }

    /// Whether other blocks are in the cluster.
    fn has_others(&self) -> bool {
        self.shared.cluster.as_ref().is_some_and(|cluster| cluster.blocks.len() > 1)
    }

    fn at_in_other(&self, lane: usize, block: usize, (address, offset): (u64, u64), bytes: u32) -> LaneResult<usize> {
        check_aligned(Space::Shared, lane, offset, bytes)?;
        let none = |detail| outside(Space::Shared, lane, address, bytes, detail);
        let blocks = self.shared.cluster.as_ref().map_or(&[][..], |cluster| &cluster.blocks);
        let memory = blocks.get(block).ok_or_else(|| none(format!("there is no block {block} in the cluster")))?;
        if memory.has_ended {
            return Err(none(format!(
                "block {block} of the cluster has exited, and its memory is gone (use after free)"
            )));
        }
        let declared = self.context.shared_bytes;
        let at = memory.check(offset, bytes);
        at.ok_or_else(|| none(format!("block {block} of the cluster has {declared} bytes")))
    }

    /// As [`place`](Self::place), of a read, which is noted where memory is uninitialized.
    pub(in crate::machine) fn read_place(&mut self, lane: usize, address: u64, bytes: u32) -> LaneResult<SharedPlace> {
        let place = self.place(lane, address, bytes)?;
        self.note_unwritten_at(lane, place, bytes);
        Ok(place)
    }

    /// Notes what a lane asks of another block, while it is looked at whether this one asks for ever.
    pub(super) fn note_asked_elsewhere(&mut self, lane: usize, place: SharedPlace, bytes: u32) {
        if let Some(questions) = &mut self.tally.questions {
            questions.note(lane, Question::Shared { block: place.block, at: place.at as u32, bytes });
        }
    }

    pub(in crate::machine) fn memory(&self, block: usize) -> &SharedMemory {
        match &self.shared.cluster {
            Some(cluster) if cluster.own != block => &cluster.blocks[block],
            _ => self.shared,
        }
    }

    #[expect(clippy::unreachable, reason = "`place` finds other blocks in a cluster alone")]
    pub(in crate::machine) fn memory_mut(&mut self, block: usize) -> &mut SharedMemory {
        if block == self.rank() {
            return self.shared;
        }
        match &mut self.shared.cluster {
            Some(cluster) => &mut cluster.blocks[block],
            None => unreachable!("a place in another block is in a cluster"),
        }
    }

    /// The lanes whose addresses are in the shared memory of other blocks, of those that are in shared memory.
    #[inline]
    pub(super) fn elsewhere(&self, space: Space, addresses: &Lanes, mask: u32) -> u32 {
        let own = match self.names {
            // The memory of other blocks has names of PTX in every space.
            SharedNames::Own if self.has_others() => 0,
            SharedNames::InCluster { .. } if space == Space::Generic => self.rank(),
            _ => return 0,
        };
        lanes_where(mask, |lane| block_of(addresses[lane]).0 != own)
    }
}
