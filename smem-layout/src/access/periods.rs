//! Which positions of an access repeat others.

use alloc::{boxed::Box, vec};
use core::mem;

use crate::{
    access::{
        grid::{LaneGrid, Origins},
        pattern::Pattern,
        positions::Positions,
    },
    banks::LANES,
};

impl Positions<'_> {
    /// Returns true if every position is the first one, or a part of it, with the bits of row and column changed by XOR
    /// with a constant.
    pub(crate) fn are_aligned_blocks(&self) -> bool {
        let lanes = LANES as u32;
        match (self.grid, self.pattern) {
            (Some(grid), _) => {
                let (down, across) = grid.counts(self.rows, self.cols, self.vec);
                grid.origins == Origins::Aligned
                    && (down == 1 || grid.height.is_power_of_two())
                    && (across == 1 || grid.span().is_power_of_two())
                    && (self.planes_are_aligned(&grid) || self.are_aligned_through_planes(&grid))
            }
            (None, Pattern::Lanes(_)) => false,
            (None, Pattern::Depth { .. }) => {
                // The bits of the plane, the column and the row, one above the other.
                let walked = self.planes * self.vectors();
                let whole = walked.is_multiple_of(lanes) || self.vectors().is_power_of_two();
                let planes = self.planes.is_power_of_two() && whole || self.planes.is_multiple_of(lanes);
                planes && self.rows_of_tile_in_plane().is_power_of_two()
            }
            (None, _) if self.planes > 1 => {
                let whole = (self.rows * self.vectors()).is_multiple_of(lanes) || self.vectors().is_power_of_two();
                self.rows.is_power_of_two() && whole || self.rows.is_multiple_of(lanes)
            }
            (None, _) if self.rows == 1 => true,
            (None, Pattern::Row { .. }) => self.cols.is_power_of_two() || self.cols.is_multiple_of(lanes * self.vec),
            (None, _) => self.rows.is_power_of_two() || self.rows.is_multiple_of(lanes),
        }
    }

    /// Returns the number of rows of the tile in each of its planes.
    fn rows_of_tile_in_plane(&self) -> u32 {
        if self.transposed { self.cols } else { self.rows }
    }

    /// Returns true if the positions from a plane on are those from the first one on, with the bits of the row changed by XOR
    /// with a constant.
    fn planes_are_aligned(&self, grid: &LaneGrid) -> bool {
        let starts = self.planes.div_ceil(grid.depth);
        starts == 1 && self.planes == grid.depth && grid.depth == 1
            || self.rows_of_tile_in_plane().is_power_of_two() && (starts == 1 || grid.depth.is_power_of_two())
    }

    /// Returns true if the positions in all planes are at multiples of a power of two that is no less than their rows.
    fn are_aligned_through_planes(&self, grid: &LaneGrid) -> bool {
        let extent = if self.transposed { grid.span() } else { u64::from(grid.height) };
        let rows = u64::from(self.rows_of_tile_in_plane());
        grid.depth == 1 && extent.is_power_of_two() && rows.is_multiple_of(extent)
    }

    /// Calls `visit` with the numbers of positions whose costs include the worst, given that the cost stays the same when a position
    /// moves by a multiple of `down` rows or `across` columns; stops at the first `false`, and returns whether none was.
    ///
    /// Where the layout is `linear` over F2, the cost also stays the same when the rows or columns of all lanes change by
    /// XOR with a constant.
    pub(crate) fn visit_periods(
        &self,
        (down, across): (u64, u64),
        linear: bool,
        mut visit: impl FnMut(u32) -> bool,
    ) -> bool {
        let (mut down, mut across) = (down, across);
        let down_the_tile = down;
        if self.transposed {
            mem::swap(&mut down, &mut across);
        }
        let count = u64::from(self.count());
        match (self.grid, self.pattern) {
            (Some(grid), _) if grid.origins == Origins::Anywhere => {
                let starts_in_period = count.min((across / u64::from(self.vec)).max(1)) as u32;
                if !linear {
                    return (0..starts_in_period).all(visit);
                }
                // The lowest bits of the start, below the lowest of the step, are those of every lane: an XOR constant.
                let unit = 1 << grid.spacing.trailing_zeros();
                let reach = grid.reach(self.vec).min(u64::from(self.cols)) as u32;
                let count = starts_in_period.div_ceil(unit / self.vec);
                starts(count, unit, reach).all(|number| visit(number * (unit / self.vec)))
            }
            (Some(grid), _) if self.planes > 1 => {
                self.visit_planes(&grid, down_the_tile, (down, across), linear, visit)
            }
            (Some(grid), _) => self.visit_grid(&grid, (down, across), [linear; 2], visit),
            (None, Pattern::Lanes(_)) => (0..count as u32).all(visit),
            (None, pattern) => {
                // The walk repeats once it has passed `down` rows of the tile and is at the same
                // column again (or the other way about).
                let lap = match pattern {
                    // Once it has passed `down` rows of every plane.
                    Pattern::Depth { .. } => u64::from(self.planes * self.vectors()).saturating_mul(down),
                    // Once it has passed as many planes as have a multiple of `down` rows.
                    _ if self.planes > 1 => {
                        let planes = period_in_steps(down, u64::from(self.rows));
                        u64::from(self.rows * self.vectors()).saturating_mul(planes)
                    }
                    Pattern::Row { .. } if self.rows > 1 => u64::from(self.vectors()) * down,
                    _ => u64::from(self.rows) * (across / u64::from(self.vec)).max(1),
                };
                let period = lap / gcd(lap, LANES as u64);
                // The last may lack lanes, which makes it part of a complete one, if there is one like it.
                (0..count.min(period) as u32).all(&mut visit) && (count <= period || visit(count as u32 - 1))
            }
        }
    }

    /// As [`visit_periods`](Self::visit_periods), for grids that are confined to planes. `down_the_tile` is the period in rows of the
    /// tile, the others are those of the pattern.
    fn visit_planes(
        &self,
        grid: &LaneGrid,
        down_the_tile: u64,
        periods: (u64, u64),
        linear: bool,
        mut visit: impl FnMut(u32) -> bool,
    ) -> bool {
        let (down_count, across_count) = grid.counts(self.rows, self.cols, self.vec);
        let in_plane = down_count * across_count;
        if linear && self.planes_are_aligned(grid) {
            return self.visit_grid(grid, periods, [true; 2], visit);
        }
        // Rows of a plane that begins anywhere carry into other bits than those of the first; columns do not.
        let linear = [linear && self.transposed, linear && !self.transposed];
        let rows = u64::from(self.rows_of_tile_in_plane());
        let period = period_in_steps(down_the_tile, u64::from(grid.depth) * rows);
        let planes = u64::from(self.planes.div_ceil(grid.depth)).min(period) as u32;
        (0..planes).all(|plane| self.visit_grid(grid, periods, linear, |number| visit(plane * in_plane + number)))
    }

    /// As [`visit_periods`](Self::visit_periods), for aligned grids and windows in one plane. `linear` is said of the rows and of the
    /// columns of the pattern.
    fn visit_grid(
        &self,
        grid: &LaneGrid,
        (down, across): (u64, u64),
        [linear_down, linear_across]: [bool; 2],
        mut visit: impl FnMut(u32) -> bool,
    ) -> bool {
        let (down_count, across_count) = grid.counts(self.rows, self.cols, self.vec);
        let (down_step, across_step, interleaved) = match grid.origins {
            Origins::Aligned => (grid.height, grid.span(), grid.interleaved(self.vec)),
            _ => (1, u64::from(self.vec), 1),
        };
        let down_end = u64::from(down_count).min(period_in_steps(down, u64::from(down_step))) as u32;
        let across_period = period_in_steps(across, across_step).saturating_mul(u64::from(interleaved));
        let across_end = u64::from(across_count).min(across_period) as u32;
        let down_starts = || -> Box<dyn Iterator<Item = u32>> {
            if linear_down { starts(down_end, down_step, grid.height) } else { Box::new(0..down_end) }
        };
        if !linear_across {
            return down_starts().all(|i| (0..across_end).all(|j| visit(i * across_count + j)));
        }
        if interleaved > 1 {
            // As for strides: the bits of the first column below the lowest of the spacing are those of every lane.
            let unit = (1 << grid.spacing.trailing_zeros()) / self.vec;
            return down_starts().all(|i| {
                let mut columns = (0..across_end).filter(|j| (j % interleaved).is_multiple_of(unit));
                columns.all(|j| visit(i * across_count + j))
            });
        }
        // Not interleaved, the step is at most a row.
        let (across_step, reach) = (across_step as u32, grid.reach(self.vec) as u32);
        down_starts().all(|i| starts(across_end, across_step, reach).all(|j| visit(i * across_count + j)))
    }
}

