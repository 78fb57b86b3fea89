//! How each instruction accesses memory, and with which registers it makes the address: for the analysis of data flow.

use super::carried_reads::RegisterPlace;
use crate::isa::sass::{AddressOf, BulkPath, SassAccess, SassMatrix, SassOp};
use crate::isa::{AddressOperand, Operation, PtxMatrix, SINK, Space, TensorPath};
use crate::program::KernelCode;

/// The memory that an access is to. A generic address counts as global.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AccessedMemory {
    Global,
    Shared,
    Local,
    /// Constants and parameters.
    Fixed,
}

/// The direction of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AccessDirection {
    Load,
    /// A load that other threads may write at the same time: a flag, and not contents.
    StrongLoad,
    Store,
    Atomic,
    /// From global memory to shared memory.
    CopyToShared,
}

/// One access of an instruction.
#[derive(Debug)]
pub(super) struct DataAccess {
    pub(super) memory: AccessedMemory,
    pub(super) direction: AccessDirection,
    pub(super) address: Vec<RegisterPlace>,
}

fn memory(space: Space) -> AccessedMemory {
    match space {
        Space::Shared => AccessedMemory::Shared,
        Space::Local => AccessedMemory::Local,
        Space::Const | Space::Param => AccessedMemory::Fixed,
        Space::Generic | Space::Global => AccessedMemory::Global,
    }
}

/// The accesses of an instruction.
pub(super) fn accesses(code: &KernelCode, pc: usize) -> Vec<DataAccess> {
    match code {
        KernelCode::Ptx(code) => code.code.get(pc).map_or(Vec::new(), |inst| of_ptx(&inst.op)),
        KernelCode::Sass(code) => code.code.get(pc).map_or(Vec::new(), |inst| of_sass(&inst.op)),
    }
}

fn of_ptx(op: &Operation) -> Vec<DataAccess> {
    use AccessDirection::{Atomic, CopyToShared, Load, Store, StrongLoad};
    let at = |address: &AddressOperand| vec![address.base];
    let one = |memory, direction, address| vec![DataAccess { memory, direction, address }];
    match op {
        Operation::Load(load) => {
            let direction = if load.order.is_strong() { StrongLoad } else { Load };
            one(memory(load.space), direction, at(&load.address))
        }
        Operation::Store(store) => one(memory(store.space), Store, at(&store.address)),
        Operation::Atomic(atomic) => one(memory(atomic.space), Atomic, at(&atomic.address)),
        Operation::AsyncCopy(copy) => one(AccessedMemory::Shared, CopyToShared, at(&copy.to)),
        Operation::BulkTransfer(copy) if copy.to_space == Space::Shared && copy.from_space != Space::Shared => {
            one(AccessedMemory::Shared, CopyToShared, at(&copy.to))
        }
        Operation::TensorTransfer(copy) if matches!(copy.path, TensorPath::ToShared { .. }) => {
            one(AccessedMemory::Shared, CopyToShared, at(&copy.shared))
        }
        Operation::ReadTexture(_) => one(AccessedMemory::Global, Load, Vec::new()),
        Operation::Matrix(PtxMatrix::Load(load)) => one(memory(load.space), Load, at(&load.address)),
        Operation::Matrix(PtxMatrix::Store(store)) => one(memory(store.space), Store, at(&store.address)),
        Operation::Matrix(PtxMatrix::LoadFragment(load)) => one(memory(load.space), Load, at(&load.address)),
        Operation::Matrix(PtxMatrix::StoreFragment(store)) => one(memory(store.space), Store, at(&store.address)),
        _ => Vec::new(),
    }
}

fn of_sass(op: &SassOp) -> Vec<DataAccess> {
    use AccessDirection::{Atomic, CopyToShared, Load, Store, StrongLoad};
    let at = |address: &AddressOf| {
        let pair =
            |first: u32, is_pair: bool| (first..first + if is_pair { 2 } else { 1 }).filter(move |_| first != SINK);
        pair(address.register, address.pair).chain(pair(address.uniform, address.uniform_pair)).collect()
    };
    let one = |memory, direction, address| vec![DataAccess { memory, direction, address }];
    match op {
        SassOp::Access(SassAccess::Load(load)) => {
            let direction = if load.order.is_strong() { StrongLoad } else { Load };
            one(memory(load.space), direction, at(&load.address))
        }
        SassOp::Access(SassAccess::Store(store)) => one(memory(store.space), Store, at(&store.address)),
        SassOp::Access(SassAccess::Atomic(atomic) | SassAccess::AtomicIfGlobal { atomic, .. }) => {
            one(memory(atomic.space), Atomic, at(&atomic.address))
        }
        SassOp::Access(SassAccess::CompareAndStore { space, address, .. }) => one(memory(*space), Atomic, at(address)),
        SassOp::Access(SassAccess::AsyncCopy { to, .. }) => one(AccessedMemory::Shared, CopyToShared, at(to)),
        SassOp::Access(SassAccess::BulkCopy(copy)) if copy.path == BulkPath::GlobalToShared => {
            one(AccessedMemory::Shared, CopyToShared, vec![copy.to])
        }
        SassOp::Access(SassAccess::TensorCopy(copy)) if matches!(copy.path, TensorPath::ToShared { .. }) => {
            one(AccessedMemory::Shared, CopyToShared, vec![copy.registers])
        }
        SassOp::Access(SassAccess::ReadTexture(_)) => one(AccessedMemory::Global, Load, Vec::new()),
        SassOp::Matrix(SassMatrix::Load { address, .. }) => one(AccessedMemory::Shared, Load, at(address)),
        SassOp::Matrix(SassMatrix::Store { address, .. }) => one(AccessedMemory::Shared, Store, at(address)),
        _ => Vec::new(),
    }
}
