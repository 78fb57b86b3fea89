//! The operations.

use super::{
    AddressOf, AsyncStore, AtomicTransfer, BarrierVotes, BulkCopy, GroupProduct, HalfMode, HalfSource, LanesFunction,
    LongSource, MatrixProduct, MbarrierOp, MultiplyWide, ShiftAdd, Source, TensorCopy, Transfer, Vote, Words1, Words2,
    Words3, WordsTest,
};
use crate::isa::{
    BoolOp, CompareOp, Conversion, CopyPath, Pred, PredSlot, Reduction, ShuffleMode, Slot, Space, TextureQuery,
    TextureRead, Type,
};
use crate::lanes::Compare;

/// A question that an instruction asks about a generic address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AskedSpace {
    /// Shared memory of the block.
    OwnShared,
    /// Shared memory of another block of its cluster.
    OtherShared,
    Local,
    /// Neither shared nor local memory: kernels rule out constants and parameters themselves.
    Global,
}

/// A branch to an address in registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JumpKind {
    /// `BRX`: to a place in a table.
    Branch,
    /// A call through a pointer.
    Call,
    Return,
}

#[derive(Debug, Clone)]
pub(crate) enum SassOp {
    /// Waits for what is already there, prefetches: nothing to do.
    Nothing,
    /// `NOP`: what the assembler leaves of a `__syncwarp` of lanes that are together, and behind a load or an atomic that acquires.
    WarpSynced,
    /// `CCTL.IVALL`: what it leaves behind a load or an atomic that acquires for more than the block.
    Acquired,
    /// The asynchronous copies so far are a group.
    CommitCopies,
    /// Waits for all but the last so many groups of asynchronous copies.
    WaitCopies {
        pending: u32,
    },
    /// The bulk copies so far are a group.
    CommitBulk,
    /// The products of four warps so far are a group.
    CommitProducts,
    /// Waits for all but the last so many groups of such products.
    WaitProducts {
        pending: u32,
    },
    /// For blocks on other host threads; within a block instructions run one at a time.
    Fence,
    /// Asynchronous copies behind it see what these lanes have stored.
    ProxyFence,
    /// Let others run.
    Yield,
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
        f: WordsTest,
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
    /// Comparisons of two halves at once: `p` takes the low one and `q` the high one.
    HalfCompare {
        op: CompareOp,
        bf16: bool,
        a: [HalfSource; 2],
        b: [HalfSource; 2],
        p: PredSlot,
        q: PredSlot,
        combine: BoolOp,
        with: Pred,
        /// Both must hold for `p`; `q` is then the opposite.
        both: bool,
    },
    /// As `HalfCompare`, with a register of two results.
    HalfSet {
        op: CompareOp,
        bf16: bool,
        a: [HalfSource; 2],
        b: [HalfSource; 2],
        d: Slot,
        combine: BoolOp,
        with: Pred,
        /// The result where it holds: all ones, or one.
        one: u32,
    },
    /// As `Compare`, with a register for the result.
    Set {
        f: WordsTest,
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
    /// A function of the two halves of registers.
    Halves {
        f: LanesFunction,
        mode: HalfMode,
        d: Slot,
        sources: [[HalfSource; 2]; 3],
    },
    /// The sum of two halves, in f32.
    HalfSum {
        d: Slot,
        a: HalfSource,
        b: HalfSource,
        bf16: bool,
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
    /// A load from a constant bank at an address that lanes compute.
    LoadConstant {
        d: Slot,
        bank: u8,
        index: Slot,
        offset: i64,
        bytes: u32,
        signed: bool,
    },
    Clock {
        d: Slot,
        pair: bool,
        nanoseconds: bool,
    },
    /// From the first active lane to a uniform register. `p`: the lanes with another value, for which ptxas makes a loop.
    ToUniform {
        d: Slot,
        p: PredSlot,
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
    /// Whether a generic address is in a space.
    IsIn {
        p: PredSlot,
        address: AddressOf,
        space: AskedSpace,
    },
    Load(Transfer),
    Store(Transfer),
    Atomic(AtomicTransfer),
    /// An atomic that shared memory may lack. `done` is set for the lanes that it serves and cleared for the others, which the code
    /// behind it serves.
    AtomicIfGlobal {
        atomic: AtomicTransfer,
        done: PredSlot,
    },
    /// Stores `b` where memory holds `a`; `d` is 1 and `done` is set where it did. What fails tries again.
    CompareAndStore {
        space: Space,
        address: AddressOf,
        bytes: u32,
        d: Slot,
        done: PredSlot,
        a: LongSource,
        b: LongSource,
    },
    LoadMatrix {
        address: AddressOf,
        d: Slot,
        count: u32,
        transposed: bool,
    },
    StoreMatrix {
        address: AddressOf,
        register: Slot,
        count: u32,
        transposed: bool,
    },
    AsyncCopy {
        to: AddressOf,
        from: AddressOf,
        bytes: u32,
        path: CopyPath,
        /// Copy zeros instead of what is there.
        zeros: Pred,
        /// The lowest bits of the global address are the number of bytes at the end to fill with zeros instead.
        partial: bool,
    },
    MatrixProduct(MatrixProduct),
    /// Transposes an 8 x 8 matrix of 16-bit elements that the warp's registers hold.
    TransposeMatrix {
        d: Slot,
        a: Source,
    },
    GroupProduct(GroupProduct),
    Mbarrier(MbarrierOp),
    BulkCopy(BulkCopy),
    AsyncStore(AsyncStore),
    TensorCopy(TensorCopy),
    ReadTexture(TextureRead),
    QueryTexture(TextureQuery),
    Branch {
        target: u32,
        /// And this.
        also: Pred,
    },
    /// Taken by all lanes when those for which the guard holds are all that the register names, or when they are not.
    BranchIfTogether {
        together: bool,
        target: u32,
        named: Source,
    },
    /// Taken by all lanes when the guard holds for one.
    BranchIfAny {
        target: u32,
    },
    /// A branch to the code address `register + offset`.
    Jump {
        register: Slot,
        offset: i64,
        kind: JumpKind,
    },
    /// A direct call: the return address is in registers.
    Call {
        target: u32,
    },
    /// A call of the function of the driver whose address is in registers: its arguments and its result are in R4 and those behind it,
    /// and it returns to the address in R20.
    CallDriver {
        function: Slot,
        /// R0.
        registers: Slot,
    },
    /// Ends the lanes for which `also` holds.
    Exit {
        also: Pred,
    },
    Trap,
    /// The lanes that are here will meet at the barrier's `Meet`.
    Gather {
        barrier: u8,
    },
    Meet {
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
    /// Waits for the lanes that the register names; `None`: for all. `exclusive`: they go on without others, which name other lanes.
    WarpSync {
        named: Option<Source>,
        exclusive: bool,
    },
    /// Waits for the lanes that the register names, each at any such instruction. Together they execute what follows this one, up
    /// to `EndCollective`; then each goes on at `after` of its own instruction.
    Collective {
        named: Option<Source>,
        after: u32,
    },
    EndCollective,
    BlockBarrier {
        id: Source,
        threads: Option<Source>,
        waits: bool,
        votes: Option<(BarrierVotes, Pred)>,
    },
    BarrierResult {
        d: Slot,
        p: PredSlot,
    },
    /// At the barrier of the cluster.
    ClusterArrive,
    ClusterWait,
}
