//! Whether a thread that ended has passed a barrier by: it did what comes after, or left the loop of the barrier as all threads do.

use super::hazards::{PathEnds, is_path};
use crate::control_flow::{length, successors};
use crate::isa::NOWHERE;
use crate::isa::sass::{SassAccess, SassFlow, SassMatrix, SassOp};
use crate::isa::{Operation, PtxFlow, PtxMatrix};
use crate::program::{DecodedKernel, KernelCode};
use std::collections::{BTreeSet, HashMap};

/// Whether a barrier can be passed by threads that ended at a place and were at a barrier last, by all three.
#[derive(Debug, Default)]
pub(super) struct PassedBy(HashMap<(u32, u32, u32), bool>);

impl PassedBy {
    /// Whether a thread that ended at `exit`, and was at the barrier `last` before, has passed `barrier` by. An early `return` has not:
    /// either the code after the barrier does not lead to its end, or nothing is stored between the last branch and it, which is the end
    /// that all paths share; and it leaves a loop of the barrier another way than others.
    pub(super) fn is(&mut self, kernel: &DecodedKernel, barrier: u32, exit: u32, last: u32) -> bool {
        *self.0.entry((barrier, exit, last)).or_insert_with(|| {
            let code = &kernel.code;
            let is_behind = is_path(code, barrier, exit, PathEnds::BlockBarriers, |_, _| false);
            let did_more = is_behind && stretch(code, exit).any(|pc| stores(code, pc));
            did_more || last != NOWHERE && is_one_barrier(kernel, last, barrier) && leaves_as_all_do(kernel, barrier)
        })
    }
}

/// Whether two instructions are one barrier of the source: a compiler copies those of a loop that it unrolls.
pub(super) fn is_one_barrier(kernel: &DecodedKernel, one: u32, other: u32) -> bool {
    let loc = |pc: u32| kernel.info[pc as usize].loc.as_ref();
    one == other || loc(one).is_some() && loc(one) == loc(other)
}

/// Whether all threads leave the loop of a barrier the same way: to one place, or without anything to do after it. Then a thread that
/// has left it was there fewer times.
fn leaves_as_all_do(kernel: &DecodedKernel, barrier: u32) -> bool {
    let code = &kernel.code;
    let is_copy = |pc: u32| is_barrier(code, pc) && is_one_barrier(kernel, pc, barrier);
    let copies: Vec<u32> = (0..length(code) as u32).filter(|&pc| is_copy(pc)).collect();
    let round = round_of(code, &copies);
    let mut exits = BTreeSet::new();
    let mut next = Vec::new();
    for pc in (0..).zip(&round).filter(|(_, is_inside)| **is_inside).map(|(pc, _)| pc) {
        successors(code, pc, &mut next);
        exits.extend(next.drain(..).filter(|&to| round.get(to as usize) == Some(&false)));
        // An end under a condition is a way out itself.
        exits.extend(is_end(code, pc).then_some(pc));
    }
    let does_nothing = |from: u32| reached(code, [from]).into_iter().all(|pc| !stores(code, pc));
    let outside = |from: u32| round[from as usize] || does_nothing(from);
    !exits.is_empty() && (exits.len() == 1 || exits.iter().all(|&exit| outside(exit)))
}

/// Which instructions are on a path from one of these to one of them.
fn round_of(code: &KernelCode, copies: &[u32]) -> Vec<bool> {
    let count = length(code);
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut next = Vec::new();
    for pc in 0..count as u32 {
        successors(code, pc, &mut next);
        next.drain(..).filter(|&to| (to as usize) < count).for_each(|to| before[to as usize].push(pc));
    }
    let mut leads = vec![false; count];
    let mut left = copies.to_vec();
    while let Some(pc) = left.pop() {
        if !std::mem::replace(&mut leads[pc as usize], true) {
            left.extend(&before[pc as usize]);
        }
    }
    let mut round = vec![false; count];
    let from_copies = reached(code, copies.iter().copied());
    from_copies.into_iter().filter(|&pc| leads[pc as usize]).for_each(|pc| round[pc as usize] = true);
    round
}

