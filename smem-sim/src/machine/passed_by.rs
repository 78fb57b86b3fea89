//! Whether a thread that ended has passed a barrier by: it did what comes behind.

use super::hazards::{PathEnds, is_path};
use crate::isa::Operation;
use crate::isa::sass::SassOp;
use crate::program::KernelCode;
use std::collections::HashMap;

/// Whether a barrier can be passed by threads that ended at a place, by both.
#[derive(Debug, Default)]
pub(super) struct PassedBy(HashMap<(u32, u32), bool>);

impl PassedBy {
    /// Whether a thread that ended at `exit` has passed `barrier` by. An early `return` has not: either the code behind the barrier does
    /// not lead to its end, or nothing is stored between the last branch and it, which is the end that all paths share.
    pub(super) fn is(&mut self, code: &KernelCode, barrier: u32, exit: u32) -> bool {
        *self.0.entry((barrier, exit)).or_insert_with(|| {
            let is_behind = is_path(code, barrier, exit, PathEnds::BlockBarriers, |_, _| false);
            is_behind && stretch(code, exit).any(|pc| stores(code, pc))
        })
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
                Operation::Branch { target, .. } => vec![*target],
                Operation::Table { targets, .. } => targets.clone(),
                _ => Vec::new(),
            })
            .collect(),
        KernelCode::Sass(code) => code
            .code
            .iter()
            .filter_map(|inst| match &inst.op {
                SassOp::Branch { target, .. }
                | SassOp::BranchIfAny { target }
                | SassOp::BranchIfTogether { target, .. } => Some(*target),
                _ => None,
            })
            .collect(),
    }
}

fn turns(code: &KernelCode, pc: u32) -> bool {
    match code {
        KernelCode::Ptx(code) => matches!(
            code.code[pc as usize].op,
            Operation::Branch { .. } | Operation::Table { .. } | Operation::Exit | Operation::Barrier(_)
        ),
        KernelCode::Sass(code) => matches!(
            code.code[pc as usize].op,
            SassOp::Branch { .. }
                | SassOp::BranchIfAny { .. }
                | SassOp::BranchIfTogether { .. }
                | SassOp::Exit { .. }
                | SassOp::BlockBarrier { .. }
        ),
    }
}

fn stores(code: &KernelCode, pc: u32) -> bool {
    match code {
        KernelCode::Ptx(code) => matches!(
            code.code[pc as usize].op,
            Operation::Store(_) | Operation::Atomic(_) | Operation::StoreMatrix(_) | Operation::StoreFragment(_)
        ),
        KernelCode::Sass(code) => matches!(
            code.code[pc as usize].op,
            SassOp::Store(_) | SassOp::Atomic(_) | SassOp::CompareAndStore { .. } | SassOp::StoreMatrix { .. }
        ),
    }
}
