//! The registers of each operation of PTX.

use super::{
    AddressOperand, Barrier, BarrierAccess, BarrierOp, BarrierResult, CallOperands, Callee, DescribedLeft, Exchange,
    Operation, PtxFlow, PtxMatrix, TextureOffsets, TextureRead, VoteResult,
};
use crate::isa::register_use::RegisterUses;

impl Operation {
    /// Passes the registers that the operation reads and writes to `uses`.
    pub fn registers(&self, uses: &mut RegisterUses<'_>) {
        match self {
            Self::Nothing
            | Self::Order(_)
            | Self::Predicate { .. }
            | Self::Flow(
                PtxFlow::ClusterArrive { .. }
                | PtxFlow::ClusterWait
                | PtxFlow::Branch { .. }
                | PtxFlow::Return
                | PtxFlow::Exit
                | PtxFlow::Trap
                | PtxFlow::Yield,
            ) => {}
            Self::One { d, a, .. }
            | Self::Convert { d, a, .. }
            | Self::ConvertAny { d, a, .. }
            | Self::PendingCount { d, a } => {
                uses.reads(*a, 1);
                uses.writes(*d, 1);
            }
            Self::Halves { d, sources, .. } => {
                uses.reads_each(*sources);
                uses.writes(*d, 1);
            }
            Self::Two { d, a, b, .. }
            | Self::Set { d, a, b, .. }
            | Self::SetHalves { d, a, b, .. }
            | Self::Select { d, a, b, .. } => {
                uses.reads_each([*a, *b]);
                uses.writes(*d, 1);
            }
            Self::Three { d, a, b, c, .. } => {
                uses.reads_each([*a, *b, *c]);
                uses.writes(*d, 1);
            }
            Self::Four { d, inputs, .. } | Self::Lop3Predicate { d, inputs, .. } => {
                uses.reads_each(*inputs);
                uses.writes(*d, 1);
            }
            Self::Carry(carry) => {
                uses.reads_each([carry.a, carry.b, carry.c]);
                uses.writes(carry.d, 1);
            }
            Self::Compare { a, b, .. } | Self::CompareHalves { a, b, .. } => uses.reads_each([*a, *b]),
            Self::Pack { d, parts, .. } => {
                uses.reads_each(parts.iter().copied());
                uses.writes(*d, 1);
            }
            Self::Unpack { parts, a, .. } => {
                uses.reads(*a, 1);
                uses.writes_each(parts.iter().copied());
            }
            Self::Load(access) => {
                address(&access.address, uses);
                uses.writes_each(access.slots.iter().copied());
            }
            Self::Store(access) => {
                address(&access.address, uses);
                uses.reads_each(access.slots.iter().copied());
            }
            Self::Atomic(atomic) => {
                address(&atomic.address, uses);
                uses.reads_each([atomic.a, atomic.b]);
                uses.writes(atomic.d, 1);
            }
            Self::Matrix(PtxMatrix::Load(access)) => {
                address(&access.address, uses);
                uses.writes_each(access.slots.iter().copied());
            }
            Self::Matrix(PtxMatrix::Store(access)) => {
                address(&access.address, uses);
                uses.reads_each(access.slots.iter().copied());
            }
            // The registers of a load keep what its elements leave of them.
            Self::Matrix(PtxMatrix::LoadFragment(access) | PtxMatrix::StoreFragment(access)) => {
                address(&access.address, uses);
                uses.reads_each(access.slots.iter().copied().chain([access.stride, access.scratch]));
            }
            Self::Matrix(PtxMatrix::Product(product)) => {
                for tile in &product.tiles {
                    uses.reads_each(tile.factors.iter().flatten().flatten().copied());
                    uses.reads_each(tile.c.iter().copied().chain(tile.metadata));
                }
                product.tiles.iter().for_each(|tile| uses.writes_each(tile.d.iter().copied()));
            }
            // It may add to what its result held.
            Self::Matrix(PtxMatrix::GroupProduct(product)) => {
                uses.reads_each(product.d.iter().copied().chain([product.b]));
                match product.a {
                    DescribedLeft::Registers(registers) => uses.reads_each(registers),
                    DescribedLeft::Shared(descriptor) => uses.reads(descriptor, 1),
                }
            }
            Self::AsyncCopy(copy) => {
                [&copy.to, &copy.from].into_iter().for_each(|end| address(end, uses));
                uses.reads_each(copy.source_bytes);
            }
            Self::BulkTransfer(copy) => {
                [&copy.to, &copy.from].into_iter().chain(&copy.barrier).for_each(|end| address(end, uses));
                uses.reads(copy.bytes, 1);
                uses.reads_each(copy.blocks);
            }
            Self::TensorTransfer(copy) => {
                [&copy.shared].into_iter().chain(&copy.barrier).for_each(|end| address(end, uses));
                uses.reads(copy.map, 1);
                uses.reads_each(copy.at.iter().copied());
                uses.reads_each(copy.blocks);
            }
            Self::ReadTexture(read) => read.registers(uses),
            Self::QueryTexture(query) => {
                uses.reads(query.handle, 1);
                uses.writes_each(query.to.iter().flatten().map(|(slot, _)| *slot));
            }
            Self::Surface(access) => access.registers(uses),
            Self::Mbarrier(access) => mbarrier(access, uses),
            Self::IsSpace { a, .. } => uses.reads(*a, 1),
            Self::MapAddress(map) => {
                uses.reads_each([map.a, map.rank]);
                uses.writes(map.d, 1);
            }
            Self::RankOf(of) => {
                uses.reads(of.a, 1);
                uses.writes(of.d, 1);
            }
            Self::StoreTracked(store) => {
                [&store.address, &store.barrier].into_iter().for_each(|end| address(end, uses));
                uses.reads_each(store.slots.iter().copied());
            }
            Self::Flow(PtxFlow::Exchange(exchange)) => exchanged(exchange, uses),
            Self::ActiveMask { d } | Self::Clock { d, .. } => uses.writes(*d, 1),
            Self::Flow(PtxFlow::Barrier(barrier)) => block_barrier(barrier, uses),
            Self::Flow(PtxFlow::Table { index, .. }) => uses.reads(*index, 1),
            Self::Flow(PtxFlow::Call(call)) => called(call, uses),
            Self::CallDriver(call) => call.args.iter().chain(&call.result).for_each(|place| address(place, uses)),
        }
    }
}

