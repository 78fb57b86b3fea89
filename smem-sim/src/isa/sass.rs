//! Decoded machine code: registers of 32 bits by slot, operands with their signs, and the operations of the machine.
//!
//! Every operand is a slot of the warp's file, as in decoded PTX. Constants, special registers and the uniform registers have slots
//! of their own, so that the machine never asks what an operand is; a uniform register holds its value in every lane.

use super::memory::{AtomicOp, AtomicPasses, CopyPath};
use super::register::{BoolOp, Pred, PredSlot, Slot};
use super::types::{CompareOp, Conversion, Space, Type};
use super::warp::{Reduction, ShuffleMode};
use crate::lanes::{Compare, Lanes1, Lanes2, Lanes3};
use crate::profile::SharedOp;
use smem_layout::Arch;

/// One register of the 32 lanes.
pub(crate) type Words = [u32; 32];

/// Functions over registers. The last argument is the mask of lanes to write.
pub(crate) type Words1 = fn(&mut Words, &Words, u32);
pub(crate) type Words2 = fn(&mut Words, &Words, &Words, u32);
pub(crate) type Words3 = fn(&mut Words, &Words, &Words, &Words, u32);
/// The lanes in which two registers compare.
pub(crate) type WordsTest = fn(&Words, &Words) -> u32;

/// A function over lanes of 64 bits, by its number of operands.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Function {
    One(Lanes1),
    Two(Lanes2),
    Three(Lanes3),
}

/// `RZ` and `URZ`: four slots, since a store may take that many.
pub(crate) const ZERO: Slot = 0;
/// Where results for `RZ` go.
pub(crate) const DISCARD: Slot = 4;
/// `UR0`.
pub(crate) const UNIFORM: Slot = 8;
/// `R0`.
pub(crate) const GENERAL: Slot = 72;

/// `PT`.
pub(crate) const ALWAYS: PredSlot = 7;
/// `UP0`.
pub(crate) const UNIFORM_PRED: PredSlot = 8;
/// Where results for `PT` go.
pub(crate) const DISCARD_PRED: PredSlot = 16;
pub(crate) const PREDS: usize = 17;

/// Always true, and always false.
pub(crate) const TRUE: Pred = Pred { slot: ALWAYS, flip: 0 };
pub(crate) const FALSE: Pred = Pred { slot: ALWAYS, flip: u32::MAX };

/// A 32-bit operand: `register & and ^ xor` is its value, which holds `|x|`, `-x` of a float and `~x`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) slot: Slot,
    pub(crate) and: u32,
    pub(crate) xor: u32,
}

/// As [`Source`], of a register or of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LongSource {
    pub(crate) slot: Slot,
    pub(crate) pair: bool,
    pub(crate) and: u64,
    pub(crate) xor: u64,
}

/// Half a register: `register >> shift & and ^ xor`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HalfSource {
    pub(crate) slot: Slot,
    pub(crate) shift: u32,
    pub(crate) and: u32,
    pub(crate) xor: u32,
}

/// The byte address `register * scale + uniform + offset`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AddressOf {
    pub(crate) register: Slot,
    /// The register is the first of a pair.
    pub(crate) pair: bool,
    pub(crate) scale: u32,
    pub(crate) uniform: Slot,
    /// The uniform register is the first of a pair.
    pub(crate) uniform_pair: bool,
    pub(crate) offset: i64,
    /// Shared and local memory: 32 bits, which wrap.
    pub(crate) short: bool,
}

/// A load or a store of a lane's bytes, in registers that follow one another.
#[derive(Debug)]
pub(crate) struct Transfer {
    pub(crate) space: Space,
    pub(crate) address: AddressOf,
    /// Bytes of a lane.
    pub(crate) bytes: u32,
    /// Loads of 1 and 2 bytes: extend the sign.
    pub(crate) signed: bool,
    pub(crate) register: Slot,
}

#[derive(Debug)]
pub(crate) struct AtomicTransfer {
    pub(crate) op: AtomicOp,
    pub(crate) passes: AtomicPasses,
    pub(crate) space: Space,
    pub(crate) address: AddressOf,
    pub(crate) bytes: u32,
    /// The old value; `DISCARD` for none.
    pub(crate) d: Slot,
    pub(crate) a: LongSource,
    pub(crate) b: LongSource,
}

/// The bits of a product that are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    High,
    Both,
}

