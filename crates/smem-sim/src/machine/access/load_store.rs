//! Loads and stores of every state space.

use super::finder::Finder;
use super::reach::Reach;
use super::shared_place::SharedPlace;
use super::space::{by_space, check_aligned, outside};
use crate::global_count::GlobalOp;
use crate::isa::{MemoryOrder, MemoryScope, Space};
use crate::lanes::{Lanes, lanes};
use crate::machine::hazards::GlobalKind;
use crate::machine::lane_fault::LaneResult;
use crate::machine::observe::RequestKind;
use crate::memory::Allocation;
use crate::program::KernelCode;

/// The elements that a load or a store moves for each lane. They follow one another in memory.
#[derive(Debug, Clone, Copy)]
pub(in crate::machine) struct MovedElements {
    pub(in crate::machine) space: Space,
    /// Bytes of an element: 1, 2, 4 or 8.
    pub(in crate::machine) each: u32,
    pub(in crate::machine) count: usize,
    pub(in crate::machine) order: MemoryOrder,
    pub(in crate::machine) scope: MemoryScope,
}

impl MovedElements {
    fn bytes(&self) -> u32 {
        self.each * self.count as u32
    }

    /// The byte offset of an element.
    fn offset(&self, element: usize) -> usize {
        element * self.each as usize
    }
}

