//! Operations on memory.

use super::LaunchedSass;
use super::reach::{BulkOperands, SassReach, SharedCopy, TensorOperands};
use super::warp::SassWarp;
use crate::isa::sass::{AddressOf, AskedSpace, AtomicTransfer, LongSource, MbarrierOp, SassAccess};
use crate::isa::{AtomicOp, Slot, Space};
use crate::lanes::{Lanes, lanes, put};
use crate::machine::access::{Reach, outside};
use crate::machine::context::LaunchContext;
use crate::machine::lane_fault::LaneResult;
use crate::machine::observe::Tally;
use crate::machine::texture;
use crate::memory::{SharedMemory, block_of, resolve};

impl SassWarp {
    pub(super) fn addresses(&self, address: &AddressOf) -> Lanes {
        let value = |slot: Slot, pair: bool| self.long(LongSource { slot, pair, and: u64::MAX, xor: 0 });
        let (register, uniform) = (value(address.register, address.pair), value(address.uniform, address.uniform_pair));
        std::array::from_fn(|lane| {
            let scaled = register[lane].wrapping_mul(address.scale.into());
            let sum = scaled.wrapping_add(uniform[lane]).wrapping_add(address.offset as u64);
            if address.short { sum & 0xffff_ffff } else { sum }
        })
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
        let reserved = launched.code.reserved_shared;
        macro_rules! reach {
            () => {
                SassReach {
                    reach: Reach { context, shared, local: &mut self.core.local, tally, pc, site: &self.core.site },
                    regs: &mut self.regs,
                    reserved,
                }
            };
        }
        match op {
            SassAccess::LoadConstant { d, bank, index, offset, bytes, signed } => {
                let index = self.regs[*index as usize];
                let mut values = [0; 32];
                for lane in lanes(active) {
                    let at = i64::from(index[lane] as i32).wrapping_add(*offset) as u64;
                    if *bank == 0 && !launched.code.in_bank0(at, *bytes) {
                        let detail = "the kernel's parameters begin behind it".to_owned();
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
                let addresses = self.addresses(&transfer.address);
                reach!().load(transfer, &addresses, active)
            }
            SassAccess::Store(transfer) => {
                let addresses = self.addresses(&transfer.address);
                reach!().store(transfer, &addresses, active)
            }
            SassAccess::Atomic(atomic) => {
                let addresses = self.addresses(&atomic.address);
                let values = [self.long(atomic.a), self.long(atomic.b)];
                reach!().atomic(atomic, &addresses, values, active)
            }
            SassAccess::AtomicIfGlobal { atomic, done } => {
                let addresses = self.addresses(&atomic.address);
                let values = [self.long(atomic.a), self.long(atomic.b)];
                let served = self.atomic_if_global(atomic, &addresses, active);
                self.assign(*done, active, served);
                let mut reach = reach!();
                reach.refuse(atomic, &addresses, active & !served);
                if served == 0 { Ok(()) } else { reach.atomic(atomic, &addresses, values, served) }
            }
            SassAccess::CompareAndStore { space, address, bytes, d, done, a, b } => {
                let addresses = shared_addresses(*space, &self.addresses(address), *bytes, active)?;
                let values = [self.long(*a), self.long(*b)];
                reach!().compare_and_store(&addresses, *bytes, *d, values, active)?;
                let stored = lanes(active).filter(|&lane| self.regs[*d as usize][lane] == 1);
                let stored = stored.fold(0u32, |m, lane| m | 1 << lane);
                self.assign(*done, active, stored);
                Ok(())
            }
            SassAccess::AsyncCopy { to, from, bytes, path, zeros, partial } => {
                let (to, from, zeros) = (self.addresses(to), self.addresses(from), self.pred(*zeros));
                let copy = SharedCopy { to, from, bytes: *bytes, path: *path, zeros, partial: *partial };
                reach!().copy(&copy, active)
            }
            SassAccess::IsIn { p, address, space } => {
                let addresses = self.addresses(address);
                let rank = shared.cluster.as_ref().map_or(0, |cluster| cluster.own);
                let inside = lanes(active).filter(|&lane| match resolve(addresses[lane]) {
                    (Space::Shared, address) if block_of(address).0 == rank => *space == AskedSpace::OwnShared,
                    (Space::Shared, _) => *space == AskedSpace::OtherShared,
                    (Space::Local, _) => *space == AskedSpace::Local,
                    _ => *space == AskedSpace::Global,
                });
                let inside = inside.fold(0u32, |m, lane| m | 1 << lane);
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
                reach!().arrive(arrival, &addresses, &operand, active)
            }
            SassAccess::Mbarrier(MbarrierOp::Test { p, address, parity, .. }) => {
                let (addresses, parity) = (self.addresses(address), self.get(*parity));
                let complete = reach!().completed(&addresses, &parity, active)?;
                self.assign(*p, active, complete);
                Ok(())
            }
            SassAccess::Mbarrier(MbarrierOp::CopiesDone { address, arrives }) => {
                let addresses = self.addresses(address);
                reach!().copies_done(&addresses, *arrives, active)
            }
            SassAccess::BulkCopy(copy) => {
                let lane = active.trailing_zeros() as usize & 31;
                let word = |slot: Slot| self.regs[slot as usize][lane];
                let pair = |slot: Slot| [word(slot), word(slot + 1)];
                let operands =
                    BulkOperands { to: pair(copy.to), from: pair(copy.from), length: word(copy.length), lane };
                reach!().bulk_copy(copy, operands)
            }
            SassAccess::TensorCopy(copy) => {
                let lane = active.trailing_zeros() as usize & 31;
                let word = |slot: Slot| self.regs[slot as usize][lane];
                let registers = copy.registers;
                // Registers behind the coordinates are not read.
                let operands = TensorOperands {
                    words: std::array::from_fn(|i| if i < 2 + copy.rank { word(registers + i as Slot) } else { 0 }),
                    map: u64::from(word(copy.map + 1)) << 32 | u64::from(word(copy.map)),
                    blocks: word(copy.blocks),
                    lane,
                };
                reach!().tensor_copy(copy, &operands)
            }
            SassAccess::ReadTexture(read) => {
                let values = texture::read(context, read, active, |slot, lane| self.regs[slot as usize][lane].into())?;
                for (to, values) in read.to.iter().zip(values) {
                    let Some(to) = *to else { continue };
                    for lane in lanes(active) {
                        self.regs[to as usize][lane] = values[lane];
                    }
                }
                if let Some((p, value)) = read.resident {
                    self.assign(p, active, if value { active } else { 0 });
                }
                Ok(())
            }
            SassAccess::QueryTexture(query) => {
                for lane in lanes(active) {
                    let texture = texture::bind(context, lane, self.regs[query.handle as usize][lane].into())?;
                    for (to, which) in query.to.iter().flatten() {
                        self.regs[*to as usize][lane] = texture.extent(*which);
                    }
                }
                Ok(())
            }
            SassAccess::AsyncStore(store) => {
                let addresses = self.long(LongSource { slot: store.addresses, pair: true, and: u64::MAX, xor: 0 });
                reach!().async_store(store, &addresses, active)
            }
        }
    }

    /// The lanes that an atomic with a predicate serves: those with a global address, and of 64-bit additions those with a shared one.
    /// So it was measured on an H200, where such an addition takes the wavefronts of one atomic; of other operations nothing was.
    fn atomic_if_global(&self, atomic: &AtomicTransfer, addresses: &Lanes, active: u32) -> u32 {
        let sum = atomic.op == AtomicOp::Add && atomic.bytes == 8;
        let served = lanes(active).filter(|&lane| match resolve(addresses[lane]).0 {
            Space::Shared => sum,
            space => space == Space::Global,
        });
        served.fold(0, |mask, lane| mask | 1 << lane)
    }
}

/// The addresses in shared memory of what can be nowhere else.
fn shared_addresses(space: Space, addresses: &Lanes, bytes: u32, active: u32) -> LaneResult<Lanes> {
    if space == Space::Shared {
        return Ok(*addresses);
    }
    let found = addresses.map(resolve);
    match lanes(active).find(|&lane| found[lane].0 != Space::Shared) {
        None => Ok(found.map(|(_, address)| address)),
        Some(lane) => {
            let detail = "this loop is for shared memory".to_owned();
            Err(outside(found[lane].0, lane, addresses[lane], bytes, detail))
        }
    }
}
