//! Atomics, and the compare-and-store that loops are made of.

use super::SassReach;
use crate::isa::sass::AtomicTransfer;
use crate::isa::{AtomicPasses, MemoryOrder, Slot, Space};
use crate::lanes::{Lanes, lanes};
use crate::machine::access::{Finder, apply, by_space, check_aligned, outside};
use crate::machine::hazards::GlobalKind;
use crate::machine::lane_fault::LaneResult;
use crate::machine::observe::RequestKind;
use crate::memory::resolve;
use crate::profile::SharedOp;

impl SassReach<'_> {
    fn set_old(&mut self, d: Slot, bytes: u32, lane: usize, old: u64) {
        self.set(d, lane, old as u32);
        if bytes == 8 {
            self.set(d + 1, lane, (old >> 32) as u32);
        }
    }

    pub(in crate::machine::sass) fn atomic(
        &mut self,
        t: &AtomicTransfer,
        addresses: &Lanes,
        [a, b]: [Lanes; 2],
        active: u32,
    ) -> LaneResult<()> {
        let bytes = t.bytes;
        by_space(t.space, addresses, active, |space, addresses, mask| {
            match space {
                Space::Shared => {
                    let elsewhere = self.elsewhere(t.space, addresses, mask);
                    for lane in lanes(elsewhere) {
                        let place = self.place(lane, addresses[lane], bytes)?;
                        let memory = self.memory_mut(place.block);
                        let old = memory.load(place.at, bytes);
                        memory.store(place.at, bytes, apply(t.op, bytes, old, a[lane], b[lane]));
                        self.set_old(t.d, bytes, lane, old);
                    }
                    if elsewhere != 0 {
                        self.reach.tally.elsewhere(self.reach.pc, (SharedOp::Atomic, bytes));
                    }
                    let mask = mask & !elsewhere;
                    if mask == 0 {
                        return Ok(());
                    }
                    let addresses = self.own(addresses);
                    for lane in lanes(mask) {
                        let at = self.read_at(lane, addresses[lane], bytes)?;
                        let old = self.reach.shared.load(at, bytes);
                        self.reach.shared.store(at, bytes, apply(t.op, bytes, old, a[lane], b[lane]));
                        self.set_old(t.d, bytes, lane, old);
                    }
                    self.reach.observe(RequestKind::Atomic(t.passes), &addresses, mask, bytes);
                }
                Space::Global => {
                    self.reach.check_global(
                        (GlobalKind::Atomic, MemoryOrder::Relaxed),
                        addresses,
                        mask,
                        bytes,
                        &|_, _| 0,
                    );
                    let mut finder = Finder::new(self.reach.context.global);
                    for lane in lanes(mask) {
                        check_aligned(space, lane, addresses[lane], bytes)?;
                        let (found, offset) = finder.find(lane, addresses[lane], bytes)?;
                        let old = found.update(offset, bytes, |old| apply(t.op, bytes, old, a[lane], b[lane]));
                        self.set_old(t.d, bytes, lane, old);
                    }
                    self.reach.tally.global_atomic += u64::from(bytes) * u64::from(mask.count_ones());
                }
                other => {
                    let lane = mask.trailing_zeros() as usize & 31;
                    let detail = "atomics work on global and shared memory".to_owned();
                    return Err(outside(other, lane, addresses[lane], bytes, detail));
                }
            }
            Ok(())
        })
    }

    /// Counts the passes in which an atomic finds that it cannot serve the shared addresses of these lanes.
    pub(in crate::machine::sass) fn refuse(&mut self, t: &AtomicTransfer, addresses: &Lanes, lanes: u32) {
        if lanes != 0 {
            let addresses = self.own(&addresses.map(|address| resolve(address).1));
            self.reach.observe(RequestKind::Atomic(AtomicPasses::Phases), &addresses, lanes, t.bytes);
        }
    }

    pub(in crate::machine::sass) fn compare_and_store(
        &mut self,
        addresses: &Lanes,
        bytes: u32,
        d: Slot,
        [a, b]: [Lanes; 2],
        active: u32,
    ) -> LaneResult<()> {
        let addresses = self.own(addresses);
        let mut failed = 0;
        for lane in lanes(active) {
            let at = self.read_at(lane, addresses[lane], bytes)?;
            let holds = self.reach.shared.load(at, bytes) == a[lane];
            if holds {
                self.reach.shared.store(at, bytes, b[lane]);
            } else {
                failed |= 1 << lane;
            }
            // A number as wide as the words: the loop compares both halves.
            self.set_old(d, bytes, lane, u64::from(holds));
        }
        self.reach.observe(RequestKind::Atomic(AtomicPasses::Retried { failed }), &addresses, active, bytes);
        Ok(())
    }
}
