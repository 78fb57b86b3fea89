//! The shared arrays that addresses derive from: a compiler does not know which array follows which, so it computes each address from
//! the array that the source names.
//!
//! Registers are followed through copies, sums and choices, wherever in the kernel they are assigned. What comes from memory, from a call's
//! parameters or from a product is a number, and a register that may hold either is not followed.

use super::Lowerer;
use super::derivation::{AddressTerm, Derivation, DerivationStep};
use super::local_arrays::local_base;
use super::local_regions::FIRST_LOCAL;
use super::scope::Binding;
use crate::parse::syntax::{PtxInstruction, PtxOperand};
use smem_sim::isa::{Operation, PtxMatrix, Slot, Space};
use smem_sim::local_overrun::LocalArray;
use smem_sim::program::ArrayAccesses;
use std::collections::HashMap;

/// The arrays that a value may derive from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
enum AddressOrigin {
    /// Nothing is assigned yet.
    #[default]
    Unset,
    Number,
    /// Ids, ascending.
    Arrays(Vec<usize>),
    /// An array or something else.
    Unknown,
}

impl AddressOrigin {
    /// Either of two.
    fn or(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Unset, known) | (known, Self::Unset) => known.clone(),
            (Self::Number, Self::Number) => Self::Number,
            (Self::Arrays(one), Self::Arrays(other)) => {
                let mut all: Vec<usize> = one.iter().chain(other).copied().collect();
                all.sort_unstable();
                all.dedup();
                Self::Arrays(all)
            }
            _ => Self::Unknown,
        }
    }

    fn plus(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Unset, _) | (_, Self::Unset) => Self::Unset,
            (Self::Number, known) | (known, Self::Number) => known.clone(),
            _ => Self::Unknown,
        }
    }

    fn minus(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Unset, _) | (_, Self::Unset) => Self::Unset,
            (known, Self::Number) => known.clone(),
            (Self::Arrays(_), Self::Arrays(_)) => Self::Number,
            _ => Self::Unknown,
        }
    }

    /// A value that no address is computed from in a way that is followed.
    fn spoiled(&self) -> Self {
        match self {
            Self::Unset | Self::Number => Self::Number,
            Self::Arrays(_) | Self::Unknown => Self::Unknown,
        }
    }
}

impl<'a> Lowerer<'a> {
    /// Notes what the registers that an instruction assigns derive from.
    pub(super) fn derive(&mut self, i: &'a PtxInstruction) {
        let Some((to, from)) = i.operands[..].split_first() else { return };
        if self.derives_local(i) {
            return;
        }
        let is_one = matches!(to, PtxOperand::Name(_));
        let step = match i.opcode.split('.').next() {
            _ if !is_one => DerivationStep::Other,
            Some("mov" | "cvta" | "cvt" | "add" | "and" | "or" | "xor") => DerivationStep::Sum,
            Some("sub") => DerivationStep::Difference,
            Some("mad") => DerivationStep::ProductSum,
            Some("selp") => DerivationStep::Choice,
            _ => DerivationStep::Other,
        };
        let mut terms = [AddressTerm::Number; 3];
        for (term, operand) in terms.iter_mut().zip(from) {
            *term = self.term(operand);
        }
        let mut targets = Vec::new();
        self.assigned(to, &mut targets);
        self.derivations.extend(targets.into_iter().map(|to| Derivation { to, step, terms }));
    }

    fn assigned(&self, operand: &PtxOperand, out: &mut Vec<Slot>) {
        match operand {
            PtxOperand::Name(name) => {
                if let Some(Binding::Register { slot, .. }) = self.lookup(name) {
                    out.push(slot);
                }
            }
            PtxOperand::Pair(one, other) => [one, other].into_iter().for_each(|part| self.assigned(part, out)),
            PtxOperand::Vector(parts) => parts.iter().for_each(|part| self.assigned(part, out)),
            _ => {}
        }
    }

    fn term(&mut self, operand: &PtxOperand) -> AddressTerm {
        let (PtxOperand::Name(name) | PtxOperand::Sum(name, _)) = operand else { return AddressTerm::Number };
        match self.variable(0, name) {
            Ok(Binding::Register { slot, .. }) => AddressTerm::Register(slot),
            Ok(Binding::Shared(variable)) => AddressTerm::Array(variable.id),
            _ => AddressTerm::Number,
        }
    }

