//! Addresses of memory operands, and the elements that are loaded or stored there.

use super::scope::Binding;
use super::{Lower, Lowerer};
use crate::parse::syntax::{PtxInstruction, PtxOperand};
use smem_sim::ParseError;
use smem_sim::alu::width_mask;
use smem_sim::isa::{AddressOperand, Space};
use smem_sim::program::PtxConstant;

impl Lowerer<'_> {
    /// Returns the address `[base + offset]` and its actual space: parameters of calls are in local memory.
    pub(super) fn address(
        &mut self,
        i: &PtxInstruction,
        operand: &PtxOperand,
        space: Space,
    ) -> Lower<(AddressOperand, Space)> {
        let PtxOperand::Address(base, offset) = operand else {
            return Err(ParseError::new(i.line, "expected an address in brackets"));
        };
        let constant = |base| AddressOperand { base, offset: 0, mask: u64::MAX };
        let name = match &**base {
            PtxOperand::Name(name) => name,
            PtxOperand::Int(value) => {
                let at = value.wrapping_add(*offset as u64);
                return Ok((constant(self.bits(at)), space));
            }
            _ => return Err(ParseError::new(i.line, "expected an address")),
        };
        if let Some(Binding::Register { slot, bits }) = self.lookup(name) {
            if bits < 32 {
                return Err(ParseError::new(i.line, format!("`{name}` is too narrow for an address")));
            }
            let address = AddressOperand { base: slot, offset: *offset, mask: width_mask(bits) };
            // The address of a parameter is a generic one.
            return Ok((address, if space == Space::Param { Space::Generic } else { space }));
        }
        let at = *offset as u64;
        let (slot, found) = match self.variable(i.line, name)? {
            Binding::Param(base) => (self.bits(base.wrapping_add(at)), Space::Param),
            Binding::CallParam(base) => {
                if space != Space::Param {
                    return Err(ParseError::new(i.line, format!("`{name}` is a parameter")));
                }
                return Ok((self.in_frame(base.wrapping_add(at)), Space::Local));
            }
            Binding::Local(base) if space == Space::Local => {
                return Ok((self.in_frame(base.wrapping_add(at)), Space::Local));
            }
            Binding::Local(base) => (self.bits(base.wrapping_add(at)), Space::Local),
            Binding::Shared(variable) => (self.shared_address(variable, at), Space::Shared),
            Binding::Module(index) => {
                let found = self.symbols.source.variables.get(index).map_or(space, |variable| variable.space);
                // Generic addresses of global and constant memory are the same.
                let found = if space == Space::Generic { space } else { found };
                (self.constant(PtxConstant::Variable(index, at)), found)
            }
            _ => return Err(ParseError::new(i.line, format!("`{name}` has no address"))),
        };
        if found != space {
            let message = format!("`{name}` is in {} memory, the instruction in {}", found.name(), space.name());
            return Err(ParseError::new(i.line, message));
        }
        Ok((constant(slot), space))
    }

    /// The elements of a load or store: one, or a vector in braces.
    pub(super) fn elements<'o>(
        &self,
        i: &PtxInstruction,
        operand: &'o PtxOperand,
        count: usize,
    ) -> Lower<&'o [PtxOperand]> {
        let found = match operand {
            PtxOperand::Vector(parts) => &parts[..],
            other => std::slice::from_ref(other),
        };
        if found.len() != count {
            return Err(ParseError::new(i.line, format!("{} elements where `{}` has {count}", found.len(), i.opcode)));
        }
        Ok(found)
    }
}
