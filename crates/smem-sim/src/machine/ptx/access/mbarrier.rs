//! Asynchronous barriers (`mbarrier`).

use super::addresses;
use crate::fault::FaultKind;
use crate::isa::{BarrierAccess, BarrierOp, SINK, Slot};
use crate::lanes::{Lanes, lanes, put};
use crate::machine::access::{ArrivalOf, MBARRIER_BYTES, Reach, in_shared};
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::memory::Mbarrier;

/// Arrivals that a barrier may wait for.
const MOST: u64 = (1 << 20) - 1;

impl Reach<'_> {
    /// Executes an operation on barriers. Returns the lanes for which a test says yes.
    pub(in crate::machine::ptx) fn mbarrier(
        &mut self,
        access: &BarrierAccess,
        regs: &mut [Lanes],
        mask: u32,
    ) -> LaneResult<u32> {
        let given = addresses(regs, &access.address);
        let addresses = in_shared(access.space, &given, mask, MBARRIER_BYTES, "an mbarrier is in shared memory")?;
        let mut before = [0; 32];
        if !matches!(access.op, BarrierOp::Init { .. }) {
            for lane in lanes(mask) {
                before[lane] = self.barrier(lane, addresses[lane])?.1.0;
            }
        }
        let mut yes = 0;
        for lane in lanes(mask) {
            let is_complete = self.mbarrier_of(&access.op, lane, addresses[lane], regs)?;
            yes |= u32::from(is_complete) << lane;
        }
        if let BarrierOp::Arrive { state, .. } = access.op
            && state != SINK
        {
            put(&mut regs[state as usize], mask, |lane| before[lane]);
        }
        Ok(yes)
    }

    /// Executes the operation of one lane. Returns what a test says, and else false.
    fn mbarrier_of(&mut self, op: &BarrierOp, lane: usize, address: u64, regs: &[Lanes]) -> LaneResult<bool> {
        let word = |slot: Slot| u64::from(regs[slot as usize][lane] as u32);
        let fault = |message: String| Err(LaneFault::boxed(lane, address, FaultKind::Barrier(message)));
        match *op {
            BarrierOp::Init { count } => {
                let count = word(count);
                if !(1..=MOST).contains(&count) {
                    return fault(format!("an mbarrier of {count} arrivals: it takes 1 to {MOST}"));
                }
                let place = self.place(lane, address, MBARRIER_BYTES)?;
                self.check_mbarrier(lane, place, true);
                self.make_barrier(place, Mbarrier::new(count).0);
            }
            BarrierOp::Arrive { count, expects, leaves, incomplete, .. } => {
                self.checked_barrier(lane, address)?;
                let arrivals = count.map_or(1, word);
                let leaving = if leaves { arrivals } else { 0 };
                let by = ArrivalOf { arrivals, bytes: expects.map_or(0, word) as i64, leaving };
                if self.arrive_at(lane, address, by)? && incomplete {
                    return fault("the phase ends by an arrival with `.noComplete`".to_owned());
                }
            }
            BarrierOp::Expect { bytes } => {
                self.checked_barrier(lane, address)?;
                self.arrive_at(lane, address, ArrivalOf { bytes: word(bytes) as i64, ..ArrivalOf::default() })?;
            }
            BarrierOp::Complete { bytes } => {
                self.checked_barrier(lane, address)?;
                self.arrive_at(lane, address, ArrivalOf::completing(word(bytes)))?;
            }
            BarrierOp::Test { phase, parity, .. } => {
                let wanted = regs[phase as usize][lane];
                return self.phase_is_complete(lane, address, if parity { wanted & 1 } else { wanted >> 63 });
            }
            BarrierOp::CopiesDone { arrives } => {
                self.copies_done(lane, address)?;
                if arrives {
                    self.arrive_at(lane, address, ArrivalOf { arrivals: 1, ..ArrivalOf::default() })?;
                }
            }
            BarrierOp::End => {
                let (place, _) = self.barrier(lane, address)?;
                self.check_mbarrier(lane, place, true);
            }
        }
        Ok(false)
    }
}
