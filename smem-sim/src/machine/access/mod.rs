//! Loads, stores and asynchronous copies.

mod atomics;
mod matrix;

pub(in crate::machine) use atomics::apply;

use crate::fault::FaultKind;
use crate::isa::{AddressOperand, AsyncCopy, LoadStore, SINK, Space};
use crate::lanes::Lanes;
use crate::machine::observe::RequestKind;
use crate::machine::observe::Tally;
use crate::machine::observe::{SharedAccess, WarpSite};
use crate::machine::{LaneFault, LaneResult, LaunchContext, lanes};
use crate::memory::{Allocation, GlobalMemory, LocalMemory, SharedError, SharedMemory, resolve};

/// Everything an access can reach.
pub(in crate::machine) struct Reach<'r> {
    pub(in crate::machine) context: &'r LaunchContext<'r>,
    pub(in crate::machine) shared: &'r mut SharedMemory,
    pub(in crate::machine) local: &'r mut LocalMemory,
    pub(in crate::machine) tally: &'r mut Tally,
    pub(in crate::machine) pc: u32,
    pub(in crate::machine) site: &'r WarpSite,
}

pub(in crate::machine) fn addresses(regs: &[Lanes], address: &AddressOperand) -> Lanes {
    let mut out = regs[address.base as usize];
    if address.offset != 0 || address.mask != u64::MAX {
        for a in &mut out {
            *a = a.wrapping_add(address.offset as u64) & address.mask;
        }
    }
    out
}

/// Calls `f` once for each space that the addresses fall in, with the lanes and the addresses in that space.
pub(in crate::machine) fn by_space<E>(
    space: Space,
    addresses: &Lanes,
    mask: u32,
    mut f: impl FnMut(Space, &Lanes, u32) -> Result<(), E>,
) -> Result<(), E> {
    if space != Space::Generic {
        return f(space, addresses, mask);
    }
    let mut left = mask;
    while left != 0 {
        let (space, _) = resolve(addresses[left.trailing_zeros() as usize]);
        let mut inside = *addresses;
        let mut group = 0;
        for lane in lanes(left) {
            let (found, address) = resolve(addresses[lane]);
            if found == space {
                group |= 1 << lane;
                inside[lane] = address;
            }
        }
        f(space, &inside, group)?;
        left &= !group;
    }
    Ok(())
}

pub(in crate::machine) fn check_aligned(space: Space, lane: usize, address: u64, bytes: u32) -> LaneResult<()> {
    if address.is_multiple_of(u64::from(bytes)) {
        return Ok(());
    }
    Err(LaneFault::boxed(lane, address, FaultKind::Misaligned { space: space.name(), bytes }))
}

pub(in crate::machine) fn outside(
    space: Space,
    lane: usize,
    address: u64,
    bytes: u32,
    detail: String,
) -> Box<LaneFault> {
    LaneFault::boxed(lane, address, FaultKind::OutOfBounds { space: space.name(), bytes, detail })
}

/// Remembers the last allocation: neighbouring lanes use the same one.
pub(in crate::machine) struct Finder<'g> {
    global: &'g GlobalMemory,
    last: Option<&'g Allocation>,
}

impl<'g> Finder<'g> {
    pub(in crate::machine) fn new(global: &'g GlobalMemory) -> Self {
        Self { global, last: None }
    }

    #[inline]
    pub(in crate::machine) fn find(
        &mut self,
        lane: usize,
        address: u64,
        bytes: u32,
    ) -> LaneResult<(&'g Allocation, u64)> {
        if let Some(last) = self.last
            && let Some(offset) = last.offset(address, bytes.into())
        {
            return Ok((last, offset));
        }
        match self.global.find(address, bytes.into()) {
            Some(found) => {
                self.last = Some(found);
                Ok((found, found.offset(address, bytes.into()).unwrap_or(0)))
            }
            None => Err(outside(Space::Global, lane, address, bytes, self.global.describe(address))),
        }
    }
}

