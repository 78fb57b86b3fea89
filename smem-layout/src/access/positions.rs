//! The positions of a declared access on a tile.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use smem_banks::{LANES, WarpRequest};

#[cfg(feature = "alloc")]
use crate::access::{access::Access, access_error::AccessError};
use crate::{
    access::{
        borrowed_table::BorrowedTable,
        const_access::{ConstAccess, ConstPattern},
        grid::{LaneGrid, Origins},
        lane_places::LanePlaces,
        shape::Shape,
    },
    layout::Layout,
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
    #[cfg(feature = "alloc")]
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32, u32)> + '_ {
        (0..).zip(self.at).filter(|(lane, _)| self.active >> lane & 1 == 1).map(|(lane, (row, col))| (lane, row, col))
    }

    /// Returns the request that these lanes make on `layout`, with `lane_elements` elements of `elem_bytes` bytes a
    /// lane.
    pub const fn request(&self, layout: &Layout, elem_bytes: u32, lane_elements: u32) -> WarpRequest {
        let mut addresses = [0; LANES];
        let mut left = self.active;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let (row, col) = self.at[lane];
            addresses[lane] = layout.quick_index(row, col) * elem_bytes;
        }
        WarpRequest::of_elements(elem_bytes * lane_elements, addresses, self.active)
    }
}

/// The positions of one access on one tile, numbered from 0: a warp's request each.
///
#[cfg_attr(feature = "alloc", doc = "```")]
#[cfg_attr(not(feature = "alloc"), doc = "```ignore")]
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
    pub(super) places: LanePlaces<'a>,
    /// True if rows and columns are exchanged: the fields count those of the tile on which the pattern is.
    pub(super) transposed: bool,
    /// The planes to which the positions are confined; 1 where they are not.
    pub(super) planes: u32,
    /// The rows of a plane.
    pub(super) rows: u32,
    pub(super) cols: u32,
    /// Elements a lane touches.
    pub(super) vec: u32,
}

#[cfg(feature = "alloc")]
impl<'a> Positions<'a> {
    /// Returns the positions of `access` on a tile of `rows` x `cols` elements of `elem_bytes` bytes.
    ///
    /// # Errors
    ///
    /// An access that does not fit the tile, see [`Access::check`].
    pub fn new(access: &'a Access, rows: u32, cols: u32, elem_bytes: u32) -> Result<Self, AccessError> {
        access.check(rows, cols, elem_bytes)?;
        Ok(Positions::of(&access.borrowed(), Shape::flat(rows, cols), elem_bytes))
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
        Ok(Positions::of(&access.borrowed(), Shape::new(Some(planes), rows, cols), elem_bytes))
    }

    /// Calls `visit` with the numbers of [`numbers`](Self::numbers); stops at the first `false`, and returns whether none was.
    pub(crate) fn visit(&self, periods: (u64, u64), linear: bool, mut visit: impl FnMut(u32) -> bool) -> bool {
        let mut numbers = self.numbers(periods, linear);
        core::iter::from_fn(|| numbers.next()).all(&mut visit)
    }

    /// Returns the lanes, where they are the same at every position.
    pub(super) fn grid(&self) -> Option<LaneGrid> {
        match self.places {
            LanePlaces::Grid(grid) => Some(grid),
            _ => None,
        }
    }

    /// Returns the columns from the start of position `number` to that of the next, and the number of positions from this one on
    /// that are so far apart in its row; `None` where the next are elsewhere.
    pub(super) fn starts_in_row(&self, number: u32) -> Option<(u32, u32)> {
        match self.places {
            LanePlaces::Grid(grid) if !self.transposed && !matches!(grid.origins, Origins::Aligned) => {
                Some((self.vec, grid.across - number % grid.in_plane() % grid.across))
            }
            _ => None,
        }
    }

    /// Returns the distance in elements from the first lane to each lane; `None` for accesses that wrap.
    pub(super) fn distances(&self, pitch: u32) -> Option<Vec<u32>> {
        let grid = self.grid()?;
        let distance = |lane| {
            let (plane, row, col) = grid.lane(lane);
            // Elements beyond the tile are never touched.
            let (row, col) = self.element(plane, row, col.min(self.cols));
            row * pitch + col
        };
        Some((0..grid.lanes()).map(distance).collect())
    }
}

