//! The registers of each operation of machine code.

use super::{
    AddressOf, GroupProduct, HalfOp, HalfSource, JumpKind, LongSource, MbarrierOp, Part, SassAccess, SassExchange,
    SassFlow, SassMatrix, SassOp, Source,
};
use crate::isa::register_use::RegisterUses;

/// Registers of a lane's bytes.
fn words(bytes: u32) -> u32 {
    bytes.div_ceil(4)
}

impl RegisterUses<'_> {
    fn source(&mut self, source: &Source) {
        // A float's sign is of its last byte alone, and other masks and flips reach whole registers.
        self.reads(source.slot, 1);
    }

    fn sources<'s>(&mut self, sources: impl IntoIterator<Item = &'s Source>) {
        sources.into_iter().for_each(|source| self.source(source));
    }

    fn long(&mut self, source: &LongSource) {
        self.reads(source.slot, if source.pair { 2 } else { 1 });
    }

    fn longs<'s>(&mut self, sources: impl IntoIterator<Item = &'s LongSource>) {
        sources.into_iter().for_each(|source| self.long(source));
    }

    fn half(&mut self, source: &HalfSource) {
        let used = source.and.checked_shl(source.shift).unwrap_or(0);
        let bytes = (0..4).filter(|byte| used >> (8 * byte) & 0xff != 0).fold(0, |mask, byte| mask | 1 << byte);
        self.reads_bytes(source.slot, 1, bytes);
    }

    fn halves<'s>(&mut self, sources: impl IntoIterator<Item = &'s HalfSource>) {
        sources.into_iter().for_each(|source| self.half(source));
    }

    fn address(&mut self, address: &AddressOf) {
        self.reads(address.register, if address.pair { 2 } else { 1 });
        self.reads(address.uniform, if address.uniform_pair { 2 } else { 1 });
    }
}

