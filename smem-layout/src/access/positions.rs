//! The positions of a declared access on a tile.

use alloc::vec::Vec;
use core::mem;

use crate::{
    access::{
        access::Access,
        grid::Grid,
        pattern::{AccessError, Pattern},
    },
    banks::{LANES, WarpRequest},
    layout::Layout,
};

/// The element (row, column) that each active lane touches, the first of its vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WarpLanes {
    /// (row, column) of each lane; meaningless where the lane is inactive.
    pub at: [(u32, u32); LANES],
    /// Bit `i` is set when lane `i` takes part.
    pub active: u32,
}

impl WarpLanes {
    /// Returns the lanes that take part: (lane, row, column).
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32, u32)> + '_ {
        (0..).zip(self.at).filter(|(lane, _)| self.active >> lane & 1 == 1).map(|(lane, (row, col))| (lane, row, col))
    }

    /// Returns the request that these lanes make on `layout`, with `lane_elements` elements of `elem_bytes` bytes a
    /// lane.
    pub fn request(&self, layout: &Layout, elem_bytes: u32, lane_elements: u32) -> WarpRequest {
        let mut request = WarpRequest { addresses: [0; LANES], active: self.active, bytes: elem_bytes * lane_elements };
        let mut left = self.active;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let (row, col) = self.at[lane];
            request.addresses[lane] = layout.index(row, col) * elem_bytes;
        }
        request
    }
}

/// The positions of one access on one tile, numbered from 0.
#[derive(Clone, Copy, Debug)]
pub struct Positions<'a> {
    /// The pattern, without its transposition.
    pub(super) pattern: &'a Pattern,
    /// True if rows and columns are exchanged: the fields count those of the tile on which the pattern is.
    pub(super) transposed: bool,
    pub(super) rows: u32,
    pub(super) cols: u32,
    /// Elements a lane touches.
    pub(super) vec: u32,
    /// The lanes, where they are the same at every position.
    pub(super) grid: Option<Grid>,
}

impl<'a> Positions<'a> {
    /// Returns the positions of `access` on a tile of `rows` x `cols` elements of `elem_bytes` bytes.
    ///
    /// # Errors
    ///
    /// An access that does not fit the tile, see [`Access::check`].
    pub fn new(access: &'a Access, rows: u32, cols: u32, elem_bytes: u32) -> Result<Self, AccessError> {
        access.check(rows, cols, elem_bytes)?;
        Ok(Positions::of(access, rows, cols, elem_bytes))
    }

    /// Returns the positions of an access that has been checked.
    pub(crate) fn of(access: &'a Access, mut rows: u32, mut cols: u32, elem_bytes: u32) -> Self {
        let vec = access.lane_elements(elem_bytes);
        let (pattern, transposed) = match &access.pattern {
            Pattern::Transposed(pattern) => (&**pattern, true),
            pattern => (pattern, false),
        };
        if transposed {
            mem::swap(&mut rows, &mut cols);
        }
        let grid = Grid::of(pattern, rows, cols, elem_bytes, vec);
        Positions { pattern, transposed, rows, cols, vec, grid }
    }

    /// Returns the number of positions.
    pub fn count(&self) -> u32 {
        match (self.grid, self.pattern) {
            (Some(grid), _) => {
                let (down, across) = grid.counts(self.rows, self.cols, self.vec);
                down * across
            }
            (None, Pattern::Lanes(table)) => table.warps().len() as u32,
            (None, _) => (self.rows * self.vectors()).div_ceil(LANES as u32),
        }
    }

    /// Returns the elements that the lanes touch at position `number`, from 0.
    pub fn lanes(&self, number: u32) -> WarpLanes {
        let mut lanes = match (self.grid, self.pattern) {
            (Some(grid), _) => self.in_grid(&grid, number),
            (None, Pattern::Lanes(table)) => WarpLanes { at: table.warps()[number as usize], active: u32::MAX },
            (None, pattern) => self.on_walk(matches!(pattern, Pattern::Row { .. }), number),
        };
        if self.transposed {
            lanes.at.iter_mut().for_each(|(row, col)| mem::swap(row, col));
        }
        lanes
    }

    fn in_grid(&self, grid: &Grid, number: u32) -> WarpLanes {
        let mut lanes = WarpLanes { at: [(0, 0); LANES], active: 0 };
        let (_, across) = grid.counts(self.rows, self.cols, self.vec);
        let (first_row, first_col) = grid.origin(number / across, number % across, self.vec);
        for lane in 0..grid.lanes() {
            let (row, col) = grid.lane(lane);
            let (row, col) = (first_row + row, first_col.saturating_add(col));
            if row < self.rows && col < self.cols {
                lanes.at[lane as usize] = (row, col);
                lanes.active |= 1 << lane;
            }
        }
        lanes
    }

    /// Returns the lanes of a warp that goes on in the next row, or column, where one ends.
    fn on_walk(&self, by_rows: bool, number: u32) -> WarpLanes {
        let mut lanes = WarpLanes { at: [(0, 0); LANES], active: 0 };
        let vectors = self.vectors();
        let end = self.rows * vectors;
        for lane in 0..LANES as u32 {
            let vector = number * LANES as u32 + lane;
            if vector < end {
                let (row, vector) = match by_rows {
                    true => (vector / vectors, vector % vectors),
                    false => (vector % self.rows, vector / self.rows),
                };
                lanes.at[lane as usize] = (row, vector * self.vec);
                lanes.active |= 1 << lane;
            }
        }
        lanes
    }

    /// Returns the number of vectors in a row.
    pub(super) fn vectors(&self) -> u32 {
        self.cols / self.vec
    }

    /// Returns the distance in elements from the first lane to each lane; `None` for accesses that wrap.
    pub(super) fn distances(&self, pitch: u32) -> Option<Vec<u32>> {
        let grid = self.grid?;
        let distance = |lane| {
            let (row, col) = grid.lane(lane);
            // What is beyond the tile is never touched.
            let col = col.min(self.cols);
            if self.transposed { col * pitch + row } else { row * pitch + col }
        };
        Some((0..grid.lanes()).map(distance).collect())
    }

    /// Returns (row, column) of the first lane at a position of lanes that are the same everywhere, and whether all its
    /// lanes are inside the tile.
    pub(super) fn start(&self, number: u32) -> ((u32, u32), bool) {
        let Some(grid) = self.grid else {
            let (row, col) = self.lanes(number).at[0];
            return ((row, col), false);
        };
        let (_, across) = grid.counts(self.rows, self.cols, self.vec);
        let (row, col) = grid.origin(number / across, number % across, self.vec);
        let complete = row + grid.height <= self.rows && u64::from(col) + grid.reach(self.vec) <= u64::from(self.cols);
        (if self.transposed { (col, row) } else { (row, col) }, complete)
    }
}
