//! Where lanes go, wait and meet.

use super::context::{DecodeContext, OpcodeRow, row};
use super::parts::Parts;
use super::surroundings::{Decode, INSTRUCTION};
use crate::operand::SassOperand;
use smem_sim::isa::sass::{BarrierVotes, DISCARD_PRED, JumpKind, SassConstant, SassFlow, SassOp, TRUE};
use smem_sim::isa::{DriverFunction, OrderOp};

pub(super) const ROWS: &[OpcodeRow] = &[
    row("BRA", branch),
    row("BRX", indexed_branch),
    row("CALL", call),
    row("LEPC", code_address),
    row("RET", ret),
    row("EXIT", exit),
    row("BSSY", gather),
    row("BSYNC", meet),
    row("BREAK", leave),
    row("BMOV", move_barrier),
    row("WARPSYNC", warp_sync),
    row("ENDCOLLECTIVE", |_, _| Ok(SassOp::Flow(SassFlow::EndCollective))),
    row("YIELD", |_, _| Ok(SassOp::Flow(SassFlow::Yield))),
    row("NANOSLEEP", sleep),
    row("BAR", block_barrier),
    row("UCGABAR_ARV", |_, _| Ok(SassOp::Flow(SassFlow::ClusterArrive))),
    row("UCGABAR_WAIT", |_, _| Ok(SassOp::Flow(SassFlow::ClusterWait))),
    row("B2R", barrier_result),
    row("BPT", breakpoint),
    row("NOP", |_, _| Ok(SassOp::Order(OrderOp::WarpSynced))),
    // Signals between a kernel and the one that depends on it: kernels run one after the other.
    row("PREEXIT", |_, _| Ok(SassOp::Nothing)),
    row("ACQBULK", |_, _| Ok(SassOp::Nothing)),
    row("USETMAXREG", register_limit),
];

fn branch(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if let Some(together) = parts.take_named(&[("DIV", false), ("CONV", true)]) {
        // sm_75 names no lanes: all of the warp.
        let all = matches!(parts.peek(), Some(SassOperand::Label(_)));
        let named = if all { context.bits(u32::MAX) } else { context.source(parts)? };
        return Ok(SassOp::Flow(SassFlow::BranchIfTogether { together, target: context.target(parts)?, named }));
    }
    if parts.take("U") && parts.take("ANY") {
        return Ok(SassOp::Flow(SassFlow::BranchIfAny { target: context.target(parts)? }));
    }
    let also = if parts.peek_is_predicate() { context.predicate(parts)? } else { TRUE };
    Ok(SassOp::Flow(SassFlow::Branch { target: context.target(parts)?, also }))
}

/// A pair of registers plus a number, from after the instruction.
fn indexed_branch(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let register = context.registers(parts, 2)?;
    let SassOperand::Integer(offset) = parts.next()? else { return Err(parts.error("it names no distance")) };
    let here = parts.address.wrapping_add(INSTRUCTION) as i64;
    Ok(SassOp::Flow(SassFlow::Jump { register, offset: here.wrapping_add(offset), kind: JumpKind::Branch }))
}

