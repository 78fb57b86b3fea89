//! Which of two instructions a thread comes to first: by paths through the code on which no barrier is.

use crate::isa::sass::{ALWAYS, SassOp};
use crate::isa::{Exchange, Operation, Pred, TRUE};
use crate::program::KernelCode;

/// Whether a thread may come from behind `from` to `to` without a barrier of the block, or of the warp where `warp` says that those count.
pub(in crate::machine) fn is_path(code: &KernelCode, from: u32, to: u32, warp: bool) -> bool {
    let length = match code {
        KernelCode::Ptx(code) => code.code.len(),
        KernelCode::Sass(code) => code.code.len(),
    };
    let mut seen = vec![false; length];
    let mut left = Vec::new();
    next(code, from, &mut left);
    while let Some(pc) = left.pop() {
        if pc == to {
            return true;
        }
        let Some(seen) = seen.get_mut(pc as usize) else { continue };
        if std::mem::replace(seen, true) || is_barrier(code, pc, warp) {
            continue;
        }
        next(code, pc, &mut left);
    }
    false
}

fn is_barrier(code: &KernelCode, pc: u32, warp: bool) -> bool {
    match code {
        KernelCode::Ptx(code) => match &code.code[pc as usize].op {
            Operation::Barrier(barrier) => barrier.waits,
            Operation::Exchange(Exchange::WarpSync { .. }) => warp,
            _ => false,
        },
        KernelCode::Sass(code) => match &code.code[pc as usize].op {
            SassOp::BlockBarrier { waits, .. } => *waits,
            SassOp::WarpSync { .. } | SassOp::WarpSynced => warp,
            _ => false,
        },
    }
}

/// Appends the instructions that may follow one.
fn next(code: &KernelCode, pc: u32, out: &mut Vec<u32>) {
    let behind = pc + 1;
    match code {
        KernelCode::Ptx(code) => {
            let Some(inst) = code.code.get(pc as usize) else { return };
            let is_always = inst.guard.slot == TRUE && inst.guard.flip == 0;
            match &inst.op {
                Operation::Branch { target, .. } => out.push(*target),
                Operation::Table { targets, .. } => out.extend(targets),
                Operation::Exit | Operation::Trap => {}
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
                SassOp::Branch { target, also } => {
                    out.push(*target);
                    is_always(*also)
                }
                SassOp::BranchIfAny { target } | SassOp::BranchIfTogether { target, .. } => {
                    out.push(*target);
                    false
                }
                // A function comes back behind its call; where its own jumps go is not known.
                SassOp::Call { target } => {
                    out.push(*target);
                    false
                }
                SassOp::Exit { also } => is_always(*also),
                SassOp::Trap | SassOp::Jump { .. } => true,
                _ => false,
            };
            if !is_sure || !is_always(inst.guard) {
                out.push(behind);
            }
        }
    }
}
