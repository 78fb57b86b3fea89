//! The operations of machine code: those on registers and predicates here, others in files of their kinds.

use super::{
    HalfOp, LongSource, MultiplyWide, SassAccess, SassExchange, SassFlow, SassMatrix, ShiftAdd, Source, Words1, Words2,
    Words3,
};
use crate::isa::{BoolOp, Conversion, OrderOp, Pred, PredSlot, Slot, Type};
use crate::lanes::{Compare, LanesFunction};

/// The operation of an instruction of machine code.
#[derive(Debug, Clone)]
pub enum SassOp {
    /// Waits for what is already there, prefetches: nothing to do.
    Nothing,
    One {
        f: Words1,
        d: Slot,
        a: Source,
    },
    Two {
        f: Words2,
        d: Slot,
        a: Source,
        b: Source,
    },
    Three {
        f: Words3,
        d: Slot,
        a: Source,
        b: Source,
        c: Source,
    },
    /// `d = a * b + c` of f32, rounded once to the nearest: the most frequent operation of most kernels.
    FusedMultiplyAdd {
        d: Slot,
        sources: [Source; 3],
    },
    /// The smaller or the larger of two halves each, and where it is the first: of the low ones, then of the high ones.
    ChooseHalves {
        f: Words2,
        d: Slot,
        a: Source,
        b: Source,
        smaller: bool,
        signed: bool,
        first: [PredSlot; 2],
    },
    /// `d = t0 + t1 + t2 + plus + carries`; the carries out are those past 2^32 and past 2^33.
    Add3 {
        d: Slot,
        terms: [Source; 3],
        plus: u32,
        carry_in: [Pred; 2],
        carry_out: [PredSlot; 2],
    },
    /// `d = (a << shift) + b + plus + carry`, where the shifted number has 64 bits, and `high` takes its upper half.
    ShiftAdd(ShiftAdd),
    /// `d = a * b + c + carry`, of 32 bits.
    MultiplyAdd {
        d: Slot,
        a: Source,
        b: Source,
        c: Source,
        carry_in: Pred,
    },
    /// `d = a * b + c + plus + carry`, of 64 bits.
    MultiplyWide(MultiplyWide),
    Lop3 {
        d: Slot,
        a: Source,
        b: Source,
        c: Source,
        table: u8,
        p: PredSlot,
        combine: BoolOp,
        with: Pred,
    },
    Plop3 {
        d: [PredSlot; 2],
        sources: [Pred; 3],
        tables: [u8; 2],
    },
    Compare {
        f: Compare<u32>,
        a: Source,
        b: Source,
        p: PredSlot,
        q: PredSlot,
        combine: BoolOp,
        with: Pred,
        /// The result of the lower halves, which decides where `a` and `b` are equal.
        lower: Option<Pred>,
    },
    LongCompare {
        f: Compare,
        a: LongSource,
        b: LongSource,
        p: PredSlot,
        q: PredSlot,
        combine: BoolOp,
        with: Pred,
    },
    /// Whether `a` is the larger (or the smaller) of two f64, a number before a NaN; `q`: both are NaNs.
    LongChoice {
        larger: bool,
        a: LongSource,
        b: LongSource,
        p: PredSlot,
        q: PredSlot,
    },
    /// As `Compare`, with a register for the result.
    Set {
        f: Compare<u32>,
        a: Source,
        b: Source,
        d: Slot,
        combine: BoolOp,
        with: Pred,
        /// The result where it holds.
        one: u32,
    },
    Select {
        d: Slot,
        a: Source,
        b: Source,
        p: Pred,
    },
    /// A function of whole lanes of 32 or 64 bits. The result goes to a pair of registers where `pair` says so.
    Long {
        f: LanesFunction,
        d: Slot,
        pair: bool,
        sources: [LongSource; 3],
    },
    /// A function of an f64 of which the registers hold the upper half only.
    LongUpper {
        f: LanesFunction,
        d: Slot,
        a: Source,
    },
    CopyPair {
        d: Slot,
        a: Slot,
    },
    CopyFour {
        d: Slot,
        a: Slot,
    },
    /// As `Select`, of pairs of registers.
    SelectPair {
        d: Slot,
        a: LongSource,
        b: LongSource,
        p: Pred,
    },
    /// The same operation on both registers of a pair.
    OfPair(Box<[SassOp; 2]>),
    Convert {
        to: Type,
        from: Type,
        how: Conversion,
        /// The integer that a NaN becomes.
        nan: u64,
        d: Slot,
        a: LongSource,
        /// Bits of `a` below the number.
        shift: u32,
    },
    /// Whether a division needs the slow path.
    DivisionCheck {
        p: PredSlot,
        a: Source,
        b: Source,
    },
    PredicatesToRegister {
        d: Slot,
        a: Source,
        first: PredSlot,
        mask: u32,
        shift: u32,
    },
    RegisterToPredicates {
        a: Source,
        first: PredSlot,
        mask: u32,
        shift: u32,
    },
    Clock {
        d: Slot,
        pair: bool,
        nanoseconds: bool,
    },
    /// The lanes that are here will meet at the barrier's `Meet`.
    Gather {
        barrier: u8,
    },
    /// The active lanes leave the barrier.
    Leave {
        barrier: u8,
        /// And this.
        also: Pred,
    },
    BarrierToRegister {
        d: Slot,
        barrier: u8,
        clear: bool,
    },
    RegisterToBarrier {
        barrier: u8,
        a: Source,
    },
    BarrierResult {
        d: Slot,
        p: PredSlot,
    },
    /// Operations on halves.
    Half(HalfOp),
    Exchange(SassExchange),
    Access(SassAccess),
    /// Of the whole warp.
    Matrix(SassMatrix),
    Order(OrderOp),
    /// Executed by the loop that runs a warp.
    Flow(SassFlow),
}