impl Reach<'_> {
    /// Loads for the lanes of `mask`. `put` takes an element's number, the lane, and the element, zero-extended.
    #[inline]
    pub(in crate::machine) fn load(
        &mut self,
        elements: &MovedElements,
        addresses: &Lanes,
        mask: u32,
        mut put: impl FnMut(usize, usize, u64),
    ) -> LaneResult<()> {
        by_space(elements.space, addresses, mask, |space, addresses, mask| {
            self.load_in(space, elements, addresses, mask, &mut put)
        })
    }

    fn load_in(
        &mut self,
        space: Space,
        elements: &MovedElements,
        addresses: &Lanes,
        mask: u32,
        put: &mut impl FnMut(usize, usize, u64),
    ) -> LaneResult<()> {
        let (each, total) = (elements.each, elements.bytes());
        match space {
            Space::Shared => {
                let elsewhere = self.elsewhere(elements.space, addresses, mask);
                if elsewhere != 0 {
                    let places = self.places_elsewhere(addresses, elsewhere, total, true)?;
                    for lane in lanes(elsewhere) {
                        let place = places[lane];
                        self.note_asked_elsewhere(lane, place, total);
                        let memory = self.memory(place.block);
                        for i in 0..elements.count {
                            put(i, lane, memory.load(place.at + elements.offset(i), each));
                        }
                    }
                    self.check_elsewhere(RequestKind::GenericLoad, &places, elsewhere, total);
                }
                let mask = mask & !elsewhere;
                if mask == 0 {
                    return Ok(());
                }
                let addresses = self.own(addresses);
                for lane in lanes(mask) {
                    let at = self.read_at(lane, addresses[lane], total)?;
                    for i in 0..elements.count {
                        put(i, lane, self.shared.load(at + elements.offset(i), each));
                    }
                }
                self.observe(RequestKind::load(elements.space), &addresses, mask, total);
            }
            Space::Global | Space::Const | Space::Generic => {
                let is_constant = space == Space::Const;
                if !is_constant {
                    self.check_global(
                        (GlobalKind::Load, elements.order, elements.scope),
                        addresses,
                        mask,
                        total,
                        &|_, _| 0,
                    )?;
                }
                let mut finder = Finder::new(self.context.global);
                for lane in lanes(mask) {
                    check_aligned(space, lane, addresses[lane], total)?;
                    match finder.find(lane, addresses[lane], total) {
                        Ok((found, offset)) => {
                            for i in 0..elements.count {
                                put(i, lane, found.load(offset + elements.offset(i) as u64, each));
                            }
                        }
                        Err(fault) => {
                            if !self.reads_inside(&mut finder, lane, addresses[lane]) {
                                return Err(fault);
                            }
                            for i in 0..elements.count {
                                let part = finder.find(lane, addresses[lane] + elements.offset(i) as u64, each);
                                put(i, lane, part.map_or(0, |(found, offset)| found.load(offset, each)));
                            }
                        }
                    }
                }
                if !is_constant {
                    self.tally.global_request(self.pc, GlobalOp::Load, addresses, mask, total);
                }
            }
            Space::Local => {
                for lane in lanes(mask) {
                    let address = addresses[lane];
                    check_aligned(space, lane, address, total)?;
                    for i in 0..elements.count {
                        let at = address.checked_add(elements.offset(i) as u64);
                        let value = at.and_then(|at| self.local.load(lane, at, each));
                        put(i, lane, value.ok_or_else(|| self.outside_local(lane, address, total))?);
                    }
                }
                self.check_local_arrays(addresses, mask, total);
                self.tally.local_request(self.pc, false, addresses, mask, total);
            }
            Space::Param => {
                for lane in lanes(mask) {
                    check_aligned(space, lane, addresses[lane], total)?;
                    let bytes = self.parameters_at(lane, addresses[lane], total)?;
                    for (i, part) in bytes.chunks_exact(each as usize).enumerate() {
                        let mut word = [0; 8];
                        word[..part.len()].copy_from_slice(part);
                        put(i, lane, u64::from_le_bytes(word));
                    }
                }
            }
        }
        Ok(())
    }

    /// The bytes of the kernel's parameters from an address on.
    fn parameters_at(&self, lane: usize, address: u64, bytes: u32) -> LaneResult<&[u8]> {
        let params = self.context.params;
        let found = usize::try_from(address).ok().and_then(|at| params.get(at..at.checked_add(bytes as usize)?));
        found.ok_or_else(|| {
            let detail = format!("the kernel has {} bytes of parameters", params.len());
            outside(Space::Param, lane, address, bytes, detail)
        })
    }

    /// Stores for the lanes of `mask`. `value` takes an element's number and the lane; bits above the element do not count.
    #[inline]
    pub(in crate::machine) fn store(
        &mut self,
        elements: &MovedElements,
        addresses: &Lanes,
        mask: u32,
        value: impl Fn(usize, usize) -> u64,
    ) -> LaneResult<()> {
        by_space(elements.space, addresses, mask, |space, addresses, mask| {
            self.store_in(space, elements, addresses, mask, &value)
        })
    }

    fn store_in(
        &mut self,
        space: Space,
        elements: &MovedElements,
        addresses: &Lanes,
        mask: u32,
        value: &impl Fn(usize, usize) -> u64,
    ) -> LaneResult<()> {
        let (each, total) = (elements.each, elements.bytes());
        let byte_of = |lane: usize, byte: usize| {
            let (element, byte) = (byte / each as usize, byte % each as usize);
            value(element, lane).to_le_bytes()[byte]
        };
        match space {
            Space::Shared => {
                let elsewhere = self.elsewhere(elements.space, addresses, mask);
                if elsewhere != 0 {
                    let places = self.places_elsewhere(addresses, elsewhere, total, false)?;
                    self.check_store_elsewhere(&places, elsewhere, total, &byte_of);
                    for lane in lanes(elsewhere) {
                        let SharedPlace { block, at } = places[lane];
                        let memory = self.memory_mut(block);
                        for i in 0..elements.count {
                            memory.store(at + elements.offset(i), each, value(i, lane));
                        }
                    }
                }
                let mask = mask & !elsewhere;
                if mask == 0 {
                    return Ok(());
                }
                let addresses = self.own(addresses);
                self.check_shared_addresses(&addresses, mask, total)?;
                self.check_store(&addresses, mask, total, &byte_of);
                for lane in lanes(mask) {
                    let at = self.shared_at(lane, addresses[lane], total)?;
                    for i in 0..elements.count {
                        self.shared.store(at + elements.offset(i), each, value(i, lane));
                    }
                }
                self.observe(RequestKind::Store, &addresses, mask, total);
            }
            Space::Local => {
                for lane in lanes(mask) {
                    let address = addresses[lane];
                    check_aligned(space, lane, address, total)?;
                    for i in 0..elements.count {
                        let at = address.checked_add(elements.offset(i) as u64);
                        let stored = at.and_then(|at| self.local.store(lane, at, each, value(i, lane)));
                        stored.ok_or_else(|| self.outside_local(lane, address, total))?;
                    }
                }
                self.check_local_arrays(addresses, mask, total);
                self.tally.local_request(self.pc, true, addresses, mask, total);
            }
            Space::Param => {
                let lane = mask.trailing_zeros() as usize & 31;
                let detail = "the parameters of a kernel cannot be written".to_owned();
                return Err(outside(space, lane, addresses[lane], total, detail));
            }
            Space::Global | Space::Const | Space::Generic => {
                self.check_global(
                    (GlobalKind::Store, elements.order, elements.scope),
                    addresses,
                    mask,
                    total,
                    &byte_of,
                )?;
                self.store_global(elements, addresses, mask, value)?;
                self.tally.global_request(self.pc, GlobalOp::Store, addresses, mask, total);
            }
        }
        Ok(())
    }

    /// Stores to global memory. Narrow stores of neighbouring lanes to one 64-bit word are merged.
    fn store_global(
        &mut self,
        elements: &MovedElements,
        addresses: &Lanes,
        mask: u32,
        value: &impl Fn(usize, usize) -> u64,
    ) -> LaneResult<()> {
        let (each, total) = (elements.each, elements.bytes());
        let mut finder = Finder::new(self.context.global);
        if each == 8 {
            for lane in lanes(mask) {
                check_aligned(Space::Global, lane, addresses[lane], total)?;
                let (found, offset) = finder.find(lane, addresses[lane], total)?;
                for i in 0..elements.count {
                    found.store(offset + elements.offset(i) as u64, 8, value(i, lane));
                }
            }
            return Ok(());
        }
        let bits = (1u64 << (8 * each)) - 1;
        let mut pending: Option<(&Allocation, u64, u64, u64)> = None;
        let flush = |pending: &mut Option<(&Allocation, u64, u64, u64)>| {
            if let Some((found, word, mask, value)) = pending.take() {
                found.merge(word, mask, value);
            }
        };
        for lane in lanes(mask) {
            let checked = check_aligned(Space::Global, lane, addresses[lane], total)
                .and_then(|()| finder.find(lane, addresses[lane], total));
            let (found, offset) = match checked {
                Ok(found) => found,
                Err(fault) => {
                    flush(&mut pending);
                    return Err(fault);
                }
            };
            for i in 0..elements.count {
                let at = offset + elements.offset(i) as u64;
                let shift = at % 8 * 8;
                let value = (value(i, lane) & bits) << shift;
                match &mut pending {
                    Some((other, word, mask, all)) if std::ptr::eq(*other, found) && *word == at / 8 => {
                        *mask |= bits << shift;
                        *all = *all & !(bits << shift) | value;
                    }
                    _ => {
                        flush(&mut pending);
                        pending = Some((found, at / 8, bits << shift, value));
                    }
                }
            }
        }
        flush(&mut pending);
        Ok(())
    }

    /// Notes the lanes whose accesses are in none of the local arrays that their addresses come from, where accesses are compared with them.
    #[inline]
    pub(super) fn check_local_arrays(&mut self, addresses: &Lanes, mask: u32, bytes: u32) {
        let KernelCode::Ptx(code) = &self.context.kernel.code else { return };
        let Some(arrays) = code.local_accesses.of(self.pc).filter(|_| self.tally.hazards.is_some()) else { return };
        for lane in lanes(mask) {
            let address = addresses[lane];
            let holds = |address: u64, bytes: u32| arrays.iter().any(|at| code.local_arrays[*at].holds(address, bytes));
            if !holds(address, bytes) {
                // An access may begin inside.
                let outside = (address..address + u64::from(bytes)).find(|byte| !holds(*byte, 1)).unwrap_or(address);
                let (block, thread) = (self.site.block, self.thread_of(lane));
                let number = self.context.number_of(block);
                self.tally.findings.add_local_overrun(self.pc, number, block, thread, outside as u32);
            }
        }
    }
}
