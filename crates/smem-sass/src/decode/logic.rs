//! Bits, moves and selections.

use super::context::{DecodeContext, OpcodeRow, both, copy_register, row};
use super::parts::Parts;
use super::surroundings::Decode;
use crate::operand::{Register, SassOperand};
use smem_sim::alu::words::integer as alu;
use smem_sim::isa::BoolOp;
use smem_sim::isa::sass::{DISCARD_PRED, FALSE, RPC, SassOp, Source, UNIFORM_PRED};

pub(super) const ROWS: &[OpcodeRow] = &[
    both("LOP3", "ULOP3", lop3),
    both("PLOP3", "UPLOP3", plop3),
    both("MOV", "UMOV", mov),
    both("SEL", "USEL", sel),
    both("PRMT", "UPRMT", prmt),
    both("P2R", "UP2UR", p2r),
    row("R2P", r2p),
    row("RPCMOV", move_rpc),
];

fn lop3(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if !parts.take("LUT") {
        return Err(parts.unknown());
    }
    let combine = if parts.take("PAND") { BoolOp::And } else { BoolOp::Or };
    let p = if parts.peek_is_predicate() { context.result_predicate(parts)? } else { DISCARD_PRED };
    let d = context.result(parts, 1)?;
    let (a, b, c) = (context.source(parts)?, context.source(parts)?, context.source(parts)?);
    let table = context.number(parts, 0xff)? as u8;
    let with = if parts.peek_is_predicate() { context.predicate(parts)? } else { FALSE };
    if p == DISCARD_PRED && c == Source::NOTHING {
        let two = [(0xc0, alu::AND), (0xfc, alu::OR), (0x3c, alu::XOR)];
        if let Some((_, f)) = two.into_iter().find(|(bits, _)| *bits == table) {
            return Ok(SassOp::Two { f, d, a, b });
        }
    }
    Ok(SassOp::Lop3 { d, a, b, c, table, p, combine, with })
}

fn plop3(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if !parts.take("LUT") {
        return Err(parts.unknown());
    }
    let d = [context.result_predicate(parts)?, context.result_predicate(parts)?];
    let sources = [context.predicate(parts)?, context.predicate(parts)?, context.predicate(parts)?];
    let tables = [context.number(parts, 0xff)? as u8, context.number(parts, 0xff)? as u8];
    Ok(SassOp::Plop3 { d, sources, tables })
}

fn mov(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if parts.take("64") {
        let d = context.result(parts, 2)?;
        let a = context.wide_source(parts)?;
        return Ok(SassOp::CopyPair { d, a: a.slot });
    }
    // A register that the compiler keeps elsewhere for a while.
    parts.ignore(&["SPILL"]);
    let d = context.result(parts, 1)?;
    let a = context.source(parts)?;
    // The mask of bytes that some forms have: all of them.
    if parts.left() > 0 && context.number(parts, 0xf)? != 0xf {
        return Err(parts.error("it moves some bytes only"));
    }
    Ok(SassOp::One { f: alu::COPY, d, a })
}

fn sel(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if parts.take("64") {
        let d = context.result(parts, 2)?;
        let (a, b) = (context.wide_source(parts)?, context.wide_source(parts)?);
        return Ok(SassOp::SelectPair { d, a, b, p: context.predicate(parts)? });
    }
    let d = context.result(parts, 1)?;
    Ok(SassOp::Select { d, a: context.source(parts)?, b: context.source(parts)?, p: context.predicate(parts)? })
}

fn prmt(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let d = context.result(parts, 1)?;
    let (a, b, c) = (context.source(parts)?, context.source(parts)?, context.source(parts)?);
    Ok(SassOp::Three { f: alu::PERMUTE, d, a, b, c })
}

/// `PR` or `UPR`, and the bit that a part such as `B1` begins with.
fn predicates(parts: &mut Parts<'_>) -> Decode<u32> {
    match parts.next()? {
        SassOperand::Predicates { uniform } => Ok(if uniform { UNIFORM_PRED } else { 0 }),
        _ => Err(parts.error("an operand is not `PR`")),
    }
}

fn byte(parts: &Parts<'_>, register: &Register<'_>) -> Decode<u32> {
    match register.part {
        "" => Ok(0),
        "B0" => Ok(0),
        "B1" => Ok(8),
        "B2" => Ok(16),
        "B3" => Ok(24),
        other => Err(parts.error(&format!("unknown part `.{other}` of an operand"))),
    }
}

fn p2r(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let shift = parts.take_named(&[("B0", 0), ("B1", 8), ("B2", 16), ("B3", 24)]).unwrap_or(0);
    let d = context.result(parts, 1)?;
    let first = predicates(parts)?;
    let a = context.source(parts)?;
    let mask = context.number(parts, 0x7f)?;
    Ok(SassOp::PredicatesToRegister { d, a, first, mask, shift })
}

fn r2p(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let first = predicates(parts)?;
    let SassOperand::Register(register, signs) = parts.next()? else {
        return Err(parts.error("an operand is not a register"));
    };
    let shift = byte(parts, &register)?;
    let a = context.plain_source(parts, Register { part: "", ..register }, signs)?;
    let mask = context.number(parts, 0x7f)?;
    Ok(SassOp::RegisterToPredicates { a, first, mask, shift })
}

/// Moves between a register and a half of `Rpc`.
fn move_rpc(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if !parts.take("32") {
        return Err(parts.unknown());
    }
    let half = |parts: &mut Parts<'_>| match parts.peek() {
        Some(SassOperand::Special("Rpc.LO")) => parts.next().map(|_| Some(RPC)),
        Some(SassOperand::Special("Rpc.HI")) => parts.next().map(|_| Some(RPC + 1)),
        _ => Ok(None),
    };
    let to = half(parts)?;
    let d = match to {
        Some(slot) => slot,
        None => context.result(parts, 1)?,
    };
    let from = half(parts)?;
    Ok(copy_register(
        d,
        match from {
            Some(slot) => slot,
            None => context.registers(parts, 1)?,
        },
    ))
}
