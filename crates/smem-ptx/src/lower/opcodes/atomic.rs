//! Atomics.

use super::form::Form;
use super::memory::{is_hint, order_of, scope_of, space_of};
use crate::lower::modifiers::Modifiers;
use crate::lower::{Lower, Lowerer};
use crate::parse::syntax::{PtxInstruction, PtxOperand};
use Type::{B, Bf16, Bf16x2, F16, F16x2, F32, F64, S, U};
use smem_sim::isa::{Atomic, AtomicOp, AtomicPasses, Operation, SINK, Space, Type};

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    Form::typed(&["atom"], &["add"], |ty| matches!(ty, U(32 | 64) | S(32 | 64)), &[3, 4], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::Add)).ignoring(orders),
    Form::typed(&["red"], &["add"], |ty| matches!(ty, U(32 | 64) | S(32 | 64)), &[2, 3], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::Add)).ignoring(orders),
    Form::typed(&["atom"], &["add"], |ty| ty == F32, &[3, 4], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::AddF32)).ignoring(orders),
    Form::typed(&["red"], &["add"], |ty| ty == F32, &[2, 3], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::AddF32)).ignoring(orders),
    Form::typed(&["atom"], &["add"], |ty| ty == F64, &[3, 4], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::AddF64)).ignoring(orders),
    Form::typed(&["red"], &["add"], |ty| ty == F64, &[2, 3], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::AddF64)).ignoring(orders),
    Form::typed(&["atom"], &["add"], |ty| ty == F16x2, &[3, 4], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::AddF16x2)).ignoring(orders),
    Form::typed(&["red"], &["add"], |ty| ty == F16x2, &[2, 3], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::AddF16x2)).ignoring(orders),
    Form::typed(&["atom"], &["add"], |ty| ty == Bf16x2, &[3, 4], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::AddBf16x2)).ignoring(orders),
    Form::typed(&["red"], &["add"], |ty| ty == Bf16x2, &[2, 3], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::AddBf16x2)).ignoring(orders),
    Form::typed(&["atom"], &["add"], |ty| ty == F16, &[3, 4], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::AddF16)).ignoring(orders),
    Form::typed(&["red"], &["add"], |ty| ty == F16, &[2, 3], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::AddF16)).ignoring(orders),
    Form::typed(&["atom"], &["add"], |ty| ty == Bf16, &[3, 4], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::AddBf16)).ignoring(orders),
    Form::typed(&["red"], &["add"], |ty| ty == Bf16, &[2, 3], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::AddBf16)).ignoring(orders),
    Form::typed(&["atom"], &["min"], |ty| matches!(ty, U(32 | 64)), &[3, 4], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::MinU)).ignoring(orders),
    Form::typed(&["red"], &["min"], |ty| matches!(ty, U(32 | 64)), &[2, 3], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::MinU)).ignoring(orders),
    Form::typed(&["atom"], &["max"], |ty| matches!(ty, U(32 | 64)), &[3, 4], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::MaxU)).ignoring(orders),
    Form::typed(&["red"], &["max"], |ty| matches!(ty, U(32 | 64)), &[2, 3], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::MaxU)).ignoring(orders),
    Form::typed(&["atom"], &["min"], |ty| matches!(ty, S(32 | 64)), &[3, 4], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::MinS)).ignoring(orders),
    Form::typed(&["red"], &["min"], |ty| matches!(ty, S(32 | 64)), &[2, 3], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::MinS)).ignoring(orders),
    Form::typed(&["atom"], &["max"], |ty| matches!(ty, S(32 | 64)), &[3, 4], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::MaxS)).ignoring(orders),
    Form::typed(&["red"], &["max"], |ty| matches!(ty, S(32 | 64)), &[2, 3], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::MaxS)).ignoring(orders),
    Form::typed(&["atom"], &["and"], |ty| matches!(ty, B(32 | 64)), &[3, 4], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::And)).ignoring(orders),
    Form::typed(&["red"], &["and"], |ty| matches!(ty, B(32 | 64)), &[2, 3], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::And)).ignoring(orders),
    Form::typed(&["atom"], &["or"], |ty| matches!(ty, B(32 | 64)), &[3, 4], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::Or)).ignoring(orders),
    Form::typed(&["red"], &["or"], |ty| matches!(ty, B(32 | 64)), &[2, 3], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::Or)).ignoring(orders),
    Form::typed(&["atom"], &["xor"], |ty| matches!(ty, B(32 | 64)), &[3, 4], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::Xor)).ignoring(orders),
    Form::typed(&["red"], &["xor"], |ty| matches!(ty, B(32 | 64)), &[2, 3], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::Xor)).ignoring(orders),
    Form::typed(&["atom"], &["inc"], |ty| ty == U(32), &[3, 4], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::Inc)).ignoring(orders),
    Form::typed(&["red"], &["inc"], |ty| ty == U(32), &[2, 3], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::Inc)).ignoring(orders),
    Form::typed(&["atom"], &["dec"], |ty| ty == U(32), &[3, 4], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::Dec)).ignoring(orders),
    Form::typed(&["red"], &["dec"], |ty| ty == U(32), &[2, 3], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::Dec)).ignoring(orders),
    Form::typed(&["atom"], &["exch"], |ty| matches!(ty, B(32 | 64)), &[3, 4], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::Exch)).ignoring(orders),
    Form::typed(&["atom"], &["cas"], |ty| matches!(ty, B(16 | 32 | 64)), &[4, 5], |l, i, m, ty| l.atomic(i, m, ty, AtomicOp::Cas)).ignoring(orders),
];

