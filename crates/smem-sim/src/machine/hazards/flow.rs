//! Which of two instructions a thread comes to first: by paths through the code.

use crate::control_flow::{length, successors};
use crate::isa::sass::{SassFlow, SassOp};
use crate::isa::{Exchange, Operation, OrderOp, PtxFlow};
use crate::program::KernelCode;

/// The barriers at which a path ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PathEnds {
    /// Those of the block and of the warp.
    Barriers,
    /// Those of the block.
    BlockBarriers,
    /// None.
    Nowhere,
}

/// Whether a thread may come from after `from` to `to` on a path that does not end at a barrier, without a step from one instruction to
/// the next for which `is_closed` holds.
pub(crate) fn is_path(
    code: &KernelCode,
    from: u32,
    to: u32,
    ends: PathEnds,
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
            if !std::mem::replace(seen, true) && !is_end(code, behind, ends) {
                left.push(behind);
            }
        }
    }
    false
}

fn is_end(code: &KernelCode, pc: u32, ends: PathEnds) -> bool {
    let (block, warp) = (ends != PathEnds::Nowhere, ends == PathEnds::Barriers);
    match code {
        KernelCode::Ptx(code) => match &code.code[pc as usize].op {
            Operation::Flow(PtxFlow::Barrier(barrier)) => block && barrier.waits,
            Operation::Flow(PtxFlow::Exchange(Exchange::WarpSync { .. })) => warp,
            _ => false,
        },
        KernelCode::Sass(code) => match &code.code[pc as usize].op {
            SassOp::Flow(SassFlow::BlockBarrier { waits, .. }) => block && *waits,
            SassOp::Flow(SassFlow::WarpSync { .. }) | SassOp::Order(OrderOp::WarpSynced) => warp,
            _ => false,
        },
    }
}
