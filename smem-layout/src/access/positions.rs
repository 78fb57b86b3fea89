//! The positions of a declared access on a tile.

use alloc::vec::Vec;
use core::mem;

use crate::{
    access::{
        access::Access,
        access_error::AccessError,
        grid::{LaneGrid, Origins},
        pattern::Pattern,
        shape::Shape,
        wmma,
    },
    banks::{LANES, WarpRequest},
    layout::{Layout, Swizzle},
};

/// The element (row, column) that each active lane touches, the first of its vector; [`Positions`] has an example. In a tile of planes,
/// rows are counted through all of them.
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
        let bytes = elem_bytes * lane_elements;
        // The layouts that are tried most.
        if layout.is_in_rows() && matches!(layout.swizzle(), Swizzle::None) {
            let pitch = layout.pitch();
            return self.request_at(bytes, |row, col| (row * pitch + col) * elem_bytes);
        }
        self.request_at(bytes, |row, col| layout.index(row, col) * elem_bytes)
    }

    /// Returns the request of so many bytes a lane at these byte addresses.
    #[inline(always)]
    fn request_at(&self, bytes: u32, address: impl Fn(u32, u32) -> u32) -> WarpRequest {
        let mut request = WarpRequest { addresses: [0; LANES], active: self.active, bytes };
        let mut left = self.active;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let (row, col) = self.at[lane];
            request.addresses[lane] = address(row, col);
        }
        request
    }
}

fn row(wrap: bool) -> &'static Pattern {
    if wrap { &Pattern::Row { wrap: true } } else { &Pattern::Row { wrap: false } }
}

fn col(wrap: bool) -> &'static Pattern {
    if wrap { &Pattern::Col { wrap: true } } else { &Pattern::Col { wrap: false } }
}

/// The positions of one access on one tile, numbered from 0: a warp's request each.
///
/// ```
/// use smem_layout::{Access, Arch, Layout, Positions};
///
/// // A block of 4 x 8 lanes on a tile of 8 x 16 elements of 4 bytes.
/// let access = Access::block(4, 8);
/// let positions = Positions::new(&access, 8, 16, 4)?;
/// assert_eq!(positions.count(), 4);
/// let lanes = positions.lanes(3);
/// assert_eq!(lanes.iter().next(), Some((0, 4, 8))); // lane 0 is at row 4, column 8
///
/// // Rows are 16 words apart, so that every second row falls in the same banks.
/// let request = lanes.request(&Layout::plain(8, 16)?, 4, 1);
/// assert_eq!(Arch::SM_90.bank_model().cost(&request).wavefronts, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Positions<'a> {
    /// The pattern, without its transposition.
    pub(super) pattern: &'a Pattern,
    /// True if rows and columns are exchanged: the fields count those of the tile on which the pattern is.
    pub(super) transposed: bool,
    /// The planes to which the positions are confined; 1 where they are not.
    pub(super) planes: u32,
    /// The rows of a plane.
    pub(super) rows: u32,
    pub(super) cols: u32,
    /// Elements a lane touches.
    pub(super) vec: u32,
    /// The lanes, where they are the same at every position.
    pub(super) grid: Option<LaneGrid>,
}

impl<'a> Positions<'a> {
    /// Returns the positions of `access` on a tile of `rows` x `cols` elements of `elem_bytes` bytes.
    ///
    /// # Errors
    ///
    /// An access that does not fit the tile, see [`Access::check`].
    pub fn new(access: &'a Access, rows: u32, cols: u32, elem_bytes: u32) -> Result<Self, AccessError> {
        access.check(rows, cols, elem_bytes)?;
        Ok(Positions::of(access, Shape::flat(rows, cols), elem_bytes))
    }

    /// Returns the positions of `access` on a tile of `planes` planes of `rows` x `cols` elements of `elem_bytes` bytes.
    /// [`Access::depth`] has an example.
    ///
    /// # Errors
    ///
    /// An access that does not fit the tile, see [`Access::check_in_planes`].
    pub fn in_planes(
        access: &'a Access,
        planes: u32,
        rows: u32,
        cols: u32,
        elem_bytes: u32,
    ) -> Result<Self, AccessError> {
        access.check_in_planes(planes, rows, cols, elem_bytes)?;
        Ok(Positions::of(access, Shape::new(Some(planes), rows, cols), elem_bytes))
    }

    /// Returns the positions of an access that has been checked.
    pub(crate) fn of(access: &'a Access, shape: Shape, elem_bytes: u32) -> Self {
        let vec = access.lane_elements(elem_bytes);
        let (pattern, transposed) = match &access.pattern {
            Pattern::Transposed(pattern) => (&**pattern, true),
            pattern => (pattern, false),
        };
        let (pattern, transposed) = match pattern {
            // Columns of planes one after the other, walked along rows and columns exchanged, are rows one after the other.
            Pattern::Col { wrap } if transposed && shape.planes.is_some() => (row(*wrap), false),
            Pattern::Row { wrap } if transposed && shape.planes.is_some() => (col(*wrap), false),
            Pattern::Wmma { operand, .. } if wmma::is_as_stored(*operand, elem_bytes) => (pattern, false),
            Pattern::Wmma { shape, operand } if wmma::is_turned(*shape, *operand, elem_bytes) => (pattern, !transposed),
            pattern => (pattern, transposed),
        };
        let of_plane = if transposed { shape.transposed() } else { shape };
        let grid = LaneGrid::of(pattern, of_plane, elem_bytes, vec);
        let mut positions = Positions {
            pattern,
            transposed,
            planes: shape.plane_count(),
            rows: of_plane.rows,
            cols: of_plane.cols,
            vec,
            grid,
        };
        if positions.planes > 1 && positions.go_on_in_the_next_plane() {
            positions.planes = 1;
            let rows = if transposed { &mut positions.cols } else { &mut positions.rows };
            *rows = shape.all_rows();
        }
        positions
    }