/// The address that a relative jump counts from: that of a function.
fn base(context: &DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<i64> {
    Ok(i64::from(context.target(parts)?) * INSTRUCTION as i64)
}

/// The address after a call, for the function that is called; without a label that of this instruction.
fn code_address(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let d = context.result(parts, 2)?;
    let address = match parts.left() {
        0 => parts.address,
        _ => u64::from(context.target(parts)?) * INSTRUCTION,
    };
    let words = [SassConstant::Bits(address as u32), SassConstant::Bits((address >> 32) as u32)];
    Ok(SassOp::CopyPair { d, a: context.slots.constant(&words) })
}

/// Registers that a call of a function of the driver uses: its arguments from R4 on, and R20 and R21, the address to return to.
const CALL_REGISTERS: u32 = 22;

fn call(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if parts.take("ABS") && parts.take("NOINC") {
        if let Some(&SassOperand::Label(name)) = parts.peek() {
            return call_named(context, parts, name);
        }
        context.calls |= !context.slots.surroundings.links.is_empty();
        let function = context.registers(parts, 2)?;
        return Ok(SassOp::Flow(SassFlow::CallDriver { function, registers: context.general(parts, CALL_REGISTERS)? }));
    }
    if !(parts.take("REL") && parts.take("NOINC")) {
        return Err(parts.error("a call out of the kernel's own code is unknown"));
    }
    if matches!(parts.peek(), Some(SassOperand::Register(..))) {
        context.calls = true;
        let register = context.registers(parts, 2)?;
        return Ok(SassOp::Flow(SassFlow::Jump { register, offset: base(context, parts)?, kind: JumpKind::Call }));
    }
    // A function that calls itself takes more of the stack than the attributes say.
    context.calls = true;
    Ok(SassOp::Flow(SassFlow::Call { target: context.target(parts)? }))
}

/// A call of a function of the driver, or of one in a section of its own.
fn call_named(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>, name: &str) -> Decode<SassOp> {
    let Some(function) = DriverFunction::named(name).filter(|_| !context.labels.contains_key(name)) else {
        context.calls = true;
        return Ok(SassOp::Flow(SassFlow::Call { target: context.target(parts)? }));
    };
    parts.next()?;
    let address = function.code_address();
    let words = [SassConstant::Bits(address as u32), SassConstant::Bits((address >> 32) as u32)];
    let function = context.slots.constant(&words);
    Ok(SassOp::Flow(SassFlow::CallDriver { function, registers: context.general(parts, CALL_REGISTERS)? }))
}

fn ret(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let is_absolute = parts.take("ABS");
    if !((is_absolute || parts.take("REL")) && parts.take("NODEC")) {
        return Err(parts.unknown());
    }
    let register = context.registers(parts, 2)?;
    if is_absolute {
        let SassOperand::Integer(offset) = parts.next()? else { return Err(parts.error("it names no distance")) };
        return Ok(SassOp::Flow(SassFlow::Jump { register, offset, kind: JumpKind::Return }));
    }
    Ok(SassOp::Flow(SassFlow::Jump { register, offset: base(context, parts)?, kind: JumpKind::Return }))
}

fn exit(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let also = if parts.peek_is_predicate() { context.predicate(parts)? } else { TRUE };
    Ok(SassOp::Flow(SassFlow::Exit { also }))
}

fn barrier(parts: &mut Parts<'_>) -> Decode<u8> {
    match parts.next()? {
        SassOperand::Barrier(number) => Ok(number),
        _ => Err(parts.error("an operand is not a barrier")),
    }
}

/// Hints to the hardware about how long lanes may stay apart.
const RELIABILITY: &[&str] = &["RECONVERGENT", "RELIABLE"];

fn gather(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    parts.ignore(RELIABILITY);
    let barrier = barrier(parts)?;
    context.target(parts)?;
    Ok(SassOp::Gather { barrier })
}

fn meet(_: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    parts.ignore(RELIABILITY);
    Ok(SassOp::Flow(SassFlow::Meet { barrier: barrier(parts)? }))
}

fn leave(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    parts.ignore(RELIABILITY);
    let also = if parts.peek_is_predicate() { context.predicate(parts)? } else { TRUE };
    Ok(SassOp::Leave { barrier: barrier(parts)?, also })
}

fn move_barrier(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if !parts.take("32") {
        return Err(parts.unknown());
    }
    if matches!(parts.peek(), Some(SassOperand::Barrier(_))) {
        let barrier = barrier(parts)?;
        return Ok(SassOp::RegisterToBarrier { barrier, a: context.source(parts)? });
    }
    let clear = parts.take("CLEAR");
    let d = context.result(parts, 1)?;
    Ok(SassOp::BarrierToRegister { d, barrier: barrier(parts)?, clear })
}

fn warp_sync(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let (collective, exclusive) = (parts.take("COLLECTIVE"), parts.take("EXCLUSIVE"));
    let named = if parts.take("ALL") { None } else { Some(context.source(parts)?) };
    if collective && !exclusive {
        return Ok(SassOp::Flow(SassFlow::Collective { named, after: context.target(parts)? }));
    }
    if collective {
        return Err(parts.unknown());
    }
    Ok(SassOp::Flow(SassFlow::WarpSync { named, exclusive }))
}

/// Warps give registers to others. There are enough for all of them here, so that who asks gets them at once.
fn register_limit(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    parts.ignore(&["CTAPOOL"]);
    let asks = parts.take("TRY_ALLOC");
    if !asks && !parts.take("DEALLOC") {
        return Err(parts.unknown());
    }
    let granted = if asks { context.result_predicate(parts)? } else { DISCARD_PRED };
    context.number(parts, 256)?;
    parts.uniform = true;
    Ok(SassOp::Plop3 { d: [granted, DISCARD_PRED], sources: [TRUE; 3], tables: [0xff; 2] })
}

fn sleep(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    parts.ignore(&["SYNCS", "WARP"]);
    context.source(parts)?;
    Ok(SassOp::Flow(SassFlow::Yield))
}

fn block_barrier(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
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
        None | Some(SassOperand::Predicate { .. }) => None,
        Some(_) => Some(context.source(parts)?),
    };
    let votes = match votes {
        None => None,
        Some(how) => Some((how, context.predicate(parts)?)),
    };
    Ok(SassOp::Flow(SassFlow::BlockBarrier { id, threads, waits, votes }))
}

fn barrier_result(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if !parts.take("RESULT") {
        return Err(parts.unknown());
    }
    let d = context.result(parts, 1)?;
    let p = if parts.left() > 0 { context.result_predicate(parts)? } else { DISCARD_PRED };
    Ok(SassOp::BarrierResult { d, p })
}

fn breakpoint(_: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if !parts.take("TRAP") {
        return Err(parts.unknown());
    }
    parts.drop_operands();
    Ok(SassOp::Flow(SassFlow::Trap))
}
