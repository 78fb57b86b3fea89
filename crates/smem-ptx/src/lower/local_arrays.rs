//! The local arrays of a kernel, and the accesses whose addresses come from them.
//!
//! ```text
//! .local .b8 __local_depot0[64];
//! mov.u64 %SPL, __local_depot0;
//! add.u64 %rd3, %SPL, 0;            // int a[8]
//! add.u64 %rd5, %SPL, 32;           // int b[8]
//! add.s64 %rd10, %rd3, %rd9;        // a + i
//! st.local.u32 [%rd10], 5;
//! ```
//!
//! A compiler's variable holds all arrays of a function. Each sum of its address and a constant begins one, which ends where the next one begins.

use super::Lowerer;
use super::derivation::{AddressTerm, Derivation, DerivationStep};
use super::local_regions::{DEPOT, FIRST_LOCAL};
use super::scope::Binding;
use crate::parse::syntax::{PtxInstruction, PtxOperand};
use smem_sim::isa::{Operation, Slot, Space};

impl<'a> Lowerer<'a> {
    /// Notes the register that an instruction assigns, if that is the address of local variables or of an array. Returns whether it is.
    pub(super) fn derives_local(&mut self, i: &'a PtxInstruction) -> bool {
        // Where the frame of a function that is called lies is not known.
        let (0, [PtxOperand::Name(to), from @ ..]) = (self.current, &i.operands[..]) else { return false };
        let Some(Binding::Register { slot: to, .. }) = self.lookup(to) else { return false };
        let depot_of = |operand: &PtxOperand| match operand {
            PtxOperand::Name(name) => match self.lookup(name) {
                Some(Binding::Register { slot, .. }) => self.local.depot(slot),
                _ => None,
            },
            _ => None,
        };
        let start = match (i.opcode.split('.').next(), from) {
            (Some("mov"), [PtxOperand::Name(name)]) => match self.lookup(name) {
                Some(Binding::Local(at)) if name.starts_with(DEPOT) => {
                    self.local.add_depot(to, at);
                    return true;
                }
                Some(Binding::Local(at)) => at,
                _ => return false,
            },
            (Some("cvta"), [operand]) => {
                let Some(at) = depot_of(operand) else { return false };
                self.local.add_depot(to, at);
                return true;
            }
            (Some("add"), [operand, PtxOperand::Int(offset)]) => match depot_of(operand) {
                Some(at) => at.wrapping_add(*offset),
                None => return false,
            },
            _ => return false,
        };
        self.local.begin(start);
        let terms = [AddressTerm::Array(FIRST_LOCAL + start as usize), AddressTerm::Number, AddressTerm::Number];
        self.derivations.push(Derivation { to, step: DerivationStep::Sum, terms });
        true
    }
}

/// The register with the address of an access that may be in local memory.
pub(super) fn local_base(op: &Operation) -> Option<Slot> {
    match op {
        Operation::Load(access) | Operation::Store(access) => {
            matches!(access.space, Space::Local | Space::Generic).then_some(access.address.base)
        }
        _ => None,
    }
}
