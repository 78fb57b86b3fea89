//! The positions of an access whose costs include the worst, one after the other.

use smem_banks::LANES;

use crate::{
    access::{
        grid::{LaneGrid, Origins},
        lane_places::LanePlaces,
        positions::Positions,
    },
    arithmetic::{at_most, gcd},
};

/// Positions by their numbers: those of a grid plane by plane, row by row.
pub(crate) struct PositionNumbers {
    planes: u32,
    /// Positions in a plane, and in a row of it.
    in_plane: u32,
    in_row: u32,
    down: Starts,
    across: Starts,
    // The next position is in this plane and row, at the next of these columns.
    plane: u32,
    row: Option<u32>,
    rows: Starts,
    cols: Starts,
    /// The number of one more, after all others.
    last: Option<u32>,
}

impl PositionNumbers {
    const fn new(planes: u32, (in_plane, in_row): (u32, u32), down: Starts, across: Starts) -> PositionNumbers {
        let mut rows = down;
        let (row, cols) = (rows.next(), across);
        PositionNumbers { planes, in_plane, in_row, down, across, plane: 0, row, rows, cols, last: None }
    }

    /// Returns the first `count` positions.
    const fn first(count: u32) -> PositionNumbers {
        PositionNumbers::new(1, (0, 0), Starts::all(1), Starts::all(count))
    }

    /// Returns the number of the next position.
    pub(crate) const fn next(&mut self) -> Option<u32> {
        while self.plane < self.planes {
            if let Some(row) = self.row {
                if let Some(col) = self.cols.next() {
                    return Some(self.plane * self.in_plane + row * self.in_row + col);
                }
                self.cols = self.across;
                self.row = self.rows.next();
            } else {
                self.plane += 1;
                self.rows = self.down;
                self.row = self.rows.next();
            }
        }
        self.last.take()
    }
}

/// The numbers `0..count` of starts of rows (or columns), or of those alone at which they can differ on a layout that is linear over F2.
///
/// Rows `hi * 2^t + lo ..` that do not carry into `hi` are those from `lo` on, XOR a constant; if they do, it is
/// `hi ^ (hi + 1)` that counts, the trailing ones of `hi`.
#[derive(Clone, Copy)]
struct Starts {
    next: u32,
    count: u32,
    /// Numbers from one start to the next.
    unit: u32,
    /// Rows from a start to the next, and the power of two that is no less than the rows that lanes touch; `None` where all starts are
    /// wanted.
    carrying: Option<Carrying>,
}

#[derive(Clone, Copy)]
struct Carrying {
    step: u32,
    extent: u32,
    block: u32,
    /// The number of starts after which `lo` repeats.
    period: u32,
}

impl Starts {
    const fn all(count: u32) -> Starts {
        Starts { next: 0, count, unit: 1, carrying: None }
    }

    /// Returns those of `count` starts, `step` apart, at which `extent` rows can differ.
    const fn differing(count: u32, step: u32, extent: u32) -> Starts {
        let block = extent.next_power_of_two();
        let period = block
            >> if step.trailing_zeros() < block.trailing_zeros() {
                step.trailing_zeros()
            } else {
                block.trailing_zeros()
            };
        Starts { next: 0, count, unit: 1, carrying: Some(Carrying { step, extent, block, period }) }
    }

    const fn next(&mut self) -> Option<u32> {
        while self.next < self.count {
            let number = self.next;
            self.next += 1;
            let Some(Carrying { step, extent, block, period }) = self.carrying else { return Some(number * self.unit) };
            if number < period {
                return Some(number * self.unit);
            }
            let (hi, lo) =
                (number as u64 * step as u64 / block as u64, (number as u64 * step as u64 % block as u64) as u32);
            if lo + extent <= block {
                // Those up to the next that carries repeat earlier ones.
                self.next = number + (block - extent - lo) / step + 1;
            } else if (number as u64) < (period as u64) << (hi.trailing_ones() + 1) {
                // With the same `lo`, the last one with as many trailing ones was `2^(ones + 1)` periods before.
                return Some(number * self.unit);
            }
        }
        None
    }
}

