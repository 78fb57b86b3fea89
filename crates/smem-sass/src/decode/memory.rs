//! Loads, stores, atomics and copies.

use super::asynchronous::plain_arrival;
use super::context::{DecodeContext, OpcodeRow, both, copy_register, row};
use super::parts::Parts;
use super::surroundings::Decode;
use crate::operand::SassOperand;
use smem_sim::isa::sass::{
    AskedSpace, AtomicTransfer, DISCARD, DISCARD_PRED, FALSE, LongSource, SassAccess, SassMatrix, SassOp, Transfer,
};
use smem_sim::isa::{
    AtomicOp, AtomicPasses, CopyPath, MemoryFence, MemoryOrder, MemoryScope, OrderOp, Pred, Slot, Space,
};

pub(super) const ROWS: &[OpcodeRow] = &[
    row("LDG", |context, parts| load(context, parts, Space::Global)),
    row("LD", |context, parts| load(context, parts, Space::Generic)),
    row("LDS", |context, parts| load(context, parts, Space::Shared)),
    row("LDL", |context, parts| load(context, parts, Space::Local)),
    row("STG", |context, parts| store(context, parts, Space::Global)),
    row("ST", |context, parts| store(context, parts, Space::Generic)),
    row("STS", |context, parts| store(context, parts, Space::Shared)),
    row("STL", |context, parts| store(context, parts, Space::Local)),
    both("LDC", "ULDC", load_constant),
    row("LDCU", load_constant),
    row("LDSM", load_matrix),
    row("STSM", store_matrix),
    row("LDGSTS", copy),
    row("ATOMS", |context, parts| atomic(context, parts, Space::Shared)),
    row("ATOMG", |context, parts| atomic(context, parts, Space::Global)),
    row("ATOM", |context, parts| atomic(context, parts, Space::Generic)),
    row("REDG", |context, parts| reduction(context, parts, Space::Global)),
    row("RED", |context, parts| reduction(context, parts, Space::Generic)),
    row("QSPC", query_space),
    row("MEMBAR", fence),
    row("ERRBAR", nothing),
    row("CGAERRBAR", nothing),
    row("CCTL", cache_control),
    row("FENCE", proxy_fence),
    row("LDGDEPBAR", |_, _| Ok(SassOp::Order(OrderOp::CommitCopies))),
    row("DEPBAR", wait),
];

/// Modifiers that say how caches see an access.
const HINTS: &[&str] = &["CONSTANT", "EF", "EL", "LU", "NA", "WEAK", "LTC64B", "LTC128B", "LTC256B"];

/// Modifiers that name the threads that an access or a fence is meant for.
const SCOPES: [(&str, MemoryScope); 5] = [
    ("CTA", MemoryScope::Block),
    ("SM", MemoryScope::Block),
    ("GPU", MemoryScope::Device),
    ("SYS", MemoryScope::System),
    ("VC", MemoryScope::System),
];

/// Bytes of a lane, and whether a narrow load extends the sign.
fn width(parts: &mut Parts<'_>) -> (u32, bool) {
    let widths = [
        ("128", (16, false)),
        ("64", (8, false)),
        ("32", (4, false)),
        ("U16", (2, false)),
        ("S16", (2, true)),
        ("U8", (1, false)),
        ("S8", (1, true)),
    ];
    parts.take_named(&widths).unwrap_or((4, false))
}

fn scopes(parts: &mut Parts<'_>, space: Space) -> Decode<(MemoryOrder, MemoryScope)> {
    if matches!(space, Space::Global | Space::Generic) && !parts.take("E") {
        return Err(parts.error("an address of 32 bits in global memory is unknown"));
    }
    let is_strong = parts.take("STRONG");
    parts.ignore(HINTS);
    // Before sm_70 none is named.
    let scope = parts.take_named(&SCOPES).unwrap_or(MemoryScope::Device);
    Ok((if is_strong { MemoryOrder::Relaxed } else { MemoryOrder::Weak }, scope))
}

fn address(context: &DecodeContext<'_>, parts: &mut Parts<'_>, space: Space) -> Decode<smem_sim::isa::sass::AddressOf> {
    match space {
        Space::Global | Space::Generic => context.long_address(parts),
        _ => context.short_address(parts),
    }
}

