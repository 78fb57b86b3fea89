//! The meanings of names in a scope.

use crate::parse::syntax::VariableDeclaration;
use smem_sim::isa::{PredSlot, Slot, Type};
use std::collections::HashMap;

#[derive(Debug, Clone, Copy)]
pub(super) enum Binding<'a> {
    Register {
        slot: Slot,
        bits: u32,
    },
    Predicate(PredSlot),
    /// Offset in the kernel's parameters.
    Param(u64),
    /// A `.param` variable of a call, kept in local memory.
    CallParam(u64),
    /// Offset in local memory.
    Local(u64),
    Shared(&'a VariableDeclaration),
    /// Index of a module variable in global or constant memory.
    Module(usize),
    Label(u32),
    Targets(&'a [String]),
    /// Results and parameters of a call through a register.
    Prototype(&'a [VariableDeclaration], &'a [VariableDeclaration]),
}

/// `%r<4>` declares `%r0` to `%r3`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Family {
    pub(super) first: u32,
    pub(super) count: u32,
    pub(super) ty: Type,
}

#[derive(Debug, Default)]
pub(super) struct Scope<'a> {
    pub(super) names: HashMap<&'a str, Binding<'a>>,
    pub(super) families: HashMap<&'a str, Family>,
}