impl SassOp {
    /// Passes the registers that the operation reads and writes to `uses`.
    pub fn registers(&self, uses: &mut RegisterUses<'_>) {
        match self {
            Self::Nothing
            | Self::Order(_)
            | Self::Flow(SassFlow::Yield)
            | Self::Plop3 { .. }
            | Self::Flow(
                SassFlow::Branch { .. }
                | SassFlow::BranchIfAny { .. }
                | SassFlow::Call { .. }
                | SassFlow::Exit { .. }
                | SassFlow::Trap,
            )
            | Self::Gather { .. }
            | Self::Flow(SassFlow::Meet { .. })
            | Self::Leave { .. }
            | Self::Flow(SassFlow::ClusterArrive | SassFlow::ClusterWait) => {}
            Self::Flow(SassFlow::Jump { register, kind: JumpKind::Return, .. }) => uses.reads(*register, 2),
            // They go to addresses in registers.
            Self::Flow(SassFlow::Jump { .. } | SassFlow::CallDriver { .. } | SassFlow::EndCollective) => {
                uses.reads_any()
            }
            Self::One { d, a, .. } | Self::LongUpper { d, a, .. } | Self::Matrix(SassMatrix::Transpose { d, a }) => {
                uses.source(a);
                uses.writes(*d, 1);
            }
            Self::Two { d, a, b, .. }
            | Self::ChooseHalves { d, a, b, .. }
            | Self::Set { d, a, b, .. }
            | Self::Select { d, a, b, .. } => {
                uses.sources([a, b]);
                uses.writes(*d, 1);
            }
            Self::Three { d, a, b, c, .. }
            | Self::MultiplyAdd { d, a, b, c, .. }
            | Self::Lop3 { d, a, b, c, .. }
            | Self::Exchange(SassExchange::Shuffle { d, a, b, c, .. }) => {
                uses.sources([a, b, c]);
                uses.writes(*d, 1);
            }
            Self::Add3 { d, terms, .. } | Self::FusedMultiplyAdd { d, sources: terms } => {
                uses.sources(terms);
                uses.writes(*d, 1);
            }
            Self::ShiftAdd(sum) => {
                uses.sources([&sum.a, &sum.b].into_iter().chain(&sum.high));
                uses.writes(sum.d, 1);
            }
            Self::MultiplyWide(product) => {
                uses.sources([&product.a, &product.b]);
                uses.long(&product.c);
                uses.writes(product.d, if product.part == Part::Both { 2 } else { 1 });
            }
            Self::Compare { a, b, .. } | Self::DivisionCheck { a, b, .. } => uses.sources([a, b]),
            Self::LongCompare { a, b, .. } | Self::LongChoice { a, b, .. } => uses.longs([a, b]),
            Self::Half(HalfOp::Compare { a, b, .. }) => uses.halves(a.iter().chain(b)),
            Self::Half(HalfOp::Set { a, b, d, .. }) => {
                uses.halves(a.iter().chain(b));
                uses.writes(*d, 1);
            }
            Self::Long { d, pair, sources, .. } => {
                uses.longs(sources);
                uses.writes(*d, if *pair { 2 } else { 1 });
            }
            Self::CopyPair { d, a } => {
                uses.reads(*a, 2);
                uses.writes(*d, 2);
            }
            Self::CopyFour { d, a } => {
                uses.reads(*a, 4);
                uses.writes(*d, 4);
            }
            Self::SelectPair { d, a, b, .. } => {
                uses.longs([a, b]);
                uses.writes(*d, 2);
            }
            Self::OfPair(both) => both.iter().for_each(|op| op.registers(uses)),
            Self::Convert { to, from, d, a, shift, .. } => {
                match from.bits() {
                    64 => uses.long(a),
                    bits => {
                        let bytes = ((1u32 << bits.div_ceil(8)) - 1) << (shift / 8);
                        uses.reads_bytes(a.slot, 1, bytes);
                    }
                }
                uses.writes(*d, to.bits().div_ceil(32).max(1));
            }
            Self::Half(HalfOp::Function { d, sources, .. }) => {
                uses.halves(sources.iter().flatten());
                uses.writes(*d, 1);
            }
            Self::Half(HalfOp::Sum { d, a, b, .. }) => {
                uses.halves([a, b]);
                uses.writes(*d, 1);
            }
            Self::PredicatesToRegister { d, a, .. } => {
                uses.source(a);
                uses.writes(*d, 1);
            }
            Self::RegisterToPredicates { a, .. } | Self::RegisterToBarrier { a, .. } => uses.source(a),
            Self::Access(SassAccess::LoadConstant { d, index, bytes, .. }) => {
                uses.reads(*index, 1);
                uses.writes(*d, words(*bytes));
            }
            Self::Clock { d, pair, .. } => uses.writes(*d, if *pair { 2 } else { 1 }),
            Self::Exchange(SassExchange::ToUniform { d, a, .. } | SassExchange::Reduce { d, a, .. }) => {
                uses.source(a);
                uses.writes(*d, 1);
            }
            Self::Exchange(SassExchange::Vote { d, .. } | SassExchange::Elect { d, .. })
            | Self::BarrierToRegister { d, .. } => uses.writes(*d, 1),
            Self::Exchange(SassExchange::Match { d, a, .. }) => {
                uses.long(a);
                uses.writes(*d, 1);
            }
            Self::Access(SassAccess::IsIn { address, .. }) => uses.address(address),
            Self::Access(SassAccess::Load(transfer)) => {
                uses.address(&transfer.address);
                uses.writes(transfer.register, words(transfer.bytes));
            }
            Self::Access(SassAccess::Store(transfer)) => {
                uses.address(&transfer.address);
                uses.reads(transfer.register, words(transfer.bytes));
            }
            Self::Access(SassAccess::Atomic(atomic)) => {
                uses.address(&atomic.address);
                uses.longs([&atomic.a, &atomic.b]);
                uses.writes(atomic.d, words(atomic.bytes));
            }
            // The lanes that it does not serve keep their registers.
            Self::Access(SassAccess::AtomicIfGlobal { atomic, .. }) => {
                uses.address(&atomic.address);
                uses.longs([&atomic.a, &atomic.b]);
            }
            Self::Access(SassAccess::CompareAndStore { address, d, a, b, .. }) => {
                uses.address(address);
                uses.longs([a, b]);
                uses.writes(*d, 1);
            }
            Self::Matrix(SassMatrix::Load { address, d, count, .. }) => {
                uses.address(address);
                uses.writes(*d, *count);
            }
            Self::Matrix(SassMatrix::Store { address, register, count, .. }) => {
                uses.address(address);
                uses.reads(*register, *count);
            }
            Self::Access(SassAccess::AsyncCopy { to, from, .. }) => {
                uses.address(to);
                uses.address(from);
            }
            Self::Matrix(SassMatrix::Product(product)) => {
                let [a, b, sums] = product.shape.registers().map(|count| count as u32);
                uses.reads(product.a, a);
                uses.reads(product.b, b);
                uses.reads(product.c, sums);
                uses.reads_each(product.metadata);
                uses.writes(product.d, sums);
            }
            Self::Matrix(SassMatrix::GroupProduct(product)) => group_product(product, uses),
            Self::Access(SassAccess::Mbarrier(op)) => mbarrier(op, uses),
            Self::Access(SassAccess::BulkCopy(copy)) => {
                uses.reads(copy.to, 2);
                uses.reads(copy.from, 2);
                uses.reads(copy.length, 1);
            }
            Self::Access(SassAccess::AsyncStore(store)) => {
                uses.reads(store.addresses, 2);
                uses.reads(store.register, words(store.bytes));
            }
            Self::Access(SassAccess::TensorCopy(copy)) => {
                uses.reads(copy.registers, 2 + copy.rank as u32);
                uses.reads(copy.map, 2);
                uses.reads(copy.blocks, 1);
            }
            Self::Access(SassAccess::ReadTexture(read)) => read.registers(uses),
            Self::Access(SassAccess::Surface(access)) => access.registers(uses),
            Self::Access(SassAccess::QueryTexture(query)) => {
                uses.reads(query.handle, 1);
                uses.writes_each(query.to.iter().flatten().map(|(slot, _)| *slot));
            }
            Self::Flow(SassFlow::BranchIfTogether { named, .. }) => uses.source(named),
            Self::Flow(SassFlow::WarpSync { named, .. } | SassFlow::Collective { named, .. }) => uses.sources(named),
            Self::Flow(SassFlow::BlockBarrier { id, threads, .. }) => uses.sources([id].into_iter().chain(threads)),
            Self::BarrierResult { d, .. } => uses.writes(*d, 1),
        }
    }
}

/// It may add to what its result held, so that does not count as overwritten.
fn group_product(product: &GroupProduct, uses: &mut RegisterUses<'_>) {
    uses.reads(product.c, product.shape.results() as u32);
    if let Some(a) = product.a {
        uses.reads(a, 4);
    }
    uses.reads(product.descriptors, 4);
}

fn mbarrier(op: &MbarrierOp, uses: &mut RegisterUses<'_>) {
    match op {
        MbarrierOp::Set { address, value } => {
            uses.address(address);
            uses.reads(*value, 2);
        }
        MbarrierOp::Arrive(arrival) => {
            uses.address(&arrival.address);
            uses.source(&arrival.operand);
        }
        MbarrierOp::Test { address, parity, .. } => {
            uses.address(address);
            uses.source(parity);
        }
        MbarrierOp::CopiesDone { address, .. }
        | MbarrierOp::ArrivePlain { address, .. }
        | MbarrierOp::CopiesArrivePlain { address } => uses.address(address),
    }
}
