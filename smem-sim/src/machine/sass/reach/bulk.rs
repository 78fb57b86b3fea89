//! Bulk copies (`cp.async.bulk`) and asynchronous stores, done at once. On an H200 no counter of shared-memory wavefronts sees them,
//! so nothing is counted here.

use super::SassReach;
use crate::fault::FaultKind;
use crate::isa::sass::{AsyncStore, BulkCopy, BulkPath};
use crate::lanes::{Lanes, lanes};
use crate::machine::access::{Finder, apply};
use crate::machine::lane_fault::{LaneFault, LaneResult};

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
        if length >> 16 != 0 {
            let message = "a bulk copy to several blocks of a cluster is unknown".to_owned();
            return Err(LaneFault::boxed(lane, None, FaultKind::Warp(message)));
        }
        let bytes = u64::from(length & 0xffff) * UNIT;
        let own = |address: u32, reserved: u32| u64::from(address).wrapping_sub(reserved.into());
        let shared_to = own(to[0], self.reserved);
        let shared_from = own(from[0], self.reserved);
        let thread = 32 * self.reach.site.warp + lane as u32;
        let pc = self.reach.pc;
        if let Some(hazards) = &mut self.reach.tally.hazards {
            if copy.path != BulkPath::GlobalToShared {
                hazards.bulk_read(pc, thread, shared_from as u32, bytes as u32);
            }
            if copy.path != BulkPath::SharedToGlobal {
                let barrier = own(to[1], self.reserved) as u32;
                hazards.bulk_write(pc, thread, shared_to as u32, bytes as u32, barrier);
            }
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
                    let at = self.shared_at(lane, aligned(lane, shared_from)? + offset, 8)?;
                    self.reach.shared.load(at, 8)
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
                    let at = self.shared_at(lane, aligned(lane, shared_to)? + offset, 8)?;
                    match copy.reduction {
                        None => self.reach.shared.store(at, 8, value),
                        Some((op, each)) => {
                            for i in 0..8 / each {
                                let place = at + (each * i) as usize;
                                let old = self.reach.shared.load(place, each);
                                self.reach.shared.store(place, each, apply(op, each, old, part(value, each, i), 0));
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
            let barrier = own(to[1], self.reserved);
            self.arrive_at(lane, barrier, (0, -(bytes as i64), 0))?;
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
        let places = self.own(&addresses.map(|both| both & 0xffff_ffff));
        let barriers = self.own(&addresses.map(|both| both >> 32));
        for lane in lanes(active) {
            let at = self.shared_at(lane, places[lane].wrapping_add(store.offset as u64), store.bytes)?;
            let (pc, thread) = (self.reach.pc, 32 * self.reach.site.warp + lane as u32);
            if let Some(hazards) = &mut self.reach.tally.hazards {
                hazards.bulk_write(pc, thread, at as u32, store.bytes, barriers[lane] as u32);
            }
            for i in 0..store.bytes as usize / 4 {
                let value = self.regs[store.register as usize + i][lane];
                self.reach.shared.store(at + 4 * i, 4, value.into());
            }
            self.arrive_at(lane, barriers[lane], (0, -i64::from(store.bytes), 0))?;
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