    /// The shared arrays that the address of each access derives from, and the local ones. `bases`: the arrays of the slots that hold an
    /// array's address; `numbers`: each array's place among the kernel's variables.
    pub(super) fn array_accesses(
        &self,
        bases: &HashMap<Slot, usize>,
        numbers: &HashMap<usize, usize>,
        local: &[LocalArray],
    ) -> [ArrayAccesses; 2] {
        let [mut accesses, mut local_accesses] = <[ArrayAccesses; 2]>::default();
        let [shares, has_local] = [numbers.len() > 1, local.len() > 1];
        if !shares && !has_local {
            return [accesses, local_accesses];
        }
        let origins = self.origins();
        for (pc, inst) in (0u32..).zip(&self.code).filter(|_| has_local) {
            let origin = local_base(&inst.op).and_then(|base| origins.get(base as usize));
            let Some(AddressOrigin::Arrays(ids)) = origin else { continue };
            let number = |id: &usize| {
                let first = id.checked_sub(FIRST_LOCAL)? as u64;
                local.iter().position(|array| array.first == first)
            };
            // Of an address that may be in shared memory as well nothing is known.
            if let Some(arrays) = ids.iter().map(number).collect::<Option<Vec<_>>>() {
                local_accesses.insert(pc, arrays);
            }
        }
        for (pc, inst) in (0u32..).zip(&self.code).filter(|_| shares) {
            let Some(base) = shared_base(&inst.op) else { continue };
            let arrays = match (bases.get(&base), origins.get(base as usize)) {
                (Some(id), _) => vec![*id],
                (None, Some(AddressOrigin::Arrays(ids))) => ids.clone(),
                _ => continue,
            };
            if arrays.iter().any(|id| *id >= FIRST_LOCAL) {
                continue;
            }
            let arrays = arrays.iter().filter_map(|id| numbers.get(id).copied()).collect();
            accesses.insert(pc, arrays);
        }
        [accesses, local_accesses]
    }

    fn origins(&self) -> Vec<AddressOrigin> {
        let mut origins = vec![AddressOrigin::Unset; self.registers as usize];
        let value = |origins: &[AddressOrigin], term: AddressTerm| match term {
            AddressTerm::Number => AddressOrigin::Number,
            AddressTerm::Array(id) => AddressOrigin::Arrays(vec![id]),
            AddressTerm::Register(slot) => origins[slot as usize].clone(),
        };
        // Special registers and constants are assigned nowhere.
        let assigned: Vec<bool> = self.derivations.iter().fold(vec![false; origins.len()], |mut all, derivation| {
            all[derivation.to as usize] = true;
            all
        });
        for (origin, _) in origins.iter_mut().zip(assigned).filter(|(_, assigned)| !assigned) {
            *origin = AddressOrigin::Number;
        }
        loop {
            let mut is_stable = true;
            for Derivation { to, step, terms } in &self.derivations {
                let [a, b, c] = terms.map(|term| value(&origins, term));
                let found = match step {
                    DerivationStep::Sum => a.plus(&b).plus(&c),
                    DerivationStep::Difference => a.minus(&b),
                    DerivationStep::ProductSum => a.spoiled().plus(&b.spoiled()).plus(&c),
                    DerivationStep::Choice => a.or(&b),
                    DerivationStep::Other => [a, b, c]
                        .iter()
                        .map(AddressOrigin::spoiled)
                        .fold(AddressOrigin::Number, |all, one| all.or(&one)),
                };
                let joined = origins[*to as usize].or(&found);
                if joined != origins[*to as usize] {
                    origins[*to as usize] = joined;
                    is_stable = false;
                }
            }
            if is_stable {
                return origins;
            }
        }
    }
}

/// The register with the address of an access that may be in shared memory.
fn shared_base(op: &Operation) -> Option<Slot> {
    let (space, address) = match op {
        Operation::Load(access) | Operation::Store(access) => (access.space, access.address),
        Operation::Atomic(atomic) => (atomic.space, atomic.address),
        Operation::AsyncCopy(copy) => (Space::Shared, copy.to),
        Operation::Matrix(PtxMatrix::Load(access) | PtxMatrix::Store(access)) => (access.space, access.address),
        Operation::Matrix(PtxMatrix::LoadFragment(access) | PtxMatrix::StoreFragment(access)) => {
            (access.space, access.address)
        }
        _ => return None,
    };
    matches!(space, Space::Shared | Space::Generic).then_some(address.base)
}
