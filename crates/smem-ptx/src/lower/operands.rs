//! Lowers operands to slots: registers, constants, addresses of variables, predicates.

use super::scope::Binding;
use super::{ALWAYS, Lower, Lowerer, UnplacedConstant};
use crate::parse::syntax::{PtxInstruction, PtxOperand, VariableDeclaration};
use smem_sim::ParseError;
use smem_sim::alu::width_mask;
use smem_sim::isa::{FALSE, Pred, PredSlot, SINK, Slot, Space, SpecialRegister, Type};
use smem_sim::memory::{LOCAL_WINDOW, PARAM_WINDOW};
use smem_sim::program::PtxConstant;

impl<'a> Lowerer<'a> {
    pub(super) fn count(&self, i: &PtxInstruction, counts: &[usize]) -> Lower<()> {
        if counts.contains(&i.operands.len()) {
            return Ok(());
        }
        let wanted = counts.iter().map(usize::to_string).collect::<Vec<_>>().join(" or ");
        Err(ParseError::new(i.line, format!("`{}` takes {wanted} operands, not {}", i.opcode, i.operands.len())))
    }

    pub(super) fn constant(&mut self, constant: PtxConstant) -> Slot {
        self.unplaced(UnplacedConstant::Known(constant))
    }

    fn unplaced(&mut self, constant: UnplacedConstant) -> Slot {
        let next = self.registers;
        let slot = *self.constants.entry(constant).or_insert(next);
        self.registers += u32::from(slot == next);
        slot
    }

    pub(super) fn bits(&mut self, bits: u64) -> Slot {
        self.constant(PtxConstant::Bits(bits))
    }

    pub(super) fn special(&mut self, special: SpecialRegister) -> Slot {
        let next = self.registers;
        let slot = *self.specials.entry(special).or_insert(next);
        self.registers += u32::from(slot == next);
        slot
    }

    /// The slot of a source operand with exactly this type's width.
    pub(super) fn source(&mut self, line: u32, operand: &PtxOperand, ty: Type) -> Lower<Slot> {
        self.source_of(line, operand, ty, false)
    }

    /// The slot of a source operand that may be a register wider than the type, as in `st` and `cvt`.
    pub(super) fn wide_source(&mut self, line: u32, operand: &PtxOperand, ty: Type) -> Lower<Slot> {
        self.source_of(line, operand, ty, true)
    }

    pub(super) fn source_of(&mut self, line: u32, operand: &PtxOperand, ty: Type, wider: bool) -> Lower<Slot> {
        let wanted = ty.bits();
        match operand {
            // The one constant that PTX has a name for.
            PtxOperand::Name(name) if name == "WARP_SZ" => self.source_of(line, &PtxOperand::Int(32), ty, wider),
            PtxOperand::Name(name) => {
                if let Some(Binding::Register { slot, bits }) = self.lookup(name) {
                    return if bits == wanted || wider && bits > wanted {
                        Ok(slot)
                    } else {
                        Err(ParseError::new(line, format!("`{name}` has {bits} bits where {wanted} are needed")))
                    };
                }
                if let Some(special) = SpecialRegister::of_ptx(name) {
                    return Ok(self.special(special));
                }
                self.address_of(line, name, 0)
            }
            PtxOperand::Sum(name, offset) => self.address_of(line, name, *offset),
            PtxOperand::Int(_) if matches!(ty, Type::F32 | Type::F64) => {
                Err(ParseError::new(line, "an integer is given where a floating-point number is needed"))
            }
            PtxOperand::Int(value) => Ok(self.bits(value & width_mask(wanted))),
            PtxOperand::F32(bits) => match ty {
                Type::F64 => Ok(self.bits(f64::from(f32::from_bits(*bits)).to_bits())),
                _ if wanted == 32 => Ok(self.bits(u64::from(*bits))),
                _ => Err(ParseError::new(line, format!("an f32 is given where {wanted} bits are needed"))),
            },
            PtxOperand::F64(bits) => match ty {
                Type::F32 => Ok(self.bits(u64::from((f64::from_bits(*bits) as f32).to_bits()))),
                _ if wanted == 64 => Ok(self.bits(*bits)),
                _ => Err(ParseError::new(line, format!("an f64 is given where {wanted} bits are needed"))),
            },
            _ => Err(ParseError::new(line, "expected a register or a constant")),
        }
    }

