//! Loads, stores, asynchronous copies, cache hints and conversions of addresses.

use super::form::Form;
use crate::lower::modifiers::Modifiers;
use crate::lower::{Lower, Lowerer};
use crate::parse::syntax::{PtxInstruction, PtxOperand};
use smem_sim::ParseError;
use smem_sim::alu::integer::{add, copy, or, sub};
use smem_sim::alu::width_mask;
use smem_sim::isa::{AsyncCopy, CopyPath, LoadStore, MemoryOrder, MemoryScope, Operation, OrderOp, Space, Type};
use smem_sim::memory::{LOCAL_WINDOW, PARAM_WINDOW, SHARED_WINDOW};

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    Form::typed(&["ld", "ldu"], &[], elements, &[2, 3], |l, i, m, ty| l.load(i, m, ty)).ignoring(is_hint),
    Form::typed(&["st"], &[], elements, &[2, 3], |l, i, m, ty| l.store(i, m, ty)).ignoring(is_hint),
    Form::typed(&["createpolicy"], &["fractional"], |ty| ty == Type::B(64), &[1, 2], |l, i, _, _| l.cache_policy(i)).ignoring(is_cache),
    Form::typed(&["createpolicy"], &["range"], |ty| ty == Type::B(64), &[4], |l, i, m, _| l.cache_policy_of_range(i, m)).ignoring(is_cache),
    Form::typed(&["createpolicy"], &["cvt"], |ty| ty == Type::B(64), &[2], |l, i, _, _| l.cache_policy(i)).ignoring(is_cache),
    Form::untyped(&["cp"], &["async", "ca"], &[3, 4, 5], |l, i, m| l.async_copy(i, m, CopyPath::ThroughL1)).ignoring(is_size),
    Form::untyped(&["cp"], &["async", "cg"], &[3, 4, 5], |l, i, m| l.async_copy(i, m, CopyPath::AroundL1)).ignoring(is_size),
    Form::untyped(&["cp"], &["async", "commit_group"], &[0], |_, _, _| Ok(Operation::Order(OrderOp::CommitCopies))),
    Form::untyped(&["cp"], &["async", "wait_group"], &[1], |_, i, m| wait_for_copies(i, m)),
    Form::untyped(&["cp"], &["async", "wait_all"], &[0], |_, _, _| Ok(Operation::Order(OrderOp::WaitCopies { pending: None }))),
    Form::untyped(&["prefetch", "prefetchu"], &[], &[1], |l, i, m| l.hint(i, m)).ignoring(is_cache),
    Form::untyped(&["discard", "applypriority"], &[], &[2], |l, i, m| l.hint(i, m)).ignoring(is_cache),
    Form::typed(&["cvta"], &[], |_| true, &[2], |l, i, m, ty| l.address_conversion(i, m, ty)),
    Form::untyped(&["isspacep"], &[], &[2], |l, i, m| l.is_space(i, m)),
];

const SPACES: [(&str, Space); 9] = [
    ("global", Space::Global),
    ("shared", Space::Shared),
    ("shared::cta", Space::Shared),
    ("shared::cluster", Space::Shared),
    ("local", Space::Local),
    ("const", Space::Const),
    ("param", Space::Param),
    ("param::entry", Space::Param),
    ("param::func", Space::Param),
];

const VECTORS: [(&str, usize); 3] = [("v2", 2), ("v4", 4), ("v8", 8)];

/// Element types of loads and stores.
fn elements(ty: Type) -> bool {
    !matches!(ty, Type::Pred | Type::F16x2 | Type::Bf16x2)
}

