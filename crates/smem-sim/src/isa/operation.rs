//! Decoded instructions: an operation, and the predicate that guards it.

use super::call::CallOperands;
use super::driver::DriverFunction;
use super::fragment::{FragmentAccess, TiledProduct};
use super::group_product::DescribedProduct;
use super::mbarrier::{BarrierAccess, BulkTransfer};
use super::memory::{AddressOperand, AsyncCopy, Atomic, LoadStore, MatrixAccess};
use super::register::{BoolOp, Pred, PredSlot, Slot};
use super::texture::{TextureQuery, TextureRead};
use super::types::{Conversion, Space, Type};
use super::warp::{Barrier, Exchange};
use crate::lanes::{Compare, Lanes1, Lanes2, Lanes3, Lanes4};
use crate::profile::SharedOp;

/// Operations of extended-precision arithmetic, with a carry bit for each lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CarryOp {
    Add,
    Sub,
    MadLo,
    MadHi,
    MadHiSigned,
}

/// An addition or a product that reads or writes the carry.
#[derive(Debug, Clone)]
pub(crate) struct Carry {
    pub(crate) op: CarryOp,
    pub(crate) bits: u32,
    pub(crate) reads: bool,
    pub(crate) writes: bool,
    pub(crate) d: Slot,
    pub(crate) a: Slot,
    pub(crate) b: Slot,
    pub(crate) c: Slot,
}

/// Clocks that an instruction reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Clock {
    Cycles,
    CyclesHigh,
    Nanoseconds,
    NanosecondsHigh,
}

/// A function of the driver, and where its arguments and its result are in local memory.
#[derive(Debug, Clone)]
pub(crate) struct DriverCallOperands {
    pub(crate) function: DriverFunction,
    pub(crate) args: Vec<AddressOperand>,
    pub(crate) result: Option<AddressOperand>,
}

/// The operation of an instruction, with its operands as slots.
#[derive(Debug, Clone)]
pub(crate) enum Operation {
    /// Does nothing: prefetches.
    Nothing,
    /// `cp.async.commit_group`, for the race check: copies are done at once.
    CommitCopies,
    /// `cp.async.wait_group` and `wait_all`, likewise: all but the last so many groups; `None`: all copies.
    WaitCopies {
        pending: Option<u32>,
    },
    /// `cp.async.bulk.commit_group`, for the race check.
    CommitBulk,
    /// `cp.async.bulk.wait_group`, likewise: all but the last so many groups.
    WaitBulk {
        pending: u32,
    },
    /// `wgmma.commit_group`, likewise: products are done at once.
    CommitProducts,
    /// `wgmma.wait_group`, likewise: all but the last so many groups.
    WaitProducts {
        pending: u32,
    },
    /// Orders memory for blocks on other host threads; within a block instructions run one at a time.
    Fence,
    /// Asynchronous copies behind it see what these lanes have stored.
    ProxyFence,
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
    LoadMatrix(MatrixAccess),
    StoreMatrix(MatrixAccess),
    LoadFragment(FragmentAccess),
    StoreFragment(FragmentAccess),
    MatrixProduct(TiledProduct),
    GroupProduct(DescribedProduct),
    AsyncCopy(AsyncCopy),
    BulkTransfer(BulkTransfer),
    ReadTexture(TextureRead),
    QueryTexture(TextureQuery),
    Mbarrier(BarrierAccess),
    /// Arrivals that the state of an `mbarrier` waits for.
    PendingCount {
        d: Slot,
        a: Slot,
    },
    IsSpace {
        space: Space,
        p: PredSlot,
        a: Slot,
    },
    Exchange(Exchange),
    ActiveMask {
        d: Slot,
    },
    Barrier(Barrier),
    /// At the barrier of the cluster.
    ClusterArrive,
    ClusterWait,
    Clock {
        which: Clock,
        d: Slot,
    },
    Branch {
        target: u32,
        join: u32,
    },
    Table {
        index: Slot,
        targets: Vec<u32>,
        join: u32,
    },
    Call(CallOperands),
    /// Goes back to the caller.
    Return,
    /// A call of a function of the driver.
    CallDriver(DriverCallOperands),
    Exit,
    Trap,
    /// Ends the warp's turn: `nanosleep`.
    Yield,
}

#[derive(Debug, Clone)]
pub(crate) struct Inst {
    pub(crate) op: Operation,
    pub(crate) guard: Pred,
}

impl Operation {
    /// Returns the kind of access and the bytes of a lane, if this accesses shared memory and nothing else.
    pub(crate) fn shared_op(&self) -> Option<(SharedOp, u32)> {
        let (space, op, bytes) = match self {
            Self::Load(a) => (a.space, SharedOp::Load, a.bytes * a.slots.len() as u32),
            Self::Store(a) => (a.space, SharedOp::Store, a.bytes * a.slots.len() as u32),
            Self::Atomic(a) => (a.space, SharedOp::Atomic, a.bytes),
            Self::LoadMatrix(a) => (a.space, SharedOp::LdMatrix, 16),
            Self::StoreMatrix(a) => (a.space, SharedOp::StMatrix, 16),
            Self::LoadFragment(a) => (a.space, SharedOp::Load, a.each * a.bits / 8),
            Self::StoreFragment(a) => (a.space, SharedOp::Store, a.each * a.bits / 8),
            Self::AsyncCopy(a) => (Space::Shared, SharedOp::AsyncCopy, a.bytes),
            Self::GroupProduct(_) => (Space::Shared, SharedOp::GroupProduct, 16),
            _ => return None,
        };
        (space == Space::Shared).then_some((op, bytes))
    }
}
