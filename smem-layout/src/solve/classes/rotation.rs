//! Rotations of the rows: `(col + step * (row / every)) % cols`, for rows of any width, without a byte more.
//!
//! There are as many as elements of the tile, and most of them are ruled out by two lanes of a request that ruled out another,
//! so each is judged, those of the cheapest index first.

use crate::{
    codegen::operations,
    layout::{Layout, Rotation, Swizzle},
    solve::{
        budget::Budget,
        checked_tile::CheckedTile,
        classes::Found,
        verdict::{Judge, Verdict},
    },
};

/// Returns the rotation of the cheapest index that is free of conflict, of those whose index costs less than `limit`.
pub(in crate::solve) fn cheapest(tile: &CheckedTile<'_>, judge: &mut Judge<'_>, limit: u32, budget: &Budget) -> Found {
    let mut proven = true;
    let granule = tile.granule();
    // A rotation by one row after the other needs no division, and one by powers of two a shift.
    let divisions: [fn(u32) -> bool; 3] =
        [|every| every == 1, |every| every > 1 && every.is_power_of_two(), |every| !every.is_power_of_two()];
    for division in divisions {
        for every in (1..tile.rows).filter(|every| division(*every)) {
            for step in (granule..tile.cols).step_by(granule as usize) {
                let Some(rotation) = Rotation::new(step, every) else { continue };
                let layout = Layout::of(tile.rows, tile.cols, tile.cols, tile.cols);
                let layout = layout.swizzled_by(Swizzle::Rotate(rotation));
                if step == granule && operations(&layout) >= limit {
                    break;
                }
                if !budget.take(1) {
                    return Found { layout: None, proven: false };
                }
                if judge.is_ruled_out(&layout) {
                    continue;
                }
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