    /// The address of a variable, as a source of `mov`.
    pub(super) fn address_of(&mut self, line: u32, name: &str, offset: i64) -> Lower<Slot> {
        let offset = offset as u64;
        if self.lookup(name).is_none()
            && let Some(address) = self.symbols.code_address(name)
        {
            return Ok(self.bits(address.wrapping_add(offset)));
        }
        if self.lookup(name).is_none()
            && let Some(handle) = self.symbols.kernel_handle(name)
        {
            return Ok(self.bits(handle));
        }
        match self.variable(line, name)? {
            Binding::Param(at) => Ok(self.bits(PARAM_WINDOW + at + offset)),
            // A parameter of a call in progress: its address is a generic one.
            Binding::CallParam(at) => self.frame_address(line, LOCAL_WINDOW + at + offset),
            Binding::Local(at) => self.frame_address(line, at.wrapping_add(offset)),
            Binding::Shared(variable) => Ok(self.shared_address(variable, offset)),
            Binding::Module(index) => Ok(self.constant(PtxConstant::Variable(index, offset))),
            _ => Err(ParseError::new(line, format!("`{name}` has no address"))),
        }
    }

    pub(super) fn shared_address(&mut self, variable: &'a VariableDeclaration, offset: u64) -> Slot {
        if !self.shared.iter().any(|v| v.id == variable.id) {
            self.shared.push(variable);
        }
        self.unplaced(UnplacedConstant::Shared(variable.id, offset))
    }

    /// Finds a variable of this function or of the module.
    #[expect(clippy::indexing_slicing, reason = "variables are numbered by their module")]
    pub(super) fn variable(&mut self, line: u32, name: &str) -> Lower<Binding<'a>> {
        if let Some(binding) = self.lookup(name) {
            return Ok(binding);
        }
        if let Some((_, &index)) = self.symbols.variables.get_key_value(name) {
            let variable = &self.symbols.source.variables[index];
            return Ok(match variable.space {
                Space::Shared => Binding::Shared(variable),
                _ if variable.declared_only => {
                    return Err(ParseError::new(
                        line,
                        format!("`{name}` is declared here and defined in another file"),
                    ));
                }
                _ => Binding::Module(index),
            });
        }
        Err(ParseError::new(line, format!("`{name}` is not declared")))
    }

    /// A destination register and its width; `_` is the sink.
    pub(super) fn destination(&mut self, line: u32, operand: &PtxOperand) -> Lower<(Slot, u32)> {
        match operand {
            PtxOperand::Name(name) if name == "_" => Ok((SINK, 64)),
            PtxOperand::Name(name) => match self.lookup(name) {
                Some(Binding::Register { slot, bits }) => Ok((slot, bits)),
                _ => Err(ParseError::new(line, format!("`{name}` is not a register"))),
            },
            _ => Err(ParseError::new(line, "expected a register")),
        }
    }

    /// The slot of a destination with exactly this width. A discarded result goes to a register that is never read.
    pub(super) fn target(&mut self, line: u32, operand: &PtxOperand, wanted: u32) -> Lower<Slot> {
        let (slot, bits) = self.destination(line, operand)?;
        if slot == SINK {
            self.registers += 1;
            return Ok(self.registers - 1);
        }
        if bits != wanted {
            return Err(ParseError::new(line, format!("the destination has {bits} bits where {wanted} are needed")));
        }
        Ok(slot)
    }

    pub(super) fn predicate_register(&mut self, line: u32, name: &str) -> Lower<PredSlot> {
        match self.lookup(name) {
            Some(Binding::Predicate(slot)) => Ok(slot),
            _ => Err(ParseError::new(line, format!("`{name}` is not a predicate"))),
        }
    }

    pub(super) fn predicate_target(&mut self, line: u32, operand: &PtxOperand) -> Lower<PredSlot> {
        match operand {
            PtxOperand::Name(name) if name == "_" => {
                self.predicates += 1;
                Ok(self.predicates - 1)
            }
            PtxOperand::Name(name) => self.predicate_register(line, name),
            _ => Err(ParseError::new(line, "expected a predicate")),
        }
    }

    pub(super) fn predicate(&mut self, line: u32, operand: &PtxOperand) -> Lower<Pred> {
        match operand {
            PtxOperand::Name(name) => Ok(Pred { slot: self.predicate_register(line, name)?, flip: 0 }),
            PtxOperand::Int(0) => Ok(Pred { slot: FALSE, flip: 0 }),
            PtxOperand::Int(_) => Ok(ALWAYS),
            PtxOperand::Not(inner) => {
                let pred = self.predicate(line, inner)?;
                Ok(Pred { flip: !pred.flip, ..pred })
            }
            _ => Err(ParseError::new(line, "expected a predicate")),
        }
    }
}
