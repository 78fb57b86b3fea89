//! Asynchronous barriers of PTX (`mbarrier`), and bulk copies, which are done at once. Neither takes a wavefront that a counter of a GPU
//! sees.

use crate::fault::FaultKind;
use crate::isa::{BarrierAccess, BarrierOp, BulkTransfer, SINK, Slot, Space};
use crate::lanes::{Lanes, lanes};
use crate::machine::access::{Finder, Reach, addresses, arrived, by_space, outside};
use crate::machine::hazards::CheckedCode;
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::machine::observe::Tally;
use crate::memory::{Mbarrier, resolve};

/// Bytes of a barrier.
const BYTES: u32 = 8;
/// Bytes that both ends and the length of a bulk copy are multiples of.
const UNIT: u64 = 16;
/// Arrivals that a barrier may wait for.
const MOST: u64 = (1 << 20) - 1;

impl Reach<'_> {
    /// Executes an operation on barriers. Returns the lanes for which a test says yes, and that the others should run where a lane waits.
    pub(in crate::machine::ptx) fn mbarrier(
        &mut self,
        access: &BarrierAccess,
        regs: &mut [Lanes],
        mask: u32,
    ) -> LaneResult<u32> {
        let addresses = self.in_shared(access.space, &addresses(regs, &access.address), mask)?;
        let word = |slot: Slot, lane: usize, regs: &[Lanes]| u64::from(regs[slot as usize][lane] as u32);
        let mut yes = 0;
        let before: Vec<(usize, Mbarrier)> = match access.op {
            BarrierOp::Init { .. } => Vec::new(),
            _ => {
                lanes(mask).map(|lane| Ok((lane, self.barrier(lane, addresses[lane])?.1))).collect::<LaneResult<_>>()?
            }
        };
        for lane in lanes(mask) {
            let address = addresses[lane];
            self.check_mbarrier(lane, address as u32, matches!(access.op, BarrierOp::Init { .. } | BarrierOp::End));
            match access.op {
                BarrierOp::Init { count } => {
                    let count = word(count, lane, regs);
                    if !(1..=MOST).contains(&count) {
                        let message = format!("an mbarrier of {count} arrivals: it takes 1 to {MOST}");
                        return Err(LaneFault::boxed(lane, address, FaultKind::Barrier(message)));
                    }
                    let at = self.shared_at(lane, address, BYTES)?;
                    self.shared.store(at, BYTES, Mbarrier::new(count).0);
                }
                BarrierOp::Arrive { count, expects, leaves, incomplete, .. } => {
                    let arrivals = count.map_or(1, |count| word(count, lane, regs));
                    let bytes = expects.map_or(0, |bytes| word(bytes, lane, regs));
                    let ended =
                        self.arrive_at(lane, address, arrivals, bytes as i64, if leaves { arrivals } else { 0 })?;
                    if incomplete && ended {
                        let message = "the phase ends by an arrival with `.noComplete`".to_owned();
                        return Err(LaneFault::boxed(lane, address, FaultKind::Barrier(message)));
                    }
                }
                BarrierOp::Expect { bytes } => {
                    self.arrive_at(lane, address, 0, word(bytes, lane, regs) as i64, 0)?;
                }
                BarrierOp::Complete { bytes } => {
                    self.arrive_at(lane, address, 0, -(word(bytes, lane, regs) as i64), 0)?;
                }
                BarrierOp::Test { phase, parity, .. } => {
                    let wanted = regs[phase as usize][lane];
                    let wanted = if parity { wanted & 1 } else { wanted >> 63 };
                    let complete = self.barrier(lane, address)?.1.phase() != wanted;
                    yes |= u32::from(complete) << lane;
                    if complete && let Some(hazards) = &mut self.tally.hazards {
                        hazards.mbarrier_wait(address as u32, self.site.warp, 1 << lane);
                    }
                }
                BarrierOp::CopiesDone { arrives } => {
                    if let Some(hazards) = &mut self.tally.hazards {
                        hazards.copies_arrive(address as u32, 32 * self.site.warp + lane as u32);
                    }
                    if arrives {
                        self.arrive_at(lane, address, 1, 0, 0)?;
                    }
                }
                BarrierOp::End => {}
            }
        }
        if let BarrierOp::Arrive { state, .. } = access.op
            && state != SINK
        {
            for (lane, barrier) in before {
                regs[state as usize][lane] = barrier.0;
            }
        }
        Ok(yes)
    }

    fn barrier(&mut self, lane: usize, address: u64) -> LaneResult<(usize, Mbarrier)> {
        let at = self.read_at(lane, address, BYTES)?;
        Ok((at, Mbarrier(self.shared.load(at, BYTES))))
    }

    /// Lets a lane arrive, and changes the bytes to come. Returns whether the phase ends by it.
    fn arrive_at(&mut self, lane: usize, address: u64, arrivals: u64, bytes: i64, leaving: u64) -> LaneResult<bool> {
        let (at, before) = self.barrier(lane, address)?;
        let after = arrived(before, lane, address, (arrivals, bytes, leaving))?;
        self.shared.store(at, BYTES, after.0);
        let ends = after.phase() != before.phase();
        if let Some(hazards) = &mut self.tally.hazards {
            hazards.mbarrier_arrival(address as u32, 32 * self.site.warp + lane as u32, bytes, ends);
        }
        Ok(ends)
    }

    /// The addresses in shared memory of what can be nowhere else.
    fn in_shared(&self, space: Space, given: &Lanes, mask: u32) -> LaneResult<Lanes> {
        let mut out = *given;
        by_space(space, given, mask, |space, inside, mask| {
            for lane in lanes(mask) {
                if space != Space::Shared {
                    let detail = "an mbarrier is in shared memory".to_owned();
                    return Err(outside(space, lane, inside[lane], BYTES, detail));
                }
                out[lane] = inside[lane];
            }
            Ok(())
        })?;
        Ok(out)
    }

    /// Copies of each lane.
    pub(in crate::machine::ptx) fn bulk_transfer(
        &mut self,
        copy: &BulkTransfer,
        regs: &[Lanes],
        mask: u32,
    ) -> LaneResult<()> {
        let (to, from) = (addresses(regs, &copy.to), addresses(regs, &copy.from));
        let barriers = copy.barrier.as_ref().map(|barrier| addresses(regs, barrier));
        for lane in lanes(mask) {
            let bytes = u64::from(regs[copy.bytes as usize][lane] as u32);
            for (end, what) in [(to[lane], "to"), (from[lane], "from"), (bytes, "of")] {
                if !end.is_multiple_of(UNIT) {
                    let unit = if what == "of" { format!("{end} bytes") } else { format!("{end:#x}") };
                    let message = format!("a bulk copy {what} {unit}, which is not a multiple of {UNIT}");
                    return Err(LaneFault::boxed(lane, end, FaultKind::Warp(message)));
                }
            }
            for (space, address) in [(copy.to_space, to[lane]), (copy.from_space, from[lane])] {
                if space == Space::Shared {
                    self.check_whole(lane, address, bytes)?;
                }
            }
            let (pc, thread) = (self.pc, 32 * self.site.warp + lane as u32);
            let Tally { hazards, waits, .. } = &mut *self.tally;
            if let Some(hazards) = hazards {
                let code = CheckedCode { code: &self.context.kernel.code, waits };
                if copy.from_space == Space::Shared {
                    let is_in_group = copy.to_space != Space::Shared;
                    hazards.bulk_read(code, pc, thread, [from[lane] as u32, bytes as u32], is_in_group);
                }
                if let (Space::Shared, Some(barriers)) = (copy.to_space, &barriers) {
                    let barrier = resolve_shared(barriers[lane]) as u32;
                    hazards.bulk_write(code, pc, thread, to[lane] as u32, bytes as u32, barrier);
                }
            }
            let mut finder = Finder::new(self.context.global);
            for offset in (0..bytes).step_by(8) {
                let value = match copy.from_space {
                    Space::Shared => {
                        let at = self.read_at(lane, from[lane].wrapping_add(offset), 8)?;
                        self.shared.load(at, 8)
                    }
                    _ => {
                        let (found, at) = finder.find(lane, from[lane].wrapping_add(offset), 8)?;
                        found.load(at, 8)
                    }
                };
                match copy.to_space {
                    Space::Shared => {
                        let at = self.shared_at(lane, to[lane].wrapping_add(offset), 8)?;
                        self.shared.store(at, 8, value);
                    }
                    _ => {
                        let (found, at) = finder.find(lane, to[lane].wrapping_add(offset), 8)?;
                        found.store(at, 8, value);
                    }
                }
            }
            if copy.to_space != Space::Shared {
                self.tally.global_stored += bytes;
            } else if copy.from_space != Space::Shared {
                self.tally.global_loaded += bytes;
            }
            if let Some(barriers) = &barriers {
                self.arrive_at(lane, resolve_shared(barriers[lane]), 0, -(bytes as i64), 0)?;
            }
        }
        Ok(())
    }
}

/// A barrier's address in shared memory, which may be given as a generic one.
fn resolve_shared(address: u64) -> u64 {
    match resolve(address) {
        (Space::Shared, inside) => inside,
        _ => address,
    }
}
