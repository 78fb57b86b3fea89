//! Loads, stores, atomics and copies.

use crate::isa::{AddressOperand, AsyncCopy, Atomic, BulkTransfer, LoadStore, SINK, Slot, Space, TensorTransfer};
use crate::lanes::{Lanes, lanes, per_lane};
use crate::machine::access::{BulkEnd, BulkMove, CopyOrigin, MovedElements, Reach, TensorMove, Update};
use crate::machine::lane_fault::LaneResult;
use crate::memory::resolve;

/// The addresses of each lane.
#[inline(always)]
pub(in crate::machine::ptx) fn addresses(regs: &[Lanes], address: &AddressOperand) -> Lanes {
    let mut out = regs[address.base as usize];
    if address.offset != 0 || address.mask != u64::MAX {
        for a in &mut out {
            *a = a.wrapping_add(address.offset as u64) & address.mask;
        }
    }
    out
}

#[inline]
fn set(regs: &mut [Lanes], slot: Slot, lane: usize, value: u64) {
    if slot != SINK {
        regs[slot as usize][lane] = value;
    }
}

#[inline(always)]
fn extend(value: u64, access: &LoadStore) -> u64 {
    if access.signed {
        let unused = 64 - 8 * access.bytes;
        ((value << unused) as i64 >> unused) as u64 & access.keep
    } else {
        value
    }
}

fn elements(access: &LoadStore) -> MovedElements {
    MovedElements {
        space: access.space,
        each: access.bytes,
        count: access.slots.len(),
        order: access.order,
        scope: access.scope,
    }
}

