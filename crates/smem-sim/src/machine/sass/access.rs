//! Operations on memory.

use super::LaunchedSass;
use super::reach::{BulkOperands, SassReach, SharedCopy, TensorOperands};
use super::warp::SassWarp;
use crate::fault::FaultKind;
use crate::isa::sass::{AddressOf, AskedSpace, AtomicTransfer, LongSource, MbarrierOp, SassOp};
use crate::isa::{AtomicOp, Slot, Space};
use crate::lanes::{Lanes, lanes};
use crate::machine::access::{Reach, outside};
use crate::machine::context::LaunchContext;
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::machine::observe::Tally;
use crate::machine::texture;
use crate::memory::{SharedMemory, block_of, resolve};

impl SassWarp {
    fn addresses(&self, address: &AddressOf) -> Lanes {
        let value = |slot: Slot, pair: bool| self.long(LongSource { slot, pair, and: u64::MAX, xor: 0 });
        let (register, uniform) = (value(address.register, address.pair), value(address.uniform, address.uniform_pair));
        std::array::from_fn(|lane| {
            let scaled = register[lane].wrapping_mul(address.scale.into());
            let sum = scaled.wrapping_add(uniform[lane]).wrapping_add(address.offset as u64);
            if address.short { sum & 0xffff_ffff } else { sum }
        })
    }