fn load(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>, space: Space) -> Decode<SassOp> {
    let (order, scope) = scopes(parts, space)?;
    if space == Space::Shared {
        // All loads of sm_75 have it, and what they load is the same.
        parts.ignore(&["U"]);
    }
    let (bytes, signed) = width(parts);
    // A predicate that some loads give has no meaning here.
    if parts.peek_is_predicate() && context.result_predicate(parts)? != DISCARD_PRED {
        return Err(parts.error("its predicate is unknown"));
    }
    let register = context.result(parts, bytes.div_ceil(4))?;
    let address = address(context, parts, space)?;
    Ok(SassOp::Access(SassAccess::Load(Transfer { space, address, bytes, signed, register, order, scope })))
}

fn store(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>, space: Space) -> Decode<SassOp> {
    let (order, scope) = scopes(parts, space)?;
    // The sign of a number does not matter to its lower bytes.
    let (bytes, _) = width(parts);
    let address = address(context, parts, space)?;
    let register = context.registers(parts, bytes.div_ceil(4))?;
    Ok(SassOp::Access(SassAccess::Store(Transfer { space, address, bytes, signed: false, register, order, scope })))
}

fn load_constant(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let (bytes, signed) = width(parts);
    let d = context.result(parts, bytes.div_ceil(4))?;
    let SassOperand::Constant { bank, index, offset, signs, part: "" } = parts.next()? else {
        return Err(parts.error("an operand is not in a constant bank"));
    };
    if signs != Default::default() {
        return Err(parts.error("unknown sign of an operand"));
    }
    match index.filter(|register| register.number.is_some()) {
        None => {
            let a = context.constant_load(parts, bank, offset, bytes, signed)?;
            Ok(match bytes {
                16 => SassOp::CopyFour { d, a },
                8 => SassOp::CopyPair { d, a },
                _ => copy_register(d, a),
            })
        }
        Some(_) if bytes > 8 => Err(parts.unknown()),
        Some(register) => {
            let index = context.plain_source(parts, register, signs)?.slot;
            if let (0, Ok(at)) = (bank, u32::try_from(offset)) {
                context.needs |= context.slots.surroundings.header.needs(at);
            }
            if !(matches!(bank, 0 | 2 | 3) || bank == 4 && context.slots.surroundings.missing.is_empty()) {
                return Err(parts.error("a computed place in this bank is unknown"));
            }
            Ok(SassOp::Access(SassAccess::LoadConstant { d, bank, index, offset, bytes, signed }))
        }
    }
}

/// The number of 8 x 8 matrices, and whether they are transposed.
fn matrices(parts: &mut Parts<'_>) -> Decode<(u32, bool)> {
    if !parts.take("16") {
        return Err(parts.unknown());
    }
    let Some(transposed) = parts.take_named(&[("M88", false), ("MT88", true)]) else { return Err(parts.unknown()) };
    Ok((parts.take_named(&[("2", 2), ("4", 4)]).unwrap_or(1), transposed))
}

fn load_matrix(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let (count, transposed) = matrices(parts)?;
    let d = context.result(parts, count)?;
    Ok(SassOp::Matrix(SassMatrix::Load { address: context.short_address(parts)?, d, count, transposed }))
}

fn store_matrix(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let (count, transposed) = matrices(parts)?;
    let address = context.short_address(parts)?;
    Ok(SassOp::Matrix(SassMatrix::Store { address, register: context.registers(parts, count)?, count, transposed }))
}

fn copy(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let path = if parts.take("BYPASS") { CopyPath::AroundL1 } else { CopyPath::ThroughL1 };
    let partial = parts.take("ZFILL");
    scopes(parts, Space::Global)?;
    let (bytes, _) = width(parts);
    if bytes < 4 {
        return Err(parts.unknown());
    }
    let to = context.short_address(parts)?;
    let from = context.long_address(parts)?;
    let zeros = if parts.left() == 0 {
        FALSE
    } else {
        let p = context.predicate(parts)?;
        Pred { flip: !p.flip, ..p }
    };
    Ok(SassOp::Access(SassAccess::AsyncCopy { to, from, bytes, path, zeros, partial }))
}