/// Returns the numbers of the positions `0..count`, `step` apart, at which `extent` rows (or columns) can differ on a
/// layout that is linear over F2.
///
/// Rows `hi * 2^t + lo ..` that do not carry into `hi` are those from `lo` on, XOR a constant; if they do, it is
/// `hi ^ (hi + 1)` that counts, the trailing ones of `hi`.
fn starts(count: u32, step: u32, extent: u32) -> Box<dyn Iterator<Item = u32>> {
    let block = extent.next_power_of_two();
    if !step.is_power_of_two() || step > block {
        // For each `lo`, the carries that were seen, as a set.
        let mut seen = vec![0u32; block as usize];
        return Box::new((0..count).filter(move |number| {
            let (hi, lo) = (number * step / block, number * step % block);
            let carry = 1 << if lo + extent > block { hi.trailing_ones() } else { 0 };
            let new = seen[lo as usize] & carry == 0;
            seen[lo as usize] |= carry;
            new
        }));
    }
    // The first `hi` of each number of trailing ones.
    let a_block = block / step;
    let carrying = (block - extent) / step + 1;
    let carries = (1..u32::BITS).map(|ones| (1 << ones) - 1).map(move |hi: u32| hi.saturating_mul(a_block));
    let with_carry = carries
        .take_while(move |first| *first < count)
        .flat_map(move |first| (first + carrying..first + a_block).take_while(move |number| *number < count));
    Box::new((0..count.min(a_block)).chain(with_carry))
}

/// Returns the number of steps of `step` after which a position is at a multiple of `period` again.
fn period_in_steps(period: u64, step: u64) -> u64 {
    period / gcd(period, step)
}

pub(super) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
