//! Atomic operations, executed one lane after the other.

use crate::isa::{Atomic, SINK, Space};
use crate::lanes::{Lanes, lanes};
use crate::machine::access::{Finder, Reach, addresses, apply, by_space, check_aligned, outside};
use crate::machine::hazards::GlobalKind;
use crate::machine::lane_fault::LaneResult;
use crate::machine::observe::RequestKind;

impl Reach<'_> {
    pub(in crate::machine::ptx) fn atomic(&mut self, atomic: &Atomic, regs: &mut [Lanes], mask: u32) -> LaneResult<()> {
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
