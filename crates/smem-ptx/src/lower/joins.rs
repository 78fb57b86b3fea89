//! Finds where diverged lanes reconverge: at the immediate post-dominator of each branch.
//!
//! A lone `ret` at the end is not a join: lanes that branch to it only exit, and the others should not diverge because of
//! them. Any choice of joins gives correct results; this one gives the counts of the hardware.

use smem_sim::dominators::dominators;
use smem_sim::isa::{Inst, NOWHERE, Operation, PtxFlow, TRUE};

struct Graph {
    /// First instruction of each block.
    starts: Vec<u32>,
    successors: Vec<Vec<u32>>,
    /// True for a block that is one unconditional `ret`.
    leaves: Vec<bool>,
}

pub(super) fn place(code: &mut [Inst]) {
    let graph = Graph::of(code);
    let without_leaving = post_dominators(&graph, true);
    let with_leaving = post_dominators(&graph, false);
    for (block, &start) in graph.starts.iter().enumerate() {
        let end = graph.starts.get(block + 1).map_or(code.len(), |&s| s as usize);
        debug_assert!(start as usize <= end);
        let Some(last) = code[..end].last_mut() else { continue };
        if let Operation::Flow(PtxFlow::Branch { join, .. } | PtxFlow::Table { join, .. }) = &mut last.op {
            let meets = without_leaving[block].or(with_leaving[block]);
            *join = meets.map_or(NOWHERE, |b| graph.starts[b as usize]);
        }
    }
}

fn always(inst: &Inst) -> bool {
    inst.guard.slot == TRUE && inst.guard.flip == 0
}

impl Graph {
    fn of(code: &[Inst]) -> Self {
        let mut is_start = vec![false; code.len() + 1];
        is_start[0] = true;
        for (pc, inst) in code.iter().enumerate() {
            match &inst.op {
                Operation::Flow(PtxFlow::Branch { target, .. }) => is_start[*target as usize] = true,
                Operation::Flow(PtxFlow::Table { targets, .. }) => {
                    targets.iter().for_each(|&t| is_start[t as usize] = true)
                }
                Operation::Flow(PtxFlow::Exit | PtxFlow::Return | PtxFlow::Trap) => {}
                _ => continue,
            }
            is_start[pc + 1] = true;
        }
        let starts: Vec<u32> = (0..code.len()).filter(|&pc| is_start[pc]).map(|pc| pc as u32).collect();
        let mut block_of = vec![0; code.len() + 1];
        for (block, &start) in starts.iter().enumerate() {
            block_of[start as usize] = block as u32;
        }
        let mut successors = Vec::with_capacity(starts.len());
        let mut leaves = Vec::with_capacity(starts.len());
        for (block, &start) in starts.iter().enumerate() {
            let end = starts.get(block + 1).map_or(code.len(), |&s| s as usize);
            let last = &code[end - 1];
            let mut next = Vec::new();
            match &last.op {
                Operation::Flow(PtxFlow::Branch { target, .. }) => next.push(block_of[*target as usize]),
                Operation::Flow(PtxFlow::Table { targets, .. }) => {
                    next.extend(targets.iter().map(|&t| block_of[t as usize]))
                }
                _ => {}
            }
            let falls = !(always(last)
                && matches!(
                    last.op,
                    Operation::Flow(
                        PtxFlow::Branch { .. }
                            | PtxFlow::Table { .. }
                            | PtxFlow::Exit
                            | PtxFlow::Return
                            | PtxFlow::Trap
                    )
                ));
            if falls && end < code.len() {
                next.push(block_of[end]);
            }
            next.sort_unstable();
            next.dedup();
            successors.push(next);
            leaves.push(end - start as usize == 1 && always(last) && matches!(last.op, Operation::Flow(PtxFlow::Exit)));
        }
        Self { starts, successors, leaves }
    }
}

/// The immediate post-dominator of each block, with those that end the program as the roots of the reversed graph.
fn post_dominators(graph: &Graph, ignore_leaving: bool) -> Vec<Option<u32>> {
    let (mut before, mut ends) = (vec![Vec::new(); graph.starts.len()], Vec::new());
    for (block, successors) in (0..).zip(&graph.successors) {
        let next: Vec<u32> =
            successors.iter().copied().filter(|&s| !ignore_leaving || !graph.leaves[s as usize]).collect();
        next.iter().for_each(|&s| before[s as usize].push(block));
        if next.is_empty() {
            ends.push(block);
        }
    }
    dominators(&before, &ends)
}