impl Reach<'_> {
    /// Addresses in shared memory, checked: inside, aligned and, for a read, written.
    pub(in crate::machine) fn shared_at(
        &self,
        lane: usize,
        address: u64,
        bytes: u32,
        reads: bool,
    ) -> LaneResult<usize> {
        check_aligned(Space::Shared, lane, address, bytes)?;
        let found = if reads { self.shared.check_written(address, bytes) } else { self.shared.check(address, bytes) };
        found.map_err(|error| match error {
            SharedError::Outside => {
                let detail = format!("the block has {} bytes", self.shared.len());
                outside(Space::Shared, lane, address, bytes, detail)
            }
            SharedError::NotWritten => {
                let address = self.shared.first_unwritten(address, bytes);
                LaneFault::boxed(lane, address, FaultKind::NotWritten { bytes })
            }
        })
    }

    pub(in crate::machine) fn outside_local(&self, lane: usize, address: u64, bytes: u32) -> Box<LaneFault> {
        let detail = format!("the thread has {} bytes", self.context.kernel.local_bytes);
        outside(Space::Local, lane, address, bytes, detail)
    }

    /// Tells those who watch of a shared access that is done.
    #[inline(never)]
    pub(in crate::machine) fn observe(&mut self, kind: RequestKind, addresses: &Lanes, mask: u32, bytes: u32) {
        let mut narrow = [0; 32];
        for lane in 0..32 {
            narrow[lane] = addresses[lane] as u32;
        }
        let (kernel, [x, y, _]) = (self.context.kernel, self.context.block);
        self.tally.shared(&SharedAccess {
            kernel,
            pc: self.pc,
            kind,
            site: self.site,
            extent: [x, y],
            addresses: &narrow,
            active: mask,
            bytes,
        });
    }

    pub(in crate::machine) fn load(&mut self, access: &LoadStore, regs: &mut [Lanes], mask: u32) -> LaneResult<()> {
        let addresses = addresses(regs, &access.address);
        by_space(access.space, &addresses, mask, |space, addresses, mask| {
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
                    let at = self.shared_at(lane, addresses[lane], total, true)?;
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

    pub(in crate::machine) fn store(&mut self, access: &LoadStore, regs: &[Lanes], mask: u32) -> LaneResult<()> {
        let addresses = addresses(regs, &access.address);
        by_space(access.space, &addresses, mask, |space, addresses, mask| {
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
                for lane in lanes(mask) {
                    let at = self.shared_at(lane, addresses[lane], total, false)?;
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
                self.store_global(access, addresses, regs, mask, total)?;
                self.tally.global_stored += u64::from(total) * u64::from(mask.count_ones());
            }
        }
        Ok(())
    }

    /// Narrow stores of neighbouring lanes go to their 64-bit word together.
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

    pub(in crate::machine) fn async_copy(&mut self, copy: &AsyncCopy, regs: &[Lanes], mask: u32) -> LaneResult<()> {
        let (to, from) = (addresses(regs, &copy.to), addresses(regs, &copy.from));
        let mut finder = Finder::new(self.context.global);
        for lane in lanes(mask) {
            let at = self.shared_at(lane, to[lane], copy.bytes, false)?;
            check_aligned(Space::Global, lane, from[lane], copy.bytes)?;
            let wanted = copy.source_bytes.map_or(u64::from(copy.bytes), |s| regs[s as usize][lane]);
            let wanted = wanted.min(u64::from(copy.bytes)) as u32;
            let found = if wanted > 0 { Some(finder.find(lane, from[lane], wanted)?) } else { None };
            for i in 0..copy.bytes {
                let byte = match found {
                    Some((found, offset)) if i < wanted => found.load(offset + u64::from(i), 1),
                    _ => 0,
                };
                self.shared.store(at + i as usize, 1, byte);
            }
            self.tally.global_loaded += u64::from(wanted);
        }
        self.observe(RequestKind::AsyncCopy(copy.path), &to, mask, copy.bytes);
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
