//! Addresses in other blocks of the cluster, and asynchronous stores there.

use super::addresses;
use super::memory::resolve_shared;
use crate::isa::{MappedAddress, RankOfAddress, Space, TrackedStore};
use crate::lanes::{Lanes, lanes};
use crate::machine::access::{Reach, TrackedWords};
use crate::machine::lane_fault::LaneResult;
use crate::memory::SHARED_WINDOW;

impl Reach<'_> {
    /// Maps the address of each lane to another block.
    pub(in crate::machine::ptx) fn map_addresses(&self, map: &MappedAddress, regs: &mut [Lanes], mask: u32) {
        let (a, rank) = (regs[map.a as usize], regs[map.rank as usize]);
        let window = if map.space == Space::Generic { SHARED_WINDOW } else { 0 };
        for lane in lanes(mask) {
            let mapped = self.in_block(rank[lane] as usize, a[lane].wrapping_sub(window));
            regs[map.d as usize][lane] = mapped.wrapping_add(window) & map.keep;
        }
    }

    /// Returns the number of the block that the address of each lane is in.
    pub(in crate::machine::ptx) fn ranks_of(&self, of: &RankOfAddress, regs: &mut [Lanes], mask: u32) {
        let a = regs[of.a as usize];
        let window = if of.space == Space::Generic { SHARED_WINDOW } else { 0 };
        for lane in lanes(mask) {
            regs[of.d as usize][lane] = self.block_and_offset(a[lane].wrapping_sub(window)).0 as u64;
        }
    }

    /// Stores registers of each lane, which complete transactions.
    pub(in crate::machine::ptx) fn store_tracked(
        &mut self,
        store: &TrackedStore,
        regs: &[Lanes],
        mask: u32,
    ) -> LaneResult<()> {
        let (to, barriers) = (addresses(regs, &store.address), addresses(regs, &store.barrier));
        lanes(mask).try_for_each(|lane| {
            let (to, barrier) = (resolve_shared(to[lane]), resolve_shared(barriers[lane]));
            let words = TrackedWords { to, barrier, each: store.bytes, count: store.slots.len() };
            self.tracked_words(lane, words, |i| regs[store.slots[i] as usize][lane])
        })
    }
}
