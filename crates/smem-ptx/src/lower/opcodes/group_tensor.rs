//! Products of matrices by four warps together: `wgmma`.
//!
//! The products are done at once, so there is nothing to fence and nothing to wait for: the race check asks which are waited for.

use super::form::Form;
use crate::lower::modifiers::Modifiers;
use crate::lower::{Lower, Lowerer};
use crate::parse::syntax::{PtxInstruction, PtxOperand};
use smem_sim::isa::{
    DescribedLeft, DescribedProduct, Factor, Float8, GroupShape, MatrixSum, Operation, OrderOp, PtxMatrix, Type,
};

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    Form::untyped(&["wgmma"], &["mma_async", "sync", "aligned"], &[], |l, i, m| l.group_product(i, m)),
    Form::untyped(&["wgmma"], &["fence", "sync", "aligned"], &[0], |_, _, _| Ok(Operation::Nothing)),
    Form::untyped(&["wgmma"], &["commit_group", "sync", "aligned"], &[0], |_, _, _| Ok(Operation::Order(OrderOp::CommitProducts))),
    Form::untyped(&["wgmma"], &["wait_group", "sync", "aligned"], &[1], |_, i, m| awaited(i, m)),
];

/// Groups that may still be pending: a constant.
fn awaited(i: &PtxInstruction, m: &Modifiers<'_>) -> Lower<Operation> {
    match i.operands[0] {
        PtxOperand::Int(groups) if u32::try_from(groups).is_ok() => {
            Ok(Operation::Order(OrderOp::WaitProducts { pending: groups as u32 }))
        }
        _ => Err(m.error("the number of groups must be a constant")),
    }
}

/// Reads the shape and the types of a product, which are all modifiers that remain.
fn shape(m: &mut Modifiers<'_>) -> Lower<GroupShape> {
    let saturates = m.take("satfinite");
    let counts = [m.take("and"), m.take("popc")];
    let [extents, d, a, b] = m.take_all()[..] else { return Err(m.unknown()) };
    let Some((columns, depth)) = columns_and_depth(extents) else { return Err(m.unknown()) };
    let Some(factor) = factor(a, b) else { return Err(m.unknown()) };
    let integer = matches!(factor, Factor::Bytes { .. });
    let bits = matches!(factor, Factor::Bits { .. });
    let sum = match d {
        "f32" if !integer && !bits => MatrixSum::F32,
        "f16" if !integer && !bits => MatrixSum::F16,
        "s32" if integer && saturates => MatrixSum::S32Saturating,
        "s32" if integer || bits => MatrixSum::S32,
        _ => return Err(m.unknown()),
    };
    let shape = GroupShape { columns, depth, factor, sum, negated: [false; 2], transposed: [false; 2] };
    if !shape.exists() || saturates && !integer || counts != [bits; 2] {
        return Err(m.unknown());
    }
    Ok(shape)
}

/// Reads `m64n128k16`.
fn columns_and_depth(part: &str) -> Option<(usize, usize)> {
    let (columns, depth) = part.strip_prefix("m64n")?.split_once('k')?;
    Some((columns.parse().ok()?, depth.parse().ok()?))
}

/// The factors of these types.
fn factor(left: &str, right: &str) -> Option<Factor> {
    let float8 = |name: &str| match name {
        "e4m3" => Some(Float8::E4M3),
        "e5m2" => Some(Float8::E5M2),
        _ => None,
    };
    Some(match (left, right) {
        ("f16", "f16") => Factor::F16,
        ("bf16", "bf16") => Factor::Bf16,
        ("tf32", "tf32") => Factor::Tf32,
        ("b1", "b1") => Factor::Bits { differ: false },
        ("s8" | "u8", "s8" | "u8") => Factor::Bytes { left_signed: left == "s8", right_signed: right == "s8" },
        _ => Factor::F8 { left: float8(left)?, right: float8(right)? },
    })
}

/// The meaning of a constant of a product.
fn constant(m: &Modifiers<'_>, operand: &PtxOperand, meanings: [(i64, bool); 2]) -> Lower<bool> {
    let value = match operand {
        PtxOperand::Int(value) => value.cast_signed(),
        _ => return Err(m.error("a scale or an order of a matrix must be a constant")),
    };
    let found = meanings.into_iter().find(|(known, _)| *known == value);
    found.map(|(_, meaning)| meaning).ok_or_else(|| {
        let [(one, _), (other, _)] = meanings;
        m.error(&format!("a scale or an order of a matrix is {one} or {other}, not {value}"))
    })
}

const SCALES: [(i64, bool); 2] = [(1, false), (-1, true)];
const ORDERS: [(i64, bool); 2] = [(0, false), (1, true)];

impl Lowerer<'_> {
    /// The result, both factors and whether to add; then of floating-point factors their signs, and of those of 16 bits the order of each
    /// that is in shared memory.
    fn group_product(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        let mut shape = shape(m)?;
        let [d, a, b, adds, rest @ ..] = &i.operands[..] else { return Err(m.error("it takes four operands or more")) };
        let in_registers = matches!(a, PtxOperand::Vector(_));
        let (signs, orders) = match shape.factor {
            Factor::F16 | Factor::Bf16 => (2, if in_registers { 1 } else { 2 }),
            Factor::Tf32 | Factor::F8 { .. } => (2, 0),
            _ => (0, 0),
        };
        if rest.len() != signs + orders {
            let wanted = 4 + signs + orders;
            return Err(m.error(&format!("it takes {wanted} operands, not {}", i.operands.len())));
        }
        for (negated, operand) in shape.negated.iter_mut().zip(rest.iter().take(signs)) {
            *negated = constant(m, operand, SCALES)?;
        }
        // Of a left factor in registers there is no order.
        for (transposed, operand) in shape.transposed.iter_mut().rev().zip(rest.iter().skip(signs).rev()) {
            *transposed = constant(m, operand, ORDERS)?;
        }
        let results = self.elements(i, d, shape.results())?;
        let d = results.iter().map(|part| self.target(i.line, part, 32)).collect::<Lower<_>>()?;
        let a = if in_registers {
            let mut slots = [0; 4];
            for (slot, part) in slots.iter_mut().zip(self.elements(i, a, 4)?) {
                *slot = self.source(i.line, part, Type::B(32))?;
            }
            DescribedLeft::Registers(slots)
        } else {
            DescribedLeft::Shared(self.source(i.line, a, Type::B(64))?)
        };
        let b = self.source(i.line, b, Type::B(64))?;
        let adds = self.predicate(i.line, adds)?;
        Ok(Operation::Matrix(PtxMatrix::GroupProduct(DescribedProduct { shape, d, a, b, adds })))
    }
}
