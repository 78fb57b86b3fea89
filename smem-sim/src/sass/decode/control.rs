//! Where lanes go, wait and meet.

use super::parts::Parts;
use super::{Context, Decode, INSTRUCTION, Row, row};
use crate::isa::sass::{BarrierVotes, DISCARD_PRED, Op, TRUE};
use crate::sass::operand::Operand;

pub(super) const ROWS: &[Row] = &[
    row("BRA", branch),
    row("BRX", indexed_branch),
    row("CALL", call),
    row("RET", ret),
    row("EXIT", exit),
    row("BSSY", gather),
    row("BSYNC", meet),
    row("BREAK", leave),
    row("BMOV", move_barrier),
    row("WARPSYNC", warp_sync),
    row("ENDCOLLECTIVE", |_, _| Ok(Op::EndCollective)),
    row("YIELD", |_, _| Ok(Op::Yield)),
    row("NANOSLEEP", sleep),
    row("BAR", block_barrier),
    row("B2R", barrier_result),
    row("BPT", breakpoint),
    row("NOP", |_, _| Ok(Op::Nothing)),
];

fn branch(context: &mut Context<'_>, parts: &mut Parts<'_>) -> Decode<Op> {
    if parts.take("DIV") {
        let named = context.source(parts)?;
        return Ok(Op::BranchIfDiverged { target: context.target(parts)?, named });
    }
    parts.ignore(&["U"]);
    let also = if parts.peek_is_predicate() { context.predicate(parts)? } else { TRUE };
    Ok(Op::Branch { target: context.target(parts)?, also })
}

/// A pair of registers plus a number, from behind the instruction.
fn indexed_branch(context: &mut Context<'_>, parts: &mut Parts<'_>) -> Decode<Op> {
    let register = context.registers(parts, 2)?;
    let Operand::Integer(offset) = parts.next()? else { return Err(parts.error("it names no distance")) };
    let here = parts.address.wrapping_add(INSTRUCTION) as i64;
    Ok(Op::Jump { register, offset: here.wrapping_add(offset) })
}

/// The address that a relative jump counts from: that of a function.
fn base(context: &Context<'_>, parts: &mut Parts<'_>) -> Decode<i64> {
    Ok(i64::from(context.target(parts)?) * INSTRUCTION as i64)
}

fn call(context: &mut Context<'_>, parts: &mut Parts<'_>) -> Decode<Op> {
    if !(parts.take("REL") && parts.take("NOINC")) {
        return Err(parts.error("a call out of the kernel's own code is unknown"));
    }
    if matches!(parts.peek(), Some(Operand::Register(..))) {
        context.indirect = true;
        let register = context.registers(parts, 2)?;
        return Ok(Op::Jump { register, offset: base(context, parts)? });
    }
    Ok(Op::Call { target: context.target(parts)? })
}

fn ret(context: &mut Context<'_>, parts: &mut Parts<'_>) -> Decode<Op> {
    if !(parts.take("REL") && parts.take("NODEC")) {
        return Err(parts.unknown());
    }
    let register = context.registers(parts, 2)?;
    Ok(Op::Jump { register, offset: base(context, parts)? })
}

fn exit(_: &mut Context<'_>, _: &mut Parts<'_>) -> Decode<Op> {
    Ok(Op::Exit)
}

fn barrier(parts: &mut Parts<'_>) -> Decode<u8> {
    match parts.next()? {
        Operand::Barrier(number) => Ok(number),
        _ => Err(parts.error("an operand is not a barrier")),
    }
}

/// What the hardware is told of how long lanes may stay apart.
const RELIABILITY: &[&str] = &["RECONVERGENT", "RELIABLE"];

fn gather(context: &mut Context<'_>, parts: &mut Parts<'_>) -> Decode<Op> {
    parts.ignore(RELIABILITY);
    let barrier = barrier(parts)?;
    context.target(parts)?;
    Ok(Op::Gather { barrier })
}

fn meet(_: &mut Context<'_>, parts: &mut Parts<'_>) -> Decode<Op> {
    parts.ignore(RELIABILITY);
    Ok(Op::Meet { barrier: barrier(parts)? })
}

fn leave(context: &mut Context<'_>, parts: &mut Parts<'_>) -> Decode<Op> {
    parts.ignore(RELIABILITY);
    let also = if parts.peek_is_predicate() { context.predicate(parts)? } else { TRUE };
    Ok(Op::Leave { barrier: barrier(parts)?, also })
}

fn move_barrier(context: &mut Context<'_>, parts: &mut Parts<'_>) -> Decode<Op> {
    if !parts.take("32") {
        return Err(parts.unknown());
    }
    if matches!(parts.peek(), Some(Operand::Barrier(_))) {
        let barrier = barrier(parts)?;
        return Ok(Op::RegisterToBarrier { barrier, a: context.source(parts)? });
    }
    let clear = parts.take("CLEAR");
    let d = context.result(parts, 1)?;
    Ok(Op::BarrierToRegister { d, barrier: barrier(parts)?, clear })
}

fn warp_sync(context: &mut Context<'_>, parts: &mut Parts<'_>) -> Decode<Op> {
    let collective = parts.take("COLLECTIVE");
    let named = if parts.take("ALL") { None } else { Some(context.source(parts)?) };
    if collective {
        return Ok(Op::Collective { named, after: context.target(parts)? });
    }
    Ok(Op::WarpSync { named })
}

fn sleep(context: &mut Context<'_>, parts: &mut Parts<'_>) -> Decode<Op> {
    context.source(parts)?;
    Ok(Op::Yield)
}

fn block_barrier(context: &mut Context<'_>, parts: &mut Parts<'_>) -> Decode<Op> {
    parts.ignore(&["DEFER_BLOCKING"]);
    let waits = match parts.first() {
        Some("SYNC" | "RED") => true,
        Some("ARV") => false,
        _ => return Err(parts.unknown()),
    };
    let votes =
        parts.take_named(&[("POPC", BarrierVotes::Count), ("AND", BarrierVotes::And), ("OR", BarrierVotes::Or)]);
    let id = context.source(parts)?;
    let threads = match parts.peek() {
        None | Some(Operand::Predicate { .. }) => None,
        Some(_) => Some(context.source(parts)?),
    };
    let votes = match votes {
        None => None,
        Some(how) => Some((how, context.predicate(parts)?)),
    };
    Ok(Op::BlockBarrier { id, threads, waits, votes })
}

fn barrier_result(context: &mut Context<'_>, parts: &mut Parts<'_>) -> Decode<Op> {
    if !parts.take("RESULT") {
        return Err(parts.unknown());
    }
    let d = context.result(parts, 1)?;
    let p = if parts.left() > 0 { context.result_predicate(parts)? } else { DISCARD_PRED };
    Ok(Op::BarrierResult { d, p })
}

fn breakpoint(_: &mut Context<'_>, parts: &mut Parts<'_>) -> Decode<Op> {
    if !parts.take("TRAP") {
        return Err(parts.unknown());
    }
    parts.drop_operands();
    Ok(Op::Trap)
}
