//! Operations on memory: where their operands and results are.
//!
//! ```text
//! atomic    the compare-and-store that loops are made of, and atomics that shared memory refuses
//! bulk      bulk copies, and stores that complete at a barrier
//! mbarrier  arrivals at asynchronous barriers
//! tensor    bulk copies of boxes of tensors
//! ```

mod atomic;
mod bulk;
mod mbarrier;

use super::LaunchedSass;
use super::warp::SassWarp;
use crate::isa::sass::{
    AddressOf, AskedSpace, AtomicTransfer, DISCARD, LongSource, MbarrierOp, SassAccess, Transfer, Words,
};
use crate::isa::{AtomicOp, MemoryOrder, Slot, Space, TensorPath};
use crate::lanes::{Lanes, lanes, lanes_where, per_lane, put};
use crate::machine::access::{CopyOrigin, MovedElements, Reach, TensorMove, Update, in_shared, outside};
use crate::machine::context::LaunchContext;
use crate::machine::lane_fault::LaneResult;
use crate::machine::observe::Tally;
use crate::machine::surface::access_surface;
use crate::machine::texture;
use crate::machine::warp_ops::alike;
use crate::memory::{SharedMemory, block_of, resolve};

impl SassWarp {
    #[inline(always)]
    pub(super) fn addresses(&self, address: &AddressOf) -> Lanes {
        if address.is_narrow() {
            let narrow = self.narrow_addresses(address);
            return per_lane(|lane| narrow[lane].into());
        }
        let value = |slot: Slot, pair: bool| self.long(LongSource { slot, pair, and: u64::MAX, xor: 0 });
        let (register, uniform) = (value(address.register, address.pair), value(address.uniform, address.uniform_pair));
        if address.scale == 1 && !address.short {
            return per_lane(|lane| register[lane].wrapping_add(uniform[lane]).wrapping_add(address.offset as u64));
        }
        per_lane(|lane| {
            let scaled = register[lane].wrapping_mul(address.scale.into());
            let sum = scaled.wrapping_add(uniform[lane]).wrapping_add(address.offset as u64);
            if address.short { sum & 0xffff_ffff } else { sum }
        })
    }

    /// The addresses of 32 bits that an operand without pairs has.
    #[inline(always)]
    fn narrow_addresses(&self, address: &AddressOf) -> Words {
        let (register, uniform) = (&self.regs[address.register as usize], &self.regs[address.uniform as usize]);
        let offset = address.offset as u32;
        if address.scale == 1 {
            return per_lane(|lane| register[lane].wrapping_add(uniform[lane]).wrapping_add(offset));
        }
        per_lane(|lane| register[lane].wrapping_mul(address.scale).wrapping_add(uniform[lane]).wrapping_add(offset))
    }

    /// Executes a load or a store by all lanes, if [`Reach::loads_whole`] can. Returns false where it cannot.
    #[inline(always)]
    pub(super) fn accesses_whole(
        &mut self,
        op: &SassAccess,
        pc: u32,
        context: &LaunchContext<'_>,
        launched: &LaunchedSass<'_>,
        shared: &mut SharedMemory,
        tally: &mut Tally,
    ) -> bool {
        let (SassAccess::Load(transfer) | SassAccess::Store(transfer)) = op else { return false };
        let (address, bytes, names) = (&transfer.address, transfer.bytes, launched.shared_names());
        let is_load = matches!(op, SassAccess::Load(_));
        macro_rules! reach {
            () => {
                Reach { context, shared, local: &mut self.core.local, tally, pc, site: &self.core.site, names }
            };
        }
        match transfer.space {
            Space::Shared if matches!(bytes, 4 | 8 | 16) => {
                let places = match address.is_narrow() {
                    true => {
                        let addresses = self.narrow_addresses(address);
                        reach!().whole_narrow_places(&addresses, bytes)
                    }
                    false => {
                        let addresses = self.addresses(address);
                        reach!().whole_places(&addresses, bytes)
                    }
                };
                let Some(places) = places else { return false };
                let regs = &mut self.regs[transfer.register as usize..];
                match is_load {
                    true => reach!().loads_shared(&places, bytes, regs),
                    false => reach!().stores_shared(&places, bytes, regs),
                }
            }
            Space::Global if is_load => {
                let addresses = self.addresses(address);
                let regs = &mut self.regs[transfer.register as usize..];
                reach!().loads_whole(Space::Global, &addresses, bytes, regs)
            }
            _ => false,
        }
    }

