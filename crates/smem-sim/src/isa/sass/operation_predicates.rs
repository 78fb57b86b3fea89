//! The predicates that an operation of machine code reads and writes, but for its guard.

use super::{HalfOp, SassExchange, SassFlow, SassOp};
use crate::isa::PredicateUses;

impl SassOp {
    /// Adds the predicates that the operation reads and writes to `uses`.
    pub fn predicates(&self, uses: &mut PredicateUses) {
        match self {
            Self::ChooseHalves { first, .. } => uses.write(*first),
            Self::Add3 { carry_in, carry_out, .. } => {
                uses.read(*carry_in);
                uses.write(*carry_out);
            }
            Self::ShiftAdd(sum) => {
                uses.read([sum.carry_in]);
                uses.write([sum.carry_out]);
            }
            Self::MultiplyAdd { carry_in, .. } => uses.read([*carry_in]),
            Self::MultiplyWide(product) => {
                uses.read([product.carry_in]);
                uses.write([product.carry_out]);
            }
            Self::Lop3 { p, with, .. } => {
                uses.read([*with]);
                uses.write([*p]);
            }
            Self::Plop3 { d, sources, .. } => {
                uses.read(*sources);
                uses.write(*d);
            }
            Self::Compare { p, q, with, lower, .. } => {
                uses.read([*with].into_iter().chain(*lower));
                uses.write([*p, *q]);
            }
            Self::LongCompare { p, q, with, .. } | Self::Half(HalfOp::Compare { p, q, with, .. }) => {
                uses.read([*with]);
                uses.write([*p, *q]);
            }
            Self::LongChoice { p, q, .. } => uses.write([*p, *q]),
            Self::Set { with, .. } | Self::Half(HalfOp::Set { with, .. }) => uses.read([*with]),
            Self::Select { p, .. } | Self::SelectPair { p, .. } => uses.read([*p]),
            Self::OfPair(both) => both.iter().for_each(|op| op.predicates(uses)),
            Self::DivisionCheck { p, .. } => uses.write([*p]),
            Self::PredicatesToRegister { first, mask, .. } => {
                uses.reads.extend((0..32).filter(|bit| mask >> bit & 1 == 1).map(|bit| first + bit));
            }
            Self::RegisterToPredicates { first, mask, .. } => {
                uses.write((0..32).filter(|bit| mask >> bit & 1 == 1).map(|bit| first + bit));
            }
            Self::Leave { also, .. } => uses.read([*also]),
            Self::BarrierResult { p, .. } => uses.write([*p]),
            Self::Flow(SassFlow::BlockBarrier { votes, .. }) => uses.read(votes.as_ref().map(|(_, pred)| *pred)),
            Self::Exchange(exchange) => match exchange {
                SassExchange::ToUniform { p, .. } | SassExchange::Shuffle { p, .. } | SassExchange::Elect { p, .. } => {
                    uses.write([*p]);
                }
                SassExchange::Vote { p, a, .. } => {
                    uses.read([*a]);
                    uses.write([*p]);
                }
                SassExchange::Match { all, .. } => uses.write(*all),
                SassExchange::Reduce { .. } => {}
            },
            _ => {}
        }
    }
}
