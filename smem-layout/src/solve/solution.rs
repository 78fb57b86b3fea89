//! A layout with its storage: alignment, length and bytes.

use crate::{
    access::WIDEST_BYTES,
    layout::{Layout, TmaSwizzle},
    solve::{
        checks::check_size,
        failure::{Culprit, SolveError},
        report::Report,
        request::{Choice, Request},
    },
};

/// A layout and its storage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The layout of one stage.
    pub layout: Layout,
    /// The costs of the accesses on it.
    pub report: Report,
    /// Alignment of the storage, in bytes: that of the widest access, at least a word.
    pub align: u32,
    /// Elements of the widest vector that an access declares, which the layout keeps together and aligned.
    pub vec: u32,
    /// The mode of the bulk tensor copy that has this swizzle, if one was asked for.
    pub tma: Option<TmaSwizzle>,
    /// Elements of one stage, with padding and what the alignment of the next stage needs.
    pub stage_len: usize,
    /// Elements of storage: all stages.
    pub len: usize,
    /// Bytes of storage.
    pub bytes: usize,
}

impl Solution {
    /// Returns `layout` with its storage, if that is not too large.
    pub(crate) fn of(request: &Request<'_>, layout: Layout, report: Report) -> Result<Solution, SolveError> {
        let tile = request.checked_tile();
        let model = tile.model;
        let widest = (tile.granule() * request.elem_bytes).min(WIDEST_BYTES);
        let tma = if let Choice::Tma(mode) = request.choice { Some(mode) } else { None };
        let align = widest.max(model.storage_alignment()).max(tma.map_or(0, TmaSwizzle::alignment));
        let unit = align.div_ceil(request.elem_bytes) as usize;
        let stage_len = layout.len().next_multiple_of(unit);
        let len = stage_len * request.stages as usize;
        let bytes = len * request.elem_bytes as usize;
        // The elements alone do fit: what is too much is what the layout adds.
        check_size(request, bytes as u128, Culprit::Option)?;
        Ok(Solution { layout, report, align, vec: tile.granule(), tma, stage_len, len, bytes })
    }
}