impl<'a> Positions<'a> {
    /// Returns the positions of an access that has been checked.
    pub(crate) const fn of(access: &ConstAccess<'a>, shape: Shape, elem_bytes: u32) -> Self {
        let vec = access.lane_elements(elem_bytes);
        let (pattern, transposed) = access.walked(shape.planes.is_some(), elem_bytes);
        let of_plane = if transposed { shape.transposed() } else { shape };
        let places = match (LaneGrid::of(&pattern, of_plane, elem_bytes, vec), pattern) {
            (Some(grid), _) => LanePlaces::Grid(grid),
            (None, ConstPattern::Lanes(BorrowedTable { warps, plane_rows, .. })) => {
                let recounted = match plane_rows {
                    Some(counted) if counted != shape.rows => Some((counted, shape.rows)),
                    _ => None,
                };
                LanePlaces::Table { warps, recounted }
            }
            (None, ConstPattern::Row { .. }) => LanePlaces::Rows,
            (None, ConstPattern::Depth { .. }) => LanePlaces::Depth,
            (None, _) => LanePlaces::Cols,
        };
        let (planes, rows, cols) = (shape.plane_count(), of_plane.rows, of_plane.cols);
        let mut positions = Positions { places, transposed, planes, rows, cols, vec };
        if planes > 1 && positions.go_on_in_the_next_plane() {
            positions.planes = 1;
            *(if transposed { &mut positions.cols } else { &mut positions.rows }) = shape.all_rows();
        }
        if let LanePlaces::Grid(grid) = places {
            positions.places = LanePlaces::Grid(grid.counted(positions.rows, positions.cols, vec));
        }
        positions
    }

    /// Returns true if the positions in one plane after the other are those in the rows of all planes.
    const fn go_on_in_the_next_plane(&self) -> bool {
        match self.places {
            LanePlaces::Grid(grid) => {
                let aligned = matches!(grid.origins, Origins::Aligned) && grid.depth == 1;
                aligned && !self.transposed && self.rows.is_multiple_of(grid.height)
            }
            LanePlaces::Rows | LanePlaces::Table { .. } => true,
            LanePlaces::Cols | LanePlaces::Depth => false,
        }
    }

    /// Returns the number of positions.
    pub const fn count(&self) -> u32 {
        match self.places {
            LanePlaces::Grid(grid) => self.planes.div_ceil(grid.depth) * grid.in_plane(),
            LanePlaces::Table { warps, .. } => warps.len() as u32,
            _ => (self.planes * self.rows * self.vectors()).div_ceil(LANES as u32),
        }
    }

    /// Returns the element (row, column) of the tile that is at this row and column of the pattern in a plane.
    pub(super) const fn element(&self, plane: u32, row: u32, col: u32) -> (u32, u32) {
        let (rows, row, col) = if self.transposed { (self.cols, col, row) } else { (self.rows, row, col) };
        (plane * rows + row, col)
    }

    /// Returns the number of vectors in a row.
    pub(super) const fn vectors(&self) -> u32 {
        self.cols / self.vec
    }

    /// Returns the number of elements that a lane touches.
    pub(crate) const fn lane_elements(&self) -> u32 {
        self.vec
    }

    /// Returns true if the lanes of a walk are equally far apart at all positions on a layout of this `pitch`: a warp fills lines, or
    /// lines warps, or nothing is between lines.
    pub(super) const fn is_the_same_walk(&self, pitch: u32) -> bool {
        let line = match self.places {
            LanePlaces::Rows if pitch == self.cols && !self.transposed => return true,
            LanePlaces::Rows => self.vectors(),
            LanePlaces::Cols if self.planes == 1 => self.rows,
            _ => return false,
        };
        line.is_multiple_of(LANES as u32) || (LANES as u32).is_multiple_of(line)
    }
}
