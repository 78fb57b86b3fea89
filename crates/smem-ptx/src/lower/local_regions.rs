//! The local variables of a kernel, and the arrays in them.

use crate::parse::syntax::VariableDeclaration;
use smem_sim::isa::Slot;
use smem_sim::local_overrun::LocalArray;
use std::collections::{BTreeSet, HashMap};

/// Local arrays are numbered by their first bytes, from here on: shared variables have lower ids.
pub(super) const FIRST_LOCAL: usize = 1 << 40;

/// The variable that holds a function's arrays.
pub(super) const DEPOT: &str = "__local_depot";

/// The local variables of a kernel, and the arrays in them.
#[derive(Debug, Default)]
pub(super) struct LocalRegions {
    /// First and end bytes, with the name of one that is an array itself.
    regions: Vec<(u64, u64, Option<String>)>,
    /// The registers with the address of a depot.
    depots: HashMap<Slot, u64>,
    /// The first bytes of arrays.
    starts: BTreeSet<u64>,
}

impl LocalRegions {
    /// Adds a variable at a place of local memory.
    pub(super) fn add(&mut self, variable: &VariableDeclaration, at: u64) {
        let is_depot = variable.name.starts_with(DEPOT);
        let name = (!is_depot).then(|| variable.name.clone());
        self.regions.push((at, at + variable.bytes, name));
        if !is_depot {
            self.starts.insert(at);
        }
    }

    /// The arrays, by their first bytes.
    pub(super) fn arrays(&self) -> Vec<LocalArray> {
        let array = |first: &u64| {
            let (_, end, name) = self.regions.iter().find(|(start, end, _)| (start..end).contains(&first))?;
            let next = self.starts.range(first + 1..).next().copied();
            Some(LocalArray { name: name.clone(), first: *first, end: next.map_or(*end, |next| next.min(*end)) })
        };
        self.starts.iter().filter_map(array).collect()
    }

    /// The place of the local variables whose address a register has.
    pub(super) fn depot(&self, register: Slot) -> Option<u64> {
        self.depots.get(&register).copied()
    }

    pub(super) fn add_depot(&mut self, register: Slot, at: u64) {
        self.depots.insert(register, at);
    }

    /// An array begins there.
    pub(super) fn begin(&mut self, first: u64) {
        self.starts.insert(first);
    }
}
