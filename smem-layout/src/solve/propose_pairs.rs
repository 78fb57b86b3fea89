//! Proposals for accumulators that are stored an element at a time: a lane holds pairs of them, which it can store at once.
//!
//! One element of each pair is in every second column, so beside vectors of another access its lanes reach half of the banks.

use alloc::{format, string::String, vec::Vec};

use smem_banks::WIDEST_BYTES;

use crate::{
    access::{Access, Operand, Pattern},
    solve::{
        budget::Budget,
        redeclared::{changed, declared},
        spec::TileSpec,
        trial::builds,
    },
};

/// Proposes the accesses with the pairs of `fragment(.., c)` in one request, if they are free of conflict.
pub(crate) fn with_pairs(spec: &TileSpec<'_>, budget: &Budget) -> Vec<String> {
    let is_single = |access: &Access| {
        let fits = (4..=WIDEST_BYTES / 2).contains(&spec.elem_bytes);
        fits && access.vec == 1
            && !access.transposed
            && matches!(access.pattern, Pattern::Fragment { operand: Operand::C, .. })
    };
    let paired = |access: &Access| if is_single(access) { access.clone().vec(2) } else { access.clone() };
    let accesses = changed(spec.accesses, paired);
    if accesses == spec.accesses || !builds(&TileSpec { accesses: &accesses, ..*spec }, budget) {
        return Vec::new();
    }
    Vec::from([format!("declare {}: pairs in one request have no conflicts", declared(spec.accesses, paired))])
}
