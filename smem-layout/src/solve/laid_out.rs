//! A layout with what accesses need to be costed on it.

use alloc::format;

use crate::{
    access::{Access, AccessArgument, AccessError, Shape},
    layout::Layout,
};

/// A layout of elements of `elem_bytes` bytes.
pub(crate) struct LaidOut<'a> {
    pub(crate) layout: &'a Layout,
    /// The planes that the rows are in, where the tile has three dimensions.
    pub(crate) planes: Option<u32>,
    pub(crate) elem_bytes: u32,
}

impl LaidOut<'_> {
    /// Checks that `access` fits the tile, and that the layout keeps its vectors together and aligned.
    pub(crate) fn check(&self, access: &Access) -> Result<(), AccessError> {
        let &LaidOut { layout, planes, elem_bytes } = self;
        access.check_on(Shape::of_all_rows(planes, layout.rows(), layout.cols()), elem_bytes)?;
        let vec = access.lane_elements(elem_bytes);
        if layout.keeps_vectors(vec) {
            return Ok(());
        }
        let message = format!("`{access}` has vectors of {vec} elements, which {layout} tears apart or misaligns");
        Err(AccessError::new(AccessArgument::Vec, message))
    }
}
