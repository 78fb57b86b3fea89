//! Atomic operations.

use super::finder::Finder;
use super::reach::Reach;
use super::space::{by_space, check_aligned, outside};
use crate::alu::half::{bf16_add, half_add};
use crate::global_count::GlobalOp;
use crate::isa::{AtomicOp, AtomicPasses, MemoryOrder, MemoryScope, Space};
use crate::lanes::{Lanes, lanes};
use crate::machine::hazards::GlobalKind;
use crate::machine::lane_fault::LaneResult;
use crate::machine::observe::RequestKind;
use crate::shared_op::SharedOp;

/// Returns the new value of `bytes` bytes that hold `old`.
pub(in crate::machine) fn apply(op: AtomicOp, bytes: u32, old: u64, a: u64, b: u64) -> u64 {
    let unused = 64 - 8 * bytes;
    let signed = |v: u64| (v << unused) as i64 >> unused;
    match op {
        AtomicOp::Add => old.wrapping_add(a),
        AtomicOp::AddF32 => {
            let sum = f32::from_bits(old as u32) + f32::from_bits(a as u32);
            if sum.is_nan() { 0x7fff_ffff } else { sum.to_bits().into() }
        }
        AtomicOp::AddF64 => (f64::from_bits(old) + f64::from_bits(a)).to_bits(),
        AtomicOp::AddF16x2 => half_add(old, a),
        AtomicOp::AddBf16x2 => bf16_add(old, a),
        AtomicOp::AddF16 => half_add(old, a) & 0xffff,
        AtomicOp::AddBf16 => bf16_add(old, a) & 0xffff,
        AtomicOp::MinU => old.min(a),
        AtomicOp::MaxU => old.max(a),
        AtomicOp::MinS => signed(old).min(signed(a)) as u64,
        AtomicOp::MaxS => signed(old).max(signed(a)) as u64,
        AtomicOp::And => old & a,
        AtomicOp::Or => old | a,
        AtomicOp::Xor => old ^ a,
        AtomicOp::Exch => a,
        AtomicOp::Cas => {
            if old == a {
                b
            } else {
                old
            }
        }
        AtomicOp::Inc => {
            if old >= a {
                0
            } else {
                old + 1
            }
        }
        AtomicOp::Dec => {
            if old == 0 || old > a {
                a
            } else {
                old - 1
            }
        }
    }
}

/// An atomic operation of each lane.
#[derive(Debug, Clone, Copy)]
pub(in crate::machine) struct Update {
    pub(in crate::machine) op: AtomicOp,
    pub(in crate::machine) passes: AtomicPasses,
    pub(in crate::machine) space: Space,
    pub(in crate::machine) bytes: u32,
    pub(in crate::machine) order: MemoryOrder,
    pub(in crate::machine) scope: MemoryScope,
    /// Whether the old value is used.
    pub(in crate::machine) returns: bool,
}

impl Reach<'_> {
    /// Executes an atomic for the lanes of `mask`, one after the other. `put` takes a lane and its old value.
    pub(in crate::machine) fn atomic(
        &mut self,
        update: &Update,
        addresses: &Lanes,
        [a, b]: [&Lanes; 2],
        mask: u32,
        mut put: impl FnMut(usize, u64),
    ) -> LaneResult<()> {
        let bytes = update.bytes;
        let changed = |lane: usize, old: u64| apply(update.op, bytes, old, a[lane], b[lane]);
        by_space(update.space, addresses, mask, |space, addresses, mask| {
            match space {
                Space::Shared => {
                    let elsewhere = self.elsewhere(update.space, addresses, mask);
                    let places = self.places_elsewhere(addresses, elsewhere, bytes, true)?;
                    for lane in lanes(elsewhere) {
                        let place = places[lane];
                        self.note_asked_elsewhere(lane, place, bytes);
                        let memory = self.memory_mut(place.block);
                        let old = memory.load(place.at, bytes);
                        memory.store(place.at, bytes, changed(lane, old));
                        put(lane, old);
                    }
                    if elsewhere != 0 {
                        self.tally.elsewhere(self.pc, (SharedOp::Atomic, bytes));
                        self.check_elsewhere(RequestKind::Atomic(update.passes), &places, elsewhere, bytes);
                    }
                    let mask = mask & !elsewhere;
                    if mask == 0 {
                        return Ok(());
                    }
                    let addresses = self.own(addresses);
                    for lane in lanes(mask) {
                        let at = self.read_at(lane, addresses[lane], bytes)?;
                        let old = self.shared.load(at, bytes);
                        self.shared.store(at, bytes, changed(lane, old));
                        put(lane, old);
                    }
                    self.observe(RequestKind::Atomic(update.passes), &addresses, mask, bytes);
                }
                Space::Global => {
                    self.check_global(
                        (GlobalKind::Atomic, update.order, update.scope),
                        addresses,
                        mask,
                        bytes,
                        &|_, _| 0,
                    )?;
                    let mut finder = Finder::new(self.context.global);
                    for lane in lanes(mask) {
                        check_aligned(space, lane, addresses[lane], bytes)?;
                        let (found, offset) = finder.find(lane, addresses[lane], bytes)?;
                        put(lane, found.update(offset, bytes, |old| changed(lane, old)));
                    }
                    let op = if update.returns { GlobalOp::Atomic } else { GlobalOp::Reduction };
                    self.tally.global_request(self.pc, op, addresses, mask, bytes);
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
}