impl TextureRead {
    /// Passes the registers that the read reads and writes to `uses`.
    pub fn registers(&self, uses: &mut RegisterUses<'_>) {
        uses.reads(self.handle, 1);
        uses.reads_each(self.layer);
        uses.reads_each(self.at.iter().copied().take(self.form.geometry.axes()));
        match self.offsets {
            TextureOffsets::None => {}
            TextureOffsets::Separate(slots) => uses.reads_each(slots.into_iter().take(self.form.geometry.axes())),
            TextureOffsets::Packed { slot, .. } => uses.reads(slot, 1),
        }
        uses.writes_each(self.to.iter().flatten().copied());
    }
}

fn address(address: &AddressOperand, uses: &mut RegisterUses<'_>) {
    uses.reads(address.base, 1);
}

fn mbarrier(access: &BarrierAccess, uses: &mut RegisterUses<'_>) {
    address(&access.address, uses);
    match &access.op {
        BarrierOp::Init { count } => uses.reads(*count, 1),
        BarrierOp::Arrive { count, expects, state, .. } => {
            uses.reads_each([count, expects].into_iter().flatten().copied());
            uses.writes(*state, 1);
        }
        BarrierOp::Expect { bytes } | BarrierOp::Complete { bytes } => uses.reads(*bytes, 1),
        BarrierOp::Test { phase, .. } => uses.reads(*phase, 1),
        BarrierOp::CopiesDone { .. } | BarrierOp::End => {}
    }
}

fn exchanged(exchange: &Exchange, uses: &mut RegisterUses<'_>) {
    match exchange {
        Exchange::Shuffle(shuffle) => {
            uses.reads_each([shuffle.a, shuffle.b, shuffle.c, shuffle.members]);
            uses.writes(shuffle.d, 1);
        }
        Exchange::Vote { result, members, .. } => {
            uses.reads(*members, 1);
            if let VoteResult::Ballot(d) = result {
                uses.writes(*d, 1);
            }
        }
        Exchange::Match { d, a, members, .. } | Exchange::Reduce { d, a, members, .. } => {
            uses.reads_each([*a, *members]);
            uses.writes(*d, 1);
        }
        Exchange::Elect { d, members, .. } => {
            uses.reads(*members, 1);
            uses.writes(*d, 1);
        }
        Exchange::WarpSync { members } => uses.reads(*members, 1),
    }
}

fn block_barrier(barrier: &Barrier, uses: &mut RegisterUses<'_>) {
    uses.reads_each([barrier.id].into_iter().chain(barrier.threads));
    if let BarrierResult::Count { d, .. } = barrier.result {
        uses.writes(d, 1);
    }
}

/// Arguments and results are in frames.
fn called(call: &CallOperands, uses: &mut RegisterUses<'_>) {
    if let Callee::Register(slot) = call.callee {
        uses.reads(slot, 1);
    }
}
