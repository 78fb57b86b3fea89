//! Barriers and fences.

use super::form::Form;
use super::memory::scope_of;
use crate::lower::modifiers::Modifiers;
use crate::lower::{Lower, Lowerer};
use crate::parse::syntax::{PtxInstruction, PtxOperand};
use smem_sim::ParseError;
use smem_sim::isa::{
    Barrier, BarrierResult, Exchange, MemoryFence, MemoryScope, Operation, OrderOp, Pred, PtxFlow, Slot, Type,
};

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    Form::untyped(&["bar", "barrier"], &["sync"], &[1, 2], |l, i, m| l.barrier(i, m, true)).ignoring(is_block),
    Form::untyped(&["bar", "barrier"], &["arrive"], &[2], |l, i, m| l.barrier(i, m, false)).ignoring(is_block),
    Form::typed(&["bar", "barrier"], &["red", "popc"], |ty| ty == Type::U(32), &[3, 4], |l, i, m, _| l.barrier_count(i, m)).ignoring(is_block),
    Form::typed(&["bar", "barrier"], &["red", "and"], |ty| ty == Type::Pred, &[3, 4], |l, i, m, _| l.barrier_vote(i, m, true)).ignoring(is_block),
    Form::typed(&["bar", "barrier"], &["red", "or"], |ty| ty == Type::Pred, &[3, 4], |l, i, m, _| l.barrier_vote(i, m, false)).ignoring(is_block),
    Form::untyped(&["bar"], &["warp", "sync"], &[1], |l, i, _| l.warp_barrier(i)),
    Form::untyped(&["barrier"], &["cluster", "arrive"], &[0], |_, i, _| Ok(cluster_arrival(i))).ignoring(is_cluster),
    Form::untyped(&["barrier"], &["cluster", "wait"], &[0], |_, _, _| Ok(Operation::Flow(PtxFlow::ClusterWait))).ignoring(is_cluster),
    Form::untyped(&["fence"], &["proxy", "async"], &[0], |_, _, _| Ok(Operation::Order(OrderOp::ProxyFence))).ignoring(is_of_shared),
    Form::untyped(&["fence"], &["proxy", "async", "global"], &[0], |_, _, _| Ok(Operation::Nothing)),
    Form::untyped(&["fence"], &["proxy", "alias"], &[0], |_, _, _| Ok(Operation::Order(OrderOp::Fence(MemoryFence::both(MemoryScope::System))))),
    Form::untyped(&["membar", "fence"], &[], &[0], |_, i, _| Ok(Operation::Order(OrderOp::Fence(fence_of(i))))).ignoring(is_scope),
];

/// Barriers always have the scope of the block.
fn is_block(part: &str) -> bool {
    part == "cta"
}

/// Returns true for modifiers of a cluster's barrier: what it orders, and that all lanes arrive.
fn is_cluster(part: &str) -> bool {
    matches!(part, "release" | "acquire" | "relaxed" | "aligned")
}

/// Orderings, scopes and proxies of a fence.
fn is_scope(part: &str) -> bool {
    matches!(
        part,
        "cta" | "gl" | "sys" | "gpu" | "cluster" | "sc" | "acq_rel" | "acquire" | "release" | "mbarrier_init"
    )
}

/// A fence without an ordering has both.
fn fence_of(i: &PtxInstruction) -> MemoryFence {
    let has = |name| i.opcode.split('.').any(|part| part == name);
    MemoryFence { scope: scope_of(i), acquires: !has("release"), releases: !has("acquire") }
}

/// The spaces of a fence between threads and asynchronous copies that have shared memory in them.
fn is_of_shared(part: &str) -> bool {
    matches!(part, "shared::cta" | "shared::cluster")
}

/// An arrival at the barrier of the cluster, which releases unless it is relaxed.
fn cluster_arrival(i: &PtxInstruction) -> Operation {
    Operation::Flow(PtxFlow::ClusterArrive { relaxed: i.opcode.split('.').any(|part| part == "relaxed") })
}

const WORD: Type = Type::U(32);

impl Lowerer<'_> {
    fn barrier(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, waits: bool) -> Lower<Operation> {
        self.barrier_of(i, m, &i.operands[..], waits, BarrierResult::None)
    }

    /// `bar.red.popc`
    fn barrier_count(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        let (middle, p) = self.reduced(i)?;
        let d = self.target(i.line, &i.operands[0], 32)?;
        self.barrier_of(i, m, middle, true, BarrierResult::Count { d, p })
    }

    /// `bar.red.and` and `bar.red.or`
    fn barrier_vote(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, all: bool) -> Lower<Operation> {
        let (middle, p) = self.reduced(i)?;
        let d = self.predicate_target(i.line, &i.operands[0])?;
        let result = if all { BarrierResult::And { d, p } } else { BarrierResult::Or { d, p } };
        self.barrier_of(i, m, middle, true, result)
    }

    /// Returns the operands between the result and the reduced predicate, and that predicate.
    fn reduced<'o>(&mut self, i: &'o PtxInstruction) -> Lower<(&'o [PtxOperand], Pred)> {
        let [_, middle @ .., p] = &i.operands[..] else {
            return Err(ParseError::new(i.line, format!("`{}` takes a result and a predicate", i.opcode)));
        };
        Ok((middle, self.predicate(i.line, p)?))
    }

    /// A barrier whose `operands` are its number and, optionally, its threads.
    fn barrier_of(
        &mut self,
        i: &PtxInstruction,
        m: &mut Modifiers<'_>,
        operands: &[PtxOperand],
        waits: bool,
        result: BarrierResult,
    ) -> Lower<Operation> {
        // `bar` is the aligned form of `barrier`.
        let aligned = m.take("aligned") | (m.base() == "bar");
        let [id, threads @ ..] = operands else {
            return Err(ParseError::new(i.line, format!("`{}` takes the number of a barrier", i.opcode)));
        };
        let id = self.source(i.line, id, WORD)?;
        let threads: Option<Slot> = threads.first().map(|t| self.source(i.line, t, WORD)).transpose()?;
        Ok(Operation::Flow(PtxFlow::Barrier(Barrier { id, threads, waits, aligned, result })))
    }

    fn warp_barrier(&mut self, i: &PtxInstruction) -> Lower<Operation> {
        Ok(Operation::Flow(PtxFlow::Exchange(Exchange::WarpSync {
            members: self.source(i.line, &i.operands[0], WORD)?,
        })))
    }
}
