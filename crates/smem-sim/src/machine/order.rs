//! Executes operations that order accesses, or make and await groups of asynchronous ones.

use super::observe::Tally;
use super::warp_core::WarpCore;
use crate::isa::OrderOp;
use std::sync::atomic::{Ordering, fence};

/// Executes `op` for the lanes `active`.
pub(super) fn order(op: OrderOp, core: &WarpCore, active: u32, tally: &mut Tally) {
    if matches!(op, OrderOp::Fence(_)) {
        fence(Ordering::SeqCst);
    }
    let Tally { hazards, global, .. } = tally;
    let Some(hazards) = hazards else { return };
    let warp = core.site.warp;
    match op {
        OrderOp::Fence(fence) => {
            if let Some(global) = global {
                global.fence(hazards, warp, active, fence);
            }
            hazards.fence(warp, active, fence);
        }
        OrderOp::ProxyFence => hazards.proxy_fence(warp, active),
        OrderOp::WarpSynced => {
            hazards.acquire(warp, active);
            hazards.warp_barrier(warp, active, core.lanes);
        }
        OrderOp::Acquired => hazards.acquire(warp, active),
        OrderOp::CommitCopies => hazards.commit_copies(warp, active),
        OrderOp::WaitCopies { pending } => hazards.wait_copies(warp, active, pending),
        OrderOp::CommitBulk => hazards.commit_bulk(warp, active),
        OrderOp::WaitBulk { pending } => hazards.wait_bulk(warp, active, pending),
        OrderOp::WaitGroups { pending } => {
            hazards.wait_copies(warp, active, Some(pending));
            hazards.wait_bulk(warp, active, pending);
        }
        OrderOp::CommitProducts => hazards.commit_products(warp),
        OrderOp::WaitProducts { pending } => hazards.wait_products(warp, pending),
    }
}
