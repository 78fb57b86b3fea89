//! Exchanges between the lanes of a warp.

use super::{LongSource, Source, Vote};
use crate::isa::{Pred, PredSlot, Reduction, ShuffleMode, Slot};

/// An exchange between the lanes that are here.
#[derive(Debug, Clone)]
pub enum SassExchange {
    /// Copies the first active lane's value to a uniform register. `p` gets the lanes with another value: ptxas loops until it is empty.
    ToUniform {
        d: Slot,
        p: PredSlot,
        /// Adds to the lanes that `p` already holds, which differ in another register, instead of replacing them.
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
