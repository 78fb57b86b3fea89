//! Bulk copies (`cp.async.bulk`), done at once. On an H200 no counter of shared-memory wavefronts sees them, so nothing is counted here.

use super::atomic::apply;
use super::finder::Finder;
use super::mbarrier::ArrivalOf;
use super::reach::Reach;
use crate::fault::FaultKind;
use crate::isa::AtomicOp;
use crate::machine::hazards::CheckedCode;
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::machine::observe::Tally;

/// Bytes that both ends and the length are multiples of.
const UNIT: u64 = 16;
/// Bytes that move at a time.
const WORD: u32 = 8;

/// An end of a bulk copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::machine) enum BulkEnd {
    Global(u64),
    /// As the code names it.
    Shared(u64),
}

/// A bulk copy, or a reduction, by one thread.
#[derive(Debug, Clone, Copy)]
pub(in crate::machine) struct BulkMove {
    pub(in crate::machine) lane: usize,
    pub(in crate::machine) to: BulkEnd,
    pub(in crate::machine) from: BulkEnd,
    pub(in crate::machine) bytes: u64,
    /// The `mbarrier` at which it completes.
    pub(in crate::machine) barrier: Option<u64>,
    /// The reduction of elements of so many bytes; without one they are copied.
    pub(in crate::machine) reduction: Option<(AtomicOp, u32)>,
}

impl BulkEnd {
    fn address(self) -> u64 {
        match self {
            Self::Global(address) | Self::Shared(address) => address,
        }
    }

    fn plus(self, offset: u64) -> Self {
        match self {
            Self::Global(address) => Self::Global(address.wrapping_add(offset)),
            Self::Shared(address) => Self::Shared(address.wrapping_add(offset)),
        }
    }
}

/// The elements of `each` bytes of a word, by their byte offset.
fn elements(word: u64, each: u32) -> impl Iterator<Item = (u32, u64)> {
    (0..WORD / each).map(move |i| (each * i, word >> (8 * each * i) & (u64::MAX >> (64 - 8 * each))))
}

impl BulkMove {
    fn check_alignment(&self) -> LaneResult<()> {
        let fault = |given: u64, end: String| {
            let message = format!("a bulk copy {end}, which is not a multiple of {UNIT}");
            Err(LaneFault::boxed(self.lane, given, FaultKind::Warp(message)))
        };
        let (to, from, bytes) = (self.to.address(), self.from.address(), self.bytes);
        match [to, from, bytes].map(|number| number.is_multiple_of(UNIT)) {
            [false, ..] => fault(to, format!("to {to:#x}")),
            [_, false, _] => fault(from, format!("from {from:#x}")),
            [.., false] => fault(bytes, format!("of {bytes} bytes")),
            [true, true, true] => Ok(()),
        }
    }
}

