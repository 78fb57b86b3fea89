//! The layouts that can be listed: paddings at the end of rows and inside them, CuTe's swizzles, rotations of the rows.

use crate::{
    layout::{Layout, Rotation, Swizzle},
    solve::{
        budget::Budget,
        checked_tile::CheckedTile,
        choice::LayoutChoice,
        classes::{cute, padding, padding_set::last_pad},
        least::ranking::{Look, Ranking},
        search::{is_allowed, swizzles},
    },
};

/// Ranks the listed layouts that `choice` allows, and returns true if all of them were looked at.
pub(super) fn rank_listed(
    tile: &CheckedTile<'_>,
    choice: LayoutChoice,
    ranking: &mut Ranking<'_>,
    budget: &Budget,
) -> bool {
    let pads = matches!(choice, LayoutChoice::Auto | LayoutChoice::Pad(_));
    let turns = matches!(choice, LayoutChoice::Auto | LayoutChoice::Swizzle(_));
    let at_ends =
        padding::pitches(tile).filter(|pitch| is_allowed(tile, choice, *pitch)).map(|pitch| tile.pitched(pitch));
    let mut is_done = rank_all(at_ends, ranking, budget);
    if tile.needs_pitch() {
        return is_done;
    }
    for pitch in padding::pitches(tile).filter(|pitch| swizzles(tile, choice, *pitch)) {
        for (layout, cute) in cute::layouts(tile, pitch) {
            let inside = || budget.take(layout.len() / 64) && layout.keeps_elements(cute);
            if ranking.limit(layout.len(), 0).is_none() {
                break;
            }
            if ranking.look(layout, inside, budget) == Look::Spent {
                return false;
            }
        }
    }
    if turns {
        is_done &= rank_all(rotations(tile), ranking, budget);
    }
    if pads {
        is_done &= rank_inner_paddings(tile, ranking, budget);
    }
    is_done
}

fn rank_all(layouts: impl Iterator<Item = Layout>, ranking: &mut Ranking<'_>, budget: &Budget) -> bool {
    for layout in layouts {
        if ranking.look(layout, || true, budget) == Look::Spent {
            return false;
        }
    }
    true
}

/// Returns the rotations of the rows, those that need no division first.
fn rotations<'a>(tile: &'a CheckedTile<'_>) -> impl Iterator<Item = Layout> + 'a {
    let granule = tile.granule();
    let dense = Layout::of(tile.rows, tile.cols, tile.cols, tile.cols);
    let all = (1..tile.rows)
        .flat_map(move |every| (granule..tile.cols).step_by(granule as usize).map(move |step| (step, every)));
    all.filter_map(move |(step, every)| Some(dense.swizzled_by(Swizzle::Rotate(Rotation::new(step, every)?))))
}

/// Ranks the paddings inside rows: after a power of two or a whole number of rows first, which are likely to be among the best.
fn rank_inner_paddings(tile: &CheckedTile<'_>, ranking: &mut Ranking<'_>, budget: &Budget) -> bool {
    let (granule, elements) = (tile.granule(), tile.rows * tile.cols);
    let is_likely = |every: u32| every.is_power_of_two() || every.is_multiple_of(tile.cols);
    for likely in [true, false] {
        for every in (granule..elements).step_by(granule as usize).rev().filter(|every| is_likely(*every) == likely) {
            if every == tile.cols && tile.rows > 1 {
                continue;
            }
            let fewest = Layout::of(tile.rows, tile.cols, every, every + granule);
            if ranking.limit(fewest.len(), 0).is_none() {
                continue;
            }
            match ranking.padding_is_ruled_out(&fewest, budget) {
                None => return false,
                Some(true) => continue,
                Some(false) => {}
            }
            for pad in (granule..=last_pad(tile)).step_by(granule as usize) {
                let layout = Layout::of(tile.rows, tile.cols, every, every + pad);
                // More padding takes more bytes.
                if ranking.limit(layout.len(), 0).is_none() {
                    break;
                }
                if ranking.look(layout, || true, budget) == Look::Spent {
                    return false;
                }
            }
        }
    }
    true
}