impl Positions<'_> {
    /// Returns true if every position is the first one, or a part of it, with the bits of row and column changed by XOR
    /// with a constant.
    pub(crate) const fn are_aligned_blocks(&self) -> bool {
        let lanes = LANES as u32;
        match self.places {
            LanePlaces::Grid(grid) => {
                matches!(grid.origins, Origins::Aligned)
                    && (grid.down == 1 || grid.height.is_power_of_two())
                    && (grid.across == 1 || grid.span().is_power_of_two())
                    && (self.planes_are_aligned(&grid) || self.are_aligned_through_planes(&grid))
            }
            LanePlaces::Table { .. } => false,
            LanePlaces::Depth => {
                // The bits of the plane, the column and the row, one above the other.
                let walked = self.planes * self.vectors();
                let whole = walked.is_multiple_of(lanes) || self.vectors().is_power_of_two();
                let planes = self.planes.is_power_of_two() && whole || self.planes.is_multiple_of(lanes);
                planes && self.rows_of_tile_in_plane().is_power_of_two()
            }
            _ if self.planes > 1 => {
                let whole = (self.rows * self.vectors()).is_multiple_of(lanes) || self.vectors().is_power_of_two();
                self.rows.is_power_of_two() && whole || self.rows.is_multiple_of(lanes)
            }
            _ if self.rows == 1 => true,
            LanePlaces::Rows => self.cols.is_power_of_two() || self.cols.is_multiple_of(lanes * self.vec),
            LanePlaces::Cols => self.rows.is_power_of_two() || self.rows.is_multiple_of(lanes),
        }
    }

    /// Returns the number of rows of the tile in each of its planes.
    const fn rows_of_tile_in_plane(&self) -> u32 {
        if self.transposed { self.cols } else { self.rows }
    }

    /// Returns true if the positions from a plane on are those from the first one on, with the bits of the row changed by XOR
    /// with a constant.
    const fn planes_are_aligned(&self, grid: &LaneGrid) -> bool {
        let starts = self.planes.div_ceil(grid.depth);
        starts == 1 && self.planes == grid.depth && grid.depth == 1
            || self.rows_of_tile_in_plane().is_power_of_two() && (starts == 1 || grid.depth.is_power_of_two())
    }

    /// Returns true if the positions in all planes are at multiples of a power of two that is no less than their rows.
    const fn are_aligned_through_planes(&self, grid: &LaneGrid) -> bool {
        let extent = if self.transposed { grid.span() } else { grid.height as u64 };
        let rows = self.rows_of_tile_in_plane() as u64;
        grid.depth == 1 && extent.is_power_of_two() && rows.is_multiple_of(extent)
    }

    /// Returns the numbers of positions whose costs include the worst, given that the cost stays the same when a position moves by a
    /// multiple of `down` rows or `across` columns.
    ///
    /// Where the layout is `linear` over F2, the cost also stays the same when the rows or columns of all lanes change by
    /// XOR with a constant.
    pub(crate) const fn numbers(&self, periods: (u64, u64), linear: bool) -> PositionNumbers {
        // Of what the lanes walk: the columns of the tile are its rows if the access is transposed.
        let (down, across) = if self.transposed { (periods.1, periods.0) } else { periods };
        let lap = match self.places {
            LanePlaces::Grid(grid) if self.planes > 1 => {
                return self.in_planes_of(&grid, periods.0, (down, across), linear);
            }
            LanePlaces::Grid(grid) => return self.in_grid(1, &grid, (down, across), [linear; 2]),
            LanePlaces::Table { warps, .. } => return PositionNumbers::first(warps.len() as u32),
            // The walk repeats once it has passed `down` rows of the tile and is at the same column again (or the other way about).
            LanePlaces::Rows if self.rows > 1 => self.vectors() as u64 * down,
            // Once it has passed `down` rows of every plane.
            LanePlaces::Depth => ((self.planes * self.vectors()) as u64).saturating_mul(down),
            // Once it has passed as many planes as have a multiple of `down` rows.
            LanePlaces::Cols if self.planes > 1 => {
                let planes = period_in_steps(down, self.rows as u64);
                ((self.rows * self.vectors()) as u64).saturating_mul(planes)
            }
            LanePlaces::Rows | LanePlaces::Cols => self.rows as u64 * at_least_one(across / self.vec as u64),
        };
        let (count, period) = (self.count(), lap / gcd(lap, LANES as u64));
        let mut numbers = PositionNumbers::first(at_most(count, period));
        // The last may lack lanes, which makes it part of a complete one, if there is one like it.
        if count as u64 > period {
            numbers.last = Some(count - 1);
        }
        numbers
    }

    /// As [`numbers`](Self::numbers), for grids that are confined to planes. `down_the_tile` is the period in rows of the
    /// tile, the others are those of the pattern.
    const fn in_planes_of(
        &self,
        grid: &LaneGrid,
        down_the_tile: u64,
        periods: (u64, u64),
        linear: bool,
    ) -> PositionNumbers {
        if linear && self.planes_are_aligned(grid) {
            return self.in_grid(1, grid, periods, [true; 2]);
        }
        // Rows of a plane that begins anywhere carry into other bits than those of the first; columns do not.
        let linear = [linear && self.transposed, linear && !self.transposed];
        let rows = self.rows_of_tile_in_plane() as u64;
        let period = period_in_steps(down_the_tile, grid.depth as u64 * rows);
        self.in_grid(at_most(self.planes.div_ceil(grid.depth), period), grid, periods, linear)
    }

    /// As [`numbers`](Self::numbers), for grids in the first `planes` planes. `linear` is said of the rows and of the columns of the pattern.
    const fn in_grid(
        &self,
        planes: u32,
        grid: &LaneGrid,
        (down, across): (u64, u64),
        [linear_down, linear_across]: [bool; 2],
    ) -> PositionNumbers {
        let (down_step, across_step, interleaved) = match grid.origins {
            Origins::Aligned => (grid.height, grid.span(), grid.interleaved(self.vec)),
            Origins::Inside | Origins::Anywhere => (1, self.vec as u64, 1),
        };
        let rows = at_most(grid.down, period_in_steps(down, down_step as u64));
        let rows = if linear_down { Starts::differing(rows, down_step, grid.height) } else { Starts::all(rows) };
        let period = period_in_steps(across, across_step).saturating_mul(interleaved as u64);
        let cols = at_most(grid.across, period);
        // The lowest bits of the first column, below the lowest of the spacing, are those of every lane: an XOR constant.
        let unit = (1 << grid.spacing.trailing_zeros()) / self.vec;
        let cols = match (linear_across, grid.origins) {
            (false, _) => Starts::all(cols),
            (true, Origins::Anywhere) => {
                let reach = at_most(self.cols, grid.reach(self.vec));
                Starts { unit, ..Starts::differing(cols.div_ceil(unit), unit * self.vec, reach) }
            }
            (true, _) if interleaved > 1 => Starts { unit, ..Starts::all(cols.div_ceil(unit)) },
            // Not interleaved, the step is at most a row.
            (true, _) => Starts::differing(cols, across_step as u32, grid.reach(self.vec) as u32),
        };
        PositionNumbers::new(planes, (grid.in_plane(), grid.across), rows, cols)
    }
}

/// Returns the number of steps of `step` after which a position is at a multiple of `period` again.
const fn period_in_steps(period: u64, step: u64) -> u64 {
    period / gcd(period, step)
}

const fn at_least_one(number: u64) -> u64 {
    if number == 0 { 1 } else { number }
}
