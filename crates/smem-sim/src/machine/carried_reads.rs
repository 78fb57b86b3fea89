//! Reads of shared memory whose value an exchange of a warp hands on.
//!
//! A shuffle, vote, match or reduction waits for its operands. Where they depend on a value that the lane has read, that read is over when
//! the exchange is, and so it is over for each lane that takes part: a write by another of them after the exchange does not race with it.
//! A write before an exchange is not ordered by it, and neither is a read of which the exchange does not depend.
//!
//! The code counts and not the path that a thread takes: an exchange carries a read where its operands depend on it on every path.

use crate::control_flow::{length, successors};
use crate::isa::sass::{self, SassAccess, SassExchange, SassFlow, SassMatrix, SassOp};
use crate::isa::{
    Exchange, Operation, Pred, PredicateUses, PtxFlow, PtxMatrix, RegisterUse, RegisterUses, Space, TRUE,
};
use crate::program::KernelCode;
use std::collections::HashMap;
use std::sync::Arc;

/// For each exchange the reads that it carries, by their instructions.
#[derive(Debug, Default)]
pub(in crate::machine) struct CarriedReads(HashMap<u32, Arc<[u32]>>);

/// Steps from one instruction to the next that are looked at: beyond, nothing is carried, which is on the safe side.
const MOST_STEPS: usize = 1 << 24;

/// A register by its slot, or a predicate.
pub(super) type RegisterPlace = u32;
pub(super) const PREDICATE: RegisterPlace = 1 << 31;

/// The places of one instruction.
#[derive(Debug, Default)]
pub(super) struct PlaceUses {
    pub(super) reads: Vec<RegisterPlace>,
    pub(super) writes: Vec<RegisterPlace>,
    /// The predicate without which it is not executed.
    pub(super) guard: Option<RegisterPlace>,
    /// It goes on elsewhere, where registers change that are not known.
    pub(super) is_call: bool,
    pub(super) is_exchange: bool,
    pub(super) reads_shared: bool,
    pub(super) is_block_barrier: bool,
}

impl CarriedReads {
    pub(in crate::machine) fn new(code: &KernelCode) -> CarriedReads {
        let uses: Vec<PlaceUses> = (0..length(code)).map(|pc| PlaceUses::of(code, pc)).collect();
        let mut carried: HashMap<u32, Vec<u32>> = HashMap::new();
        if !uses.iter().any(|uses| uses.is_exchange) {
            return CarriedReads::default();
        }
        let mut steps = 0;
        for load in (0..).zip(&uses).filter(|(_, uses)| uses.reads_shared).map(|(pc, _)| pc) {
            let Some(exchanges) = carrying(code, &uses, load, &mut steps) else { break };
            exchanges.into_iter().for_each(|exchange| carried.entry(exchange).or_default().push(load));
        }
        CarriedReads(carried.into_iter().map(|(exchange, loads)| (exchange, loads.into())).collect())
    }

    /// The reads that an exchange carries; `None` where there are none.
    pub(in crate::machine) fn of(&self, exchange: u32) -> Option<&Arc<[u32]>> {
        self.0.get(&exchange)
    }
}

/// The exchanges that carry what a load reads; `None` where that takes too many steps.
fn carrying(code: &KernelCode, uses: &[PlaceUses], load: u32, steps: &mut usize) -> Option<Vec<u32>> {
    // The places that depend on the load before each instruction, on every path so far.
    let mut before: HashMap<u32, Vec<RegisterPlace>> = HashMap::new();
    let mut left = vec![load];
    let mut next = Vec::new();
    while let Some(pc) = left.pop() {
        *steps += 1;
        if *steps > MOST_STEPS {
            return None;
        }
        let own = uses.get(pc as usize)?;
        let mut after = before.get(&pc).cloned().unwrap_or_default();
        own.act(&mut after, pc == load);
        if own.is_block_barrier {
            continue;
        }
        successors(code, pc, &mut next);
        for behind in next.drain(..).filter(|behind| (*behind as usize) < uses.len()) {
            match before.get_mut(&behind) {
                None => {
                    before.insert(behind, after.clone());
                    left.push(behind);
                }
                Some(known) => {
                    let all = known.len();
                    known.retain(|place| after.contains(place));
                    if known.len() < all {
                        left.push(behind);
                    }
                }
            }
        }
    }
    let carries = |(pc, places): &(&u32, &Vec<RegisterPlace>)| {
        uses.get(**pc as usize)
            .is_some_and(|uses| uses.is_exchange && uses.all_reads().any(|read| places.contains(&read)))
    };
    Some(before.iter().filter(carries).map(|(pc, _)| *pc).collect())
}

