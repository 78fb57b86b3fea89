//! Padding: the pitches that a search goes through.

use crate::solve::{
    best::{Best, NotFound},
    budget::Budget,
    checked_tile::CheckedTile,
    choice::{AutoOr, LayoutChoice},
    verdict::{Judge, Verdict},
};

/// Returns the layout of the smallest pitch, without a swizzle and without padding inside rows, on which every access has at most its
/// allowed ways.
pub(crate) fn cheapest_with_a_pitch(
    tile: &CheckedTile<'_>,
    choice: LayoutChoice,
    allowed: &[u32],
    budget: &Budget,
) -> Result<Best, NotFound> {
    let mut proven = true;
    let mut judge = Judge::new(*tile, allowed);
    if matches!(choice, LayoutChoice::Auto | LayoutChoice::Pad(AutoOr::Auto)) {
        for pitch in pitches(tile).take_while(|pitch| *pitch <= last_padded(tile)) {
            let layout = tile.pitched(pitch);
            match judge.verdict(&layout, budget) {
                Verdict::Free => return Ok(Best { layout, proven }),
                Verdict::Conflicts => {}
                Verdict::Unknown => proven = false,
            }
        }
    }
    Err(NotFound { proven })
}

/// Returns the pitches to search, smallest first: those at which padding differs, and those at which an XOR is tried.
pub(crate) fn pitches(tile: &CheckedTile<'_>) -> impl Iterator<Item = u32> + use<> {
    let numbers = tile.numbers();
    (numbers.first_pitch()..=numbers.last_pitch()).step_by(numbers.granule as usize)
}

/// Returns the largest pitch at which padding is tried.
pub(crate) fn last_padded(tile: &CheckedTile<'_>) -> u32 {
    tile.numbers().last_padded()
}

/// Returns the largest pitch at which an XOR is tried.
pub(crate) fn last_raised(tile: &CheckedTile<'_>) -> u32 {
    tile.numbers().last_raised()
}
