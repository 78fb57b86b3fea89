//! Instructions that touch memory, and `mov`.

use super::modifiers::Modifiers;
use super::names::Binding;
use super::{Lower, Lowerer};
use crate::alu::{integer1, integer2, width_mask};
use crate::isa::{
    Access, Address, AsyncCopy, Atomic, AtomicOp, AtomicPasses, BoolOp, Clock, CopyPath, MatrixAccess, Op, SINK, Slot,
};
use crate::isa::{Space, Type};
use crate::memory::{LOCAL_WINDOW, SHARED_WINDOW};
use crate::parse::ParseError;
use crate::parse::syntax::{Instruction, Operand};

/// Hints and orderings that change nothing when instructions run one at a time.
fn is_hint(part: &str) -> bool {
    part.starts_with("L1::")
        || part.starts_with("L2::") && part != "L2::cache_hint"
        || matches!(
            part,
            "volatile"
                | "relaxed"
                | "acquire"
                | "release"
                | "acq_rel"
                | "weak"
                | "cta"
                | "gpu"
                | "sys"
                | "ca"
                | "cg"
                | "cs"
                | "cv"
                | "lu"
                | "wb"
                | "wt"
                | "nc"
                | "noftz"
        )
}

fn space_of(m: &mut Modifiers<'_>) -> Lower<Space> {
    let names = ["global", "shared", "shared::cta", "local", "const", "param", "param::entry", "param::func"];
    Ok(match m.take_one(&names) {
        None => Space::Generic,
        Some("global") => Space::Global,
        Some("shared" | "shared::cta") => Space::Shared,
        Some("local") => Space::Local,
        Some("const") => Space::Const,
        Some(_) => Space::Param,
    })
}

impl<'a> Lowerer<'a> {
    /// `[base + offset]`, and the space it really is in: parameters of calls are in local memory.
    pub(super) fn address(&mut self, i: &Instruction, operand: &Operand, space: Space) -> Lower<(Address, Space)> {
        let Operand::Address(base, offset) = operand else {
            return Err(ParseError::new(i.line, "expected an address in brackets"));
        };
        let constant = |base| Address { base, offset: 0, mask: u64::MAX };
        let name = match &**base {
            Operand::Name(name) => name,
            Operand::Int(value) => {
                let at = value.wrapping_add(*offset as u64);
                return Ok((constant(self.bits(at)), space));
            }
            _ => return Err(ParseError::new(i.line, "expected an address")),
        };
        if let Some(Binding::Register { slot, bits }) = self.lookup(name) {
            if bits < 32 {
                return Err(ParseError::new(i.line, format!("`{name}` is too narrow for an address")));
            }
            let address = Address { base: slot, offset: *offset, mask: width_mask(bits) };
            // The address of a parameter is a generic one.
            return Ok((address, if space == Space::Param { Space::Generic } else { space }));
        }
        let at = *offset as u64;
        let (slot, found) = match self.variable(i.line, name)? {
            Binding::Param(base) => (self.bits(base.wrapping_add(at)), Space::Param),
            Binding::CallParam(base) => {
                if space != Space::Param {
                    return Err(ParseError::new(i.line, format!("`{name}` is a parameter")));
                }
                return Ok((constant(self.bits(base.wrapping_add(at))), Space::Local));
            }
            Binding::Local(base) => (self.bits(base.wrapping_add(at)), Space::Local),
            Binding::Shared(variable) => (self.shared_address(variable, at), Space::Shared),
            Binding::Module(index) => {
                let found = self.symbols.source.variables[index].space;
                // Generic addresses of global and constant memory are the same.
                let found = if space == Space::Generic { space } else { found };
                (self.constant(crate::program::Constant::Variable(index, at)), found)
            }
            _ => return Err(ParseError::new(i.line, format!("`{name}` has no address"))),
        };
        if found != space {
            let message = format!("`{name}` is in {} memory, the instruction in {}", found.name(), space.name());
            return Err(ParseError::new(i.line, message));
        }
        Ok((constant(slot), space))
    }

