//! Loads and stores of every state space.

use crate::isa::{LoadStore, SINK, Space};
use crate::lanes::{Lanes, lanes};
use crate::machine::access::{Finder, Reach, addresses, by_space, check_aligned, outside};
use crate::machine::hazards::GlobalKind;
use crate::machine::lane_fault::LaneResult;
use crate::machine::observe::RequestKind;
use crate::memory::Allocation;

impl Reach<'_> {
    pub(in crate::machine::ptx) fn load(
        &mut self,
        access: &LoadStore,
        regs: &mut [Lanes],
        mask: u32,
    ) -> LaneResult<()> {
        self.load_from(access, &addresses(regs, &access.address), regs, mask)
    }

    /// Loads from these addresses.
    pub(super) fn load_from(
        &mut self,
        access: &LoadStore,
        addresses: &Lanes,
        regs: &mut [Lanes],
        mask: u32,
    ) -> LaneResult<()> {
        by_space(access.space, addresses, mask, |space, addresses, mask| {
            self.load_in(space, access, addresses, regs, mask)
        })
    }

    fn load_in(
        &mut self,
        space: Space,
        access: &LoadStore,
        addresses: &Lanes,
        regs: &mut [Lanes],
        mask: u32,
    ) -> LaneResult<()> {
        let each = access.bytes;
        let total = each * access.slots.len() as u32;
        let context = self.context;
        match space {
            Space::Shared => {
                for lane in lanes(mask) {
                    let at = self.read_at(lane, addresses[lane], total)?;
                    for (i, &slot) in access.slots.iter().enumerate() {
                        set(regs, slot, lane, extend(self.shared.load(at + i * each as usize, each), access));
                    }
                }
                self.observe(RequestKind::load(access.space), addresses, mask, total);
            }
            Space::Global | Space::Const | Space::Generic => {
                let mut finder = Finder::new(context.global);
                for lane in lanes(mask) {
                    let address = addresses[lane];
                    check_aligned(space, lane, address, total)?;
                    let (found, offset) = finder.find(lane, address, total)?;
                    for (i, &slot) in access.slots.iter().enumerate() {
                        let value = found.load(offset + i as u64 * u64::from(each), each);
                        set(regs, slot, lane, extend(value, access));
                    }
                }
                if space != Space::Const {
                    self.check_global((GlobalKind::Load, access.order), addresses, mask, total, &|_, _| 0);
                    self.tally.global_loaded += u64::from(total) * u64::from(mask.count_ones());
                }
            }
            Space::Local => {
                for lane in lanes(mask) {
                    let address = addresses[lane];
                    check_aligned(space, lane, address, total)?;
                    for (i, &slot) in access.slots.iter().enumerate() {
                        let value = address
                            .checked_add(i as u64 * u64::from(each))
                            .and_then(|at| self.local.load(lane, at, each))
                            .ok_or_else(|| self.outside_local(lane, address, total))?;
                        set(regs, slot, lane, extend(value, access));
                    }
                }
            }
            Space::Param => {
                for lane in lanes(mask) {
                    let address = addresses[lane];
                    check_aligned(space, lane, address, total)?;
                    let bytes = usize::try_from(address)
                        .ok()
                        .and_then(|at| context.params.get(at..at.checked_add(total as usize)?))
                        .ok_or_else(|| {
                            let detail = format!("the kernel has {} bytes of parameters", context.params.len());
                            outside(space, lane, address, total, detail)
                        })?;
                    for (part, &slot) in bytes.chunks_exact(each as usize).zip(&access.slots) {
                        let mut word = [0; 8];
                        word[..part.len()].copy_from_slice(part);
                        set(regs, slot, lane, extend(u64::from_le_bytes(word), access));
                    }
                }
            }
        }
        Ok(())
    }

    pub(in crate::machine::ptx) fn store(&mut self, access: &LoadStore, regs: &[Lanes], mask: u32) -> LaneResult<()> {
        self.store_to(access, &addresses(regs, &access.address), regs, mask)
    }

    /// Stores at these addresses.
    pub(super) fn store_to(
        &mut self,
        access: &LoadStore,
        addresses: &Lanes,
        regs: &[Lanes],
        mask: u32,
    ) -> LaneResult<()> {
        by_space(access.space, addresses, mask, |space, addresses, mask| {
            self.store_in(space, access, addresses, regs, mask)
        })
    }

    fn store_in(
        &mut self,
        space: Space,
        access: &LoadStore,
        addresses: &Lanes,
        regs: &[Lanes],
        mask: u32,
    ) -> LaneResult<()> {
        let each = access.bytes;
        let total = each * access.slots.len() as u32;
        match space {
            Space::Shared => {
                self.check_store(addresses, mask, total, &|lane, byte| {
                    let (slot, byte) = (access.slots[byte / each as usize], byte % each as usize);
                    regs[slot as usize][lane].to_le_bytes()[byte]
                });
                for lane in lanes(mask) {
                    let at = self.shared_at(lane, addresses[lane], total)?;
                    for (i, &slot) in access.slots.iter().enumerate() {
                        self.shared.store(at + i * each as usize, each, regs[slot as usize][lane]);
                    }
                }
                self.observe(RequestKind::Store, addresses, mask, total);
            }
            Space::Local => {
                for lane in lanes(mask) {
                    let address = addresses[lane];
                    check_aligned(space, lane, address, total)?;
                    for (i, &slot) in access.slots.iter().enumerate() {
                        let value = regs[slot as usize][lane];
                        address
                            .checked_add(i as u64 * u64::from(each))
                            .and_then(|at| self.local.store(lane, at, each, value))
                            .ok_or_else(|| self.outside_local(lane, address, total))?;
                    }
                }
            }
            Space::Param => {
                let lane = mask.trailing_zeros() as usize;
                let detail = "the parameters of a kernel cannot be written".to_owned();
                return Err(outside(space, lane, addresses[lane], total, detail));
            }
            Space::Global | Space::Const | Space::Generic => {
                self.check_global((GlobalKind::Store, access.order), addresses, mask, total, &|lane, byte| {
                    regs[access.slots[byte / each as usize] as usize][lane].to_le_bytes()[byte % each as usize]
                });
                self.store_global(access, addresses, regs, mask, total)?;
                self.tally.global_stored += u64::from(total) * u64::from(mask.count_ones());
            }
        }
        Ok(())
    }

    /// Stores to global memory. Narrow stores of neighbouring lanes to one 64-bit word are merged.
    fn store_global(
        &mut self,
        access: &LoadStore,
        addresses: &Lanes,
        regs: &[Lanes],
        mask: u32,
        total: u32,
    ) -> LaneResult<()> {
        let each = access.bytes;
        let mut finder = Finder::new(self.context.global);
        if each == 8 {
            for lane in lanes(mask) {
                check_aligned(Space::Global, lane, addresses[lane], total)?;
                let (found, offset) = finder.find(lane, addresses[lane], total)?;
                for (i, &slot) in access.slots.iter().enumerate() {
                    found.store(offset + 8 * i as u64, 8, regs[slot as usize][lane]);
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
            for (i, &slot) in access.slots.iter().enumerate() {
                let at = offset + i as u64 * u64::from(each);
                let shift = at % 8 * 8;
                let value = (regs[slot as usize][lane] & bits) << shift;
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
}

#[inline]
fn set(regs: &mut [Lanes], slot: u32, lane: usize, value: u64) {
    if slot != SINK {
        regs[slot as usize][lane] = value;
    }
}

#[inline]
fn extend(value: u64, access: &LoadStore) -> u64 {
    if access.signed {
        let unused = 64 - 8 * access.bytes;
        ((value << unused) as i64 >> unused) as u64 & access.keep
    } else {
        value
    }
}
