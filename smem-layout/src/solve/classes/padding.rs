//! Padding: the pitches that a search goes through.

use crate::solve::{
    best::{Best, NotFound},
    budget::Budget,
    checked_tile::CheckedTile,
    choice::{AutoOr, LayoutChoice},
    verdict::{Judge, Verdict},
};

/// Rows of more elements than this are raised no further than they are padded: there are too many pitches to the next
/// power of two.
const MOST_RAISED: u32 = 256;

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
    let granule = tile.granule();
    let first = tile.line().next_multiple_of(granule);
    (first..=last_padded(tile).max(last_raised(tile))).step_by(granule as usize)
}

/// Returns the largest pitch at which padding is tried: rows up to this far apart meet the banks in every way they can.
pub(crate) fn last_padded(tile: &CheckedTile<'_>) -> u32 {
    let granule = tile.granule();
    let first = tile.line().next_multiple_of(granule);
    // A word more than the period, since rows of less than a word share it.
    first + (tile.model.pitch_period() + tile.model.bank_bytes()).div_ceil(tile.elem_bytes) / granule * granule
}

/// Returns the largest pitch at which an XOR is tried: without padding, or raised towards a power of two. A matrix sees the
/// banks alone, but CuTe's swizzle the whole offset.
pub(crate) fn last_raised(tile: &CheckedTile<'_>) -> u32 {
    let line = tile.line();
    let power = line.next_power_of_two();
    match tile.rows {
        1 => line,
        _ if line <= MOST_RAISED => power,
        _ => power.min(last_padded(tile)),
    }
}
