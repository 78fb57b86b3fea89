//! The lanes of a position as runs that are equally far apart, which const evaluation goes through in few steps.

use crate::{
    access::{lane_places::LanePlaces, positions::Positions},
    banks::LANES,
};

/// Lanes that are all active: `count` of them, in runs of `length`.
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
                line => (lanes % line == 0 && lanes / line <= rows, line, lanes, (0, vec), (1, 0)),
            },
            LanePlaces::Cols => match self.rows {
                line if line >= lanes => (lanes <= rows, lanes, lanes, (1, 0), (0, 0)),
                line => (lanes % line == 0 && lanes / line * vec <= cols, line, lanes, (1, 0), (0, vec)),
            },
            LanePlaces::Grid(grid) => {
                let is_inside = grid.depth == 1 && grid.height <= rows && grid.reach(vec) <= cols as u64;
                (is_inside, grid.width, grid.height * grid.width, (0, grid.spacing), (1, 0))
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