    /// The elements of a load or store: one, or a vector in braces.
    fn elements<'o>(&self, i: &Instruction, operand: &'o Operand, count: usize) -> Lower<&'o [Operand]> {
        let found = match operand {
            Operand::Vector(parts) => &parts[..],
            other => std::slice::from_ref(other),
        };
        if found.len() != count {
            return Err(ParseError::new(i.line, format!("{} elements where `{}` has {count}", found.len(), i.opcode)));
        }
        Ok(found)
    }

    fn vector(m: &mut Modifiers<'_>) -> usize {
        match m.take_one(&["v2", "v4", "v8"]) {
            None => 1,
            Some("v2") => 2,
            Some("v4") => 4,
            Some(_) => 8,
        }
    }

    fn memory_type(m: &mut Modifiers<'_>) -> Lower<Type> {
        let ty = m.ty()?;
        match ty {
            Type::Pred | Type::F16x2 | Type::Bf16x2 => Err(m.unknown()),
            ty => Ok(ty),
        }
    }

    pub(super) fn load(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        self.count(i, &[2])?;
        let ty = Self::memory_type(m)?;
        let count = Self::vector(m);
        let space = space_of(m)?;
        m.ignore(is_hint);
        if count as u64 * ty.bytes() > 32 {
            return Err(m.unknown());
        }
        let (address, space) = self.address(i, &i.operands[1], space)?;
        let mut slots = Vec::new();
        let mut keep = u64::MAX;
        for part in self.elements(i, &i.operands[0], count)? {
            let (slot, bits) = self.destination(i.line, part)?;
            if bits < ty.bits() {
                return Err(ParseError::new(
                    i.line,
                    format!("the destination has {bits} bits where {} are needed", ty.bits()),
                ));
            }
            keep = keep.min(width_mask(bits));
            slots.push(slot);
        }
        Ok(Op::Load(Access { space, address, bytes: ty.bytes() as u32, slots, signed: ty.signed(), keep }))
    }

    pub(super) fn store(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        self.count(i, &[2])?;
        let ty = Self::memory_type(m)?;
        let count = Self::vector(m);
        let space = space_of(m)?;
        m.ignore(is_hint);
        if count as u64 * ty.bytes() > 32 || space == Space::Const {
            return Err(m.unknown());
        }
        let (address, space) = self.address(i, &i.operands[0], space)?;
        if space == Space::Param {
            return Err(ParseError::new(i.line, "the parameters of a kernel cannot be written"));
        }
        let mut slots = Vec::new();
        for part in self.elements(i, &i.operands[1], count)? {
            slots.push(self.wide_source(i.line, part, ty)?);
        }
        Ok(Op::Store(Access { space, address, bytes: ty.bytes() as u32, slots, signed: false, keep: u64::MAX }))
    }

    pub(super) fn atomic(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        let reduces = m.base() == "red";
        let ty = m.ty()?;
        let space = space_of(m)?;
        if !matches!(space, Space::Generic | Space::Global | Space::Shared) {
            return Err(m.unknown());
        }
        m.ignore(|part| is_hint(part) && !matches!(part, "nc" | "volatile"));
        let op = m.take_one(&["add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"]);
        use Type::{B, F16x2, F32, F64, S, U};
        let op = match (op.unwrap_or(""), ty) {
            ("add", U(32) | S(32) | U(64) | S(64)) => AtomicOp::Add,
            ("add", F32) => AtomicOp::AddF32,
            ("add", F64) => AtomicOp::AddF64,
            ("add", F16x2) => AtomicOp::AddF16x2,
            ("min", U(32 | 64)) => AtomicOp::MinU,
            ("max", U(32 | 64)) => AtomicOp::MaxU,
            ("min", S(32 | 64)) => AtomicOp::MinS,
            ("max", S(32 | 64)) => AtomicOp::MaxS,
            ("and", B(32 | 64)) => AtomicOp::And,
            ("or", B(32 | 64)) => AtomicOp::Or,
            ("xor", B(32 | 64)) => AtomicOp::Xor,
            ("exch", B(32 | 64)) if !reduces => AtomicOp::Exch,
            ("cas", B(16 | 32 | 64)) if !reduces => AtomicOp::Cas,
            ("inc", U(32)) => AtomicOp::Inc,
            ("dec", U(32)) => AtomicOp::Dec,
            _ => return Err(m.unknown()),
        };
        let at = usize::from(!reduces);
        self.count(i, &[at + if op == AtomicOp::Cas { 3 } else { 2 }])?;
        let d = match &i.operands[0] {
            _ if reduces => SINK,
            Operand::Name(name) if name == "_" => SINK,
            operand => self.target(i.line, operand, ty.bits())?,
        };
        let (address, space) = self.address(i, &i.operands[at], space)?;
        let a = self.source(i.line, &i.operands[at + 1], ty)?;
        let b = if op == AtomicOp::Cas { self.source(i.line, &i.operands[at + 2], ty)? } else { a };
        let unread = match &i.operands[0] {
            Operand::Name(name) => self.mentions.last().is_some_and(|mentions| mentions.only_once(name)),
            _ => false,
        };
        // So the assembler has it: not for the signed type, nor for any other constant.
        let adds_one = op == AtomicOp::Add && ty == U(32) && matches!(i.operands[at + 1], Operand::Int(1));
        let passes = match space {
            // What counts when the address turns out to be in shared memory.
            Space::Generic => generic_passes_of(op),
            _ if adds_one && (d == SINK || unread) => AtomicPasses::Words,
            _ => passes_of(op, ty.bytes()),
        };
        Ok(Op::Atomic(Atomic { op, passes, space, address, bytes: ty.bytes() as u32, d, a, b }))
    }

    pub(super) fn matrix(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        self.count(i, &[2])?;
        let loads = m.base() == "ldmatrix";
        if m.ty()? != Type::B(16) {
            return Err(m.unknown());
        }
        let space = space_of(m)?;
        let form = m.take("sync") & m.take("aligned") & m.take("m8n8");
        let count = match m.take_one(&["x1", "x2", "x4"]) {
            Some("x1") => 1,
            Some("x2") => 2,
            Some("x4") => 4,
            _ => 0,
        };
        if !form || count == 0 || !matches!(space, Space::Generic | Space::Shared) {
            return Err(m.unknown());
        }
        let transposed = m.take("trans");
        let (to, from) = if loads { (0, 1) } else { (1, 0) };
        let (address, space) = self.address(i, &i.operands[from], space)?;
        let mut slots: Vec<Slot> = Vec::new();
        for part in self.elements(i, &i.operands[to], count)? {
            slots.push(if loads { self.target(i.line, part, 32)? } else { self.source(i.line, part, Type::B(32))? });
        }
        let access = MatrixAccess { address, space, transposed, slots };
        Ok(if loads { Op::LoadMatrix(access) } else { Op::StoreMatrix(access) })
    }

    /// `cp.async`, done at once; its groups are then always complete.
    pub(super) fn async_copy(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        if m.first() != Some("async") {
            return Err(m.unknown());
        }
        if m.take("commit_group") || m.take("wait_all") {
            self.count(i, &[0])?;
            return Ok(Op::Nothing);
        }
        if m.take("wait_group") {
            self.count(i, &[1])?;
            return Ok(Op::Nothing);
        }
        let Some(cache) = m.take_one(&["ca", "cg"]) else { return Err(m.unknown()) };
        m.ignore(|part| part.starts_with("L2::") && part != "L2::cache_hint");
        let to_shared = m.take("shared") || m.take("shared::cta");
        if !to_shared || !m.take("global") {
            return Err(m.unknown());
        }
        self.count(i, &[3, 4])?;
        let bytes = match i.operands[2] {
            Operand::Int(16) => 16,
            Operand::Int(bytes @ (4 | 8)) if cache == "ca" => bytes as u32,
            _ => return Err(m.error("it copies 4, 8 or 16 bytes (`.cg` only 16)")),
        };
        let (to, _) = self.address(i, &i.operands[0], Space::Shared)?;
        let (from, _) = self.address(i, &i.operands[1], Space::Global)?;
        let path = if cache == "cg" { CopyPath::AroundL1 } else { CopyPath::ThroughL1 };
        let source_bytes = match i.operands.get(3) {
            Some(operand) => Some(self.source(i.line, operand, Type::U(32))?),
            None => None,
        };
        Ok(Op::AsyncCopy(AsyncCopy { to, from, bytes, path, source_bytes }))
    }

    /// Cache hints read their address for nothing.
    pub(super) fn hint(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        let space = space_of(m)?;
        m.ignore(|part| matches!(part, "L1" | "L2") || part.starts_with("L2::"));
        match i.operands.first() {
            Some(operand) => self.address(i, operand, space)?,
            None => return Err(m.unknown()),
        };
        Ok(Op::Nothing)
    }

    pub(super) fn address_conversion(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        self.count(i, &[2])?;
        let ty = Type::U(64);
        if m.ty()? != ty {
            return Err(m.error("only 64-bit addresses are supported"));
        }
        let back = m.take("to");
        let space = space_of(m)?;
        let d = self.target(i.line, &i.operands[0], 64)?;
        let a = self.source(i.line, &i.operands[1], ty)?;
        let window = match space {
            Space::Generic => return Err(m.unknown()),
            Space::Global | Space::Const | Space::Param => {
                return Ok(Op::One { f: integer1("mov", ty).ok_or_else(|| m.unknown())?, d, a });
            }
            Space::Shared => SHARED_WINDOW,
            Space::Local => LOCAL_WINDOW,
        };
        let b = self.bits(window);
        let f = integer2(if back { "sub" } else { "add" }, ty).ok_or_else(|| m.unknown())?;
        Ok(Op::Two { f, d, a, b })
    }

    pub(super) fn is_space(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        self.count(i, &[2])?;
        let space = space_of(m)?;
        if space == Space::Generic {
            return Err(m.unknown());
        }
        let p = self.predicate_target(i.line, &i.operands[0])?;
        let a = self.source(i.line, &i.operands[1], Type::U(64))?;
        Ok(Op::IsSpace { space, p, a })
    }

    pub(super) fn mov(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        self.count(i, &[2])?;
        let ty = m.ty()?;
        let line = i.line;
        if ty == Type::Pred {
            let a = self.predicate(line, &i.operands[1])?;
            let d = self.predicate_target(line, &i.operands[0])?;
            return Ok(Op::Predicate { op: BoolOp::And, d, a, b: super::ALWAYS });
        }
        match (&i.operands[0], &i.operands[1]) {
            (Operand::Vector(parts), a) => {
                let bits = part_bits(m, ty, parts.len())?;
                let a = self.source(line, a, Type::B(ty.bits()))?;
                let parts = parts.iter().map(|part| match part {
                    Operand::Name(name) if name == "_" => Ok(SINK),
                    part => self.target(line, part, bits),
                });
                return Ok(Op::Unpack { parts: parts.collect::<Lower<_>>()?, a, bits });
            }
            (d, Operand::Vector(parts)) => {
                let bits = part_bits(m, ty, parts.len())?;
                let d = self.target(line, d, ty.bits())?;
                let parts = parts.iter().map(|part| self.source(line, part, Type::B(bits)));
                return Ok(Op::Pack { d, parts: parts.collect::<Lower<_>>()?, bits });
            }
            (d, Operand::Name(name)) => {
                let clock = match (name.as_str(), ty.bits()) {
                    ("%clock", 32) | ("%clock64", 64) => Some(Clock::Cycles),
                    ("%clock_hi", 32) => Some(Clock::CyclesHigh),
                    ("%globaltimer", 64) | ("%globaltimer_lo", 32) => Some(Clock::Nanoseconds),
                    ("%globaltimer_hi", 32) => Some(Clock::NanosecondsHigh),
                    _ => None,
                };
                if let Some(which) = clock {
                    return Ok(Op::Clock { which, d: self.target(line, d, ty.bits())? });
                }
            }
            _ => {}
        }
        let d = self.target(line, &i.operands[0], ty.bits())?;
        let a = self.source(line, &i.operands[1], ty)?;
        Ok(Op::One { f: integer1("mov", ty).ok_or_else(|| m.unknown())?, d, a })
    }
}

