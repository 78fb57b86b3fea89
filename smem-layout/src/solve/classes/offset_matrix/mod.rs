//! XOR swizzles of the whole offset: invertible matrices over F2 on the bits of the row-major offset, column bits included.

mod differences;
pub(in crate::solve) mod least_excess;
pub(in crate::solve) mod search;
mod space;
pub(in crate::solve) mod split;
mod two_terms;

use crate::solve::checked_tile::CheckedTile;

/// Returns true if matrices on the offset can move anything between banks at `pitch` (elements).
pub(in crate::solve) fn has_room(tile: &CheckedTile<'_>, pitch: u32) -> bool {
    space::OffsetSpace::new(*tile, pitch).is_some()
}

/// Returns true if every matrix on the offset of the dense tile is searched: the bits of the offset are those of row and column, lanes
/// of one word and no others share a pass, and no word has to be taken apart for accesses that accept conflicts.
pub(in crate::solve) fn are_searched(tile: &CheckedTile<'_>, allowed_ways: &[u32]) -> bool {
    let has_parts = tile.granule() * tile.elem_bytes < tile.model.bank_bytes();
    tile.model.is_xor_invariant()
        && (tile.rows == 1 || tile.cols.is_power_of_two())
        && !(has_parts && allowed_ways.iter().any(|ways| *ways > 1))
}
