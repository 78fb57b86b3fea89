//! Rotations of the rows: `(col + step * (row / every)) % cols`, for rows of any width, without a byte more.
//!
//! There are no more than elements of the tile, and most of them are ruled out by two lanes of a request that ruled out another,
//! so each is judged, those of the cheapest index first. Where rows hold the banks a whole number of times, steps that differ by
//! the period of the banks meet them alike.

use crate::{
    layout::{Layout, Rotation, Swizzle},
    solve::{
        budget::Budget,
        checked_tile::CheckedTile,
        classes::Found,
        verdict::{Judge, Verdict},
    },
};

/// Returns the rotation of the cheapest index that is free of conflict.
pub(in crate::solve) fn cheapest(tile: &CheckedTile<'_>, judge: &mut Judge<'_>, budget: &Budget) -> Found {
    let mut proven = true;
    let cols = tile.cols;
    let dense = Layout::of(tile.rows, cols, cols, cols);
    let granule = tile.granule();
    let period = (tile.model.pitch_period() / tile.elem_bytes).max(1);
    let steps = if cols.is_multiple_of(period) { period } else { cols };
    // A rotation by one row after the other needs no division, and one by powers of two a shift.
    let divisions: [fn(u32) -> bool; 3] =
        [|every| every == 1, |every| every > 1 && every.is_power_of_two(), |every| !every.is_power_of_two()];
    for division in divisions {
        for every in (1..tile.rows).filter(|every| division(*every)) {
            for step in (granule..steps).step_by(granule as usize) {
                if !budget.take(4) {
                    return Found { layout: None, proven: false };
                }
                if judge.is_ruled_out_at(|row, col| row * cols + (col + step * (row / every)) % cols) {
                    continue;
                }
                let Some(rotation) = Rotation::new(step, every) else { continue };
                let layout = dense.swizzled_by(Swizzle::Rotate(rotation));
                match judge.verdict(&layout, budget) {
                    Verdict::Free => return Found { layout: Some(layout), proven },
                    Verdict::Conflicts => {}
                    Verdict::Unknown => proven = false,
                }
            }
        }
    }
    Found { layout: None, proven }
}