fn query_space(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if !parts.take("E") {
        return Err(parts.unknown());
    }
    let spaces = [
        ("S", AskedSpace::OwnShared),
        ("D", AskedSpace::OtherShared),
        ("L", AskedSpace::Local),
        ("G", AskedSpace::Global),
    ];
    let Some(space) = parts.take_named(&spaces) else { return Err(parts.unknown()) };
    let p = context.result_predicate(parts)?;
    if context.result(parts, 1)? != DISCARD {
        return Err(parts.error("its register is unknown"));
    }
    Ok(SassOp::Access(SassAccess::IsIn { p, address: context.long_address(parts)?, space }))
}

/// The operation of an atomic, and its bytes.
fn operation(parts: &mut Parts<'_>) -> Decode<(AtomicOp, u32)> {
    #[derive(Clone, Copy, PartialEq)]
    enum AtomicType {
        Unsigned,
        Signed,
        Single,
        Double,
        Halves,
        Bf16s,
    }
    let types = [
        ("S64", (AtomicType::Signed, 8)),
        ("64", (AtomicType::Unsigned, 8)),
        ("S32", (AtomicType::Signed, 4)),
        ("32", (AtomicType::Unsigned, 4)),
        ("F32", (AtomicType::Single, 4)),
        ("F64", (AtomicType::Double, 8)),
        ("F16x2", (AtomicType::Halves, 4)),
        ("BF16x2", (AtomicType::Bf16s, 4)),
    ];
    let (ty, bytes) = parts.take_named(&types).unwrap_or((AtomicType::Unsigned, 4));
    let integer = matches!(ty, AtomicType::Unsigned | AtomicType::Signed);
    if !integer {
        parts.ignore(&["FTZ", "RN"]);
    }
    let name =
        ["ADD", "MIN", "MAX", "AND", "OR", "XOR", "EXCH", "CAS", "INC", "DEC"].into_iter().find(|n| parts.take(n));
    let op = match (name, ty) {
        (Some("ADD"), AtomicType::Single) => AtomicOp::AddF32,
        (Some("ADD"), AtomicType::Double) => AtomicOp::AddF64,
        (Some("ADD"), AtomicType::Halves) => AtomicOp::AddF16x2,
        (Some("ADD"), AtomicType::Bf16s) => AtomicOp::AddBf16x2,
        (Some("ADD"), _) => AtomicOp::Add,
        (Some("MIN"), AtomicType::Unsigned) => AtomicOp::MinU,
        (Some("MIN"), AtomicType::Signed) => AtomicOp::MinS,
        (Some("MAX"), AtomicType::Unsigned) => AtomicOp::MaxU,
        (Some("MAX"), AtomicType::Signed) => AtomicOp::MaxS,
        (Some("AND"), _) if integer => AtomicOp::And,
        (Some("OR"), _) if integer => AtomicOp::Or,
        (Some("XOR"), _) if integer => AtomicOp::Xor,
        (Some("EXCH"), _) if integer => AtomicOp::Exch,
        (Some("CAS"), _) if integer => AtomicOp::Cas,
        (Some("INC"), _) if integer => AtomicOp::Inc,
        (Some("DEC"), _) if integer => AtomicOp::Dec,
        _ => return Err(parts.unknown()),
    };
    Ok((op, bytes))
}

fn atomic(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>, space: Space) -> Decode<SassOp> {
    let (_, scope) = scopes(parts, space)?;
    if space != Space::Global && parts.take("CAST") {
        return compare_and_store(context, parts, space);
    }
    if space == Space::Shared && parts.take("POPC") {
        return count(context, parts);
    }
    if space == Space::Shared && parts.take("ARRIVE") {
        return plain_arrival(context, parts);
    }
    let (op, bytes) = operation(parts)?;
    let done = if parts.peek_is_predicate() { context.result_predicate(parts)? } else { DISCARD_PRED };
    let d = context.result(parts, bytes / 4)?;
    let op = transfer(context, parts, (space, scope), op, bytes, d)?;
    match op {
        SassOp::Access(SassAccess::Atomic(_)) if done == DISCARD_PRED => Ok(op),
        // NVRTC writes the predicate for atomics that shared memory has not: after it, the lanes that lack it ask `QSPC` for their
        // space.
        SassOp::Access(SassAccess::Atomic(atomic)) if space == Space::Generic => {
            Ok(SassOp::Access(SassAccess::AtomicIfGlobal { atomic, done }))
        }
        _ => Err(parts.error("its predicate is unknown")),
    }
}

fn reduction(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>, space: Space) -> Decode<SassOp> {
    let (_, scope) = scopes(parts, space)?;
    let (op, bytes) = operation(parts)?;
    transfer(context, parts, (space, scope), op, bytes, DISCARD)
}

