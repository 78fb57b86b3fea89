//! The operations of shared memory that are measured, and what the model predicts for them.

use std::fmt;

use smem_layout::{BankModel, WarpRequest};

/// The operation of an instruction. Those named `Generic` reach shared memory through generic addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Op {
    /// `ld.shared`
    Load,
    /// `st.shared`
    Store,
    /// `ldmatrix`; the active lanes are those that hold a row's address: 8 (`.x1`), 16 (`.x2`) or 32 (`.x4`).
    LdMatrix,
    /// `stmatrix`, in the same way.
    StMatrix,
    /// `atom.shared.add.u32`, whose old value is used.
    AtomicAdd,
    /// `atom.shared.exch.b64`
    Exchange,
    /// `atom.shared.cas`
    CompareAndSwap,
    /// `ld`
    GenericLoad,
    /// `ld.v2.u32`, 8 bytes a lane
    GenericLoadPair,
    /// `st`
    GenericStore,
    /// `st.v2.u32`, 8 bytes a lane
    GenericStorePair,
    /// `atom.add` of u32 and u64, whose old value is used.
    GenericAdd,
    /// `red.add.u32` of the constant 1
    GenericIncrement,
    /// `atom.max.u32`
    GenericMax,
    /// `atom.exch` of 32 and 64 bits
    GenericExchange,
    /// `atom.cas` of 32 and 64 bits
    GenericCompareAndSwap,
}

impl Op {
    /// All of them.
    pub const ALL: [Op; 16] = [
        Op::Load,
        Op::Store,
        Op::LdMatrix,
        Op::StMatrix,
        Op::AtomicAdd,
        Op::Exchange,
        Op::CompareAndSwap,
        Op::GenericLoad,
        Op::GenericLoadPair,
        Op::GenericStore,
        Op::GenericStorePair,
        Op::GenericAdd,
        Op::GenericIncrement,
        Op::GenericMax,
        Op::GenericExchange,
        Op::GenericCompareAndSwap,
    ];

    /// Returns the wavefronts that `model` predicts for one request of it.
    pub fn wavefronts(self, model: &BankModel, request: &WarpRequest) -> u32 {
        let cost = match self {
            Op::Load => model.load_cost(request),
            Op::GenericLoad | Op::GenericLoadPair => model.generic_load_cost(request),
            Op::Store | Op::LdMatrix | Op::StMatrix | Op::GenericStore | Op::GenericStorePair => model.cost(request),
            Op::AtomicAdd | Op::Exchange => model.atomic_cost(request),
            Op::GenericAdd | Op::GenericIncrement | Op::GenericMax | Op::GenericExchange => model.atomic_cost(request),
            Op::CompareAndSwap | Op::GenericCompareAndSwap => model.compare_and_swap_cost(request),
        };
        cost.wavefronts
    }

    /// Returns whether the lanes hold the addresses of matrices' rows.
    pub(super) fn is_matrix(self) -> bool {
        matches!(self, Op::LdMatrix | Op::StMatrix)
    }

    /// Returns whether it reaches shared memory through generic addresses.
    pub fn is_generic(self) -> bool {
        self >= Op::GenericLoad
    }

    /// Returns whether the counters count it as a store, not as a load or an atomic.
    pub fn is_store(self) -> bool {
        matches!(self, Op::Store | Op::StMatrix | Op::GenericStore | Op::GenericStorePair)
    }

    /// Returns the bytes a lane of its instructions.
    pub(super) fn widths(self) -> &'static [u32] {
        match self {
            Op::Load | Op::Store | Op::GenericLoad | Op::GenericStore => &[1, 2, 4, 8, 16],
            Op::LdMatrix | Op::StMatrix => &[16],
            Op::AtomicAdd | Op::GenericIncrement | Op::GenericMax => &[4],
            Op::Exchange | Op::GenericLoadPair | Op::GenericStorePair => &[8],
            Op::CompareAndSwap | Op::GenericAdd | Op::GenericExchange | Op::GenericCompareAndSwap => &[4, 8],
        }
    }
}

/// As PTX spells it, without the state space: `ld`, `st`, `ldmatrix`, `stmatrix`, `atom.add`, `atom.exch`, `atom.cas`;
/// those on generic addresses begin with `generic.`: `generic.ld`, `generic.ld.v2`, and so on.
impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Op::Load => "ld",
            Op::Store => "st",
            Op::LdMatrix => "ldmatrix",
            Op::StMatrix => "stmatrix",
            Op::AtomicAdd => "atom.add",
            Op::Exchange => "atom.exch",
            Op::CompareAndSwap => "atom.cas",
            Op::GenericLoad => "generic.ld",
            Op::GenericLoadPair => "generic.ld.v2",
            Op::GenericStore => "generic.st",
            Op::GenericStorePair => "generic.st.v2",
            Op::GenericAdd => "generic.atom.add",
            Op::GenericIncrement => "generic.red.add1",
            Op::GenericMax => "generic.atom.max",
            Op::GenericExchange => "generic.atom.exch",
            Op::GenericCompareAndSwap => "generic.atom.cas",
        })
    }
}
