//! Which instructions may follow which, and the loops among them, in either instruction set.

use crate::isa::sass::{ALWAYS, SassFlow, SassOp};
use crate::isa::{Operation, Pred, PtxFlow, TRUE};
use crate::program::KernelCode;
use std::collections::HashSet;

/// Appends the instructions that may follow the one at `pc`.
pub(crate) fn successors(code: &KernelCode, pc: u32, out: &mut Vec<u32>) {
    let behind = pc + 1;
    match code {
        KernelCode::Ptx(code) => {
            let Some(inst) = code.code.get(pc as usize) else { return };
            let is_always = inst.guard.slot == TRUE && inst.guard.flip == 0;
            match &inst.op {
                Operation::Flow(PtxFlow::Branch { target, .. }) => out.push(*target),
                Operation::Flow(PtxFlow::Table { targets, .. }) => out.extend(targets),
                Operation::Flow(PtxFlow::Exit | PtxFlow::Trap) => {}
                _ => return out.push(behind),
            }
            if !is_always {
                out.push(behind);
            }
        }
        KernelCode::Sass(code) => {
            let Some(inst) = code.code.get(pc as usize) else { return };
            let is_always = |pred: Pred| pred.slot == ALWAYS && pred.flip == 0;
            let is_sure = match &inst.op {
                SassOp::Flow(SassFlow::Branch { target, also }) => {
                    out.push(*target);
                    is_always(*also)
                }
                SassOp::Flow(SassFlow::BranchIfAny { target } | SassFlow::BranchIfTogether { target, .. }) => {
                    out.push(*target);
                    false
                }
                // A function comes back after its call; where its own jumps go is not known.
                SassOp::Flow(SassFlow::Call { target }) => {
                    out.push(*target);
                    false
                }
                SassOp::Flow(SassFlow::Exit { also }) => is_always(*also),
                SassOp::Flow(SassFlow::Trap | SassFlow::Jump { .. }) => true,
                _ => false,
            };
            if !is_sure || !is_always(inst.guard) {
                out.push(behind);
            }
        }
    }
}

/// The number of instructions.
pub(crate) fn length(code: &KernelCode) -> usize {
    match code {
        KernelCode::Ptx(code) => code.code.len(),
        KernelCode::Sass(code) => code.code.len(),
    }
}

/// The steps from an instruction to another by which a round of a loop ends: each leads to one that leads back to it.
pub(crate) fn loop_ends(code: &KernelCode) -> HashSet<(u32, u32)> {
    let mut ends = HashSet::new();
    // Whether an instruction was reached, and whether it is on the path that is being followed.
    let (mut seen, mut open) = (vec![false; length(code)], vec![false; length(code)]);
    for start in 0..seen.len() as u32 {
        let mut path: Vec<(u32, Vec<u32>)> = Vec::new();
        let mut left = vec![start];
        loop {
            let Some(to) = left.pop() else {
                let Some((done, rest)) = path.pop() else { break };
                open[done as usize] = false;
                left = rest;
                continue;
            };
            if open.get(to as usize) == Some(&true)
                && let Some((from, _)) = path.last()
            {
                ends.insert((*from, to));
            }
            if seen.get(to as usize) != Some(&false) {
                continue;
            }
            (seen[to as usize], open[to as usize]) = (true, true);
            let mut next = Vec::new();
            successors(code, to, &mut next);
            path.push((to, std::mem::replace(&mut left, next)));
        }
    }
    ends
}
