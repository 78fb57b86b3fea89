//! Atomic operations, executed one lane after the other.

use super::reach::{Finder, Reach, addresses, by_space, check_aligned, outside};
use crate::alu::half::{bf16_add, half_add};
use crate::isa::{Atomic, AtomicOp, SINK, Space};
use crate::lanes::{Lanes, lanes};
use crate::machine::hazards::GlobalKind;
use crate::machine::lane_fault::LaneResult;
use crate::machine::observe::RequestKind;

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

impl Reach<'_> {
    pub(in crate::machine) fn atomic(&mut self, atomic: &Atomic, regs: &mut [Lanes], mask: u32) -> LaneResult<()> {
        let addresses = addresses(regs, &atomic.address);
        let (a, b) = (regs[atomic.a as usize], regs[atomic.b as usize]);
        let bytes = atomic.bytes;
        by_space(atomic.space, &addresses, mask, |space, addresses, mask| {
            if space == Space::Global {
                self.check_global((GlobalKind::Atomic, atomic.order), addresses, mask, bytes, &|_, _| 0);
            }
            let mut finder = Finder::new(self.context.global);
            for lane in lanes(mask) {
                let address = addresses[lane];
                let change = |old| apply(atomic.op, bytes, old, a[lane], b[lane]);
                let old = match space {
                    Space::Shared => {
                        let at = self.read_at(lane, address, bytes)?;
                        let old = self.shared.load(at, bytes);
                        self.shared.store(at, bytes, change(old));
                        old
                    }
                    Space::Global => {
                        check_aligned(space, lane, address, bytes)?;
                        let (found, offset) = finder.find(lane, address, bytes)?;
                        found.update(offset, bytes, change)
                    }
                    other => {
                        let detail = "atomics work on global and shared memory".to_owned();
                        return Err(outside(other, lane, address, bytes, detail));
                    }
                };
                if atomic.d != SINK {
                    regs[atomic.d as usize][lane] = old;
                }
            }
            if space == Space::Shared {
                self.observe(RequestKind::Atomic(atomic.passes), addresses, mask, bytes);
            } else {
                self.tally.global_atomic += u64::from(bytes) * u64::from(mask.count_ones());
            }
            Ok(())
        })
    }
}