    /// Executes a memory operation or an exchange for the lanes `active`.
    #[allow(clippy::too_many_arguments, reason = "what the loop has in hand")]
    pub(super) fn access(
        &mut self,
        op: &SassOp,
        active: u32,
        pc: u32,
        context: &LaunchContext<'_>,
        launched: &LaunchedSass<'_>,
        shared: &mut SharedMemory,
        tally: &mut Tally,
    ) -> LaneResult<()> {
        let write = if launched.code.code[pc as usize].uniform { u32::MAX } else { active };
        if self.exchange(op, active, write)? {
            return Ok(());
        }
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
        let warp = self.core.site.warp;
        match op {
            SassOp::Fence => {
                std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst);
                if let Some(hazards) = &mut tally.hazards {
                    hazards.fence(warp, active);
                }
                Ok(())
            }
            SassOp::ProxyFence => {
                if let Some(hazards) = &mut tally.hazards {
                    hazards.proxy_fence(warp, active);
                }
                Ok(())
            }
            SassOp::WarpSynced => {
                if let Some(hazards) = &mut tally.hazards {
                    hazards.acquire(warp, active);
                    hazards.warp_barrier(warp, active, self.core.lanes);
                }
                Ok(())
            }
            SassOp::Acquired => {
                if let Some(hazards) = &mut tally.hazards {
                    hazards.acquire(warp, active);
                }
                Ok(())
            }
            SassOp::CommitCopies => {
                if let Some(hazards) = &mut tally.hazards {
                    hazards.commit_copies(warp, active);
                }
                Ok(())
            }
            SassOp::WaitCopies { pending } => {
                if let Some(hazards) = &mut tally.hazards {
                    // One counter serves both kinds of groups.
                    hazards.wait_copies(warp, active, Some(*pending));
                    hazards.wait_bulk(warp, active, *pending);
                }
                Ok(())
            }
            SassOp::CommitProducts => {
                if let Some(hazards) = &mut tally.hazards {
                    hazards.commit_products(warp);
                }
                Ok(())
            }
            SassOp::WaitProducts { pending } => {
                if let Some(hazards) = &mut tally.hazards {
                    hazards.wait_products(warp, *pending);
                }
                Ok(())
            }
            SassOp::CommitBulk => {
                if let Some(hazards) = &mut tally.hazards {
                    hazards.commit_bulk(warp, active);
                }
                Ok(())
            }
            SassOp::LoadConstant { index, offset, bytes, .. } => {
                let index = self.regs[*index as usize];
                let at = |lane: usize| i64::from(index[lane] as i32).wrapping_add(*offset) as u64;
                let beyond = lanes(active).find(|&lane| !launched.code.in_bank0(at(lane), *bytes)).unwrap_or(0);
                let detail = "the kernel's parameters begin behind it".to_owned();
                let kind = FaultKind::OutOfBounds { space: "parameter", bytes: *bytes, detail };
                Err(LaneFault::boxed(beyond, at(beyond), kind))
            }
            SassOp::Load(transfer) => {
                let addresses = self.addresses(&transfer.address);
                reach!().load(transfer, &addresses, active)
            }
            SassOp::Store(transfer) => {
                let addresses = self.addresses(&transfer.address);
                reach!().store(transfer, &addresses, active)
            }
            SassOp::Atomic(atomic) => {
                let addresses = self.addresses(&atomic.address);
                let values = [self.long(atomic.a), self.long(atomic.b)];
                reach!().atomic(atomic, &addresses, values, active)
            }
            SassOp::AtomicIfGlobal { atomic, done } => {
                let addresses = self.addresses(&atomic.address);
                let values = [self.long(atomic.a), self.long(atomic.b)];
                let served = self.atomic_if_global(atomic, &addresses, active);
                self.assign(*done, active, served);
                let mut reach = reach!();
                reach.refuse(atomic, &addresses, active & !served);
                if served == 0 { Ok(()) } else { reach.atomic(atomic, &addresses, values, served) }
            }
            SassOp::CompareAndStore { space, address, bytes, d, done, a, b } => {
                let addresses = shared_addresses(*space, &self.addresses(address), *bytes, active)?;
                let values = [self.long(*a), self.long(*b)];
                reach!().compare_and_store(&addresses, *bytes, *d, values, active)?;
                let stored = lanes(active).filter(|&lane| self.regs[*d as usize][lane] == 1);
                let stored = stored.fold(0u32, |m, lane| m | 1 << lane);
                self.assign(*done, active, stored);
                Ok(())
            }
            SassOp::LoadMatrix { address, d, count, transposed } => {
                self.whole(active)?;
                let addresses = self.addresses(address);
                reach!().load_matrix(&addresses, *d, *count, *transposed)
            }
            SassOp::StoreMatrix { address, register, count, transposed } => {
                self.whole(active)?;
                let addresses = self.addresses(address);
                reach!().store_matrix(&addresses, *register, *count, *transposed)
            }
            SassOp::AsyncCopy { to, from, bytes, path, zeros, partial } => {
                let (to, from, zeros) = (self.addresses(to), self.addresses(from), self.pred(*zeros));
                let copy = SharedCopy { to, from, bytes: *bytes, path: *path, zeros, partial: *partial };
                reach!().copy(&copy, active)
            }
            SassOp::IsIn { p, address, space } => {
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
            SassOp::MatrixProduct(product) => {
                self.whole(active)?;
                self.product(product);
                Ok(())
            }
            SassOp::TransposeMatrix { d, a } => {
                self.whole(active)?;
                self.transpose(*d, *a);
                Ok(())
            }
            SassOp::GroupProduct(product) => {
                self.whole(active)?;
                if context.map.is_some() && product.shared_bytes() > 0 {
                    let message =
                        "a matrix descriptor says how its array is laid out, so the array cannot be laid out otherwise";
                    return Err(LaneFault::boxed(0, None, FaultKind::Warp(message.to_owned())));
                }
                let is_checked = tally.hazards.is_some();
                let (past_end, places) = self.group_product(product, shared, reserved, is_checked)?;
                if let Some(address) = past_end {
                    reach!().reach.note_past_end(0, address, 1);
                }
                if is_checked {
                    reach!().reach.check_product(places);
                }
                if let Some(hazards) = tally.hazards.as_mut().filter(|_| product.ends_group) {
                    hazards.commit_products(warp);
                }
                let first = self.core.site.warp.is_multiple_of(4);
                if let Some(counted) = op.shared_op() {
                    let bytes = if first { product.shared_bytes() } else { 0 };
                    tally.read_in_lines(pc, counted, bytes, context.banks.span().into());
                }
                Ok(())
            }
            SassOp::Mbarrier(MbarrierOp::Set { address, value }) => {
                let addresses = self.addresses(address);
                let values = self.long(LongSource { slot: *value, pair: true, and: u64::MAX, xor: 0 });
                reach!().set_barrier(&addresses, &values, active)
            }
            SassOp::Mbarrier(MbarrierOp::Arrive(arrival)) => {
                let (addresses, operand) = (self.addresses(&arrival.address), self.get(arrival.operand));
                reach!().arrive(arrival, &addresses, &operand, active)
            }
            SassOp::Mbarrier(MbarrierOp::Test { p, address, parity, .. }) => {
                let (addresses, parity) = (self.addresses(address), self.get(*parity));
                let complete = reach!().completed(&addresses, &parity, active)?;
                self.assign(*p, active, complete);
                Ok(())
            }
            SassOp::Mbarrier(MbarrierOp::CopiesDone { address, arrives }) => {
                let addresses = self.addresses(address);
                reach!().copies_done(&addresses, *arrives, active)
            }
            SassOp::BulkCopy(copy) => {
                let lane = active.trailing_zeros() as usize & 31;
                let word = |slot: Slot| self.regs[slot as usize][lane];
                let pair = |slot: Slot| [word(slot), word(slot + 1)];
                let operands =
                    BulkOperands { to: pair(copy.to), from: pair(copy.from), length: word(copy.length), lane };
                reach!().bulk_copy(copy, operands)
            }
            SassOp::TensorCopy(copy) => {
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
            SassOp::ReadTexture(read) => {
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
            SassOp::QueryTexture(query) => {
                for lane in lanes(active) {
                    let texture = texture::bind(context, lane, self.regs[query.handle as usize][lane].into())?;
                    for (to, which) in query.to.iter().flatten() {
                        self.regs[*to as usize][lane] = texture.extent(*which);
                    }
                }
                Ok(())
            }
            SassOp::AsyncStore(store) => {
                let addresses = self.long(LongSource { slot: store.addresses, pair: true, and: u64::MAX, xor: 0 });
                reach!().async_store(store, &addresses, active)
            }
            // Those of the loop, of `compute` and of `exchange`. Named one by one, so that a new operation does not compile until it has a place.
            SassOp::Nothing
            | SassOp::Yield
            | SassOp::One { .. }
            | SassOp::Two { .. }
            | SassOp::Three { .. }
            | SassOp::ChooseHalves { .. }
            | SassOp::Add3 { .. }
            | SassOp::ShiftAdd(_)
            | SassOp::MultiplyAdd { .. }
            | SassOp::MultiplyWide(_)
            | SassOp::Lop3 { .. }
            | SassOp::Plop3 { .. }
            | SassOp::Compare { .. }
            | SassOp::LongCompare { .. }
            | SassOp::LongChoice { .. }
            | SassOp::HalfCompare { .. }
            | SassOp::HalfSet { .. }
            | SassOp::Set { .. }
            | SassOp::Select { .. }
            | SassOp::Long { .. }
            | SassOp::LongUpper { .. }
            | SassOp::CopyPair { .. }
            | SassOp::CopyFour { .. }
            | SassOp::SelectPair { .. }
            | SassOp::OfPair(_)
            | SassOp::Convert { .. }
            | SassOp::Halves { .. }
            | SassOp::HalfSum { .. }
            | SassOp::DivisionCheck { .. }
            | SassOp::PredicatesToRegister { .. }
            | SassOp::RegisterToPredicates { .. }
            | SassOp::Clock { .. }
            | SassOp::ToUniform { .. }
            | SassOp::Shuffle { .. }
            | SassOp::Vote { .. }
            | SassOp::Match { .. }
            | SassOp::Reduce { .. }
            | SassOp::Elect { .. }
            | SassOp::Branch { .. }
            | SassOp::BranchIfTogether { .. }
            | SassOp::BranchIfAny { .. }
            | SassOp::Jump { .. }
            | SassOp::Call { .. }
            | SassOp::CallDriver { .. }
            | SassOp::Exit { .. }
            | SassOp::Trap
            | SassOp::Gather { .. }
            | SassOp::Meet { .. }
            | SassOp::Leave { .. }
            | SassOp::BarrierToRegister { .. }
            | SassOp::RegisterToBarrier { .. }
            | SassOp::WarpSync { .. }
            | SassOp::Collective { .. }
            | SassOp::EndCollective
            | SassOp::BlockBarrier { .. }
            | SassOp::BarrierResult { .. }
            | SassOp::ClusterArrive
            | SassOp::ClusterWait => {
                let message = "the simulator decodes this instruction and does not execute it".to_owned();
                Err(LaneFault::boxed(active.trailing_zeros() as usize, None, FaultKind::Warp(message)))
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

    /// Faults where not all lanes of the warp are there.
    fn whole(&self, active: u32) -> LaneResult<()> {
        if active == u32::MAX {
            return Ok(());
        }
        let message = format!("the whole warp must execute this, and only the lanes {active:#010x} do");
        Err(LaneFault::boxed(active.trailing_zeros() as usize, None, FaultKind::Warp(message)))
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
