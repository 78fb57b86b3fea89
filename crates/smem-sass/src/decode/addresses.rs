//! Operands that are addresses.

use super::context::DecodeContext;
use super::parts::Parts;
use super::surroundings::Decode;
use crate::operand::{SassOperand, Term};
use smem_sim::isa::sass::{AddressOf, ZERO};

impl DecodeContext<'_> {
    /// An address in shared or local memory, of 32 bits.
    pub(super) fn short_address(&self, parts: &mut Parts<'_>) -> Decode<AddressOf> {
        self.address(parts, true)
    }

    /// An address in global memory or a generic one, of 64 bits.
    pub(super) fn long_address(&self, parts: &mut Parts<'_>) -> Decode<AddressOf> {
        self.address(parts, false)
    }

    fn address(&self, parts: &mut Parts<'_>, short: bool) -> Decode<AddressOf> {
        let SassOperand::Address(terms) = parts.next()? else {
            return Err(parts.error("an operand is not an address"));
        };
        let mut address =
            AddressOf { register: ZERO, pair: false, scale: 1, uniform: ZERO, uniform_pair: false, offset: 0, short };
        let (mut general, mut uniform) = (None, None);
        for term in terms {
            match term {
                Term::Offset(offset) => address.offset = address.offset.wrapping_add(offset),
                Term::Register(register) if register.uniform && uniform.is_none() => uniform = Some(register),
                Term::Register(register) if !register.uniform && general.is_none() => general = Some(register),
                Term::Register(_) => return Err(parts.error("an address has too many registers")),
            }
        }
        let beside = general.is_some() && uniform.is_some_and(|register| register.number.is_some());
        if let Some(register) = general {
            let unknown = || parts.error(&format!("unknown part `.{}` of an address", register.part));
            (address.pair, address.scale) = match (register.part, short) {
                ("", true) | ("U32", false) => (false, 1),
                ("X4", true) => (false, 4),
                ("X8", true) => (false, 8),
                ("X16", true) => (false, 16),
                // Beside a uniform register, which is a pair too: sm_75 adds the two.
                ("64", false) => (true, 1),
                // Without a part it is a pair as well; beside a uniform register nothing says which of them has 64 bits.
                ("", false) if !beside => (true, 1),
                _ => return Err(unknown()),
            };
            address.register = self.slot(parts, register, if address.pair { 2 } else { 1 })?;
        }
        if let Some(register) = uniform {
            if !register.part.is_empty() {
                return Err(parts.error(&format!("unknown part `.{}` of an address", register.part)));
            }
            address.uniform = self.slot(parts, register, 1)?;
            address.uniform_pair = !short && register.number.is_some();
        }
        Ok(address)
    }
}
