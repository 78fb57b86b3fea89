//! Asynchronous barriers, and copies that complete at one.

use super::context::{DecodeContext, OpcodeRow, row};
use super::parts::Parts;
use super::surroundings::Decode;
use crate::operand::{SassOperand, Term};
use smem_sim::isa::sass::{
    Amount, AsyncStore, BulkCopy, BulkPath, DISCARD, MbarrierArrival, MbarrierOp, SassAccess, SassOp, TensorCopy, ZERO,
};
use smem_sim::isa::{AtomicOp, OrderOp, TensorPath};

pub(super) const ROWS: &[OpcodeRow] = &[
    row("SYNCS", barrier),
    row("ARRIVES", copies_done),
    row("UBLKCP", bulk_copy),
    row("UBLKRED", bulk_reduction),
    row("UBLKPF", prefetch),
    row("UTMALDG", tensor_load),
    row("UTMASTG", |context, parts| tensor_store(context, parts, None)),
    row("UTMAREDG", tensor_reduction),
    row("UTMAPF", prefetch),
    row("UTMACCTL", tensor_map_control),
    row("UTMACMDFLUSH", |_, _| Ok(SassOp::Order(OrderOp::CommitBulk))),
    row("STAS", store),
];

fn barrier(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let op = match parts.first() {
        Some("EXCH") if parts.take("64") => {
            if context.result(parts, 2)? != DISCARD {
                return Err(parts.error("its result is unknown"));
            }
            parts.uniform = false;
            let address = context.short_address(parts)?;
            MbarrierOp::Set { address, value: context.registers(parts, 2)? }
        }
        Some("ARRIVE") if parts.take("TRANS64") => arrival(context, parts)?,
        Some("PHASECHK") if parts.take("TRANS64") => {
            let waits = parts.take("TRYWAIT");
            let p = context.result_predicate(parts)?;
            let address = context.short_address(parts)?;
            MbarrierOp::Test { p, address, parity: context.source(parts)?, waits }
        }
        // The barrier ends, and its memory is free for other things.
        Some("CCTL") if parts.take("IV") => {
            context.short_address(parts)?;
            return Ok(SassOp::Nothing);
        }
        _ => return Err(parts.unknown()),
    };
    Ok(SassOp::Access(SassAccess::Mbarrier(op)))
}

