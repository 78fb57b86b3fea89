//! Executes an instruction in which lanes do not wait for each other: arithmetic, predicates, memory.

use super::access::addresses;
use super::carry;
use super::tiled::multiply;
use super::warp::PtxWarp;
use crate::alu::convert_lane;
use crate::isa::{BarrierOp, Clock, Operation, PtxMatrix, SINK, Space};
use crate::lanes::{assign, lanes, lanes_where, put, select, set};
use crate::machine::access::{Reach, SharedNames};
use crate::machine::context::LaunchContext;
use crate::machine::driver::DriverCall;
use crate::machine::lane_fault::LaneResult;
use crate::machine::observe::Tally;
use crate::machine::order::order;
use crate::machine::surface::access_surface;
use crate::machine::texture;
use crate::machine::warp_core::WarpCore;
use crate::memory::{Mbarrier, SharedMemory, block_of, resolve};

impl PtxWarp {
    /// Executes `op` for the lanes `active`. For an [`on_wide_host!`](crate::alu::on_wide_host) around the loop that calls it.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "what the loop has in hand")]
    pub(super) fn execute(
        &mut self,
        op: &Operation,
        active: u32,
        pc: u32,
        mask: u32,
        context: &LaunchContext<'_>,
        shared: &mut SharedMemory,
        tally: &mut Tally,
    ) -> LaneResult<()> {
        let regs = &mut self.regs;
        macro_rules! reach {
            () => {
                Reach {
                    context,
                    shared,
                    local: &mut self.core.local,
                    tally,
                    pc,
                    site: &self.core.site,
                    names: SharedNames::Own,
                }
            };
        }
        match op {
            Operation::One { f, d, a } => {
                let a = regs[*a as usize];
                f(&mut regs[*d as usize], &a, active);
            }
            Operation::Two { f, d, a, b } => {
                let mut to = regs[*d as usize];
                f(&mut to, &regs[*a as usize], &regs[*b as usize], active);
                regs[*d as usize] = to;
            }
            Operation::Three { f, d, a, b, c } => {
                let mut to = regs[*d as usize];
                f(&mut to, &regs[*a as usize], &regs[*b as usize], &regs[*c as usize], active);
                regs[*d as usize] = to;
            }
            Operation::Four { f, d, inputs } => {
                // Copied one by one, because an array of them would be copied several times.
                let [a, b, c, e] = *inputs;
                let a = regs[a as usize];
                let b = regs[b as usize];
                let c = regs[c as usize];
                let e = regs[e as usize];
                f(&mut regs[*d as usize], &a, &b, &c, &e, active);
            }
            Operation::Convert { f, d, a, keep } => {
                let a = regs[*a as usize];
                let d = &mut regs[*d as usize];
                f(d, &a, active);
                lanes(active).for_each(|lane| d[lane] &= keep);
            }
            Operation::ConvertAny { to, from, how, d, a, keep } => {
                let a = regs[*a as usize];
                let d = &mut regs[*d as usize];
                lanes(active).for_each(|lane| d[lane] = convert_lane(a[lane], *to, *from, *how) & keep);
            }
            Operation::Halves { f, mode, d, sources } => {
                let sources = sources.map(|slot| regs[slot as usize]);
                let result = mode.apply(*f, &sources, active);
                put(&mut regs[*d as usize], active, |lane| result[lane]);
            }
            Operation::Carry(operation) => carry::execute(operation, regs, &mut self.carries, active),
            Operation::Compare { f, a, b, p, q, combine, with } => {
                let result = f(&regs[*a as usize], &regs[*b as usize]);
                let with = self.preds[with.slot as usize] ^ with.flip;
                let [yes, no] = combine.of_both(result, with);
                assign(&mut self.preds[*p as usize], active, yes);
                if let Some(q) = q {
                    assign(&mut self.preds[*q as usize], active, no);
                }
            }
            Operation::CompareHalves { op, mode, a, b, p, q, combine, with } => {
                let with = self.preds[with.slot as usize] ^ with.flip;
                let results = mode.compare(*op, &regs[*a as usize], &regs[*b as usize]);
                for (&p, result) in [p, q].into_iter().zip(results) {
                    assign(&mut self.preds[p as usize], active, combine.of(result, with));
                }
            }
            Operation::SetHalves { op, mode, a, b, d, combine, with, one } => {
                let with = self.preds[with.slot as usize] ^ with.flip;
                let [low, high] =
                    mode.compare(*op, &regs[*a as usize], &regs[*b as usize]).map(|r| combine.of(r, with));
                let mut upper = [0; 32];
                set(&mut upper, active, high, one << 16);
                let d = &mut regs[*d as usize];
                set(d, active, low, *one);
                lanes(active).for_each(|lane| d[lane] |= upper[lane]);
            }
            Operation::Set { f, a, b, d, combine, with, one } => {
                let result = f(&regs[*a as usize], &regs[*b as usize]);
                let result = combine.of(result, self.preds[with.slot as usize] ^ with.flip);
                set(&mut regs[*d as usize], active, result, *one);
            }
            Operation::Select { d, a, b, p } => {
                let chosen = self.preds[p.slot as usize] ^ p.flip;
                let value = select(chosen, &regs[*a as usize], &regs[*b as usize]);
                put(&mut regs[*d as usize], active, |lane| value[lane]);
            }
            Operation::Predicate { op, d, a, b } => {
                let a = self.preds[a.slot as usize] ^ a.flip;
                let b = self.preds[b.slot as usize] ^ b.flip;
                assign(&mut self.preds[*d as usize], active, op.of(a, b));
            }
            Operation::Lop3Predicate { f, d, inputs, p, op, with } => {
                // Copied one by one, because an array of them would be copied several times.
                let [a, b, c, e] = *inputs;
                let a = regs[a as usize];
                let b = regs[b as usize];
                let c = regs[c as usize];
                let e = regs[e as usize];
                let d = &mut regs[*d as usize];
                f(d, &a, &b, &c, &e, active);
                let set = lanes_where(active, |lane| d[lane] != 0);
                let with = self.preds[with.slot as usize] ^ with.flip;
                assign(&mut self.preds[*p as usize], active, op.of(set, with));
            }
            Operation::Pack { d, parts, bits } => {
                let mut whole = [0; 32];
                for (i, &part) in parts.iter().enumerate() {
                    let part = &regs[part as usize];
                    for lane in 0..32 {
                        whole[lane] |= part[lane] << (i as u32 * bits);
                    }
                }
                put(&mut regs[*d as usize], active, |lane| whole[lane]);
            }
            Operation::Unpack { parts, a, bits } => {
                let whole = regs[*a as usize];
                let keep = (1u64 << bits) - 1;
                for (i, &part) in parts.iter().enumerate().filter(|(_, p)| **p != SINK) {
                    put(&mut regs[part as usize], active, |lane| whole[lane] >> (i as u32 * bits) & keep);
                }
            }
            Operation::Load(access) => reach!().load_registers(access, regs, active)?,
            Operation::Store(access) => reach!().store_registers(access, regs, active)?,
            Operation::Atomic(atomic) => reach!().update_registers(atomic, regs, active)?,
            Operation::AsyncCopy(copy) => reach!().copy_lanes(copy, regs, active)?,
            Operation::BulkTransfer(copy) => reach!().bulk_transfer(copy, regs, active)?,
            Operation::TensorTransfer(copy) => reach!().tensor_transfer(copy, regs, active)?,
            Operation::Mbarrier(access) => {
                let yes = reach!().mbarrier(access, regs, active)?;
                if let BarrierOp::Test { p, .. } = access.op {
                    assign(&mut self.preds[p as usize], active, yes);
                }
            }
            Operation::ReadTexture(read) => texture::read(context, read, active, regs, &mut self.preds)?,
            Operation::QueryTexture(query) => texture::query(context, query, active, regs)?,
            Operation::Surface(access) => access_surface(context, access, active, regs)?,
            Operation::PendingCount { d, a } => {
                let states = regs[*a as usize];
                put(&mut regs[*d as usize], active, |lane| Mbarrier(states[lane]).pending());
            }
            Operation::Matrix(op) => {
                self.core.check_whole(active)?;
                match op {
                    PtxMatrix::Load(access) => reach!().load_matrix(access, regs)?,
                    PtxMatrix::Store(access) => reach!().store_matrix(access, regs)?,
                    PtxMatrix::LoadFragment(access) => reach!().load_fragment(access, regs)?,
                    PtxMatrix::StoreFragment(access) => reach!().store_fragment(access, regs)?,
                    PtxMatrix::Product(product) => multiply(product, regs),
                    PtxMatrix::GroupProduct(product) => {
                        let adds = (self.preds[product.adds.slot as usize] ^ product.adds.flip) & 1 == 1;
                        reach!().described_product(product, adds, regs)?;
                    }
                }
            }
            Operation::MapAddress(map) => reach!().map_addresses(map, regs, active),
            Operation::RankOf(of) => reach!().ranks_of(of, regs, active),
            Operation::StoreTracked(store) => reach!().store_tracked(store, regs, active)?,
            Operation::IsSpace { space, own, p, a } => {
                let a = regs[*a as usize];
                let inside = lanes_where(active, |lane| in_space(a[lane], *space, *own));
                assign(&mut self.preds[*p as usize], active, inside);
            }
            Operation::ActiveMask { d } => {
                put(&mut regs[*d as usize], active, |_| mask.into());
            }
            Operation::Order(op) => order(*op, &self.core, active, tally),
            Operation::Clock { which, d } => {
                let WarpCore { clock, instructions, .. } = &mut self.core;
                let now = match which {
                    Clock::Cycles => clock.cycles(*instructions),
                    Clock::CyclesHigh => clock.cycles(*instructions) >> 32,
                    Clock::Nanoseconds => clock.nanoseconds(),
                    Clock::NanosecondsHigh => clock.nanoseconds() >> 32,
                };
                put(&mut regs[*d as usize], active, |_| now);
            }
            Operation::CallDriver(call) => {
                for lane in lanes(active) {
                    let mut args = Vec::new();
                    for (operand, &bytes) in call.args.iter().zip(call.function.params()) {
                        let address = addresses(regs, operand)[lane];
                        let value = self.core.local.load(lane, address, bytes);
                        args.push(value.ok_or_else(|| reach!().outside_local(lane, address, bytes))?);
                    }
                    let result = DriverCall { reach: &mut reach!(), lane }.call(call.function, &args)?;
                    if let Some(operand) = &call.result {
                        let (address, bytes) = (addresses(regs, operand)[lane], call.function.result());
                        let stored = self.core.local.store(lane, address, bytes, result);
                        stored.ok_or_else(|| reach!().outside_local(lane, address, bytes))?;
                    }
                }
            }
            Operation::Nothing => {}
            // The loop that runs the warp has executed it.
            Operation::Flow(_) => {}
        }
        Ok(())
    }
}

/// Whether a generic address is in a space; `own`: of shared memory, in that of the block itself.
fn in_space(address: u64, space: Space, own: bool) -> bool {
    let (found, inside) = resolve(address);
    match space {
        Space::Const => false,
        Space::Shared if own => found == space && block_of(inside).0 == 0,
        space => found == space,
    }
}