/// What a vote gives a predicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Vote {
    All,
    Any,
    Equal,
}

/// How a barrier counts votes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BarrierVotes {
    Count,
    And,
    Or,
}

/// A warp's matrix product `d = a * b + c`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MatrixProduct {
    pub(crate) shape: MatrixShape,
    pub(crate) d: Slot,
    pub(crate) a: Slot,
    pub(crate) b: Slot,
    pub(crate) c: Slot,
}

/// Columns of `a` and the types. There are 16 rows of `a` and 8 columns of `b`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MatrixShape {
    pub(crate) depth: usize,
    pub(crate) bf16: bool,
    /// Sums in f32; else in f16.
    pub(crate) single: bool,
}

#[derive(Debug)]
pub(crate) enum Op {
    /// Waits for what is already there, prefetches: nothing to do.
    Nothing,
    /// For blocks on other host threads; within a block instructions run one at a time.
    Fence,
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
    /// `d = t0 + t1 + t2 + plus + carries`; the carries out are those past 2^32 and past 2^33.
    Add3 {
        d: Slot,
        terms: [Source; 3],
        plus: u32,
        carry_in: [Pred; 2],
        carry_out: [PredSlot; 2],
    },
    /// `d = (a << shift) + b + plus + carry`, where the shifted number has 64 bits, and `high` takes its upper half.
    ShiftAdd {
        d: Slot,
        a: Source,
        high: Option<Source>,
        extend: bool,
        shift: u32,
        upper: bool,
        /// Take the inversion of what is shifted.
        inverted: bool,
        b: Source,
        plus: u32,
        carry_in: Pred,
        carry_out: PredSlot,
    },
    /// `d = a * b + c + carry`, of 32 bits.
    MultiplyAdd {
        d: Slot,
        a: Source,
        b: Source,
        c: Source,
        carry_in: Pred,
    },
    /// `d = a * b + c + plus + carry`, of 64 bits.
    MultiplyWide {
        signed: bool,
        part: Part,
        d: Slot,
        a: Source,
        b: Source,
        c: LongSource,
        plus: u64,
        carry_in: Pred,
        carry_out: PredSlot,
    },
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
        /// What a result is where it holds: all ones, or one.
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
        f: Function,
        d: Slot,
        pair: bool,
        sources: [LongSource; 3],
    },
    /// A function of an f64 of which the registers hold the upper half only.
    LongUpper {
        f: Function,
        d: Slot,
        a: Source,
    },
    CopyPair {
        d: Slot,
        a: Slot,
    },
    Convert {
        to: Type,
        from: Type,
        how: Conversion,
        /// What a NaN becomes as an integer.
        nan: u64,
        d: Slot,
        a: LongSource,
        /// Bits of `a` below the number.
        shift: u32,
    },
    /// A function of the two halves of registers.
    Halves {
        f: Function,
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
    /// From the first active lane to a uniform register.
    ToUniform {
        d: Slot,
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
    IsShared {
        p: PredSlot,
        address: AddressOf,
    },
    Load(Transfer),
    Store(Transfer),
    Atomic(AtomicTransfer),
    /// Stores `b` where memory holds `a`; `d` is 1 where it did. What fails tries again.
    CompareAndStore {
        address: AddressOf,
        bytes: u32,
        d: Slot,
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
    Branch {
        target: u32,
        /// And this.
        also: Pred,
    },
    /// Taken when the lanes here are not all that the register names.
    BranchIfDiverged {
        target: u32,
        named: Source,
    },
    /// A branch to the code address `register + offset`: `BRX`, an indirect call, a return.
    Jump {
        register: Slot,
        offset: i64,
    },
    /// A direct call: the return address is in registers.
    Call {
        target: u32,
    },
    Exit,
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
    /// Waits for the lanes that the register names; `None`: for all.
    WarpSync {
        named: Option<Source>,
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
}

#[derive(Debug)]
pub(crate) struct SassInst {
    pub(crate) guard: Pred,
    /// Executed once for the warp, with a result in every lane.
    pub(crate) uniform: bool,
    pub(crate) op: Op,
}

/// What a slot holds when a warp starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum SassConstant {
    Bits(u32),
    /// A word of a constant bank.
    Word {
        bank: u8,
        offset: u32,
    },
    /// One or two bytes of a constant bank.
    Narrow {
        bank: u8,
        offset: u32,
        bytes: u32,
        signed: bool,
    },
    Special(SassSpecial),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum SassSpecial {
    Thread(usize),
    /// All three of `threadIdx`, as 16, 10 and 6 bits.
    Threads,
    Block(usize),
    Blocks(usize),
    Lane,
    Warp,
    LanesEqual,
    LanesLess,
    LanesLessEqual,
    LanesGreater,
    LanesGreaterEqual,
    /// The upper half of the shared window's generic address.
    SharedWindow,
}

/// Where the driver puts what a kernel may ask of its launch into constant bank 0, as byte offsets.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LaunchHeader {
    /// Threads of a block, along three axes.
    pub(crate) block: u32,
    /// Blocks, along three axes.
    pub(crate) grid: u32,
    /// The generic addresses of shared memory and of local memory; `None` where nobody has found them.
    pub(crate) windows: Option<[u32; 2]>,
    pub(crate) stack_top: u32,
    /// The descriptor of global memory, which says nothing that matters here.
    pub(crate) descriptor: u32,
}

impl LaunchHeader {
    pub(crate) fn of(capability: u32) -> Self {
        match capability {
            100.. => Self { block: 0x360, grid: 0x370, windows: None, stack_top: 0x37c, descriptor: 0x358 },
            _ => {
                let descriptor = if capability < 90 { 0x118 } else { 0x208 };
                Self { block: 0x0, grid: 0xc, windows: Some([0x18, 0x20]), stack_top: 0x28, descriptor }
            }
        }
    }

    /// Whether a word is one of these.
    pub(crate) fn holds(&self, offset: u32) -> bool {
        let within = |start: u32, bytes: u32| (start..start + bytes).contains(&offset);
        let windows = self.windows.is_some_and(|windows| windows.into_iter().any(|window| within(window, 8)));
        windows
            || within(self.block, 12)
            || within(self.grid, 12)
            || within(self.stack_top, 4)
            || within(self.descriptor, 8)
    }
}

/// A value that the loader puts into a constant bank or into a variable.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Patch {
    pub(crate) offset: u64,
    pub(crate) bytes: u32,
    /// The address of a variable plus bytes, or, without one, a code address.
    pub(crate) variable: Option<usize>,
    pub(crate) plus: u64,
}

/// Decoded machine code of a kernel, with the functions that it calls.
#[derive(Debug)]
pub(crate) struct SassCode {
    pub(crate) code: Vec<SassInst>,
    /// Slots of a warp's file.
    pub(crate) registers: u32,
    pub(crate) constants: Vec<(Slot, SassConstant)>,
    /// Byte offset of the parameters in constant bank 0.
    pub(crate) params_at: u32,
    pub(crate) local_bytes: u32,
    /// Bank 2: the compiler's own constants.
    pub(crate) bank2: Vec<u8>,
    /// Bank 3: its bytes, and for each `__constant__` variable its offset, its number in the module and its bytes.
    pub(crate) bank3_image: Vec<u8>,
    pub(crate) bank3: Vec<(u64, usize, u64)>,
    /// Bank 4: addresses of variables.
    pub(crate) bank4_bytes: u64,
    pub(crate) bank4: Vec<Patch>,
    /// Bytes at the start of shared memory that the system keeps.
    pub(crate) reserved_shared: u32,
    pub(crate) header: LaunchHeader,
    pub(crate) arch: Arch,
}

impl Op {
    /// Returns the kind of access and the bytes of a lane, if this accesses shared memory and nothing else.
    pub(crate) fn shared_op(&self) -> Option<(SharedOp, u32)> {
        let (space, op, bytes) = match self {
            Self::Load(t) => (t.space, SharedOp::Load, t.bytes),
            Self::Store(t) => (t.space, SharedOp::Store, t.bytes),
            Self::Atomic(t) => (t.space, SharedOp::Atomic, t.bytes),
            Self::CompareAndStore { bytes, .. } => (Space::Shared, SharedOp::Atomic, *bytes),
            Self::LoadMatrix { .. } => (Space::Shared, SharedOp::LdMatrix, 16),
            Self::StoreMatrix { .. } => (Space::Shared, SharedOp::StMatrix, 16),
            Self::AsyncCopy { bytes, .. } => (Space::Shared, SharedOp::AsyncCopy, *bytes),
            _ => return None,
        };
        (space == Space::Shared).then_some((op, bytes))
    }
}
