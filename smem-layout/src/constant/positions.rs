//! The positions of an access: the request that a warp makes at each.

use crate::{
    banks::{BankModel, LANES, OneWordABank, WarpRequest},
    constant::{
        access::{SimpleAccess, SimplePattern},
        periods::gcd,
        spec::SimpleTile,
    },
    layout::{Layout, Swizzle},
};

/// The positions of one access on one tile, numbered from 0. All that does not depend on the position is computed once: const
/// evaluation takes a microsecond for a call.
#[derive(Clone, Copy)]
pub(super) struct SimplePositions {
    pub(super) access: SimpleAccess,
    elem_bytes: u32,
    /// Elements a lane touches.
    pub(super) vec: u32,
    /// Rows of what the lanes walk: of the tile, or its columns where the access is transposed.
    pub(super) rows: u32,
    /// Columns of what the lanes walk.
    cols: u32,
    /// Vectors in a row of it.
    pub(super) vectors: u32,
    places: LanePlaces,
}

/// Whether two lanes of a request need two passes.
#[derive(Clone, Copy)]
pub(super) enum LaneMeeting {
    /// It takes the bank model to say.
    Unknown,
    /// All phases are free of conflict.
    Never,
    /// These two do.
    Of(u32, u32),
}

/// How the lanes of a position follow from its number.
#[derive(Clone, Copy)]
pub(super) enum LanePlaces {
    /// Vector after vector, row by row.
    WalkOfRows,
    /// Vector after vector, column by column.
    WalkOfCols,
    /// Rows and columns of lanes, the same at every position.
    Grid(ConstantGrid),
    /// A table.
    Table(&'static [[(u32, u32); LANES]]),
}

/// Lanes in rows and columns, and where their first one is.
#[derive(Clone, Copy)]
pub(super) struct ConstantGrid {
    /// Rows of lanes.
    pub(super) height: u32,
    /// Lanes in a row.
    pub(super) width: u32,
    /// Elements from a lane to the next in its row.
    spacing: u32,
    origins: GridOrigins,
    /// Positions in a column and in a row of positions.
    pub(super) down: u32,
    pub(super) across: u32,
}

/// The elements at which the first lane can be.
#[derive(Clone, Copy)]
enum GridOrigins {
    /// Where the positions cover the tile side by side.
    Aligned,
    /// Wherever all lanes are inside the tile, or, of strides, the first one.
    Anywhere,
}

impl SimplePositions {
    pub(super) const fn of(access: &SimpleAccess, tile: &SimpleTile<'_>) -> SimplePositions {
        let SimpleTile { rows, cols, elem_bytes, .. } = *tile;
        let vec = access.lane_elements(elem_bytes);
        let access = &SimpleAccess { transposed: access.walks_exchanged(elem_bytes), ..*access };
        let (rows, cols) = if access.transposed { (cols, rows) } else { (rows, cols) };
        let vectors = cols / vec;
        let places = match access.pattern {
            SimplePattern::Row { wrap: true } => LanePlaces::WalkOfRows,
            SimplePattern::Col { wrap: true } => LanePlaces::WalkOfCols,
            SimplePattern::Lanes { warps, .. } => LanePlaces::Table(warps),
            _ => LanePlaces::Grid(ConstantGrid::of(access, (rows, cols), access.spacing(elem_bytes, vec), vec)),
        };
        SimplePositions { access: *access, elem_bytes, vec, rows, cols, vectors, places }
    }

    /// Returns the number of positions.
    pub(super) const fn count(&self) -> u32 {
        match self.places {
            LanePlaces::WalkOfRows | LanePlaces::WalkOfCols => (self.rows * self.vectors).div_ceil(LANES as u32),
            LanePlaces::Grid(grid) => grid.down * grid.across,
            LanePlaces::Table(warps) => warps.len() as u32,
        }
    }

    /// Returns the request at position `number` on `layout`.
    pub(super) const fn request(&self, number: u32, layout: &Layout) -> WarpRequest {
        let mut request = WarpRequest { addresses: [0; LANES], active: 0, bytes: self.lane_bytes() };
        let mut lanes = self.lanes(number);
        let mut lane = 0;
        while lane < LANES {
            if let Some((row, col)) = lanes.next(self) {
                request.addresses[lane] = offset(layout, row, col) * self.elem_bytes;
                request.active |= 1 << lane;
            }
            lane += 1;
        }
        request
    }

    /// Returns whether two lanes of one phase need two passes at position `number`, and the first two that do.
    pub(super) const fn meet(&self, number: u32, layout: &Layout, model: &BankModel) -> LaneMeeting {
        let Some(mut banks) = OneWordABank::of(model, self.lane_bytes()) else { return LaneMeeting::Unknown };
        let last_of_phase = model.lanes_per_phase(self.lane_bytes()) - 1;
        let (in_rows, pitch) = (layout.line() == layout.cols(), layout.pitch());
        let cute = match layout.swizzle() {
            Swizzle::Cute(cute) => Some(cute),
            _ => None,
        };
        let mut lanes = self.lanes(number);
        let mut lane = 0;
        while lane < LANES as u32 {
            if let Some((row, col)) = lanes.next(self) {
                let offset = match cute {
                    _ if !in_rows => layout.index(row, col),
                    Some(cute) => cute.apply(row * pitch + col),
                    None => row * pitch + col,
                };
                if let Some(earlier) = banks.add(lane, offset * self.elem_bytes) {
                    return LaneMeeting::Of(earlier, lane);
                }
            }
            if lane & last_of_phase == last_of_phase {
                banks.next_phase();
            }
            lane += 1;
        }
        LaneMeeting::Never
    }

