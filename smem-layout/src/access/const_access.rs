//! Accesses that const evaluation can hold: patterns of numbers, and borrowed tables.

use crate::access::{access::Access, borrowed_table::BorrowedTable, pattern::Pattern, shape::Shape, wmma};

/// An access without an allocation. Positions are computed from it, for the solver and in const evaluation.
pub type ConstAccess<'a> = Access<BorrowedTable<'a>>;

/// The pattern of such an access.
pub type ConstPattern<'a> = Pattern<BorrowedTable<'a>>;

impl<'a> ConstAccess<'a> {
    /// Returns the plane, row and column that a table has for a lane of a tile of this shape, inside it or not; `None` for other patterns.
    pub(crate) const fn listed(&self, warp: usize, lane: usize, shape: Shape) -> Option<(u32, u32, u32)> {
        let Pattern::Lanes(BorrowedTable { warps, plane_rows, .. }) = self.pattern else { return None };
        let (row, col) = match warps[warp][lane] {
            (row, col) if self.transposed => (col, row),
            place => place,
        };
        if shape.planes.is_none() {
            return Some((0, row, col));
        }
        let counted = match plane_rows {
            Some(counted) => counted,
            None => shape.rows,
        };
        Some((row / counted, row % counted, col))
    }

    /// Returns the pattern that the lanes walk on a tile, with or without planes, and true if they walk it with rows and columns
    /// exchanged.
    pub(super) const fn walked(&self, has_planes: bool, elem_bytes: u32) -> (ConstPattern<'a>, bool) {
        match self.pattern {
            // Columns of planes one after the other, walked along rows and columns exchanged, are rows one after the other.
            ConstPattern::Col { wrap } if self.transposed && has_planes => (ConstPattern::Row { wrap }, false),
            ConstPattern::Row { wrap } if self.transposed && has_planes => (ConstPattern::Col { wrap }, false),
            ConstPattern::Wmma { operand, .. } if wmma::is_as_stored(operand, elem_bytes) => (self.pattern, false),
            ConstPattern::Wmma { shape, operand } if wmma::is_turned(shape, operand, elem_bytes) => {
                (self.pattern, !self.transposed)
            }
            _ => (self.pattern, self.transposed),
        }
    }
}