fn transfer(
    context: &mut DecodeContext<'_>,
    parts: &mut Parts<'_>,
    (space, scope): (Space, MemoryScope),
    op: AtomicOp,
    bytes: u32,
    d: Slot,
) -> Decode<SassOp> {
    let address = address(context, parts, space)?;
    let a = context.long(parts, bytes == 8)?;
    let b = if op == AtomicOp::Cas { context.long(parts, bytes == 8)? } else { LongSource::NOTHING };
    let passes = if op == AtomicOp::Cas { AtomicPasses::LanesTwice } else { AtomicPasses::Lanes };
    Ok(SassOp::Access(SassAccess::Atomic(AtomicTransfer { op, passes, space, address, bytes, scope, d, a, b })))
}

fn compare_and_store(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>, space: Space) -> Decode<SassOp> {
    if !parts.take("SPIN") {
        return Err(parts.unknown());
    }
    let bytes = if parts.take("64") { 8 } else { 4 };
    // From sm_100 on a predicate says where it stored, and a register before.
    let done = if parts.peek_is_predicate() { context.result_predicate(parts)? } else { DISCARD_PRED };
    let d = match parts.peek() {
        Some(SassOperand::Address(_)) => DISCARD,
        _ if done != DISCARD_PRED => return Err(parts.error("its predicate is unknown")),
        _ => context.result(parts, bytes / 4)?,
    };
    let address = address(context, parts, space)?;
    let (a, b) = (context.long(parts, bytes == 8)?, context.long(parts, bytes == 8)?);
    Ok(SassOp::Access(SassAccess::CompareAndStore { space, address, bytes, d, done, a, b }))
}

/// Counts up by one for every lane: a population count of those on one word.
fn count(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if !(parts.take("INC") && parts.take("32")) {
        return Err(parts.unknown());
    }
    let d = context.result(parts, 1)?;
    if d != DISCARD {
        return Err(parts.error("its result is unknown"));
    }
    let address = context.short_address(parts)?;
    let one = context.bits(1).slot;
    Ok(SassOp::Access(SassAccess::Atomic(AtomicTransfer {
        op: AtomicOp::Add,
        passes: AtomicPasses::Words,
        space: Space::Shared,
        address,
        bytes: 4,
        scope: MemoryScope::Block,
        d,
        a: LongSource { slot: one, ..LongSource::NOTHING },
        b: LongSource::NOTHING,
    })))
}

fn fence(_: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    parts.ignore(&["SC", "ALL"]);
    let scope = parts.take_named(&SCOPES).unwrap_or(MemoryScope::System);
    Ok(SassOp::Order(OrderOp::Fence(MemoryFence::both(scope))))
}

fn nothing(_: &mut DecodeContext<'_>, _: &mut Parts<'_>) -> Decode<SassOp> {
    Ok(SassOp::Nothing)
}

fn cache_control(_: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if parts.take("IVALL") {
        return Ok(SassOp::Order(OrderOp::Acquired));
    }
    // Prefetches of an address, wherever it is, and priorities of what L2 keeps. What is discarded there need not be lost.
    if parts.take("E") && ["PF1", "PF2", "PML2", "RML2", "DML2"].iter().any(|kind| parts.take(kind)) {
        parts.drop_operands();
        return Ok(SassOp::Nothing);
    }
    Err(parts.unknown())
}

/// Orders what the asynchronous units do, which happens at once here: the race check asks for those of shared memory.
fn proxy_fence(_: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let is_of_others = parts.take("G") | parts.take("T");
    parts.ignore(&["VIEW", "ASYNC", "S"]);
    Ok(if is_of_others { SassOp::Nothing } else { SassOp::Order(OrderOp::ProxyFence) })
}

/// Waits for copies, which are done at once here: the race check asks which.
fn wait(_: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let counts = parts.take("LE");
    let is_of_copies = matches!(parts.next(), Ok(SassOperand::Special("SB0")));
    let pending = match parts.peek() {
        Some(SassOperand::Integer(pending)) if counts && is_of_copies => u32::try_from(*pending).ok(),
        _ => None,
    };
    parts.drop_operands();
    Ok(pending.map_or(SassOp::Nothing, |pending| SassOp::Order(OrderOp::WaitGroups { pending })))
}