impl Reach<'_> {
    /// Executes a bulk copy.
    pub(in crate::machine) fn bulk_copy(&mut self, copy: &BulkMove) -> LaneResult<()> {
        copy.check_alignment()?;
        for end in [copy.to, copy.from] {
            if let BulkEnd::Shared(address) = end {
                self.check_whole(copy.lane, address.wrapping_sub(self.own_base()), copy.bytes)?;
            }
        }
        if self.tally.hazards.is_some() {
            self.check_bulk(copy)?;
        }
        let mut finder = Finder::new(self.context.global);
        for offset in (0..copy.bytes).step_by(WORD as usize) {
            let word = self.bulk_read(copy.lane, copy.from.plus(offset), &mut finder)?;
            self.bulk_write(copy, copy.to.plus(offset), word, &mut finder)?;
        }
        match (copy.to, copy.from) {
            (BulkEnd::Global(_), _) => self.tally.global_stored += copy.bytes,
            (_, BulkEnd::Global(_)) => self.tally.global_loaded += copy.bytes,
            _ => {}
        }
        if let Some(barrier) = copy.barrier {
            self.arrive_at(copy.lane, barrier, ArrivalOf::completing(copy.bytes))?;
        }
        Ok(())
    }

    fn bulk_read(&mut self, lane: usize, from: BulkEnd, finder: &mut Finder<'_>) -> LaneResult<u64> {
        match from {
            BulkEnd::Global(address) => {
                let (found, at) = finder.find(lane, address, WORD)?;
                Ok(found.load(at, WORD))
            }
            BulkEnd::Shared(address) => {
                let place = self.read_place(lane, address, WORD)?;
                Ok(self.memory(place.block).load(place.at, WORD))
            }
        }
    }

    fn bulk_write(&mut self, copy: &BulkMove, to: BulkEnd, word: u64, finder: &mut Finder<'_>) -> LaneResult<()> {
        match to {
            BulkEnd::Global(address) => {
                let (found, at) = finder.find(copy.lane, address, WORD)?;
                match copy.reduction {
                    None => found.store(at, WORD, word),
                    Some((op, each)) => elements(word, each).for_each(|(offset, element)| {
                        found.update(at + u64::from(offset), each, |old| apply(op, each, old, element, 0));
                    }),
                }
            }
            BulkEnd::Shared(address) => {
                let place = self.place(copy.lane, address, WORD)?;
                let memory = self.memory_mut(place.block);
                match copy.reduction {
                    None => memory.store(place.at, WORD, word),
                    Some((op, each)) => elements(word, each).for_each(|(offset, element)| {
                        let at = place.at + offset as usize;
                        memory.store(at, each, apply(op, each, memory.load(at, each), element, 0));
                    }),
                }
            }
        }
        Ok(())
    }

    /// Lets the race check see a bulk copy.
    fn check_bulk(&mut self, copy: &BulkMove) -> LaneResult<()> {
        let lane = copy.lane;
        if let BulkEnd::Shared(from) = copy.from {
            self.check_bulk_read(lane, from, copy.bytes as u32, matches!(copy.to, BulkEnd::Global(_)))?;
        }
        if let (BulkEnd::Shared(to), Some(barrier)) = (copy.to, copy.barrier) {
            self.check_bulk_write(lane, to, copy.bytes as u32, barrier)?;
        }
        Ok(())
    }

    /// Lets the race check see bytes that a bulk copy reads. `is_in_group`: until its thread has waited for the group.
    pub(in crate::machine) fn check_bulk_read(
        &mut self,
        lane: usize,
        from: u64,
        bytes: u32,
        is_in_group: bool,
    ) -> LaneResult<()> {
        let place = self.place(lane, from, bytes.min(WORD))?;
        let (pc, thread) = (self.pc, self.thread_of(lane));
        let Tally { hazards, waits, .. } = &mut *self.tally;
        if let Some(hazards) = hazards {
            let code = CheckedCode { code: &self.context.kernel.code, waits };
            let from = [place.at as u32, bytes];
            hazards.in_memory_of(place.block, |hazards| hazards.bulk_read(code, pc, thread, from, is_in_group));
        }
        Ok(())
    }

    /// Lets the race check see bytes that an asynchronous copy or store writes, which completes at a barrier.
    pub(in crate::machine) fn check_bulk_write(
        &mut self,
        lane: usize,
        to: u64,
        bytes: u32,
        barrier: u64,
    ) -> LaneResult<()> {
        if self.tally.hazards.is_none() {
            return Ok(());
        }
        let barrier = self.place(lane, barrier, WORD)?.at as u32;
        let place = self.place(lane, to, bytes.min(WORD))?;
        let (pc, thread) = (self.pc, self.thread_of(lane));
        let Tally { hazards, waits, .. } = &mut *self.tally;
        if let Some(hazards) = hazards {
            let code = CheckedCode { code: &self.context.kernel.code, waits };
            let at = place.at as u32;
            hazards.in_memory_of(place.block, |hazards| hazards.bulk_write(code, pc, thread, at, bytes, barrier));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_elements_of_a_word_are_its_bytes_in_order(word in any::<u64>(), log in 0u32..=3) {
            let each = 1 << log;
            let mut bytes: Vec<u8> = Vec::new();
            for (offset, element) in elements(word, each) {
                prop_assert_eq!(offset as usize, bytes.len());
                bytes.extend(&element.to_le_bytes()[..each as usize]);
            }
            prop_assert_eq!(bytes, word.to_le_bytes().to_vec());
        }
    }
}
