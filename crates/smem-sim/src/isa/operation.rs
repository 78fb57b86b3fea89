//! Decoded instructions: an operation, and the predicate that guards it.

use super::cluster::{MappedAddress, RankOfAddress, TrackedStore};
use super::driver::DriverFunction;
use super::fragment::{FragmentAccess, TiledProduct};
use super::group_product::DescribedProduct;
use super::half_mode::HalfMode;
use super::mbarrier::{BarrierAccess, BulkTransfer};
use super::memory::{AddressOperand, AsyncCopy, Atomic, LoadStore, MatrixAccess};
use super::order::OrderOp;
use super::ptx_flow::PtxFlow;
use super::register::{BoolOp, Pred, PredSlot, Slot};
use super::surface::SurfaceAccess;
use super::tensor_copy::TensorTransfer;
use super::texture::{TextureQuery, TextureRead};
use super::types::{CompareOp, Conversion, Space, Type};
use crate::lanes::{Compare, Lanes1, Lanes2, Lanes3, Lanes4, LanesFunction};
use crate::shared_op::SharedOp;

/// An operation that the whole warp executes on matrices in registers and shared memory.
#[derive(Debug, Clone)]
pub enum PtxMatrix {
    Load(MatrixAccess),
    Store(MatrixAccess),
    LoadFragment(FragmentAccess),
    StoreFragment(FragmentAccess),
    Product(TiledProduct),
    GroupProduct(DescribedProduct),
}

/// Operations of extended-precision arithmetic, with a carry bit for each lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CarryOp {
    Add,
    Sub,
    MadLo,
    MadHi,
    MadHiSigned,
}

/// An addition or a product that reads or writes the carry.
#[derive(Debug, Clone)]
pub struct Carry {
    pub op: CarryOp,
    pub bits: u32,
    pub reads: bool,
    pub writes: bool,
    pub d: Slot,
    pub a: Slot,
    pub b: Slot,
    pub c: Slot,
}

/// Clocks that an instruction reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    Cycles,
    CyclesHigh,
    Nanoseconds,
    NanosecondsHigh,
}

/// A function of the driver, and where its arguments and its result are in local memory.
#[derive(Debug, Clone)]
pub struct DriverCallOperands {
    pub function: DriverFunction,
    pub args: Vec<AddressOperand>,
    pub result: Option<AddressOperand>,
}

/// The operation of an instruction, with its operands as slots.
#[derive(Debug, Clone)]
pub enum Operation {
    /// Does nothing: prefetches.
    Nothing,
    One {
        f: Lanes1,
        d: Slot,
        a: Slot,
    },
    /// `f` gives 64 bits; `keep` masks those of the destination.
    Convert {
        f: Lanes1,
        d: Slot,
        a: Slot,
        keep: u64,
    },
    ConvertAny {
        to: Type,
        from: Type,
        how: Conversion,
        d: Slot,
        a: Slot,
        keep: u64,
    },
    Two {
        f: Lanes2,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Three {
        f: Lanes3,
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    Four {
        f: Lanes4,
        d: Slot,
        inputs: [Slot; 4],
    },
    /// A function of halves, alone or in pairs, with modifiers.
    Halves {
        f: LanesFunction,
        mode: HalfMode,
        d: Slot,
        sources: [Slot; 3],
    },
    Carry(Carry),
    Compare {
        f: Compare,
        a: Slot,
        b: Slot,
        p: PredSlot,
        q: Option<PredSlot>,
        combine: BoolOp,
        with: Pred,
    },
    /// Comparisons of two pairs of halves at once: `p` takes the low one and `q` the high one.
    CompareHalves {
        op: CompareOp,
        mode: HalfMode,
        a: Slot,
        b: Slot,
        p: PredSlot,
        q: PredSlot,
        combine: BoolOp,
        with: Pred,
    },
    /// The same with a register for the results.
    SetHalves {
        op: CompareOp,
        mode: HalfMode,
        a: Slot,
        b: Slot,
        d: Slot,
        combine: BoolOp,
        with: Pred,
        /// The bits of 1.
        one: u64,
    },
    /// `set`: all ones (or 1.0) where true.
    Set {
        f: Compare,
        a: Slot,
        b: Slot,
        d: Slot,
        combine: BoolOp,
        with: Pred,
        one: u64,
    },
    Select {
        d: Slot,
        a: Slot,
        b: Slot,
        p: Pred,
    },
    Predicate {
        op: BoolOp,
        d: PredSlot,
        a: Pred,
        b: Pred,
    },
    Lop3Predicate {
        f: Lanes4,
        d: Slot,
        inputs: [Slot; 4],
        p: PredSlot,
        op: BoolOp,
        with: Pred,
    },
    Pack {
        d: Slot,
        parts: Vec<Slot>,
        bits: u32,
    },
    Unpack {
        parts: Vec<Slot>,
        a: Slot,
        bits: u32,
    },
    Load(LoadStore),
    Store(LoadStore),
    Atomic(Atomic),
    AsyncCopy(AsyncCopy),
    BulkTransfer(BulkTransfer),
    TensorTransfer(TensorTransfer),
    ReadTexture(TextureRead),
    QueryTexture(TextureQuery),
    Surface(SurfaceAccess),
    Mbarrier(BarrierAccess),
    /// Arrivals that the state of an `mbarrier` waits for.
    PendingCount {
        d: Slot,
        a: Slot,
    },
    MapAddress(MappedAddress),
    RankOf(RankOfAddress),
    StoreTracked(TrackedStore),
    IsSpace {
        space: Space,
        /// Of shared memory: that of the block itself.
        own: bool,
        p: PredSlot,
        a: Slot,
    },
    ActiveMask {
        d: Slot,
    },
    Clock {
        which: Clock,
        d: Slot,
    },
    /// A call of a function of the driver.
    CallDriver(DriverCallOperands),
    /// Of the whole warp.
    Matrix(PtxMatrix),
    Order(OrderOp),
    /// Executed by the loop that runs a warp.
    Flow(PtxFlow),
}

#[derive(Debug, Clone)]
pub struct Inst {
    pub op: Operation,
    pub guard: Pred,
}

impl Operation {
    /// Returns the kind of access and the bytes of a lane, if this accesses shared memory and nothing else.
    pub fn shared_op(&self) -> Option<(SharedOp, u32)> {
        let (space, op, bytes) = match self {
            Self::Load(a) => (a.space, SharedOp::Load, a.bytes * a.slots.len() as u32),
            Self::Store(a) => (a.space, SharedOp::Store, a.bytes * a.slots.len() as u32),
            Self::Atomic(a) => (a.space, SharedOp::Atomic, a.bytes),
            Self::Matrix(PtxMatrix::Load(a)) => (a.space, SharedOp::LdMatrix, 16),
            Self::Matrix(PtxMatrix::Store(a)) => (a.space, SharedOp::StMatrix, 16),
            Self::Matrix(PtxMatrix::LoadFragment(a)) => (a.space, SharedOp::Load, a.each * a.bits / 8),
            Self::Matrix(PtxMatrix::StoreFragment(a)) => (a.space, SharedOp::Store, a.each * a.bits / 8),
            Self::AsyncCopy(a) => (Space::Shared, SharedOp::AsyncCopy, a.bytes),
            Self::Matrix(PtxMatrix::GroupProduct(_)) => (Space::Shared, SharedOp::GroupProduct, 16),
            _ => return None,
        };
        (space == Space::Shared).then_some((op, bytes))
    }
}
