//! A layout with what accesses need to be costed on it.

use crate::layout::Layout;

/// A layout of elements of `elem_bytes` bytes.
pub(crate) struct LaidOut<'a> {
    pub(crate) layout: &'a Layout,
    /// The planes that the rows are in, where the tile has three dimensions.
    pub(crate) planes: Option<u32>,
    pub(crate) elem_bytes: u32,
}
