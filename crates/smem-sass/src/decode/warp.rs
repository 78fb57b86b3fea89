//! Instructions by which lanes of a warp exchange values, and by which a lane reads its place.

use super::context::{DecodeContext, OpcodeRow, both, copy_register, row};
use super::parts::Parts;
use super::surroundings::Decode;
use crate::operand::SassOperand;
use smem_sim::isa::sass::{DISCARD, DISCARD_PRED, SassConstant, SassExchange, SassOp, Vote, ZERO};
use smem_sim::isa::{Reduction, ShuffleMode, Slot, SpecialRegister};

pub(super) const ROWS: &[OpcodeRow] = &[
    row("SHFL", shuffle),
    both("VOTE", "VOTEU", vote),
    row("MATCH", matches),
    row("REDUX", reduce),
    row("CREDUX", reduce),
    row("R2UR", to_uniform),
    row("ELECT", elect),
    both("S2R", "S2UR", special),
    both("CS2R", "CS2UR", special_pair),
];

fn shuffle(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let modes = [
        ("UP", ShuffleMode::Up),
        ("DOWN", ShuffleMode::Down),
        ("BFLY", ShuffleMode::Butterfly),
        ("IDX", ShuffleMode::Index),
    ];
    let Some(mode) = parts.take_named(&modes) else { return Err(parts.unknown()) };
    let p = context.result_predicate(parts)?;
    let d = context.result(parts, 1)?;
    let (a, b, c) = (context.source(parts)?, context.source(parts)?, context.source(parts)?);
    Ok(SassOp::Exchange(SassExchange::Shuffle { mode, p, d, a, b, c }))
}

fn vote(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let votes = [("ALL", Vote::All), ("ANY", Vote::Any), ("EQ", Vote::Equal)];
    let Some(vote) = parts.take_named(&votes) else { return Err(parts.unknown()) };
    let d = if parts.peek_is_predicate() { DISCARD } else { context.result(parts, 1)? };
    let p = context.result_predicate(parts)?;
    Ok(SassOp::Exchange(SassExchange::Vote { vote, d, p, a: context.predicate(parts)? }))
}

fn matches(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let Some(every) = parts.take_named(&[("ALL", true), ("ANY", false)]) else { return Err(parts.unknown()) };
    let pair = parts.take("U64");
    let all = if every { Some(context.result_predicate(parts)?) } else { None };
    let d = context.result(parts, 1)?;
    Ok(SassOp::Exchange(SassExchange::Match { all, d, a: context.long(parts, pair)? }))
}

fn reduce(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let signed = parts.take("S32");
    let op = match parts.first() {
        None | Some("AND") => Reduction::And,
        Some("OR") => Reduction::Or,
        Some("XOR") => Reduction::Xor,
        Some("SUM") => Reduction::Add,
        Some("MIN") => {
            if signed {
                Reduction::MinS
            } else {
                Reduction::MinU
            }
        }
        Some("MAX") => {
            if signed {
                Reduction::MaxS
            } else {
                Reduction::MaxU
            }
        }
        Some(_) => return Err(parts.unknown()),
    };
    let d = context.result(parts, 1)?;
    Ok(SassOp::Exchange(SassExchange::Reduce { op, d, a: context.source(parts)? }))
}

fn to_uniform(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    // A register that the compiler kept elsewhere for a while.
    parts.ignore(&["FILL"]);
    let also = parts.take("OR");
    let p = if parts.peek_is_predicate() { context.result_predicate(parts)? } else { DISCARD_PRED };
    let d = context.result(parts, 1)?;
    Ok(SassOp::Exchange(SassExchange::ToUniform { d, p, also, a: context.source(parts)? }))
}

fn elect(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let p = context.result_predicate(parts)?;
    let d = context.result(parts, 1)?;
    let with = context.predicate(parts)?;
    if (with.slot, with.flip) != (smem_sim::isa::sass::ALWAYS, 0) {
        return Err(parts.error("an election among some lanes only is unknown"));
    }
    Ok(SassOp::Exchange(SassExchange::Elect { p, d }))
}

fn name<'t>(parts: &mut Parts<'t>) -> Decode<&'t str> {
    match parts.next()? {
        SassOperand::Special(name) => Ok(name),
        _ => Err(parts.error("an operand is not a special register")),
    }
}

fn special(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let d = context.result(parts, 1)?;
    let nanoseconds = match name(parts)? {
        "SR_CLOCKLO" => false,
        "SR_GLOBALTIMERLO" => true,
        name => return Ok(copy_register(d, context.special_slot(parts, name)?)),
    };
    Ok(SassOp::Clock { d, pair: false, nanoseconds })
}

fn special_pair(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let pair = !parts.take("32");
    let d = context.result(parts, if pair { 2 } else { 1 })?;
    let nanoseconds = match name(parts)? {
        "SR_CLOCKLO" => false,
        "SR_GLOBALTIMERLO" => true,
        "SRZ" if pair => return Ok(SassOp::CopyPair { d, a: ZERO }),
        other if pair => return Err(parts.error(&format!("unknown special register `{other}`"))),
        name => return Ok(copy_register(d, context.special_slot(parts, name)?)),
    };
    Ok(SassOp::Clock { d, pair, nanoseconds })
}

impl DecodeContext<'_> {
    /// The slot that holds a special register.
    fn special_slot(&mut self, parts: &Parts<'_>, name: &str) -> Decode<Slot> {
        let Some(special) = SpecialRegister::of_sass(name) else {
            return Err(parts.error(&format!("unknown special register `{name}`")));
        };
        Ok(self.slots.constant(&[SassConstant::Special(special)]))
    }
}
