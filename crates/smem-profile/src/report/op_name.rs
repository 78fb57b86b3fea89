//! The names of accesses in JSON and in keys.

use smem_sim::SharedOp;

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
