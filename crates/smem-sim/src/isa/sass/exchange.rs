//! Exchanges between the lanes of a warp.

use super::{LongSource, Source, Vote};
use crate::isa::{Pred, PredSlot, Reduction, ShuffleMode, Slot};

/// An exchange between the lanes that are here.
#[derive(Debug, Clone)]
pub(crate) enum SassExchange {
    /// From the first active lane to a uniform register. `p`: the lanes with another value, for which ptxas makes a loop.
    ToUniform {
        d: Slot,
        p: PredSlot,
        /// And the lanes that are in `p` already: those that differ in another register.
        also: bool,
        a: Source,
    },
    Shuffle {
        mode: ShuffleMode,
        p: PredSlot,
        d: Slot,
        a: Source,
        b: Source,
        c: Source,
    },
    Vote {
        vote: Vote,
        d: Slot,
        p: PredSlot,
        a: Pred,
    },
    Match {
        all: Option<PredSlot>,
        d: Slot,
        a: LongSource,
    },
    Reduce {
        op: Reduction,
        d: Slot,
        a: Source,
    },
    /// A predicate for the first active lane, and that lane's number.
    Elect {
        p: PredSlot,
        d: Slot,
    },
}
