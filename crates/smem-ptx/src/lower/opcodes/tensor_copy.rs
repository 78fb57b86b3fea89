//! Bulk copies of boxes of tensors.

use super::Form;
use crate::lower::modifiers::Modifiers;
use crate::lower::{Lower, Lowerer};
use crate::parse::syntax::{PtxInstruction, PtxOperand};
use smem_sim::ParseError;
use smem_sim::isa::{AtomicOp, Operation, Slot, Space, TensorPath, TensorTransfer, Type};

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    Form::untyped(&["cp"], &["async", "bulk", "tensor", "mbarrier::complete_tx::bytes"], &[3, 4, 5], |l, i, m| l.tensor_load(i, m)).ignoring(is_tile),
    Form::untyped(&["cp"], &["async", "bulk", "tensor", "bulk_group"], &[2, 3], |l, i, m| l.tensor_store(i, m, None)).ignoring(is_tile),
    Form::untyped(&["cp"], &["reduce", "async", "bulk", "tensor", "bulk_group"], &[2, 3], |l, i, m| l.tensor_reduction(i, m)).ignoring(is_tile),
    Form::untyped(&["cp"], &["async", "bulk", "prefetch", "tensor"], &[1, 2], |l, i, m| l.tensor_prefetch(i, m)).ignoring(is_tile),
    Form::untyped(&["prefetch"], &["tensormap"], &[1], |_, _, _| Ok(Operation::Nothing)).ignoring(|part| matches!(part, "param" | "const")),
];

/// Returns true for `tile`, the only layout of boxes that the simulator has.
fn is_tile(part: &str) -> bool {
    part == "tile"
}

const RANKS: [(&str, usize); 5] = [("1d", 1), ("2d", 2), ("3d", 3), ("4d", 4), ("5d", 5)];

/// The reductions by name. The tensor map says whether the elements are signed.
const REDUCTIONS: [(&str, AtomicOp); 8] = [
    ("add", AtomicOp::Add),
    ("min", AtomicOp::MinU),
    ("max", AtomicOp::MaxU),
    ("and", AtomicOp::And),
    ("or", AtomicOp::Or),
    ("xor", AtomicOp::Xor),
    ("inc", AtomicOp::Inc),
    ("dec", AtomicOp::Dec),
];

impl Lowerer<'_> {
    /// The tensor map and the coordinates of an operand `[map, {x, y}]`.
    fn tensor_box(
        &mut self,
        i: &PtxInstruction,
        m: &mut Modifiers<'_>,
        operand: &PtxOperand,
    ) -> Lower<(Slot, Vec<Slot>)> {
        let Some(rank) = m.take_named(&RANKS) else { return Err(m.unknown()) };
        let PtxOperand::TextureAddress(map, at) = operand else {
            return Err(ParseError::new(i.line, "expected a tensor map and coordinates: `[%rd1, {%r1, %r2}]`"));
        };
        let parts = match &**at {
            PtxOperand::Vector(parts) => parts,
            _ => return Err(ParseError::new(i.line, "expected coordinates in braces")),
        };
        if parts.len() != rank {
            return Err(ParseError::new(i.line, format!("there are {rank} coordinates, not {}", parts.len())));
        }
        let map = self.source(i.line, map, Type::U(64))?;
        let at = parts.iter().map(|part| self.source(i.line, part, Type::S(32))).collect::<Lower<_>>()?;
        Ok((map, at))
    }

    fn tensor_load(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        let multicast = m.take("multicast::cluster");
        self.policy_operand(i, m, 3 + usize::from(multicast))?;
        let (map, at) = self.tensor_box(i, m, &i.operands[1])?;
        if !matches!(&m.take_all()[..], ["shared::cluster" | "shared::cta", "global"]) {
            return Err(m.unknown());
        }
        let (shared, _) = self.address(i, &i.operands[0], Space::Shared)?;
        let barrier = Some(self.address(i, &i.operands[2], Space::Shared)?.0);
        let blocks = match i.operands.optional(3).filter(|_| multicast) {
            Some(blocks) => Some(self.source(i.line, blocks, Type::U(16))?),
            None if multicast => return Err(m.error("`.multicast::cluster` needs the blocks as an operand")),
            None => None,
        };
        let path = TensorPath::ToShared { multicast };
        Ok(Operation::TensorTransfer(TensorTransfer { path, map, at, shared, barrier, blocks }))
    }

    fn tensor_store(
        &mut self,
        i: &PtxInstruction,
        m: &mut Modifiers<'_>,
        reduction: Option<AtomicOp>,
    ) -> Lower<Operation> {
        self.policy_operand(i, m, 2)?;
        let (map, at) = self.tensor_box(i, m, &i.operands[0])?;
        if !matches!(&m.take_all()[..], ["global", "shared::cta"]) {
            return Err(m.unknown());
        }
        let (shared, _) = self.address(i, &i.operands[1], Space::Shared)?;
        let path = TensorPath::ToGlobal { reduction };
        Ok(Operation::TensorTransfer(TensorTransfer { path, map, at, shared, barrier: None, blocks: None }))
    }

    fn tensor_reduction(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        let Some(reduction) = m.take_named(&REDUCTIONS) else { return Err(m.unknown()) };
        self.tensor_store(i, m, Some(reduction))
    }

    /// A hint: its operands are checked, and it does nothing.
    fn tensor_prefetch(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        self.policy_operand(i, m, 1)?;
        self.tensor_box(i, m, &i.operands[0])?;
        if !matches!(&m.take_all()[..], ["L2", "global"]) {
            return Err(m.unknown());
        }
        Ok(Operation::Nothing)
    }
}
