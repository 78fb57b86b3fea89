//! Finds where diverged lanes reconverge: at the immediate post-dominator of each branch.
//!
//! A lone `ret` at the end is not a join: lanes that branch to it only exit, and the others should not diverge because of
//! them. Any choice of joins gives correct results; this one gives the counts of the hardware.

use crate::isa::{Inst, NOWHERE, Operation, PtxFlow, TRUE};

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

/// The immediate post-dominator of each block, by the iteration of Cooper, Harvey and Kennedy on the reversed graph.
fn post_dominators(graph: &Graph, ignore_leaving: bool) -> Vec<Option<u32>> {
    let count = graph.starts.len();
    let root = count as u32;
    let next: Vec<Vec<u32>> = (0..count)
        .map(|b| {
            let mut next = graph.successors[b].clone();
            if ignore_leaving {
                next.retain(|&s| !graph.leaves[s as usize]);
            }
            // Blocks that end the program all lead to one virtual root.
            if next.is_empty() {
                next.push(root);
            }
            next
        })
        .collect();
    let mut before = vec![Vec::new(); count + 1];
    for (block, next) in next.iter().enumerate() {
        for &n in next {
            before[n as usize].push(block as u32);
        }
    }
    // Post-order of the reversed graph from the root.
    let mut order = vec![u32::MAX; count + 1];
    let mut by_order = Vec::with_capacity(count + 1);
    let mut stack = vec![(root, 0)];
    let mut seen = vec![false; count + 1];
    seen[count] = true;
    while let Some((block, at)) = stack.pop() {
        match before[block as usize].get(at) {
            Some(&b) => {
                stack.push((block, at + 1));
                if !seen[b as usize] {
                    seen[b as usize] = true;
                    stack.push((b, 0));
                }
            }
            None => {
                order[block as usize] = by_order.len() as u32;
                by_order.push(block);
            }
        }
    }
    let mut dominator = vec![u32::MAX; count + 1];
    dominator[count] = root;
    let mut changed = true;
    while changed {
        changed = false;
        for &block in by_order.iter().rev().filter(|&&b| b != root) {
            let mut new = u32::MAX;
            for &n in &next[block as usize] {
                if dominator[n as usize] == u32::MAX {
                    continue;
                }
                new = if new == u32::MAX { n } else { meet(&dominator, &order, new, n) };
            }
            if dominator[block as usize] != new {
                dominator[block as usize] = new;
                changed = true;
            }
        }
    }
    dominator[..count].iter().map(|&d| (d < root).then_some(d)).collect()
}

fn meet(dominator: &[u32], order: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while order[a as usize] < order[b as usize] {
            a = dominator[a as usize];
        }
        while order[b as usize] < order[a as usize] {
            b = dominator[b as usize];
        }
    }
    a
}