/// The instructions that threads may come to from these, and these.
fn reached(code: &KernelCode, from: impl IntoIterator<Item = u32>) -> Vec<u32> {
    let mut seen = vec![false; length(code)];
    let (mut left, mut found): (Vec<u32>, _) = (from.into_iter().collect(), Vec::new());
    while let Some(pc) = left.pop() {
        let Some(seen) = seen.get_mut(pc as usize) else { continue };
        if !std::mem::replace(seen, true) {
            found.push(pc);
            successors(code, pc, &mut left);
        }
    }
    found
}

fn is_barrier(code: &KernelCode, pc: u32) -> bool {
    match code {
        KernelCode::Ptx(code) => matches!(code.code[pc as usize].op, Operation::Flow(PtxFlow::Barrier(_))),
        KernelCode::Sass(code) => matches!(code.code[pc as usize].op, SassOp::Flow(SassFlow::BlockBarrier { .. })),
    }
}

fn is_end(code: &KernelCode, pc: u32) -> bool {
    match code {
        KernelCode::Ptx(code) => matches!(code.code[pc as usize].op, Operation::Flow(PtxFlow::Exit)),
        KernelCode::Sass(code) => matches!(code.code[pc as usize].op, SassOp::Flow(SassFlow::Exit { .. })),
    }
}

/// The instructions in front of `exit` that are executed with it, the last first.
fn stretch(code: &KernelCode, exit: u32) -> impl Iterator<Item = u32> {
    let targets = targets(code);
    // A branch may lead to the end itself.
    let begins = move |pc: &u32| !targets.contains(&(pc + 1));
    (0..exit).rev().take_while(begins).take_while(|&pc| !turns(code, pc))
}

fn targets(code: &KernelCode) -> Vec<u32> {
    match code {
        KernelCode::Ptx(code) => code
            .code
            .iter()
            .flat_map(|inst| match &inst.op {
                Operation::Flow(PtxFlow::Branch { target, .. }) => vec![*target],
                Operation::Flow(PtxFlow::Table { targets, .. }) => targets.clone(),
                _ => Vec::new(),
            })
            .collect(),
        KernelCode::Sass(code) => code
            .code
            .iter()
            .filter_map(|inst| match &inst.op {
                SassOp::Flow(
                    SassFlow::Branch { target, .. }
                    | SassFlow::BranchIfAny { target }
                    | SassFlow::BranchIfTogether { target, .. },
                ) => Some(*target),
                _ => None,
            })
            .collect(),
    }
}

fn turns(code: &KernelCode, pc: u32) -> bool {
    match code {
        KernelCode::Ptx(code) => matches!(
            code.code[pc as usize].op,
            Operation::Flow(PtxFlow::Branch { .. } | PtxFlow::Table { .. } | PtxFlow::Exit | PtxFlow::Barrier(_))
        ),
        KernelCode::Sass(code) => matches!(
            code.code[pc as usize].op,
            SassOp::Flow(
                SassFlow::Branch { .. }
                    | SassFlow::BranchIfAny { .. }
                    | SassFlow::BranchIfTogether { .. }
                    | SassFlow::Exit { .. }
                    | SassFlow::BlockBarrier { .. }
            )
        ),
    }
}

fn stores(code: &KernelCode, pc: u32) -> bool {
    match code {
        KernelCode::Ptx(code) => matches!(
            code.code[pc as usize].op,
            Operation::Store(_)
                | Operation::Atomic(_)
                | Operation::Matrix(PtxMatrix::Store(_) | PtxMatrix::StoreFragment(_))
        ),
        KernelCode::Sass(code) => matches!(
            code.code[pc as usize].op,
            SassOp::Access(SassAccess::Store(_) | SassAccess::Atomic(_) | SassAccess::CompareAndStore { .. })
                | SassOp::Matrix(SassMatrix::Store { .. })
        ),
    }
}