impl Reach<'_> {
    #[inline(always)]
    pub(in crate::machine::ptx) fn load_registers(
        &mut self,
        access: &LoadStore,
        regs: &mut [Lanes],
        mask: u32,
    ) -> LaneResult<()> {
        let addresses = addresses(regs, &access.address);
        if mask == u32::MAX && self.loads_whole_registers(access, &addresses, regs) {
            return Ok(());
        }
        self.load_from(access, &addresses, regs, mask)
    }

    /// Loads words of all lanes, if [`loads_whole`](Self::loads_whole) can. Returns false where it cannot.
    #[inline(always)]
    fn loads_whole_registers(&mut self, access: &LoadStore, addresses: &Lanes, regs: &mut [Lanes]) -> bool {
        let bytes = access.bytes * access.slots.len() as u32;
        let mut words = [[0; 32]; 4];
        if !matches!(access.bytes, 4 | 8) || !self.loads_whole(access.space, addresses, bytes, &mut words) {
            return false;
        }
        let each = access.bytes as usize / 4;
        for (words, &slot) in words.chunks_exact(each).zip(&access.slots[..]).filter(|(_, slot)| **slot != SINK) {
            regs[slot as usize] = match words {
                [low, high] => per_lane(|lane| u64::from(high[lane]) << 32 | u64::from(low[lane])),
                _ if access.signed => per_lane(|lane| extend(words[0][lane].into(), access)),
                _ => per_lane(|lane| words[0][lane].into()),
            };
        }
        true
    }

    /// Loads from these addresses.
    pub(super) fn load_from(
        &mut self,
        access: &LoadStore,
        addresses: &Lanes,
        regs: &mut [Lanes],
        mask: u32,
    ) -> LaneResult<()> {
        self.load(&elements(access), addresses, mask, |i, lane, value| {
            set(regs, access.slots[i], lane, extend(value, access));
        })
    }

    #[inline(always)]
    pub(in crate::machine::ptx) fn store_registers(
        &mut self,
        access: &LoadStore,
        regs: &[Lanes],
        mask: u32,
    ) -> LaneResult<()> {
        let addresses = addresses(regs, &access.address);
        let bytes = 4 * access.slots.len() as u32;
        if mask == u32::MAX
            && access.space == Space::Shared
            && access.bytes == 4
            && matches!(bytes, 4 | 8 | 16)
            && let Some(places) = self.whole_places(&addresses, bytes)
        {
            let mut words = [[0; 32]; 4];
            for (words, &slot) in words.iter_mut().zip(&access.slots[..]) {
                *words = per_lane(|lane| regs[slot as usize][lane] as u32);
            }
            if self.stores_shared(&places, bytes, &words) {
                return Ok(());
            }
        }
        self.store_to(access, &addresses, regs, mask)
    }

    /// Stores at these addresses.
    pub(super) fn store_to(
        &mut self,
        access: &LoadStore,
        addresses: &Lanes,
        regs: &[Lanes],
        mask: u32,
    ) -> LaneResult<()> {
        self.store(&elements(access), addresses, mask, |i, lane| regs[access.slots[i] as usize][lane])
    }

    pub(in crate::machine::ptx) fn update_registers(
        &mut self,
        atomic: &Atomic,
        regs: &mut [Lanes],
        mask: u32,
    ) -> LaneResult<()> {
        let Atomic { op, passes, space, bytes, order, scope, d, .. } = *atomic;
        let (a, b) = (regs[atomic.a as usize], regs[atomic.b as usize]);
        let update = Update { op, passes, space, bytes, order, scope, returns: d != SINK };
        let addresses = addresses(regs, &atomic.address);
        self.atomic(&update, &addresses, [&a, &b], mask, |lane, old| set(regs, d, lane, old))
    }

    pub(in crate::machine::ptx) fn copy_lanes(
        &mut self,
        copy: &AsyncCopy,
        regs: &[Lanes],
        mask: u32,
    ) -> LaneResult<()> {
        let (to, from) = (addresses(regs, &copy.to), addresses(regs, &copy.from));
        let bytes = |lane: usize| {
            let wanted = copy.source_bytes.map_or(u64::from(copy.bytes), |slot| regs[slot as usize][lane]);
            wanted.min(copy.bytes.into()) as u32
        };
        let source = |lane: usize| CopyOrigin { address: from[lane], bytes: bytes(lane) };
        self.async_copy(copy.path, copy.bytes, &to, source, mask)
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
        let end = |space: Space, address: u64| match space {
            Space::Shared => BulkEnd::Shared(address),
            _ => BulkEnd::Global(address),
        };
        lanes(mask).try_for_each(|lane| {
            let barrier = barriers.as_ref().map(|barriers| resolve_shared(barriers[lane]));
            let once = BulkMove {
                lane,
                to: end(copy.to_space, to[lane]),
                from: end(copy.from_space, from[lane]),
                bytes: u64::from(regs[copy.bytes as usize][lane] as u32),
                barrier,
                reduction: None,
            };
            let Some(blocks) = copy.blocks else { return self.bulk_copy(&once) };
            lanes(regs[blocks as usize][lane] as u32 & 0xffff).try_for_each(|block| {
                let to = BulkEnd::Shared(self.in_block(block, resolve_shared(to[lane])));
                let barrier = barrier.map(|barrier| self.in_block(block, barrier));
                self.bulk_copy(&BulkMove { to, barrier, ..once })
            })
        })
    }

    /// Copies of boxes of tensors by each lane.
    pub(in crate::machine::ptx) fn tensor_transfer(
        &mut self,
        copy: &TensorTransfer,
        regs: &[Lanes],
        mask: u32,
    ) -> LaneResult<()> {
        let shared = addresses(regs, &copy.shared);
        let barriers = copy.barrier.as_ref().map(|barrier| addresses(regs, barrier));
        lanes(mask).try_for_each(|lane| {
            self.tensor_copy(&TensorMove {
                lane,
                path: copy.path,
                map: regs[copy.map as usize][lane],
                at: copy.at.iter().map(|at| i64::from(regs[*at as usize][lane] as i32)).collect(),
                shared: resolve_shared(shared[lane]),
                barrier: barriers.as_ref().map_or(0, |barriers| resolve_shared(barriers[lane])),
                blocks: copy.blocks.map_or(0, |blocks| regs[blocks as usize][lane] as u32 & 0xffff),
            })
        })
    }
}

/// An address in shared memory, which may be given as a generic one.
pub(super) fn resolve_shared(address: u64) -> u64 {
    match resolve(address) {
        (Space::Shared, inside) => inside,
        _ => address,
    }
}
