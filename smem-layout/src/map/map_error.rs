//! The reason why a map cannot mark a request.

use alloc::string::String;
use core::fmt;

use crate::access::AccessError;

/// The reason why a map cannot mark a request.
///
/// ```
/// use smem_layout::{Access, Arch, Layout, Map, Position};
///
/// let map = Map::of(&Layout::plain(32, 32)?, 4, Arch::SM_90);
/// let error = map.access(&Access::col(), Position::Number(32)).unwrap_err();
/// assert_eq!(error.to_string(), "`col` has 32 positions on this tile, 0 to 31: there is no position 32");
/// # Ok::<(), smem_layout::LayoutError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MapError {
    /// The access does not fit the tile.
    Access(AccessError),
    /// The access has fewer positions.
    Position {
        /// The access as the attribute spells it.
        access: String,
        /// The number that was asked for.
        number: u32,
        /// The number of positions.
        count: u32,
    },
}

impl From<AccessError> for MapError {
    fn from(error: AccessError) -> Self {
        MapError::Access(error)
    }
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MapError::Access(error) => error.fmt(f),
            MapError::Position { access, number, count: 1 } => {
                write!(f, "`{access}` has one position on this tile, 0: there is no position {number}")
            }
            MapError::Position { access, number, count } => write!(
                f,
                "`{access}` has {count} positions on this tile, 0 to {}: there is no position {number}",
                count - 1
            ),
        }
    }
}

impl core::error::Error for MapError {}
