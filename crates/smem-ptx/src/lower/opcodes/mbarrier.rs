//! Asynchronous barriers, and bulk copies.

use super::form::Form;
use super::memory::space_of;
use crate::lower::modifiers::Modifiers;
use crate::lower::{Lower, Lowerer};
use crate::parse::syntax::{PtxInstruction, PtxOperand};
use smem_sim::isa::{BarrierAccess, BarrierOp, BulkTransfer, Operation, OrderOp, SINK, Slot, Space, Type};

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    Form::typed(&["mbarrier"], &["init"], long, &[2], |l, i, m, _| l.mbarrier_init(i, m)),
    Form::typed(&["mbarrier"], &["inval"], long, &[1], |l, i, m, _| l.barrier_access(i, m, 0, BarrierOp::End)),
    Form::typed(&["mbarrier"], &["arrive"], long, &[2, 3], |l, i, m, _| l.mbarrier_arrive(i, m, false, false)).ignoring(is_order),
    Form::typed(&["mbarrier"], &["arrive", "noComplete"], long, &[3], |l, i, m, _| l.mbarrier_arrive(i, m, false, true)).ignoring(is_order),
    Form::typed(&["mbarrier"], &["arrive_drop"], long, &[2, 3], |l, i, m, _| l.mbarrier_arrive(i, m, true, false)).ignoring(is_order),
    Form::typed(&["mbarrier"], &["arrive_drop", "noComplete"], long, &[3], |l, i, m, _| l.mbarrier_arrive(i, m, true, true)).ignoring(is_order),
    Form::typed(&["mbarrier"], &["arrive", "expect_tx"], long, &[3], |l, i, m, _| l.mbarrier_expecting(i, m, false)).ignoring(is_order),
    Form::typed(&["mbarrier"], &["arrive_drop", "expect_tx"], long, &[3], |l, i, m, _| l.mbarrier_expecting(i, m, true)).ignoring(is_order),
    Form::typed(&["mbarrier"], &["expect_tx"], long, &[2], |l, i, m, _| l.mbarrier_bytes(i, m, true)).ignoring(is_order),
    Form::typed(&["mbarrier"], &["complete_tx"], long, &[2], |l, i, m, _| l.mbarrier_bytes(i, m, false)).ignoring(is_order),
    Form::typed(&["mbarrier"], &["test_wait"], long, &[3], |l, i, m, _| l.mbarrier_test(i, m, false, false)).ignoring(is_order),
    Form::typed(&["mbarrier"], &["test_wait", "parity"], long, &[3], |l, i, m, _| l.mbarrier_test(i, m, true, false)).ignoring(is_order),
    Form::typed(&["mbarrier"], &["try_wait"], long, &[3, 4], |l, i, m, _| l.mbarrier_test(i, m, false, true)).ignoring(is_order),
    Form::typed(&["mbarrier"], &["try_wait", "parity"], long, &[3, 4], |l, i, m, _| l.mbarrier_test(i, m, true, true)).ignoring(is_order),
    Form::typed(&["mbarrier"], &["pending_count"], long, &[2], |l, i, _, _| l.pending_count(i)),
    Form::typed(&["cp"], &["async", "mbarrier", "arrive"], long, &[1], |l, i, m, _| l.barrier_access(i, m, 0, BarrierOp::CopiesDone { arrives: false })),
    Form::typed(&["cp"], &["async", "mbarrier", "arrive", "noinc"], long, &[1], |l, i, m, _| l.barrier_access(i, m, 0, BarrierOp::CopiesDone { arrives: true })),
    Form::untyped(&["cp"], &["async", "bulk", "mbarrier::complete_tx::bytes"], &[4, 5, 6], |l, i, m| l.bulk_copy(i, m)),
    Form::untyped(&["cp"], &["async", "bulk", "bulk_group"], &[3, 4], |l, i, m| l.bulk_copy(i, m)),
    Form::untyped(&["cp"], &["async", "bulk", "commit_group"], &[0], |_, _, _| Ok(Operation::Order(OrderOp::CommitBulk))),
    Form::untyped(&["cp"], &["async", "bulk", "wait_group"], &[1], |_, i, m| wait_for_bulk(i, m)).ignoring(|part| part == "read"),
];

fn long(ty: Type) -> bool {
    ty == Type::B(64)
}

/// Orderings and scopes, which have no effect when instructions run one at a time.
fn is_order(part: &str) -> bool {
    matches!(part, "release" | "acquire" | "relaxed" | "cta" | "cluster")
}

const WORD: Type = Type::U(32);

fn wait_for_bulk(i: &PtxInstruction, m: &Modifiers<'_>) -> Lower<Operation> {
    match i.operands[0] {
        PtxOperand::Int(groups) if u32::try_from(groups).is_ok() => {
            Ok(Operation::Order(OrderOp::WaitBulk { pending: groups as u32 }))
        }
        _ => Err(m.error("it names a number of groups")),
    }
}

