//! The lanes of a position as runs that are equally far apart, which const evaluation goes through in few steps. Lanes beyond them are inactive.

use smem_banks::LANES;

use crate::access::{lane_places::LanePlaces, positions::Positions};

/// The active lanes, which are the first `count`, in runs of `length`.
#[derive(Clone, Copy)]
pub(crate) struct LaneRuns {
    /// (row, column) of the first lane.
    pub(crate) first: (u32, u32),
    /// Lanes in a run: a divisor of `count`.
    pub(crate) length: u32,
    pub(crate) count: u32,
    /// Rows and columns from a lane to the next in its run.
    pub(crate) step: (u32, u32),
    /// Rows and columns from a run to the next.
    pub(crate) next: (u32, u32),
}

impl LaneRuns {
    /// Returns the (row, column) of a lane.
    pub(crate) const fn element(&self, lane: u32) -> (u32, u32) {
        let (run, at) = (lane / self.length, lane % self.length);
        (self.first.0 + run * self.next.0 + at * self.step.0, self.first.1 + run * self.next.1 + at * self.step.1)
    }
}

impl Positions<'_> {
    /// Returns the lanes of position `number`; `None` where they are not in such runs, as in a table, where some are
    /// inactive, or in a tile of planes.
    pub(crate) const fn runs(&self, number: u32) -> Option<LaneRuns> {
        if self.planes != 1 {
            return None;
        }
        let lanes = LANES as u32;
        let (_, row, col) = self.first(number);
        let (rows, cols, vec) = (self.rows - row, self.cols - col, self.vec);
        let (is_inside, length, count, step, next) = match self.places {
            LanePlaces::Rows => match self.cols / vec {
                line if line >= lanes => (lanes * vec <= cols, lanes, lanes, (0, vec), (0, 0)),
                line => (lanes.is_multiple_of(line) && lanes / line <= rows, line, lanes, (0, vec), (1, 0)),
            },
            LanePlaces::Cols => match self.rows {
                line if line >= lanes => (lanes <= rows, lanes, lanes, (1, 0), (0, 0)),
                line => (lanes.is_multiple_of(line) && lanes / line * vec <= cols, line, lanes, (1, 0), (0, vec)),
            },
            LanePlaces::Grid(grid) => {
                // Those beyond the last row come after all others, as those beyond the last column of a single row do.
                let height = if grid.height < rows { grid.height } else { rows };
                match (grid.width, height) {
                    (1, _) => (grid.depth == 1 && vec <= cols, height, height, (1, 0), (0, 0)),
                    (width, 1) => {
                        let inside = cols.saturating_sub(vec) / grid.spacing + 1;
                        let width = if width < inside { width } else { inside };
                        (grid.depth == 1 && vec <= cols && grid.height == 1, width, width, (0, grid.spacing), (0, 0))
                    }
                    (width, _) => (
                        grid.depth == 1 && grid.reach(vec) <= cols as u64,
                        width,
                        height * width,
                        (0, grid.spacing),
                        (1, 0),
                    ),
                }
            }
            LanePlaces::Depth | LanePlaces::Table { .. } => return None,
        };
        if !is_inside {
            None
        } else if self.transposed {
            let swapped = ((col, row), (step.1, step.0), (next.1, next.0));
            Some(LaneRuns { first: swapped.0, length, count, step: swapped.1, next: swapped.2 })
        } else {
            Some(LaneRuns { first: (row, col), length, count, step, next })
        }
    }
}
