//! The modifiers of comparisons.

use super::parts::Parts;
use super::surroundings::Decode;
use smem_sim::isa::{BoolOp, CompareOp};

/// The comparison that an instruction names.
pub(super) fn compare_op(parts: &mut Parts<'_>) -> Decode<CompareOp> {
    let names = [
        ("EQ", CompareOp::Eq),
        ("NE", CompareOp::Ne),
        ("LT", CompareOp::Lt),
        ("LE", CompareOp::Le),
        ("GT", CompareOp::Gt),
        ("GE", CompareOp::Ge),
        ("EQU", CompareOp::Equ),
        ("NEU", CompareOp::Neu),
        ("LTU", CompareOp::Ltu),
        ("LEU", CompareOp::Leu),
        ("GTU", CompareOp::Gtu),
        ("GEU", CompareOp::Geu),
        ("NUM", CompareOp::Num),
        ("NAN", CompareOp::Nan),
    ];
    parts.take_named(&names).ok_or_else(|| parts.unknown())
}

/// The way in which its result is combined with a predicate.
pub(super) fn combine(parts: &mut Parts<'_>) -> Decode<BoolOp> {
    parts.take_named(&[("AND", BoolOp::And), ("OR", BoolOp::Or), ("XOR", BoolOp::Xor)]).ok_or_else(|| parts.unknown())
}