    /// Executes a memory operation for the lanes `active`; constants go to those of `write`.
    #[allow(clippy::too_many_arguments, reason = "what the loop has in hand")]
    pub(super) fn access(
        &mut self,
        op: &SassAccess,
        active: u32,
        write: u32,
        pc: u32,
        context: &LaunchContext<'_>,
        launched: &LaunchedSass<'_>,
        shared: &mut SharedMemory,
        tally: &mut Tally,
    ) -> LaneResult<()> {
        let names = launched.shared_names();
        macro_rules! reach {
            () => {
                Reach { context, shared, local: &mut self.core.local, tally, pc, site: &self.core.site, names }
            };
        }
        match op {
            SassAccess::LoadConstant { d, bank, index, offset, bytes, signed } => {
                let index = self.regs[*index as usize];
                let mut values = [0; 32];
                for lane in lanes(active) {
                    let at = i64::from(index[lane] as i32).wrapping_add(*offset) as u64;
                    if *bank == 0 && !launched.code.in_bank0(at, *bytes) {
                        let detail = "the kernel's parameters begin after it".to_owned();
                        return Err(outside(Space::Param, lane, at, *bytes, detail));
                    }
                    values[lane] = launched.constant(*bank, at, *bytes, *signed);
                }
                if write != active {
                    values = [values[active.trailing_zeros() as usize & 31]; 32];
                }
                if *bytes == 8 {
                    self.put_long(*d, write, &values);
                } else {
                    put(&mut self.regs[*d as usize], write, |lane| values[lane] as u32);
                }
                Ok(())
            }
            SassAccess::Load(transfer) => {
                let (addresses, elements) = (self.addresses(&transfer.address), elements(transfer));
                let regs = &mut self.regs[transfer.register as usize..];
                reach!().load(&elements, &addresses, active, |i, lane, value| {
                    if elements.each == 8 {
                        regs[2 * i][lane] = value as u32;
                        regs[2 * i + 1][lane] = (value >> 32) as u32;
                    } else {
                        regs[i][lane] = extend(value as u32, elements.each, transfer.signed);
                    }
                })
            }
            SassAccess::Store(transfer) => {
                let (addresses, elements) = (self.addresses(&transfer.address), elements(transfer));
                let regs = &self.regs[transfer.register as usize..];
                reach!().store(&elements, &addresses, active, |i, lane| {
                    if elements.each == 8 {
                        u64::from(regs[2 * i + 1][lane]) << 32 | u64::from(regs[2 * i][lane])
                    } else {
                        regs[i][lane].into()
                    }
                })
            }
            SassAccess::Atomic(atomic) => {
                let addresses = self.addresses(&atomic.address);
                let values = [self.long(atomic.a), self.long(atomic.b)];
                let put = put_old(&mut self.regs, atomic);
                reach!().atomic(&update(atomic), &addresses, values.each_ref(), active, put)
            }
            SassAccess::AtomicIfGlobal { atomic, done } => {
                let addresses = self.addresses(&atomic.address);
                let values = [self.long(atomic.a), self.long(atomic.b)];
                let served = atomic_if_global(atomic, &addresses, active);
                self.assign(*done, active, served);
                reach!().refuse(atomic, &addresses, active & !served);
                if served == 0 {
                    return Ok(());
                }
                let put = put_old(&mut self.regs, atomic);
                reach!().atomic(&update(atomic), &addresses, values.each_ref(), served, put)
            }
            SassAccess::CompareAndStore { space, address, bytes, d, done, a, b } => {
                let given = self.addresses(address);
                let addresses = in_shared(*space, &given, active, *bytes, "this loop is for shared memory")?;
                let values = [self.long(*a), self.long(*b)];
                let stored = reach!().compare_and_store(&addresses, *bytes, values.each_ref(), active)?;
                put(&mut self.regs[*d as usize], active, |lane| stored >> lane & 1);
                if *bytes == 8 {
                    // A number as wide as the words: the loop compares both halves.
                    self.fill(*d + 1, active, 0);
                }
                self.assign(*done, active, stored);
                Ok(())
            }
            SassAccess::AsyncCopy { to, from, bytes, path, zeros, partial } => {
                let (to, from, zeros) = (self.addresses(to), self.addresses(from), self.pred(*zeros));
                let source = |lane: usize| {
                    let missing = if *partial { from[lane] % u64::from(*bytes) } else { 0 };
                    let wanted = if zeros >> lane & 1 == 1 { 0 } else { *bytes - missing as u32 };
                    CopyOrigin { address: from[lane] - missing, bytes: wanted }
                };
                reach!().async_copy(*path, *bytes, &to, source, active)
            }
            SassAccess::IsIn { p, address, space } => {
                let addresses = self.addresses(address);
                let rank = shared.cluster.as_ref().map_or(0, |cluster| cluster.own);
                let inside = lanes_where(active, |lane| match resolve(addresses[lane]) {
                    (Space::Shared, address) if block_of(address).0 == rank => *space == AskedSpace::OwnShared,
                    (Space::Shared, _) => *space == AskedSpace::OtherShared,
                    (Space::Local, _) => *space == AskedSpace::Local,
                    _ => *space == AskedSpace::Global,
                });
                self.assign(*p, active, inside);
                Ok(())
            }
            SassAccess::Mbarrier(MbarrierOp::Set { address, value }) => {
                let addresses = self.addresses(address);
                let values = self.long(LongSource { slot: *value, pair: true, and: u64::MAX, xor: 0 });
                reach!().set_barrier(&addresses, &values, active)
            }
            SassAccess::Mbarrier(MbarrierOp::Arrive(arrival)) => {
                let (addresses, operand) = (self.addresses(&arrival.address), self.get(arrival.operand));
                let states = reach!().arrive(arrival, &addresses, &operand, active)?;
                if arrival.together {
                    let together = |lane: usize| alike(&addresses, lane, active);
                    put(&mut self.regs[arrival.state as usize], active, together);
                }
                put(&mut self.regs[arrival.state as usize + 1], active, |lane| states[lane]);
                Ok(())
            }
            SassAccess::Mbarrier(MbarrierOp::Test { p, address, parity, .. }) => {
                let (addresses, parity) = (self.addresses(address), self.get(*parity));
                let complete = reach!().completed(&addresses, &parity, active)?;
                self.assign(*p, active, complete);
                Ok(())
            }
            SassAccess::Mbarrier(MbarrierOp::CopiesDone { address, arrives }) => {
                let addresses = self.addresses(address);
                reach!().copies_arrive(&addresses, *arrives, active)
            }
            SassAccess::Mbarrier(MbarrierOp::ArrivePlain { address, state }) => {
                let addresses = self.addresses(address);
                let states = reach!().arrive_plain(&addresses, active)?;
                for (half, register) in (*state..).take(2).enumerate() {
                    put(&mut self.regs[register as usize], active, |lane| (states[lane] >> (32 * half)) as u32);
                }
                Ok(())
            }
            SassAccess::Mbarrier(MbarrierOp::CopiesArrivePlain { address }) => {
                let addresses = self.addresses(address);
                reach!().copies_arrive_plain(&addresses, active)
            }
            SassAccess::BulkCopy(copy) => {
                let lane = active.trailing_zeros() as usize & 31;
                let word = |slot: Slot| self.regs[slot as usize][lane];
                let ends = [copy.to, copy.from].map(|slot| [word(slot), word(slot + 1)]);
                let length = word(copy.length);
                reach!().bulk_copies(copy, lane, ends, length)
            }
            SassAccess::TensorCopy(copy) => {
                let lane = active.trailing_zeros() as usize & 31;
                let word = |slot: Slot| self.regs[slot as usize][lane];
                let registers = copy.registers;
                let loads = matches!(copy.path, TensorPath::ToShared { .. });
                let first = registers + if loads { 2 } else { 1 };
                reach!().tensor_copy(&TensorMove {
                    lane,
                    path: copy.path,
                    map: u64::from(word(copy.map + 1)) << 32 | u64::from(word(copy.map)),
                    at: (first..).take(copy.rank).map(|at| i64::from(word(at).cast_signed())).collect(),
                    shared: word(registers).into(),
                    barrier: if loads { word(registers + 1).into() } else { 0 },
                    blocks: word(copy.blocks) >> 16,
                })
            }
            SassAccess::ReadTexture(read) => texture::read(context, read, active, &mut self.regs[..], &mut self.preds),
            SassAccess::QueryTexture(query) => texture::query(context, query, active, &mut self.regs[..]),
            SassAccess::Surface(access) => access_surface(context, access, active, &mut self.regs[..]),
            SassAccess::AsyncStore(store) => {
                let addresses = self.long(LongSource { slot: store.addresses, pair: true, and: u64::MAX, xor: 0 });
                reach!().async_store(store, &addresses, &self.regs, active)
            }
        }
    }
}

