//! The positions of an access: the request that a warp makes at each.

use crate::{
    banks::{LANES, WarpRequest},
    constant::{
        access::{SimpleAccess, SimplePattern},
        spec::SimpleTile,
    },
    layout::{Layout, Swizzle},
};

/// The positions of one access on one tile, numbered from 0.
#[derive(Clone, Copy)]
pub(super) struct SimplePositions {
    pub(super) access: SimpleAccess,
    rows: u32,
    cols: u32,
    elem_bytes: u32,
    /// Elements a lane touches.
    pub(super) vec: u32,
    /// Vectors in a row.
    vectors: u32,
}

impl SimplePositions {
    pub(super) const fn of(access: &SimpleAccess, tile: &SimpleTile<'_>) -> SimplePositions {
        let SimpleTile { rows, cols, elem_bytes, .. } = *tile;
        let vec = access.lane_elements(elem_bytes);
        SimplePositions { access: *access, rows, cols, elem_bytes, vec, vectors: cols / vec }
    }

    /// Returns the number of positions.
    pub(super) const fn count(&self) -> u32 {
        match self.access.pattern {
            SimplePattern::Row { wrap: true } | SimplePattern::Col { wrap: true } => {
                (self.rows * self.vectors()).div_ceil(LANES as u32)
            }
            SimplePattern::Stride { .. } => self.vectors(),
            _ => {
                let (down, across) = self.grid();
                down * across
            }
        }
    }

    /// Returns the request at position `number` on `layout`.
    pub(super) const fn request(&self, number: u32, layout: &Layout) -> WarpRequest {
        let mut request = WarpRequest { addresses: [0; LANES], active: 0, bytes: self.lane_bytes() };
        let lanes = self.lanes();
        let mut lane = 0;
        while lane < lanes {
            if let Some((row, col)) = self.lane(number, lane) {
                request.addresses[lane as usize] = offset(layout, row, col) * self.elem_bytes;
                request.active |= 1 << lane;
            }
            lane += 1;
        }
        request
    }

    /// Returns (row, column) of the first element that `lane` touches at position `number`, or `None` if it is inactive.
    pub(super) const fn lane(&self, number: u32, lane: u32) -> Option<(u32, u32)> {
        let (row, col) = match self.access.pattern {
            SimplePattern::Row { wrap: true } | SimplePattern::Col { wrap: true } => {
                self.walked(number * LANES as u32 + lane)
            }
            // Beyond 32 bits is beyond the tile.
            SimplePattern::Stride { step } => (0, (number * self.vec).saturating_add(step.saturating_mul(lane))),
            SimplePattern::Row { .. } => self.within(number, lane, LANES as u32),
            SimplePattern::Block { width, .. } | SimplePattern::Window { width, .. } => {
                self.within(number, lane, width)
            }
            SimplePattern::Col { .. } | SimplePattern::LdMatrix { .. } => self.within(number, lane, 1),
        };
        if row < self.rows && col < self.cols { Some((row, col)) } else { None }
    }

    /// Returns the number of lanes.
    pub(super) const fn lanes(&self) -> u32 {
        let (height, width) = self.extent();
        height * width
    }

    /// Returns the number of bytes that a lane touches.
    pub(super) const fn lane_bytes(&self) -> u32 {
        self.elem_bytes * self.vec
    }

    /// Returns (row, column) of a lane of a block of lanes `width` wide.
    const fn within(&self, number: u32, lane: u32, width: u32) -> (u32, u32) {
        let ((row, col), _) = self.start(number);
        (row + lane / width, col + lane % width * self.vec)
    }

    /// Returns (row, column) of a vector on the walk by rows or by columns; outside the tile behind its end.
    const fn walked(&self, vector: u32) -> (u32, u32) {
        match self.access.pattern {
            SimplePattern::Row { .. } => (vector / self.vectors, vector % self.vectors * self.vec),
            _ => (vector % self.rows, vector / self.rows * self.vec),
        }
    }

    /// Returns (row, column) of the first lane of a block, window or stride, and whether all its lanes are inside the
    /// tile.
    pub(super) const fn start(&self, number: u32) -> ((u32, u32), bool) {
        if let SimplePattern::Stride { step } = self.access.pattern {
            let col = number * self.vec;
            return ((0, col), col as u64 + step as u64 * (LANES as u64 - 1) < self.cols as u64);
        }
        let (height, width) = self.extent();
        let (down_step, across_step) = self.steps();
        let (_, across) = self.grid();
        let (row, col) = (number / across * down_step, number % across * across_step);
        ((row, col), row + height <= self.rows && col + width * self.vec <= self.cols)
    }

    /// Returns the number of bytes of an element.
    pub(super) const fn elem_bytes(&self) -> u32 {
        self.elem_bytes
    }

    /// Returns the number of vectors in a row.
    pub(super) const fn vectors(&self) -> u32 {
        self.vectors
    }

    /// Returns the height in rows and the width in lanes.
    pub(super) const fn extent(&self) -> (u32, u32) {
        let lanes = LANES as u32;
        match self.access.pattern {
            SimplePattern::Row { wrap: false } => (1, least(self.vectors(), lanes)),
            SimplePattern::Col { wrap: false } => (least(self.rows, lanes), 1),
            SimplePattern::Block { height, width } | SimplePattern::Window { height, width } => (height, width),
            SimplePattern::LdMatrix { .. } => (8, 1),
            SimplePattern::Row { wrap: true } | SimplePattern::Col { wrap: true } | SimplePattern::Stride { .. } => {
                (1, lanes)
            }
        }
    }

    /// Returns the rows and the columns from a position to the next.
    pub(super) const fn steps(&self) -> (u32, u32) {
        let (height, width) = self.extent();
        match self.access.pattern {
            SimplePattern::Window { .. } => (1, self.vec),
            _ => (height, width * self.vec),
        }
    }

    /// Returns the number of positions down and across.
    pub(super) const fn grid(&self) -> (u32, u32) {
        let (height, width) = self.extent();
        let (down_step, across_step) = self.steps();
        match self.access.pattern {
            SimplePattern::Window { .. } => (self.rows - height + 1, (self.cols - width * self.vec) / across_step + 1),
            _ => (self.rows.div_ceil(down_step), self.cols.div_ceil(across_step)),
        }
    }

    /// Returns true if every position is the first one, or a part of it, with the bits of row and column changed by XOR
    /// with a constant.
    pub(super) const fn are_aligned_blocks(&self) -> bool {
        let lanes = LANES as u32;
        match self.access.pattern {
            SimplePattern::Row { wrap: true } | SimplePattern::Col { wrap: true } if self.rows == 1 => true,
            SimplePattern::Row { wrap: true } => {
                self.cols.is_power_of_two() || self.cols.is_multiple_of(lanes * self.vec)
            }
            SimplePattern::Col { wrap: true } => self.rows.is_power_of_two() || self.rows.is_multiple_of(lanes),
            SimplePattern::Window { .. } | SimplePattern::Stride { .. } => false,
            _ => {
                let ((down, across), (height, width)) = (self.grid(), self.extent());
                (down == 1 || height.is_power_of_two()) && (across == 1 || (width * self.vec).is_power_of_two())
            }
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