    /// Returns (row, column) of the first element that `lane` touches at position `number`, or `None` if it is inactive.
    pub(super) const fn lane(&self, number: u32, lane: u32) -> Option<(u32, u32)> {
        let mut lanes = self.lanes(number);
        let mut before = 0;
        while before < lane {
            lanes.next(self);
            before += 1;
        }
        lanes.next(self)
    }

    /// Returns the lanes at position `number`.
    const fn lanes(&self, number: u32) -> LaneWalk {
        let (row, col) = match &self.places {
            LanePlaces::WalkOfRows => {
                let vector = number * LANES as u32;
                (vector / self.vectors, vector % self.vectors * self.vec)
            }
            LanePlaces::WalkOfCols => {
                let vector = number * LANES as u32;
                (vector % self.rows, vector / self.rows * self.vec)
            }
            LanePlaces::Grid(grid) => grid.origin(number, self.vec),
            LanePlaces::Table(_) => (0, 0),
        };
        LaneWalk { number, lane: 0, across: 0, row, first_col: col, col }
    }

    /// Returns true if the lanes of a walk are equally far apart at all positions on a layout of this `pitch`: a warp fills lines, or
    /// lines warps, or nothing is between lines.
    pub(super) const fn is_the_same_walk(&self, pitch: u32) -> bool {
        let line = match self.places {
            LanePlaces::WalkOfCols => self.rows,
            _ if pitch == self.cols && !self.access.transposed => return true,
            _ => self.vectors,
        };
        line.is_multiple_of(LANES as u32) || (LANES as u32).is_multiple_of(line)
    }

    /// Returns (row, column) of the tile for the first lane of a walk at position `number`.
    pub(super) const fn first_of_walk(&self, number: u32) -> (u32, u32) {
        let lanes = self.lanes(number);
        self.element(lanes.row, lanes.col)
    }

    /// Returns true if every lane of a walk is inside the tile at position `number`.
    pub(super) const fn is_complete_walk(&self, number: u32) -> bool {
        (number + 1) * LANES as u32 <= self.rows * self.vectors
    }

    /// Returns (row, column) of the tile for an element of what the lanes walk.
    const fn element(&self, row: u32, col: u32) -> (u32, u32) {
        if self.access.transposed { (col, row) } else { (row, col) }
    }

    /// Returns the number of bytes that a lane touches.
    pub(super) const fn lane_bytes(&self) -> u32 {
        self.elem_bytes * self.vec
    }

    /// Returns the number of bytes of an element.
    pub(super) const fn elem_bytes(&self) -> u32 {
        self.elem_bytes
    }

    /// Returns how the lanes of a position follow from its number.
    pub(super) const fn places(&self) -> LanePlaces {
        self.places
    }

    /// Returns (row, column) of the first lane of a grid, and whether all its lanes are inside the tile.
    pub(super) const fn start(&self, grid: &ConstantGrid, number: u32) -> ((u32, u32), bool) {
        let (row, col) = grid.origin(number, self.vec);
        let reach = (grid.width as u64 - 1) * grid.spacing as u64 + self.vec as u64;
        (self.element(row, col), row + grid.height <= self.rows && col as u64 + reach <= self.cols as u64)
    }

