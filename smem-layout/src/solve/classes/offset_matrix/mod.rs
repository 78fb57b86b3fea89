//! XOR swizzles of the whole offset: invertible matrices over F2 on the bits of the row-major offset, column bits included.

mod differences;
pub(in crate::solve) mod least_excess;
pub(in crate::solve) mod search;
mod space;
pub(in crate::solve) mod split;

use crate::solve::checked_tile::CheckedTile;

/// Returns true if matrices on the offset can move anything between banks at `pitch` (elements).
pub(in crate::solve) fn has_room(tile: &CheckedTile<'_>, pitch: u32) -> bool {
    space::OffsetSpace::new(*tile, pitch).is_some()
}
