//! The names of accesses in JSON and in keys.

use smem_sim::{GlobalOp, SharedOp};

/// Returns the name of a kind of access.
pub(crate) fn op_name(op: SharedOp) -> &'static str {
    match op {
        SharedOp::Load => "load",
        SharedOp::Store => "store",
        SharedOp::Atomic => "atomic",
        SharedOp::LdMatrix => "ldmatrix",
        SharedOp::StMatrix => "stmatrix",
        SharedOp::GroupProduct => "wgmma",
        _ => "copy",
    }
}

/// Returns the name of a kind of access to global memory.
pub(crate) fn global_op_name(op: GlobalOp) -> &'static str {
    match op {
        GlobalOp::Load => "load",
        GlobalOp::Store => "store",
        GlobalOp::Atomic => "atomic",
        GlobalOp::Reduction => "reduction",
        _ => "copy",
    }
}
