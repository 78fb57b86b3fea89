//! The arithmetic of an index as CUDA C++: that of a layout of constants, which const evaluation writes, or of any layout.

use crate::{codegen::index::Index, layout::Layout, text::TextWriter};

/// The arithmetic of an index as CUDA C++.
#[derive(Clone, Copy)]
pub(crate) enum IndexText<'a> {
    /// Of a layout that const evaluation computed.
    Computed(Index),
    /// Of any layout.
    #[cfg_attr(not(feature = "alloc"), expect(dead_code, reason = "the solver writes it"))]
    Written {
        /// The layout in words.
        layout: &'a str,
        /// The offset.
        index: &'a str,
        /// The column of an array of rows, where the tile is best written as one.
        column: Option<&'a str>,
        /// True if the offset depends on the row.
        has_row: bool,
        /// True if it reverses the bits of the row, which is not a constant in CUDA C++.
        reverses_bits: bool,
    },
}

impl IndexText<'_> {
    /// Writes the offset.
    pub(super) const fn write(&self, t: &mut TextWriter<'_>) {
        match self {
            IndexText::Computed(index) => index.write(t),
            IndexText::Written { index, .. } => t.push(index),
        }
    }

    /// Writes the column of an array of rows.
    pub(super) const fn write_column(&self, t: &mut TextWriter<'_>) {
        match self {
            IndexText::Computed(index) => index.write_column(t),
            IndexText::Written { column: Some(column), .. } => t.push(column),
            _ => {}
        }
    }

    /// Returns true if an element is looked for in an array of rows, and else by its index.
    pub(super) const fn is_by_rows(&self, layout: &Layout) -> bool {
        match self {
            IndexText::Computed(index) => index.is_by_rows(layout),
            IndexText::Written { column, .. } => column.is_some(),
        }
    }

    /// Returns true if the offset depends on the row.
    pub(super) const fn has_row(&self, layout: &Layout) -> bool {
        match self {
            IndexText::Computed(_) => layout.rows() > 1,
            IndexText::Written { has_row, .. } => *has_row,
        }
    }

    /// Returns true if the offset reverses the bits of the row.
    pub(super) const fn reverses_bits(&self) -> bool {
        matches!(self, IndexText::Written { reverses_bits: true, .. })
    }
}
