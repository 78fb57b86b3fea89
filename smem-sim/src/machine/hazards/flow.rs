//! Which of two instructions a thread comes to first: by paths through the code on which no barrier is.

use crate::control_flow::{length, successors};
use crate::isa::sass::SassOp;
use crate::isa::{Exchange, Operation};
use crate::program::KernelCode;

/// Whether a thread may come from behind `from` to `to` without a barrier of the block, or of the warp where `warp` says that those count,
/// and without a step from one instruction to the next for which `is_closed` holds.
pub(crate) fn is_path(
    code: &KernelCode,
    from: u32,
    to: u32,
    warp: bool,
    is_closed: impl Fn(u32, u32) -> bool,
) -> bool {
    let mut seen = vec![false; length(code)];
    let (mut left, mut next) = (vec![from], Vec::new());
    while let Some(pc) = left.pop() {
        successors(code, pc, &mut next);
        for behind in next.drain(..) {
            if is_closed(pc, behind) {
                continue;
            }
            if behind == to {
                return true;
            }
            let Some(seen) = seen.get_mut(behind as usize) else { continue };
            if !std::mem::replace(seen, true) && !is_barrier(code, behind, warp) {
                left.push(behind);
            }
        }
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
