//! The shared memory of one block, as the check knows it.

use super::bulk_reads::BulkReads;
use super::product_reads::ProductReads;
use super::shadow::Shadow;
use super::unwritten_notes::UnwrittenNotes;
use std::collections::BTreeSet;

/// The accesses to the shared memory of one block.
#[derive(Debug, Default)]
pub(super) struct CheckedMemory {
    pub(super) shadow: Shadow,
    pub(super) bulk_reads: BulkReads,
    pub(super) products: ProductReads,
    pub(super) unwritten: UnwrittenNotes,
    /// Addresses of `mbarrier`s that plain loads test.
    pub(super) plain_mbarriers: BTreeSet<u32>,
    /// `blockIdx`.
    pub(super) block: [u32; 3],
    /// The number of the block in its cluster.
    pub(super) rank: u32,
}

impl CheckedMemory {
    /// Begins a block of so many bytes and warps, with this number in its cluster.
    pub(super) fn begin(&mut self, block: [u32; 3], rank: u32, bytes: usize, warps: usize) {
        (self.block, self.rank) = (block, rank);
        self.unwritten.clear();
        self.plain_mbarriers.clear();
        self.bulk_reads.clear();
        self.products.clear();
        self.shadow.resize(bytes, warps, rank * warps as u32);
    }

    /// The name of one of its bytes among those of its cluster.
    pub(super) fn name(&self, address: u32) -> u32 {
        self.rank << 24 | address
    }
}