/// The elements of a lane's bytes: words of 64 bits are read and written as a whole, because another block may access them.
fn elements(t: &Transfer) -> MovedElements {
    MovedElements {
        space: t.space,
        each: t.bytes.min(8),
        count: t.bytes.div_ceil(8) as usize,
        order: t.order,
        scope: t.scope,
    }
}

fn extend(value: u32, bytes: u32, signed: bool) -> u32 {
    let unused = 32 - 8 * bytes.clamp(1, 4);
    if signed { ((value << unused).cast_signed() >> unused).cast_unsigned() } else { value }
}

fn update(t: &AtomicTransfer) -> Update {
    Update {
        op: t.op,
        passes: t.passes,
        space: t.space,
        bytes: t.bytes,
        order: MemoryOrder::Relaxed,
        scope: t.scope,
        returns: t.d != DISCARD,
    }
}

/// Returns a function that gives a lane its old value.
fn put_old(regs: &mut [Words], t: &AtomicTransfer) -> impl FnMut(usize, u64) {
    move |lane, old| {
        regs[t.d as usize][lane] = old as u32;
        if t.bytes == 8 {
            regs[t.d as usize + 1][lane] = (old >> 32) as u32;
        }
    }
}

/// The lanes that an atomic with a predicate serves: those with a global address, and of 64-bit additions those with a shared one.
/// So it was measured on an H200, where such an addition takes the wavefronts of one atomic; of other operations nothing was.
fn atomic_if_global(atomic: &AtomicTransfer, addresses: &Lanes, active: u32) -> u32 {
    let sum = atomic.op == AtomicOp::Add && atomic.bytes == 8;
    lanes_where(active, |lane| match resolve(addresses[lane]).0 {
        Space::Shared => sum,
        space => space == Space::Global,
    })
}