impl PlaceUses {
    pub(super) fn of(code: &KernelCode, pc: usize) -> PlaceUses {
        let mut uses = PlaceUses::default();
        let (mut registers, mut predicates) = (Vec::new(), PredicateUses::default());
        let mut note = |register: RegisterUse| registers.push(register);
        let is_shared = |space: Space| matches!(space, Space::Shared | Space::Generic);
        let always = match code {
            KernelCode::Ptx(code) => {
                let Some(inst) = code.code.get(pc) else { return uses };
                inst.op.registers(&mut RegisterUses(&mut note));
                inst.op.predicates(&mut predicates);
                uses.guard = guard(inst.guard, TRUE);
                uses.is_call = matches!(inst.op, Operation::Flow(PtxFlow::Call(_)));
                uses.is_exchange = matches!(
                    inst.op,
                    Operation::Flow(PtxFlow::Exchange(
                        Exchange::Shuffle(_) | Exchange::Vote { .. } | Exchange::Match { .. } | Exchange::Reduce { .. }
                    ))
                );
                uses.reads_shared = match &inst.op {
                    Operation::Load(load) => is_shared(load.space),
                    Operation::Matrix(PtxMatrix::Load(load)) => is_shared(load.space),
                    _ => false,
                };
                uses.is_block_barrier = matches!(&inst.op, Operation::Flow(PtxFlow::Barrier(barrier)) if barrier.waits);
                TRUE
            }
            KernelCode::Sass(code) => {
                let Some(inst) = code.code.get(pc) else { return uses };
                inst.op.registers(&mut RegisterUses(&mut note));
                inst.op.predicates(&mut predicates);
                uses.guard = guard(inst.guard, sass::ALWAYS);
                uses.is_call = matches!(inst.op, SassOp::Flow(SassFlow::Call { .. } | SassFlow::Collective { .. }));
                uses.is_exchange = matches!(
                    inst.op,
                    SassOp::Exchange(
                        SassExchange::Shuffle { .. }
                            | SassExchange::Vote { .. }
                            | SassExchange::Match { .. }
                            | SassExchange::Reduce { .. }
                    )
                );
                uses.reads_shared = match &inst.op {
                    SassOp::Access(SassAccess::Load(load)) => is_shared(load.space),
                    SassOp::Matrix(SassMatrix::Load { .. }) => true,
                    _ => false,
                };
                uses.is_block_barrier =
                    matches!(&inst.op, SassOp::Flow(SassFlow::BlockBarrier { waits, .. }) if *waits);
                sass::ALWAYS
            }
        };
        for register in registers {
            match register {
                RegisterUse::Reads { first, count, .. } => uses.reads.extend(first..first + count),
                RegisterUse::Writes { first, count } => uses.writes.extend(first..first + count),
                RegisterUse::ReadsAny => uses.is_call = true,
            }
        }
        let places =
            |slots: Vec<u32>| slots.into_iter().filter(move |slot| *slot != always).map(|slot| slot | PREDICATE);
        uses.reads.extend(places(predicates.reads));
        uses.writes.extend(places(predicates.writes));
        uses
    }

    fn all_reads(&self) -> impl Iterator<Item = RegisterPlace> {
        self.reads.iter().copied().chain(self.guard)
    }

    /// Changes the places that depend on a load, as executing the instruction does; `is_load`: it is the load.
    fn act(&self, places: &mut Vec<RegisterPlace>, is_load: bool) {
        if self.is_call {
            return places.clear();
        }
        let depends = is_load || self.all_reads().any(|read| places.contains(&read));
        // Lanes that do not execute it keep what was there.
        let is_sure = self.guard.is_none_or(|guard| is_load || places.contains(&guard));
        for write in &self.writes {
            let known = places.iter().position(|place| place == write);
            match (known, depends) {
                (None, true) if is_sure => places.push(*write),
                (Some(at), false) => {
                    places.swap_remove(at);
                }
                _ => {}
            }
        }
    }
}

/// The place of a guard that is not the one that always holds.
fn guard(pred: Pred, always: u32) -> Option<RegisterPlace> {
    (pred.slot != always).then_some(pred.slot | PREDICATE)
}
