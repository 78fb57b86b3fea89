//! The predicates that an operation of PTX reads and writes, but for its guard.

use super::{BarrierOp, BarrierResult, Exchange, Operation, Pred, PredSlot, PtxFlow, VoteResult};

/// Predicates of one instruction.
#[derive(Debug, Default)]
pub struct PredicateUses {
    pub reads: Vec<PredSlot>,
    pub writes: Vec<PredSlot>,
}

impl PredicateUses {
    pub fn read(&mut self, preds: impl IntoIterator<Item = Pred>) {
        self.reads.extend(preds.into_iter().map(|pred| pred.slot));
    }

    pub fn write(&mut self, slots: impl IntoIterator<Item = PredSlot>) {
        self.writes.extend(slots);
    }
}

impl Operation {
    /// Adds the predicates that the operation reads and writes to `uses`.
    pub fn predicates(&self, uses: &mut PredicateUses) {
        match self {
            Self::Compare { p, q, with, .. } => {
                uses.read([*with]);
                uses.write([*p].into_iter().chain(*q));
            }
            Self::CompareHalves { p, q, with, .. } => {
                uses.read([*with]);
                uses.write([*p, *q]);
            }
            Self::SetHalves { with, .. } | Self::Set { with, .. } => uses.read([*with]),
            Self::Select { p, .. } => uses.read([*p]),
            Self::Predicate { d, a, b, .. } => {
                uses.read([*a, *b]);
                uses.write([*d]);
            }
            Self::Lop3Predicate { p, with, .. } => {
                uses.read([*with]);
                uses.write([*p]);
            }
            Self::IsSpace { p, .. } => uses.write([*p]),
            Self::ReadTexture(read) => uses.write(read.resident.map(|(p, _)| p)),
            Self::Mbarrier(access) => {
                if let BarrierOp::Test { p, .. } = &access.op {
                    uses.write([*p]);
                }
            }
            Self::Flow(PtxFlow::Exchange(exchange)) => exchanged(exchange, uses),
            Self::Flow(PtxFlow::Barrier(barrier)) => match barrier.result {
                BarrierResult::None => {}
                BarrierResult::Count { p, .. } => uses.read([p]),
                BarrierResult::And { d, p } | BarrierResult::Or { d, p } => {
                    uses.read([p]);
                    uses.write([d]);
                }
            },
            _ => {}
        }
    }
}

fn exchanged(exchange: &Exchange, uses: &mut PredicateUses) {
    match exchange {
        Exchange::Shuffle(shuffle) => uses.write(shuffle.p),
        Exchange::Vote { result, p, .. } => {
            uses.read([*p]);
            match result {
                VoteResult::All(d) | VoteResult::Any(d) | VoteResult::Uniform(d) => uses.write([*d]),
                VoteResult::Ballot(_) => {}
            }
        }
        Exchange::Match { all, .. } => uses.write(*all),
        Exchange::Elect { p, .. } => uses.write([*p]),
        Exchange::Reduce { .. } | Exchange::WarpSync { .. } => {}
    }
}