/// Bits of each part when a register is packed or unpacked.
fn part_bits(m: &Modifiers<'_>, ty: Type, parts: usize) -> Lower<u32> {
    match (ty.bits(), parts) {
        (bits @ (16 | 32 | 64), 2) => Ok(bits / 2),
        (bits @ (32 | 64), 4) => Ok(bits / 4),
        _ => Err(m.error("these parts do not make up the type")),
    }
}

/// How the machine serves an atomic on a generic address in shared memory: measured for `add`, `max` and `inc` of 32 bits,
/// `add` of u64, f32 and f64, `exch` and `cas`; the other operations are counted as the one most like them.
fn generic_passes_of(op: AtomicOp) -> AtomicPasses {
    use AtomicOp::{Add, AddF16x2, AddF32, AddF64, And, Cas, Dec, Exch, Inc, MaxS, MaxU, MinS, MinU, Or, Xor};
    match op {
        Add | MinU | MaxU | MinS | MaxS | And | Or | Xor | Exch | Inc | Dec => AtomicPasses::Lanes,
        Cas => AtomicPasses::LanesTwice,
        AddF32 | AddF64 | AddF16x2 => AtomicPasses::LanesTwiceAndPhases,
    }
}

/// How the machine serves an atomic in the shared space whose old value counts.
fn passes_of(op: AtomicOp, bytes: u64) -> AtomicPasses {
    use AtomicOp::{AddF16x2, AddF32, AddF64, Cas, Exch};
    match op {
        Exch => AtomicPasses::Lanes,
        Cas | AddF32 | AddF64 | AddF16x2 => AtomicPasses::LanesTwice,
        // Of 64 bits it has exchange and compare-and-swap alone.
        _ if bytes == 4 => AtomicPasses::Lanes,
        _ => AtomicPasses::LanesTwice,
    }
}