    /// Returns true if the positions in one plane after the other are those in the rows of all planes.
    fn go_on_in_the_next_plane(&self) -> bool {
        match (self.grid, self.pattern) {
            (Some(grid), _) => {
                let aligned = grid.origins == Origins::Aligned && grid.depth == 1;
                aligned && !self.transposed && self.rows.is_multiple_of(grid.height)
            }
            (None, Pattern::Row { .. } | Pattern::Lanes(_)) => true,
            (None, _) => false,
        }
    }

    /// Returns the number of positions.
    pub fn count(&self) -> u32 {
        match (self.grid, self.pattern) {
            (Some(grid), _) => {
                let (down, across) = grid.counts(self.rows, self.cols, self.vec);
                self.planes.div_ceil(grid.depth) * down * across
            }
            (None, Pattern::Lanes(table)) => table.warps().len() as u32,
            (None, _) => (self.planes * self.rows * self.vectors()).div_ceil(LANES as u32),
        }
    }

    /// Returns the elements that the lanes touch at position `number`, from 0.
    pub fn lanes(&self, number: u32) -> WarpLanes {
        match (self.grid, self.pattern) {
            (Some(grid), _) => self.in_grid(&grid, number),
            (None, Pattern::Lanes(table)) => {
                let mut lanes = WarpLanes { at: table.warps()[number as usize], active: u32::MAX };
                if self.transposed {
                    lanes.at.iter_mut().for_each(|(row, col)| mem::swap(row, col));
                }
                lanes
            }
            (None, pattern) => self.on_walk(pattern, number),
        }
    }

    /// Returns the element (row, column) of the tile that is at this row and column of the pattern in a plane.
    fn element(&self, plane: u32, row: u32, col: u32) -> (u32, u32) {
        let (rows, row, col) = if self.transposed { (self.cols, col, row) } else { (self.rows, row, col) };
        (plane * rows + row, col)
    }

    /// Returns the first plane of position `number`, and the position in the plane, which has so many down and across.
    fn plane_of(&self, grid: &LaneGrid, (down, across): (u32, u32), number: u32) -> (u32, u32) {
        if self.planes == 1 { (0, number) } else { (number / (down * across) * grid.depth, number % (down * across)) }
    }

    fn in_grid(&self, grid: &LaneGrid, number: u32) -> WarpLanes {
        let mut lanes = WarpLanes { at: [(0, 0); LANES], active: 0 };
        let counts = grid.counts(self.rows, self.cols, self.vec);
        let (first_plane, number) = self.plane_of(grid, counts, number);
        let across = counts.1;
        let (first_row, first_col) = grid.origin(number / across, number % across, self.vec);
        grid.each_lane(|lane, plane, row, col| {
            let (plane, row, col) = (first_plane + plane, first_row + row, first_col.saturating_add(col));
            if plane < self.planes && row < self.rows && col < self.cols {
                lanes.at[lane as usize] = self.element(plane, row, col);
                lanes.active |= 1 << lane;
            }
        });
        lanes
    }

    /// Returns the lanes of a warp that goes on in the next row, or column, where one ends.
    fn on_walk(&self, pattern: &Pattern, number: u32) -> WarpLanes {
        let mut lanes = WarpLanes { at: [(0, 0); LANES], active: 0 };
        let (planes, rows, vectors) = (self.planes, self.rows, self.vectors());
        let end = planes * rows * vectors;
        for lane in 0..LANES as u32 {
            let vector = number * LANES as u32 + lane;
            if vector < end {
                let (plane, row, vector) = match pattern {
                    Pattern::Row { .. } => (0, vector / vectors, vector % vectors),
                    Pattern::Depth { .. } => (vector % planes, vector / planes / vectors, vector / planes % vectors),
                    _ if planes == 1 => (0, vector % rows, vector / rows),
                    _ => (vector / rows / vectors, vector % rows, vector / rows % vectors),
                };
                lanes.at[lane as usize] = self.element(plane, row, vector * self.vec);
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
            let (plane, row, col) = grid.lane(lane);
            // Elements beyond the tile are never touched.
            let (row, col) = self.element(plane, row, col.min(self.cols));
            row * pitch + col
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
        let counts = grid.counts(self.rows, self.cols, self.vec);
        let (plane, number) = self.plane_of(&grid, counts, number);
        let across = counts.1;
        let (row, col) = grid.origin(number / across, number % across, self.vec);
        let complete = plane + grid.depth <= self.planes
            && row + grid.height <= self.rows
            && u64::from(col) + grid.reach(self.vec) <= u64::from(self.cols);
        (self.element(plane, row, col), complete)
    }

    /// Returns the columns from the start of position `number` to that of the next, and the number of positions from this one on
    /// that are so far apart in its row; `None` where the next are elsewhere.
    pub(super) fn starts_in_row(&self, number: u32) -> Option<(u32, u32)> {
        let grid = self.grid?;
        if self.transposed || grid.origins == Origins::Aligned {
            return None;
        }
        let (down, across) = grid.counts(self.rows, self.cols, self.vec);
        Some((self.vec, across - number % (down * across) % across))
    }
}
