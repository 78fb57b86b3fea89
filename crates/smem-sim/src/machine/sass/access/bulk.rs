//! Bulk copies (`cp.async.bulk`) and asynchronous stores, done at once.

use crate::fault::FaultKind;
use crate::isa::sass::{AsyncStore, BulkCopy, BulkPath, Words};
use crate::lanes::{Lanes, lanes};
use crate::machine::access::{BulkEnd, BulkMove, Reach, TrackedWords};
use crate::machine::lane_fault::{LaneFault, LaneResult};

/// The unit of lengths, in bytes.
const UNIT: u64 = 16;

impl Reach<'_> {
    /// Executes a bulk copy of one lane. `to` and `from` are pairs of registers.
    pub(in crate::machine::sass) fn bulk_copies(
        &mut self,
        copy: &BulkCopy,
        lane: usize,
        [to, from]: [[u32; 2]; 2],
        length: u32,
    ) -> LaneResult<()> {
        let long = |[low, high]: [u32; 2]| u64::from(high) << 32 | u64::from(low);
        let shared = |[address, _]: [u32; 2]| BulkEnd::Shared(address.into());
        let (from_end, to_end) = match copy.path {
            BulkPath::GlobalToShared => (BulkEnd::Global(long(from)), shared(to)),
            BulkPath::SharedToGlobal => (shared(from), BulkEnd::Global(long(to))),
            BulkPath::SharedToShared => (shared(from), shared(to)),
        };
        let barrier = matches!(to_end, BulkEnd::Shared(_)).then_some(u64::from(to[1]));
        let bytes = u64::from(length & 0xffff) * UNIT;
        let once = BulkMove { lane, to: to_end, from: from_end, bytes, barrier, reduction: copy.reduction };
        match (length >> 16, copy.multicast) {
            (0, false) => self.bulk_copy(&once),
            (blocks, true) => lanes(blocks).try_for_each(|block| {
                let [to, barrier] = to.map(|address| self.in_block(block, address.into()));
                self.bulk_copy(&BulkMove { to: BulkEnd::Shared(to), barrier: Some(barrier), ..once })
            }),
            (_, false) => {
                let message = "the length of a bulk copy names blocks of a cluster".to_owned();
                Err(LaneFault::boxed(lane, None, FaultKind::Warp(message)))
            }
        }
    }

    /// Stores registers of each lane, which complete transactions. `addresses` has the place of the bytes in its lower half and the barrier
    /// in its upper.
    pub(in crate::machine::sass) fn async_store(
        &mut self,
        store: &AsyncStore,
        addresses: &Lanes,
        regs: &[Words],
        active: u32,
    ) -> LaneResult<()> {
        for lane in lanes(active) {
            let (to, barrier) = (addresses[lane] & 0xffff_ffff, addresses[lane] >> 32);
            let to = to.wrapping_add(store.offset as u64);
            let words = TrackedWords { to, barrier, each: 4, count: store.bytes as usize / 4 };
            self.tracked_words(lane, words, |i| regs[store.register as usize + i][lane].into())?;
        }
        Ok(())
    }
}
