//! The positions of a declared access on a tile, and which of them repeat others.

use alloc::{boxed::Box, vec, vec::Vec};

use crate::{
    access::{
        access::Access,
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
    access: &'a Access,
    rows: u32,
    cols: u32,
    /// Elements a lane touches.
    vec: u32,
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
    pub(crate) fn of(access: &'a Access, rows: u32, cols: u32, elem_bytes: u32) -> Self {
        Positions { access, rows, cols, vec: access.lane_elements(elem_bytes) }
    }

    /// Returns the number of positions.
    pub fn count(&self) -> u32 {
        match &self.access.pattern {
            Pattern::Row | Pattern::Col => (self.rows * self.vectors()).div_ceil(LANES as u32),
            Pattern::Lanes(table) => table.warps().len() as u32,
            _ => {
                let (down, across) = self.grid();
                down * across
            }
        }
    }

    /// Returns the elements that the lanes touch at position `number`, from 0.
    pub fn lanes(&self, number: u32) -> WarpLanes {
        let mut lanes = WarpLanes { at: [(0, 0); LANES], active: 0 };
        match &self.access.pattern {
            Pattern::Row | Pattern::Col => {
                let by_rows = matches!(self.access.pattern, Pattern::Row);
                let vectors = self.vectors();
                let end = self.rows * vectors;
                for lane in 0..LANES as u32 {
                    let vector = number * LANES as u32 + lane;
                    if vector < end {
                        let (row, vector) = if by_rows {
                            (vector / vectors, vector % vectors)
                        } else {
                            (vector % self.rows, vector / self.rows)
                        };
                        lanes.at[lane as usize] = (row, vector * self.vec);
                        lanes.active |= 1 << lane;
                    }
                }
            }
            Pattern::Lanes(table) => {
                lanes = WarpLanes { at: table.warps()[number as usize], active: u32::MAX };
            }
            Pattern::Stride { step } => {
                for lane in 0..LANES as u32 {
                    let col = u64::from(number) * u64::from(self.vec) + u64::from(*step) * u64::from(lane);
                    if col < u64::from(self.cols) {
                        lanes.at[lane as usize] = (0, col as u32);
                        lanes.active |= 1 << lane;
                    }
                }
            }
            _ => {
                let (_, across) = self.grid();
                let (down_step, across_step) = self.steps();
                let (height, width) = self.extent();
                let first_row = number / across * down_step;
                let first_col = number % across * across_step;
                for lane in 0..height * width {
                    let (row, col) = (first_row + lane / width, first_col + lane % width * self.vec);
                    if row < self.rows && col < self.cols {
                        lanes.at[lane as usize] = (row, col);
                        lanes.active |= 1 << lane;
                    }
                }
            }
        }
        lanes
    }

    /// Returns the number of vectors in a row.
    fn vectors(&self) -> u32 {
        self.cols / self.vec
    }

    /// Returns the height in rows and the width in lanes of a block, window or matrix.
    fn extent(&self) -> (u32, u32) {
        match self.access.pattern {
            Pattern::Block { height, width } | Pattern::Window { height, width } => (height, width),
            Pattern::LdMatrix => (8, 1),
            _ => (1, 1),
        }
    }

    /// Returns the rows and the columns from a position to the next.
    fn steps(&self) -> (u32, u32) {
        let (height, width) = self.extent();
        match self.access.pattern {
            Pattern::Window { .. } => (1, self.vec),
            _ => (height, width * self.vec),
        }
    }

    /// Returns the number of positions down and across.
    fn grid(&self) -> (u32, u32) {
        let (height, width) = self.extent();
        let (down_step, across_step) = self.steps();
        match self.access.pattern {
            Pattern::Window { .. } => (self.rows - height + 1, (self.cols - width * self.vec) / across_step + 1),
            _ => (self.rows.div_ceil(down_step), self.cols.div_ceil(across_step)),
        }
    }

    /// Returns the distance in elements from the first lane to each lane; `None` for accesses that wrap.
    pub(super) fn distances(&self, pitch: u32) -> Option<Vec<u32>> {
        let lanes = match self.access.pattern {
            Pattern::Row | Pattern::Col | Pattern::Lanes(_) => return None,
            // What is beyond the tile is never touched.
            Pattern::Stride { step } => {
                (0..LANES as u32).map(|lane| lane.saturating_mul(step).min(self.cols)).collect()
            }
            _ => {
                let (height, width) = self.extent();
                (0..height * width).map(|lane| lane / width * pitch + lane % width * self.vec).collect()
            }
        };
        Some(lanes)
    }

    /// Returns (row, column) of the first lane of a block, window or stride, and whether all its lanes are inside the
    /// tile.
    pub(super) fn start(&self, number: u32) -> ((u32, u32), bool) {
        if let Pattern::Stride { step } = self.access.pattern {
            let col = number * self.vec;
            return ((0, col), u64::from(col) + u64::from(step) * (LANES as u64 - 1) < u64::from(self.cols));
        }
        let (height, width) = self.extent();
        let (down_step, across_step) = self.steps();
        let (_, across) = self.grid();
        let (row, col) = (number / across * down_step, number % across * across_step);
        ((row, col), row + height <= self.rows && col + width * self.vec <= self.cols)
    }

    /// Returns true if every position is the first one, or a part of it, with the bits of row and column changed by XOR
    /// with a constant.
    pub(crate) fn are_aligned_blocks(&self) -> bool {
        let lanes = LANES as u32;
        match &self.access.pattern {
            Pattern::Row | Pattern::Col if self.rows == 1 => true,
            Pattern::Row => self.cols.is_power_of_two() || self.cols.is_multiple_of(lanes * self.vec),
            Pattern::Col => self.rows.is_power_of_two() || self.rows.is_multiple_of(lanes),
            Pattern::Block { height, width } => height.is_power_of_two() && width.is_power_of_two(),
            Pattern::LdMatrix => true,
            Pattern::Window { .. } | Pattern::Stride { .. } | Pattern::Lanes(_) => false,
        }
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
        let count = u64::from(self.count());
        match &self.access.pattern {
            Pattern::Lanes(_) => (0..count as u32).all(visit),
            Pattern::Row | Pattern::Col => {
                // The walk repeats once it has passed `down` rows of the tile and is at the same
                // column again (or the other way about).
                let lap = match self.access.pattern {
                    Pattern::Row if self.rows > 1 => u64::from(self.vectors()) * down,
                    _ => u64::from(self.rows) * (across / u64::from(self.vec)).max(1),
                };
                let period = lap / gcd(lap, LANES as u64);
                // The last may lack lanes, which makes it part of a complete one, if there is one like it.
                (0..count.min(period) as u32).all(&mut visit) && (count <= period || visit(count as u32 - 1))
            }
            Pattern::Stride { step } => {
                let starts_in_period = count.min((across / u64::from(self.vec)).max(1)) as u32;
                if !linear {
                    return (0..starts_in_period).all(visit);
                }
                // The lowest bits of the start, below the lowest of the step, are those of every lane: an XOR constant.
                let unit = 1 << step.trailing_zeros();
                let reach = u64::from(*step) * (LANES as u64 - 1) + u64::from(self.vec);
                let reach = reach.min(u64::from(self.cols)) as u32;
                let count = starts_in_period.div_ceil(unit / self.vec);
                starts(count, unit, reach).all(|number| visit(number * (unit / self.vec)))
            }
            _ => {
                let (height, width) = self.extent();
                let (down_count, across_count) = self.grid();
                let (down_step, across_step) = self.steps();
                let down_end = u64::from(down_count).min(period_in_steps(down, down_step));
                let across_end = u64::from(across_count).min(period_in_steps(across, across_step));
                let (down_end, across_end) = (down_end as u32, across_end as u32);
                if !linear {
                    return (0..down_end).all(|i| (0..across_end).all(|j| visit(i * across_count + j)));
                }
                starts(down_end, down_step, height)
                    .all(|i| starts(across_end, across_step, width * self.vec).all(|j| visit(i * across_count + j)))
            }
        }
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
fn period_in_steps(period: u64, step: u32) -> u64 {
    period / gcd(period, u64::from(step))
}

pub(super) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