/// Hints and orderings without effect when instructions run one at a time.
pub(super) fn is_hint(part: &str) -> bool {
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
                | "cluster"
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

/// The ordering that an opcode names.
pub(super) fn order_of(i: &PtxInstruction) -> MemoryOrder {
    let named = |part| match part {
        "volatile" => Some(MemoryOrder::Volatile),
        "relaxed" => Some(MemoryOrder::Relaxed),
        "acquire" => Some(MemoryOrder::Acquire),
        "release" => Some(MemoryOrder::Release),
        "acq_rel" => Some(MemoryOrder::AcquireRelease),
        _ => None,
    };
    i.opcode.split('.').find_map(named).unwrap_or(MemoryOrder::Weak)
}

/// The threads that an opcode names: of an atomic without a name those of the device, of `volatile` all.
pub(super) fn scope_of(i: &PtxInstruction) -> MemoryScope {
    let named = |part| match part {
        "cta" => Some(MemoryScope::Block),
        "cluster" => Some(MemoryScope::Cluster),
        "gpu" | "gl" => Some(MemoryScope::Device),
        "sys" | "volatile" => Some(MemoryScope::System),
        _ => None,
    };
    i.opcode.split('.').find_map(named).unwrap_or(MemoryScope::Device)
}

/// The bytes that `cp.async` prefetches to L2, a hint.
fn is_size(part: &str) -> bool {
    part.starts_with("L2::") && part != "L2::cache_hint"
}

fn is_cache(part: &str) -> bool {
    matches!(part, "L1" | "L2") || part.starts_with("L2::")
}

pub(super) fn space_of(m: &mut Modifiers<'_>) -> Space {
    m.take_named(&SPACES).unwrap_or(Space::Generic)
}

fn vector(m: &mut Modifiers<'_>) -> usize {
    m.take_named(&VECTORS).unwrap_or(1)
}

fn wait_for_copies(i: &PtxInstruction, m: &Modifiers<'_>) -> Lower<Operation> {
    match i.operands[0] {
        PtxOperand::Int(groups) if u32::try_from(groups).is_ok() => {
            Ok(Operation::Order(OrderOp::WaitCopies { pending: Some(groups as u32) }))
        }
        _ => Err(m.error("it names a number of groups")),
    }
}

impl Lowerer<'_> {
    fn load(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, ty: Type) -> Lower<Operation> {
        let count = vector(m);
        let space = space_of(m);
        if count as u64 * ty.bytes() > 32 {
            return Err(m.unknown());
        }
        self.policy_operand(i, m, 2)?;
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
        let (bytes, signed, order, scope) = (ty.bytes() as u32, ty.signed(), order_of(i), scope_of(i));
        Ok(Operation::Load(LoadStore { space, address, bytes, slots, signed, keep, order, scope }))
    }

    fn store(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, ty: Type) -> Lower<Operation> {
        let count = vector(m);
        let space = space_of(m);
        if count as u64 * ty.bytes() > 32 || space == Space::Const {
            return Err(m.unknown());
        }
        self.policy_operand(i, m, 2)?;
        let (address, space) = self.address(i, &i.operands[0], space)?;
        if space == Space::Param {
            return Err(ParseError::new(i.line, "the parameters of a kernel cannot be written"));
        }
        let mut slots = Vec::new();
        for part in self.elements(i, &i.operands[1], count)? {
            slots.push(self.wide_source(i.line, part, ty)?);
        }
        Ok(Operation::Store(LoadStore {
            space,
            address,
            bytes: ty.bytes() as u32,
            slots,
            signed: false,
            keep: u64::MAX,
            order: order_of(i),
            scope: scope_of(i),
        }))
    }

    /// `cp.async`, done at once; its groups are then always complete.
    fn async_copy(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, path: CopyPath) -> Lower<Operation> {
        if m.take_named(&SPACES) != Some(Space::Global) || m.take_named(&SPACES) != Some(Space::Shared) {
            return Err(m.unknown());
        }
        let bytes = match i.operands[2] {
            PtxOperand::Int(16) => 16,
            PtxOperand::Int(bytes @ (4 | 8)) if path == CopyPath::ThroughL1 => bytes as u32,
            _ => return Err(m.error("it copies 4, 8 or 16 bytes (`.cg` only 16)")),
        };
        let (to, _) = self.address(i, &i.operands[0], Space::Shared)?;
        let (from, _) = self.address(i, &i.operands[1], Space::Global)?;
        let policies = usize::from(m.has("L2::cache_hint"));
        self.policy_operand(i, m, if policies == 1 { i.operands.len() - 1 } else { 4 })?;
        let source_bytes = match i.operands[..i.operands.len() - policies].get(3) {
            Some(operand) => Some(self.source(i.line, operand, Type::U(32))?),
            None => None,
        };
        Ok(Operation::AsyncCopy(AsyncCopy { to, from, bytes, path, source_bytes }))
    }

    /// Checks the operand `at`, a cache policy, which is there if the instruction says so. What L2 keeps has no effect here.
    pub(super) fn policy_operand(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, at: usize) -> Lower<()> {
        match (m.take("L2::cache_hint"), i.operands.optional(at)) {
            (true, Some(policy)) => self.source(i.line, policy, Type::B(64)).map(|_| ()),
            (true, None) => Err(m.error("`.L2::cache_hint` needs a policy as its last operand")),
            (false, Some(_)) => Err(m.error("it has an operand too many")),
            (false, None) => Ok(()),
        }
    }

    /// A policy is opaque: nothing but cache hints reads it. It is zero.
    fn cache_policy(&mut self, i: &PtxInstruction) -> Lower<Operation> {
        let d = self.target(i.line, &i.operands[0], 64)?;
        let a = self.bits(0);
        let f = copy(Type::U(64)).ok_or_else(|| ParseError::new(i.line, "a cache policy has 64 bits"))?;
        Ok(Operation::One { f, d, a })
    }

    fn cache_policy_of_range(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        let space = space_of(m);
        self.address(i, &i.operands[1], space)?;
        self.cache_policy(i)
    }

    /// Lowers a cache hint: its operands are checked, and it does nothing.
    fn hint(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        let space = space_of(m);
        self.address(i, &i.operands[0], space)?;
        Ok(Operation::Nothing)
    }

    fn address_conversion(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, ty: Type) -> Lower<Operation> {
        if ty != Type::U(64) {
            return Err(m.error("only 64-bit addresses are supported"));
        }
        let back = m.take("to");
        let space = space_of(m);
        let d = self.target(i.line, &i.operands[0], 64)?;
        let a = self.source(i.line, &i.operands[1], ty)?;
        let window = match space {
            Space::Generic => return Err(m.unknown()),
            // The address of a parameter has its window, but for one that came as 32 bits.
            Space::Param if !back => {
                let (f, b) = (or(Type::B(64)).ok_or_else(|| m.unknown())?, self.bits(PARAM_WINDOW));
                return Ok(Operation::Two { f, d, a, b });
            }
            Space::Global | Space::Const | Space::Param => {
                return Ok(Operation::One { f: copy(ty).ok_or_else(|| m.unknown())?, d, a });
            }
            Space::Shared => SHARED_WINDOW,
            Space::Local => LOCAL_WINDOW,
        };
        let b = self.bits(window);
        let f = if back { sub(ty) } else { add(ty) }.ok_or_else(|| m.unknown())?;
        Ok(Operation::Two { f, d, a, b })
    }

    fn is_space(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        let own = !m.has("shared::cluster");
        let space = space_of(m);
        if space == Space::Generic {
            return Err(m.unknown());
        }
        let p = self.predicate_target(i.line, &i.operands[0])?;
        let a = self.source(i.line, &i.operands[1], Type::U(64))?;
        Ok(Operation::IsSpace { space, own, p, a })
    }
}
