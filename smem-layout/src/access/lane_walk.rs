//! The lanes of one position, one after the other.

use smem_banks::LANES;

use crate::access::{
    lane_places::LanePlaces,
    positions::{Positions, WarpLanes},
};

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
    /// (row, column) of the tile for the last active lane.
    pub(crate) element: (u32, u32),
}

impl LaneWalk {
    const fn new(number: u32, (plane, row, col): (u32, u32, u32)) -> LaneWalk {
        LaneWalk { number, lane: 0, plane, row, col, first: (row, col), down: 0, across: 0, element: (0, 0) }
    }

    /// Goes to the next lane: `element` is then its element. Returns false if the lane is inactive.
    #[inline]
    pub(crate) const fn step(&mut self, positions: &Positions<'_>) -> bool {
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
            LanePlaces::Table { warps, recounted } => {
                (row, col) = warps[self.number as usize][self.lane as usize];
                if let Some((counted, rows)) = *recounted {
                    let row_of_all = if positions.transposed { &mut col } else { &mut row };
                    *row_of_all = *row_of_all / counted * rows + *row_of_all % counted;
                }
            }
        }
        self.lane += 1;
        if !is_active || plane >= positions.planes || row >= positions.rows || col >= positions.cols {
            return false;
        }
        self.element = if positions.planes == 1 && !positions.transposed {
            (row, col)
        } else {
            positions.element(plane, row, col)
        };
        true
    }
}

impl Positions<'_> {
    /// Returns the elements that the lanes touch at position `number`, from 0.
    pub const fn lanes(&self, number: u32) -> WarpLanes {
        let mut lanes = WarpLanes { at: [(0, 0); LANES], active: 0 };
        let mut walk = self.walk(number);
        let mut lane = 0;
        while lane < LANES {
            if walk.step(self) {
                lanes.at[lane] = walk.element;
                lanes.active |= 1 << lane;
            }
            lane += 1;
        }
        lanes
    }

    /// Returns the elements that two active lanes touch at position `number`, of which the first comes first.
    pub(crate) const fn two_lanes(&self, number: u32, [one, other]: [u32; 2]) -> [(u32, u32); 2] {
        if let Some(runs) = self.runs(number) {
            return [runs.element(one), runs.element(other)];
        }
        let mut walk = self.walk(number);
        while walk.lane <= one {
            walk.step(self);
        }
        let first = walk.element;
        while walk.lane <= other {
            walk.step(self);
        }
        [first, walk.element]
    }

    /// Returns the lanes at position `number`, one after the other.
    pub(crate) const fn walk(&self, number: u32) -> LaneWalk {
        LaneWalk::new(number, self.first(number))
    }

    /// Returns the plane, the row and the column of the first lane at position `number`, in what the lanes walk.
    pub(super) const fn first(&self, number: u32) -> (u32, u32, u32) {
        let (vectors, vector) = (self.vectors(), number * LANES as u32);
        match &self.places {
            LanePlaces::Rows => (0, vector / vectors, vector % vectors * self.vec),
            LanePlaces::Cols if self.planes == 1 => (0, vector % self.rows, vector / self.rows * self.vec),
            LanePlaces::Cols => {
                (vector / self.rows / vectors, vector % self.rows, vector / self.rows % vectors * self.vec)
            }
            LanePlaces::Depth => {
                let vector_of_plane = vector / self.planes;
                (vector % self.planes, vector_of_plane / vectors, vector_of_plane % vectors * self.vec)
            }
            LanePlaces::Grid(grid) => grid.origin(number, self.vec),
            LanePlaces::Table { .. } => (0, 0, 0),
        }
    }

    /// Returns (row, column) of the first lane, and true if all lanes are inside the tile and as far apart as at other positions on a
    /// layout of this `pitch`.
    pub(crate) const fn start(&self, number: u32, pitch: u32) -> ((u32, u32), bool) {
        let (plane, row, col) = self.first(number);
        let is_complete = match self.places {
            LanePlaces::Grid(grid) => {
                plane + grid.depth <= self.planes
                    && row + grid.height <= self.rows
                    && col as u64 + grid.reach(self.vec) <= self.cols as u64
            }
            _ => self.is_the_same_walk(pitch) && (number + 1) * LANES as u32 <= self.rows * self.vectors(),
        };
        (self.element(plane, row, col), is_complete)
    }
}
