//! Padding inside rows: unused elements after every so many, counted along the rows.
//!
//! The element of number `x` is stored at `x + pad * (x / every)`. Paddings that differ by the period of the banks meet them
//! alike, so on each `every` only those below it are tried, the smallest first. Two lanes that meet on the dense tile meet
//! until there is padding between them: `every` is no more than the later of the two.

use crate::{
    codegen::operations,
    layout::Layout,
    solve::{
        budget::Budget,
        checked_tile::CheckedTile,
        classes::Found,
        verdict::{Judge, Verdict},
    },
};

/// Returns the padding inside rows of fewest bytes, then of the cheapest index, that is free of conflict and takes less than
/// `limit` elements of storage. `judge` has ruled out the dense layout.
pub(in crate::solve) fn cheapest(
    tile: &CheckedTile<'_>,
    judge: &mut Judge<'_>,
    limit: usize,
    budget: &Budget,
) -> Found {
    let elements = tile.rows * tile.cols;
    let granule = tile.granule();
    let dense = tile.pitched(tile.line());
    // Of the pairs that meet on the dense tile, the one that needs padding earliest.
    let furthest =
        judge.pairs().iter().filter(|pair| judge.meet(&dense, pair)).map(|pair| pair.last_element(tile.cols));
    let most_every = furthest.min().unwrap_or(elements - 1).min(elements - 1);
    let mut best: Option<Layout> = None;
    let (mut limit, mut proven) = (limit, true);
    let mut every = most_every / granule * granule;
    while every > 0 {
        if every != tile.cols || tile.rows == 1 {
            for pad in (granule..=last_pad(tile)).step_by(granule as usize) {
                let layout = Layout::of(tile.rows, tile.cols, every, every + pad);
                let is_cheaper = |best: &Layout| layout.len() == best.len() && operations(&layout) < operations(best);
                if layout.len() >= limit && !best.as_ref().is_some_and(is_cheaper) {
                    break;
                }
                if !budget.take(1) {
                    return Found { layout: best, proven: false };
                }
                if judge.is_ruled_out(&layout) {
                    continue;
                }
                match judge.verdict(&layout, budget) {
                    Verdict::Free => {
                        (limit, best) = (layout.len(), Some(layout));
                        break;
                    }
                    Verdict::Conflicts => {}
                    Verdict::Unknown => proven = false,
                }
            }
        }
        every -= granule;
    }
    Found { layout: best, proven }
}

/// Returns the largest padding inside rows that is tried: more meets the banks as less does.
pub(in crate::solve) fn last_pad(tile: &CheckedTile<'_>) -> u32 {
    let granule = tile.granule();
    (tile.model.pitch_period() / tile.elem_bytes / granule).saturating_sub(1) * granule
}
