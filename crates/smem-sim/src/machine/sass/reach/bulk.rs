//! Bulk copies (`cp.async.bulk`) and asynchronous stores, done at once. On an H200 no counter of shared-memory wavefronts sees them,
//! so nothing is counted here.

use super::{SassReach, own_base};
use crate::fault::FaultKind;
use crate::isa::sass::{AsyncStore, BulkCopy, BulkPath};
use crate::lanes::{Lanes, lanes};
use crate::machine::access::{Finder, apply};
use crate::machine::hazards::CheckedCode;
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::machine::observe::Tally;
use crate::memory::{block_of, first_of};

/// Bytes that both ends and the length are multiples of.
const UNIT: u64 = 16;

/// The operands of a bulk copy.
#[derive(Debug, Clone, Copy)]
pub(in crate::machine::sass) struct BulkOperands {
    /// Both words at the destination and at the source.
    pub(in crate::machine::sass) to: [u32; 2],
    pub(in crate::machine::sass) from: [u32; 2],
    pub(in crate::machine::sass) length: u32,
    /// The thread that the copy is of.
    pub(in crate::machine::sass) lane: usize,
}

fn long([low, high]: [u32; 2]) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

impl SassReach<'_> {
    /// Both words at the source and at the destination.
    pub(in crate::machine::sass) fn bulk_copy(&mut self, copy: &BulkCopy, operands: BulkOperands) -> LaneResult<()> {
        let BulkOperands { to, from, length, lane } = operands;
        let bytes = u64::from(length & 0xffff) * UNIT;
        match (length >> 16, copy.multicast) {
            (0, false) => self.copy_once(copy, operands, bytes),
            (blocks, true) => lanes(blocks).try_for_each(|block| {
                let to = to.map(|address| first_of(block) as u32 | block_of(address.into()).1 as u32);
                self.copy_once(copy, BulkOperands { to, from, length, lane }, bytes)
            }),
            (_, false) => {
                let message = "the length of a bulk copy names blocks of a cluster".to_owned();
                Err(LaneFault::boxed(lane, None, FaultKind::Warp(message)))
            }
        }
    }

    fn copy_once(&mut self, copy: &BulkCopy, operands: BulkOperands, bytes: u64) -> LaneResult<()> {
        let BulkOperands { to, from, lane, .. } = operands;
        let (shared_to, shared_from) = (u64::from(to[0]), u64::from(from[0]));
        if self.reach.tally.hazards.is_some() {
            self.check_copy(copy.path, operands, bytes)?;
        }
        let own = |address: u64| address.wrapping_sub(own_base(self.reach.shared, self.reserved));
        if copy.path != BulkPath::SharedToGlobal {
            self.reach.check_whole(lane, own(shared_to), bytes)?;
        }
        if copy.path != BulkPath::GlobalToShared {
            self.reach.check_whole(lane, own(shared_from), bytes)?;
        }
        let mut finder = Finder::new(self.reach.context.global);
        for offset in (0..bytes).step_by(8) {
            let value = match copy.path {
                BulkPath::GlobalToShared => {
                    let address = aligned(lane, long(from))? + offset;
                    let (found, at) = finder.find(lane, address, 8)?;
                    found.load(at, 8)
                }
                BulkPath::SharedToGlobal | BulkPath::SharedToShared => {
                    let place = self.place(lane, aligned(lane, shared_from)? + offset, 8)?;
                    self.memory(place.block).load(place.at, 8)
                }
            };
            match copy.path {
                BulkPath::SharedToGlobal => {
                    let (found, at) = finder.find(lane, aligned(lane, long(to))? + offset, 8)?;
                    match copy.reduction {
                        None => found.store(at, 8, value),
                        Some((op, each)) => {
                            for i in 0..8 / each {
                                let part = part(value, each, i);
                                found.update(at + u64::from(each * i), each, |old| apply(op, each, old, part, 0));
                            }
                        }
                    }
                }
                BulkPath::GlobalToShared | BulkPath::SharedToShared => {
                    let place = self.place(lane, aligned(lane, shared_to)? + offset, 8)?;
                    let memory = self.memory_mut(place.block);
                    match copy.reduction {
                        None => memory.store(place.at, 8, value),
                        Some((op, each)) => {
                            for i in 0..8 / each {
                                let at = place.at + (each * i) as usize;
                                let old = memory.load(at, each);
                                memory.store(at, each, apply(op, each, old, part(value, each, i), 0));
                            }
                        }
                    }
                }
            }
        }
        match copy.path {
            BulkPath::SharedToGlobal => self.reach.tally.global_stored += bytes,
            BulkPath::GlobalToShared => self.reach.tally.global_loaded += bytes,
            BulkPath::SharedToShared => {}
        }
        if copy.path != BulkPath::SharedToGlobal {
            self.arrive_at(lane, to[1].into(), (0, -(bytes as i64), 0))?;
        }
        Ok(())
    }

    /// Lets the race check see a bulk copy. The block is not in a cluster.
    fn check_copy(&mut self, path: BulkPath, operands: BulkOperands, bytes: u64) -> LaneResult<()> {
        let BulkOperands { to, from, lane, .. } = operands;
        let at = |reach: &mut Self, address: u32, bytes| {
            reach.place(lane, address.into(), bytes).map(|place| place.at as u32)
        };
        let (pc, thread) = (self.reach.pc, 32 * self.reach.site.warp + lane as u32);
        if path != BulkPath::GlobalToShared {
            let at = at(self, from[0], 8)?;
            let Tally { hazards, waits, .. } = &mut *self.reach.tally;
            if let Some(hazards) = hazards {
                let code = CheckedCode { code: &self.reach.context.kernel.code, waits };
                hazards.bulk_read(code, pc, thread, [at, bytes as u32], path == BulkPath::SharedToGlobal);
            }
        }
        if path != BulkPath::SharedToGlobal {
            let (barrier, at) = (at(self, to[1], 8)?, at(self, to[0], 8)?);
            let Tally { hazards, waits, .. } = &mut *self.reach.tally;
            if let Some(hazards) = hazards {
                let code = CheckedCode { code: &self.reach.context.kernel.code, waits };
                hazards.bulk_write(code, pc, thread, at, bytes as u32, barrier);
            }
        }
        Ok(())
    }

    /// `addresses` has the place of the bytes in its lower half and the barrier in its upper.
    pub(in crate::machine::sass) fn async_store(
        &mut self,
        store: &AsyncStore,
        addresses: &Lanes,
        active: u32,
    ) -> LaneResult<()> {
        for lane in lanes(active) {
            let (to, barrier) = (addresses[lane] & 0xffff_ffff, addresses[lane] >> 32);
            let place = self.place(lane, to.wrapping_add(store.offset as u64), store.bytes)?;
            if self.reach.tally.hazards.is_some() {
                let barrier = self.place(lane, barrier, 8)?;
                let (pc, thread) = (self.reach.pc, 32 * self.reach.site.warp + lane as u32);
                let Tally { hazards, waits, .. } = &mut *self.reach.tally;
                if let Some(hazards) = hazards {
                    let code = CheckedCode { code: &self.reach.context.kernel.code, waits };
                    hazards.bulk_write(code, pc, thread, place.at as u32, store.bytes, barrier.at as u32);
                }
            }
            for i in 0..store.bytes as usize / 4 {
                let value = self.regs[store.register as usize + i][lane];
                self.memory_mut(place.block).store(place.at + 4 * i, 4, value.into());
            }
            self.arrive_at(lane, barrier, (0, -i64::from(store.bytes), 0))?;
        }
        Ok(())
    }
}

/// One element of a word of 8 bytes.
fn part(word: u64, bytes: u32, i: u32) -> u64 {
    word >> (8 * bytes * i) & (u64::MAX >> (64 - 8 * bytes))
}

fn aligned(lane: usize, address: u64) -> LaneResult<u64> {
    if address.is_multiple_of(UNIT) {
        return Ok(address);
    }
    let message = format!("a bulk copy at {address:#x}, which is not a multiple of {UNIT}");
    Err(LaneFault::boxed(lane, address, FaultKind::Warp(message)))
}