impl Lowerer<'_> {
    /// An operation on the barrier whose address is operand number `at`.
    fn barrier_access(
        &mut self,
        i: &PtxInstruction,
        m: &mut Modifiers<'_>,
        at: usize,
        op: BarrierOp,
    ) -> Lower<Operation> {
        let space = space_of(m);
        if !matches!(space, Space::Generic | Space::Shared) {
            return Err(m.unknown());
        }
        let (address, space) = self.address(i, &i.operands[at], space)?;
        Ok(Operation::Mbarrier(BarrierAccess { space, address, op }))
    }

    fn mbarrier_init(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        let count = self.source(i.line, &i.operands[1], WORD)?;
        self.barrier_access(i, m, 0, BarrierOp::Init { count })
    }

    /// The register of the state, which may be `_`.
    fn barrier_state(&mut self, i: &PtxInstruction) -> Lower<Slot> {
        match &i.operands[0] {
            PtxOperand::Name(name) if name == "_" => Ok(SINK),
            operand => self.target(i.line, operand, 64),
        }
    }

    fn mbarrier_arrive(
        &mut self,
        i: &PtxInstruction,
        m: &mut Modifiers<'_>,
        leaves: bool,
        incomplete: bool,
    ) -> Lower<Operation> {
        let state = self.barrier_state(i)?;
        let count = i.operands.optional(2).map(|count| self.source(i.line, count, WORD)).transpose()?;
        self.barrier_access(i, m, 1, BarrierOp::Arrive { count, expects: None, leaves, incomplete, state })
    }

    fn mbarrier_expecting(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, leaves: bool) -> Lower<Operation> {
        let state = self.barrier_state(i)?;
        let expects = Some(self.source(i.line, &i.operands[2], WORD)?);
        self.barrier_access(i, m, 1, BarrierOp::Arrive { count: None, expects, leaves, incomplete: false, state })
    }

    fn mbarrier_bytes(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, expects: bool) -> Lower<Operation> {
        let bytes = self.source(i.line, &i.operands[1], WORD)?;
        let op = if expects { BarrierOp::Expect { bytes } } else { BarrierOp::Complete { bytes } };
        self.barrier_access(i, m, 0, op)
    }

    fn mbarrier_test(
        &mut self,
        i: &PtxInstruction,
        m: &mut Modifiers<'_>,
        parity: bool,
        waits: bool,
    ) -> Lower<Operation> {
        let p = self.predicate_target(i.line, &i.operands[0])?;
        let phase = self.source(i.line, &i.operands[2], if parity { WORD } else { Type::B(64) })?;
        if let Some(hint) = i.operands.optional(3) {
            self.source(i.line, hint, WORD)?;
        }
        self.barrier_access(i, m, 1, BarrierOp::Test { p, phase, parity, waits })
    }

    /// Arrivals that the phase of a state still waits for.
    fn pending_count(&mut self, i: &PtxInstruction) -> Lower<Operation> {
        let d = self.target(i.line, &i.operands[0], 32)?;
        let a = self.source(i.line, &i.operands[1], Type::B(64))?;
        Ok(Operation::PendingCount { d, a })
    }

    fn bulk_copy(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        let policies = usize::from(m.has("L2::cache_hint"));
        let is_multicast = m.take("multicast::cluster");
        let operands = i.operands.len() - policies;
        self.policy_operand(i, m, operands)?;
        let ends = operands.saturating_sub(usize::from(is_multicast));
        let (to_space, from_space) = match (&m.take_all()[..], ends) {
            (["shared::cluster", "global"], 4) => (Space::Shared, Space::Global),
            (["shared::cta", "global"], 4) if !is_multicast => (Space::Shared, Space::Global),
            (["shared::cluster", "shared::cta"], 4) if !is_multicast => (Space::Shared, Space::Shared),
            (["global", "shared::cta"], 3) => (Space::Global, Space::Shared),
            _ => return Err(m.unknown()),
        };
        let (to, _) = self.address(i, &i.operands[0], to_space)?;
        let (from, _) = self.address(i, &i.operands[1], from_space)?;
        let bytes = self.source(i.line, &i.operands[2], WORD)?;
        let blocks = match i.operands[..operands].get(4).filter(|_| is_multicast) {
            Some(operand) => Some(self.source(i.line, operand, Type::U(16))?),
            None => None,
        };
        let barrier = match i.operands[..operands].get(3) {
            Some(operand) => Some(self.address(i, operand, Space::Shared)?.0),
            None => None,
        };
        Ok(Operation::BulkTransfer(BulkTransfer { to_space, from_space, to, from, bytes, barrier, blocks }))
    }
}
