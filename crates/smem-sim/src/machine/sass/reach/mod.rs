//! The memory that operations of machine code reach: a folder of its kinds.
//!
//! ```text
//! load_store   loads and stores of every space
//! atomic       atomics, and the compare-and-store that loops are made of
//! matrix       rows of 8 x 8 matrices
//! copy         copies from global to shared memory
//! bulk         bulk copies, and stores that complete at a barrier
//! mbarrier     asynchronous barriers
//! tensor       bulk copies of boxes of tensors
//! cluster      the shared memory of other blocks
//! ```

mod atomic;
mod bulk;
mod cluster;
mod copy;
mod load_store;
mod matrix;
mod mbarrier;
mod tensor;

pub(super) use bulk::BulkOperands;
pub(super) use copy::SharedCopy;
pub(super) use tensor::TensorOperands;

use crate::isa::Slot;
use crate::isa::sass::Words;
use crate::lanes::Lanes;
use crate::machine::access::Reach;
use crate::machine::lane_fault::LaneResult;
use crate::memory::{SharedMemory, first_of};

/// The memory that an operation reaches, with the registers.
pub(super) struct SassReach<'r> {
    pub(super) reach: Reach<'r>,
    pub(super) regs: &'r mut [Words],
    /// Bytes at the start of shared memory that the system keeps: a kernel's own begins behind them.
    pub(super) reserved: u32,
}

/// The first byte of the block's own shared memory among the addresses of its cluster.
pub(super) fn own_base(shared: &SharedMemory, reserved: u32) -> u64 {
    shared.cluster.as_ref().map_or(0, |cluster| first_of(cluster.own)) + u64::from(reserved)
}

impl SassReach<'_> {
    /// Addresses from the block's own first byte. Those in other blocks are outside.
    fn own(&self, addresses: &Lanes) -> Lanes {
        let first = own_base(self.reach.shared, self.reserved);
        addresses.map(|address| address.wrapping_sub(first))
    }

    fn shared_at(&self, lane: usize, address: u64, bytes: u32) -> LaneResult<usize> {
        self.reach.shared_at(lane, address, bytes)
    }

    /// Merged and hoisted loads read words that the program never asked for, so reads of what nothing wrote are noted by the race check
    /// only.
    fn read_at(&mut self, lane: usize, address: u64, bytes: u32) -> LaneResult<usize> {
        let at = self.shared_at(lane, address, bytes)?;
        if self.reach.tally.hazards.is_some() {
            self.reach.note_unwritten(lane, at, bytes);
        }
        Ok(at)
    }

    fn set(&mut self, slot: Slot, lane: usize, value: u32) {
        self.regs[slot as usize][lane] = value;
    }
}