/// Returns whether a modifier is a hint or an ordering; accesses are always in order here.
fn orders(part: &str) -> bool {
    is_hint(part) && !matches!(part, "nc" | "volatile")
}

impl Lowerer<'_> {
    fn atomic(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, ty: Type, op: AtomicOp) -> Lower<Operation> {
        let reduces = m.base() == "red";
        let space = space_of(m);
        if !matches!(space, Space::Generic | Space::Global | Space::Shared) {
            return Err(m.unknown());
        }
        let at = usize::from(!reduces);
        let compares = op == AtomicOp::Cas;
        self.policy_operand(i, m, at + 2 + usize::from(compares))?;
        let d = match &i.operands[0] {
            _ if reduces => SINK,
            PtxOperand::Name(name) if name == "_" => SINK,
            operand => self.target(i.line, operand, ty.bits())?,
        };
        let (address, space) = self.address(i, &i.operands[at], space)?;
        let a = self.source(i.line, &i.operands[at + 1], ty)?;
        let b = if compares { self.source(i.line, &i.operands[at + 2], ty)? } else { a };
        let unread = match &i.operands[0] {
            PtxOperand::Name(name) => self.frame().mentions.only_once(name),
            _ => false,
        };
        // As the assembler does: not for the signed type, nor for any other constant.
        let adds_one = op == AtomicOp::Add && ty == U(32) && matches!(i.operands[at + 1], PtxOperand::Int(1));
        let passes = match space {
            // The cost if the address turns out to be in shared memory.
            Space::Generic => generic_passes_of(op),
            _ if adds_one && (d == SINK || unread) => AtomicPasses::Words,
            _ => passes_of(op, ty.bytes()),
        };
        Ok(Operation::Atomic(Atomic {
            op,
            passes,
            space,
            address,
            bytes: ty.bytes() as u32,
            d,
            a,
            b,
            order: order_of(i),
            scope: scope_of(i),
        }))
    }
}

/// The passes of an atomic on a generic address in shared memory: measured for `add`, `max` and `inc` of 32 bits, `add` of u64,
/// f32 and f64, `exch` and `cas`; each other operation is counted as the most similar one of these.
fn generic_passes_of(op: AtomicOp) -> AtomicPasses {
    use AtomicOp::{
        Add, AddBf16, AddBf16x2, AddF16, AddF16x2, AddF32, AddF64, And, Cas, Dec, Exch, Inc, MaxS, MaxU, MinS, MinU,
        Or, Xor,
    };
    match op {
        Add | MinU | MaxU | MinS | MaxS | And | Or | Xor | Exch | Inc | Dec => AtomicPasses::Lanes,
        Cas => AtomicPasses::LanesTwice,
        AddF32 | AddF64 | AddF16x2 | AddBf16x2 | AddF16 | AddBf16 => AtomicPasses::LanesTwiceAndPhases,
    }
}

/// The passes of an atomic in the shared space whose old value is used.
fn passes_of(op: AtomicOp, bytes: u64) -> AtomicPasses {
    use AtomicOp::{AddBf16, AddBf16x2, AddF16, AddF16x2, AddF32, AddF64, Cas, Exch};
    match op {
        Exch => AtomicPasses::Lanes,
        Cas | AddF32 | AddF64 | AddF16x2 | AddBf16x2 | AddF16 | AddBf16 => AtomicPasses::LanesTwice,
        // For 64 bits the hardware has only exchange and compare-and-swap.
        _ if bytes == 4 => AtomicPasses::Lanes,
        _ => AtomicPasses::LanesTwice,
    }
}
