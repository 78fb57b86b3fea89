//! The lanes of one position, one after the other.

use crate::{
    access::{grid::LaneGrid, positions::Positions},
    banks::LANES,
};

/// How the lanes of a position follow from its number.
#[derive(Clone, Copy, Debug)]
pub(super) enum LanePlaces<'a> {
    /// Vector after vector, row by row.
    Rows,
    /// Vector after vector, column by column, plane by plane.
    Cols,
    /// Vector after vector along the planes, then in the next column.
    Depth,
    /// Planes, rows and columns of lanes, the same at every position.
    Grid(LaneGrid),
    /// A table: (row, column) of every lane, for each warp.
    Table(&'a [[(u32, u32); LANES]]),
}

/// Steps through the lanes of a position: const evaluation takes a microsecond for a call, and a lane costs one.
pub(crate) struct LaneWalk {
    number: u32,
    lane: u32,
    // The next lane.
    plane: u32,
    row: u32,
    col: u32,
    /// The first row and column of a grid.
    first: (u32, u32),
    /// Rows of lanes before the next one in its plane, and lanes before it in its row.
    down: u32,
    across: u32,
}

impl LaneWalk {
    pub(super) const fn new(number: u32, (plane, row, col): (u32, u32, u32)) -> LaneWalk {
        LaneWalk { number, lane: 0, plane, row, col, first: (row, col), down: 0, across: 0 }
    }

    /// Returns the plane, the row and the column of the next lane, in what the lanes walk.
    pub(super) const fn place(&self) -> (u32, u32, u32) {
        (self.plane, self.row, self.col)
    }

    /// Returns (row, column) of the tile for the next lane, or `None` if that is inactive.
    #[inline]
    pub(crate) const fn next(&mut self, positions: &Positions<'_>) -> Option<(u32, u32)> {
        let (plane, mut row, mut col) = (self.plane, self.row, self.col);
        let mut is_active = true;
        match &positions.places {
            LanePlaces::Rows => {
                self.col += positions.vec;
                if self.col >= positions.cols {
                    (self.row, self.col) = (row + 1, 0);
                }
            }
            LanePlaces::Cols => {
                self.row += 1;
                if self.row == positions.rows {
                    (self.row, self.col) = (0, col + positions.vec);
                    if self.col >= positions.cols && positions.planes > 1 {
                        (self.plane, self.col) = (plane + 1, 0);
                    }
                }
            }
            LanePlaces::Depth => {
                self.plane += 1;
                if self.plane == positions.planes {
                    (self.plane, self.col) = (0, col + positions.vec);
                    if self.col >= positions.cols {
                        (self.row, self.col) = (row + 1, 0);
                    }
                }
            }
            LanePlaces::Grid(grid) => {
                is_active = self.lane < grid.lanes();
                self.across += 1;
                // Beyond 32 bits is beyond the tile.
                self.col = col.saturating_add(grid.spacing);
                if self.across == grid.width {
                    (self.across, self.row, self.col) = (0, row + 1, self.first.1);
                    self.down += 1;
                    if self.down == grid.height {
                        (self.down, self.plane, self.row) = (0, plane + 1, self.first.0);
                    }
                }
            }
            LanePlaces::Table(warps) => (row, col) = warps[self.number as usize][self.lane as usize],
        }
        self.lane += 1;
        if is_active && plane < positions.planes && row < positions.rows && col < positions.cols {
            Some(positions.element(plane, row, col))
        } else {
            None
        }
    }
}