fn arrival(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<MbarrierOp> {
    // Without a result.
    let reduces = parts.take("RED");
    let (leaves, together) = (parts.take("OPTOUT"), parts.take("TMASK"));
    let amounts = [
        ("A1T0", (Amount::One, Amount::None, Amount::None)),
        ("ART0", (Amount::Operand, Amount::None, Amount::None)),
        ("A0T1", (Amount::None, Amount::One, Amount::None)),
        ("A0TR", (Amount::None, Amount::Operand, Amount::None)),
        ("A0TX", (Amount::None, Amount::None, Amount::Operand)),
    ];
    let without = (Amount::One, Amount::Operand, Amount::None);
    let (arrivals, expects, completes) = parts.take_named(&amounts).unwrap_or(without);
    let state = context.result(parts, 2)?;
    if reduces && state != DISCARD {
        return Err(parts.error("its result is unknown"));
    }
    let address = context.short_address(parts)?;
    let operand = context.source(parts)?;
    Ok(MbarrierOp::Arrive(MbarrierArrival { address, operand, arrivals, expects, completes, leaves, state, together }))
}

/// The arrival at a barrier that consists of plain words, as before `sm_90`.
pub(super) fn plain_arrival(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if !parts.take("64") {
        return Err(parts.unknown());
    }
    let state = context.result(parts, 2)?;
    let address = context.short_address(parts)?;
    Ok(SassOp::Access(SassAccess::Mbarrier(MbarrierOp::ArrivePlain { address, state })))
}

fn copies_done(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if !(parts.take("LDGSTSBAR") && parts.take("64")) {
        return Err(parts.unknown());
    }
    let arrives = parts.take_named(&[("ARVCNT", true), ("TRANSCNT", false)]);
    let address = context.short_address(parts)?;
    let op = match arrives {
        Some(arrives) => MbarrierOp::CopiesDone { address, arrives },
        None => MbarrierOp::CopiesArrivePlain { address },
    };
    Ok(SassOp::Access(SassAccess::Mbarrier(op)))
}

/// A uniform register in brackets, which some registers begin with.
fn uniform_address(context: &DecodeContext<'_>, parts: &mut Parts<'_>, count: u32) -> Decode<u32> {
    match parts.next()? {
        SassOperand::Address(terms) => match terms[..] {
            [Term::Register(register)] if register.uniform && register.part.is_empty() => {
                context.slot(parts, register, count)
            }
            _ => Err(parts.error("an address of a bulk copy is not a uniform register")),
        },
        _ => Err(parts.error("an operand is not an address")),
    }
}

fn ends(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<BulkCopy> {
    let path = match (parts.first(), parts.first()) {
        (Some("S"), Some("G")) => BulkPath::GlobalToShared,
        (Some("G"), Some("S")) => BulkPath::SharedToGlobal,
        (Some("S"), Some("S")) => BulkPath::SharedToShared,
        _ => return Err(parts.unknown()),
    };
    let multicast = path == BulkPath::GlobalToShared && parts.take("MULTICAST");
    let to = uniform_address(context, parts, 2)?;
    let from = uniform_address(context, parts, if path == BulkPath::GlobalToShared { 2 } else { 1 })?;
    let length = context.registers(parts, 1)?;
    Ok(BulkCopy { path, to, from, length, multicast, reduction: None })
}

fn bulk_copy(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    Ok(SassOp::Access(SassAccess::BulkCopy(ends(context, parts)?)))
}

fn bulk_reduction(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let copy = ends(context, parts)?;
    let types = [("S64", (true, 8)), ("U64", (false, 8)), ("64", (false, 8)), ("S32", (true, 4))];
    let (signed, bytes) = parts.take_named(&types).unwrap_or((false, 4));
    let op = match parts.first() {
        Some("ADD") => AtomicOp::Add,
        Some("MIN") if signed => AtomicOp::MinS,
        Some("MAX") if signed => AtomicOp::MaxS,
        Some("MIN") => AtomicOp::MinU,
        Some("MAX") => AtomicOp::MaxU,
        Some("AND") => AtomicOp::And,
        Some("OR") => AtomicOp::Or,
        Some("XOR") => AtomicOp::Xor,
        Some("INC") if bytes == 4 => AtomicOp::Inc,
        Some("DEC") if bytes == 4 => AtomicOp::Dec,
        _ => return Err(parts.unknown()),
    };
    Ok(SassOp::Access(SassAccess::BulkCopy(BulkCopy { reduction: Some((op, bytes)), ..copy })))
}

fn rank(parts: &mut Parts<'_>) -> Decode<usize> {
    let ranks = [("1D", 1), ("2D", 2), ("3D", 3), ("4D", 4), ("5D", 5)];
    parts.take_named(&ranks).ok_or_else(|| parts.unknown())
}

fn tensor_load(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let rank = rank(parts)?;
    let multicast = parts.take("MULTICAST");
    let registers = uniform_address(context, parts, 2 + rank as u32)?;
    let map = uniform_address(context, parts, 2)?;
    let blocks = if multicast { context.registers(parts, 1)? } else { ZERO };
    // Hints to the cache.
    if parts.left() > 0 {
        context.long_address(parts)?;
    }
    Ok(SassOp::Access(SassAccess::TensorCopy(TensorCopy {
        path: TensorPath::ToShared { multicast },
        rank,
        registers,
        map,
        blocks,
    })))
}

fn tensor_store(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>, reduction: Option<AtomicOp>) -> Decode<SassOp> {
    let rank = rank(parts)?;
    let registers = uniform_address(context, parts, 1 + rank as u32)?;
    let map = uniform_address(context, parts, 2)?;
    if parts.left() > 0 {
        context.long_address(parts)?;
    }
    Ok(SassOp::Access(SassAccess::TensorCopy(TensorCopy {
        path: TensorPath::ToGlobal { reduction },
        rank,
        registers,
        map,
        blocks: ZERO,
    })))
}

/// A reduction of a box. The tensor map says whether the elements are signed.
fn tensor_reduction(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let reductions = [
        ("ADD", AtomicOp::Add),
        ("MIN", AtomicOp::MinU),
        ("MAX", AtomicOp::MaxU),
        ("AND", AtomicOp::And),
        ("OR", AtomicOp::Or),
        ("XOR", AtomicOp::Xor),
        ("INC", AtomicOp::Inc),
        ("DEC", AtomicOp::Dec),
    ];
    let Some(reduction) = parts.take_named(&reductions) else { return Err(parts.unknown()) };
    tensor_store(context, parts, Some(reduction))
}

/// Prefetches a tensor map, or forgets an old copy of one.
fn tensor_map_control(_: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if !(parts.take("PF") || parts.take("IV")) {
        return Err(parts.unknown());
    }
    parts.drop_operands();
    Ok(SassOp::Nothing)
}

fn prefetch(_: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    parts.ignore(&["L2", "1D", "2D", "3D", "4D", "5D"]);
    parts.drop_operands();
    Ok(SassOp::Nothing)
}

fn store(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let bytes = parts.take_named(&[("128", 16), ("64", 8)]).unwrap_or(4);
    let address = context.long_address(parts)?;
    if !address.pair || address.uniform != ZERO {
        return Err(parts.error("its address is not a pair of registers"));
    }
    let register = context.registers(parts, bytes / 4)?;
    Ok(SassOp::Access(SassAccess::AsyncStore(AsyncStore {
        addresses: address.register,
        offset: address.offset,
        bytes,
        register,
    })))
}