    /// Returns true if every position is the first one, or a part of it, with the bits of row and column changed by XOR
    /// with a constant.
    pub(super) const fn are_aligned_blocks(&self) -> bool {
        let lanes = LANES as u32;
        match self.places {
            LanePlaces::WalkOfRows | LanePlaces::WalkOfCols if self.rows == 1 => true,
            LanePlaces::WalkOfRows => self.cols.is_power_of_two() || self.cols.is_multiple_of(lanes * self.vec),
            LanePlaces::WalkOfCols => self.rows.is_power_of_two() || self.rows.is_multiple_of(lanes),
            LanePlaces::Table(warps) => warps.len() == 1,
            LanePlaces::Grid(ConstantGrid { origins: GridOrigins::Anywhere, .. }) => false,
            LanePlaces::Grid(grid) => {
                (grid.down == 1 || grid.height.is_power_of_two())
                    && (grid.across == 1 || grid.width.is_power_of_two() && grid.spacing.is_power_of_two())
            }
        }
    }
}

impl ConstantGrid {
    const fn of(access: &SimpleAccess, (rows, cols): (u32, u32), spacing: u32, vec: u32) -> ConstantGrid {
        let lanes = LANES as u32;
        let (height, width) = match access.pattern {
            SimplePattern::Row { .. } => (1, least(cols / vec, lanes)),
            SimplePattern::Col { .. } => (least(rows, lanes), 1),
            SimplePattern::Block { height, width } | SimplePattern::Window { height, width } => (height, width),
            SimplePattern::LdMatrix { .. } => (8, 1),
            SimplePattern::Wmma { of, .. } if !of.is_sum && vec > 1 => (8, 1),
            SimplePattern::Fragment(_) | SimplePattern::Wmma { .. } => (8, 4),
            SimplePattern::Stride { .. } | SimplePattern::Lanes { .. } => (1, lanes),
        };
        let (origins, down, across) = match access.pattern {
            SimplePattern::Window { .. } => (GridOrigins::Anywhere, rows - height + 1, (cols - width * vec) / vec + 1),
            SimplePattern::Stride { aligned: false, .. } => (GridOrigins::Anywhere, rows, cols / vec),
            _ => {
                let (span, interleaved) = (width as u64 * spacing as u64, spacing / vec);
                let (whole, rest) = (cols as u64 / span, (cols as u64 % span) as u32);
                let across = whole as u32 * interleaved + least(rest.div_ceil(vec), interleaved);
                (GridOrigins::Aligned, rows.div_ceil(height), across)
            }
        };
        ConstantGrid { height, width, spacing, origins, down, across }
    }

    /// Returns (row, column) of the first lane at position `number`, whose lanes touch `vec` elements each.
    const fn origin(&self, number: u32, vec: u32) -> (u32, u32) {
        let (down, across) = (number / self.across, number % self.across);
        match self.origins {
            GridOrigins::Anywhere => (down, across * vec),
            // Lanes that are further apart than they are wide leave room for as many positions between them.
            GridOrigins::Aligned => {
                let interleaved = self.spacing / vec;
                let col = (across / interleaved) as u64 * self.width as u64 * self.spacing as u64;
                (down * self.height, col as u32 + across % interleaved * vec)
            }
        }
    }

    /// Returns the rows and the columns from a position to the next, where lanes are neighbours.
    pub(super) const fn steps(&self, vec: u32) -> (u32, u32) {
        match self.origins {
            GridOrigins::Anywhere => (1, vec),
            GridOrigins::Aligned => (self.height, self.width * vec),
        }
    }

    /// Returns the positions, down and across, after which they have moved by a multiple of these rows and columns.
    pub(super) const fn repeats(&self, (rows, cols): (u64, u64), vec: u32) -> (u64, u64) {
        match self.origins {
            GridOrigins::Anywhere => (rows, cols / gcd(cols, vec as u64)),
            GridOrigins::Aligned => {
                let (span, interleaved) = (self.width as u64 * self.spacing as u64, (self.spacing / vec) as u64);
                (rows / gcd(rows, self.height as u64), interleaved * (cols / gcd(cols, span)))
            }
        }
    }

    /// Returns true if the lanes of a row are neighbours.
    pub(super) const fn is_dense(&self, vec: u32) -> bool {
        self.spacing == vec
    }
}

/// The lanes of a position, one after the other.
struct LaneWalk {
    number: u32,
    lane: u32,
    /// Lanes before it in its row.
    across: u32,
    row: u32,
    first_col: u32,
    col: u32,
}

impl LaneWalk {
    /// Returns (row, column) of the tile for the next lane, or `None` if that is inactive.
    const fn next(&mut self, positions: &SimplePositions) -> Option<(u32, u32)> {
        let (mut row, mut col) = (self.row, self.col);
        let mut is_active = true;
        match &positions.places {
            LanePlaces::WalkOfRows => {
                self.col += positions.vec;
                if self.col >= positions.cols {
                    (self.row, self.col) = (row + 1, 0);
                }
            }
            LanePlaces::WalkOfCols => {
                self.row += 1;
                if self.row == positions.rows {
                    (self.row, self.col) = (0, col + positions.vec);
                }
            }
            LanePlaces::Grid(grid) => {
                is_active = self.lane < grid.height * grid.width;
                self.across += 1;
                // Beyond 32 bits is beyond the tile.
                self.col = col.saturating_add(grid.spacing);
                if self.across == grid.width {
                    (self.across, self.row, self.col) = (0, row + 1, self.first_col);
                }
            }
            LanePlaces::Table(warps) => (row, col) = warps[self.number as usize][self.lane as usize],
        }
        self.lane += 1;
        if is_active && row < positions.rows && col < positions.cols {
            Some(if positions.access.transposed { (col, row) } else { (row, col) })
        } else {
            None
        }
    }
}

/// Returns `layout.index(row, col)`, in full where lines are rows: a search spends its time here, most of it in calls.
pub(super) const fn offset(layout: &Layout, row: u32, col: u32) -> u32 {
    if layout.line() != layout.cols() {
        return layout.index(row, col);
    }
    let offset = row * layout.pitch() + col;
    match layout.swizzle() {
        Swizzle::Cute(cute) => cute.apply(offset),
        _ => offset,
    }
}

const fn least(one: u32, other: u32) -> u32 {
    if one < other { one } else { other }
}
