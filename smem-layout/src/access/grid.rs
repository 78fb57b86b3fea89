//! Lanes in planes, rows and columns, the same at every position: blocks, windows, strides, matrices, fragments.

use crate::{
    access::{pattern::Pattern, shape::Shape, wmma},
    banks::LANES,
};

/// Lanes in `depth` planes of `height` rows of `width`, and where the first of them can be.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneGrid {
    /// Planes of lanes.
    pub(super) depth: u32,
    /// Rows of lanes in a plane.
    pub(super) height: u32,
    /// Lanes in a row.
    pub(super) width: u32,
    /// Elements from a lane to the next in its row: a multiple of the vector.
    pub(super) spacing: u32,
    pub(super) origins: Origins,
}

/// Where the first lane can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origins {
    /// Where grids together touch every vector of the tile once: side by side, and interleaved where their lanes are apart.
    /// Lanes outside the tile are inactive.
    Aligned,
    /// Everywhere, if no lane is outside the tile.
    Inside,
    /// Everywhere. Lanes outside the tile are inactive.
    Anywhere,
}

impl LaneGrid {
    /// Returns the lanes of `pattern` on a tile of elements of `elem_bytes` bytes, of which a lane touches `vec`; `None` for
    /// walks that wrap and for tables.
    pub(super) fn of(pattern: &Pattern, shape: Shape, elem_bytes: u32, vec: u32) -> Option<LaneGrid> {
        let Shape { rows, cols, .. } = shape;
        let lanes = LANES as u32;
        let mut in_depth = 1;
        let (height, width, spacing, origins) = match *pattern {
            Pattern::Row { wrap: false } => (1, (cols / vec).min(lanes), vec, Origins::Aligned),
            Pattern::Col { wrap: false } => (rows.min(lanes), 1, vec, Origins::Aligned),
            Pattern::Depth { wrap: false } => {
                in_depth = shape.plane_count().min(lanes);
                (1, 1, vec, Origins::Aligned)
            }
            Pattern::Block3d { depth, height, width } => {
                in_depth = depth;
                (height, width, vec, Origins::Aligned)
            }
            Pattern::Block { height, width } => (height, width, vec, Origins::Aligned),
            Pattern::Window { height, width } => (height, width, vec, Origins::Inside),
            Pattern::Stride { step, aligned: true } => (1, lanes, step, Origins::Aligned),
            Pattern::Stride { step, aligned: false } => (1, lanes, step, Origins::Anywhere),
            Pattern::LdMatrix { .. } => (8, 1, vec, Origins::Aligned),
            Pattern::Fragment { operand, .. } => (8, 4, operand.neighbours(elem_bytes), Origins::Aligned),
            Pattern::Wmma { operand, .. } => {
                let (height, width, spacing) = wmma::lanes(operand, elem_bytes, vec);
                (height, width, spacing, Origins::Aligned)
            }
            Pattern::Row { wrap: true } | Pattern::Col { wrap: true } | Pattern::Depth { wrap: true } => return None,
            Pattern::Lanes(_) | Pattern::Transposed(_) => return None,
        };
        Some(LaneGrid { depth: in_depth, height, width, spacing, origins })
    }

    /// Returns the plane, the row and the column of `lane`, counted from the first; the column is capped at the largest number.
    pub(super) fn lane(&self, lane: u32) -> (u32, u32, u32) {
        let (row, col) = (lane / self.width, (lane % self.width).saturating_mul(self.spacing));
        (row / self.height, row % self.height, col)
    }

    /// Calls `f` with each lane and what [`lane`](Self::lane) returns of it.
    #[inline]
    pub(super) fn each_lane(&self, mut f: impl FnMut(u32, u32, u32, u32)) {
        let mut lane = 0;
        for plane in 0..self.depth {
            for row in 0..self.height {
                for across in 0..self.width {
                    f(lane, plane, row, across.saturating_mul(self.spacing));
                    lane += 1;
                }
            }
        }
    }

    /// Returns the number of lanes.
    pub(super) fn lanes(&self) -> u32 {
        self.depth * self.height * self.width
    }

    /// Returns the columns from the first lane of a row to the end of the last, in elements.
    pub(super) fn reach(&self, vec: u32) -> u64 {
        u64::from(self.width - 1) * u64::from(self.spacing) + u64::from(vec)
    }

    /// Returns the columns of an aligned grid with those interleaved with it, in elements.
    pub(super) fn span(&self) -> u64 {
        u64::from(self.width) * u64::from(self.spacing)
    }

    /// Returns the number of aligned grids that are interleaved.
    pub(super) fn interleaved(&self, vec: u32) -> u32 {
        self.spacing / vec
    }

    /// Returns the number of first rows and of first columns in a plane of `rows` x `cols` elements.
    pub(super) fn counts(&self, rows: u32, cols: u32, vec: u32) -> (u32, u32) {
        match self.origins {
            Origins::Aligned => {
                let (whole, rest) = (u64::from(cols) / self.span(), u64::from(cols) % self.span());
                let rest = (rest as u32).div_ceil(vec).min(self.interleaved(vec));
                (rows.div_ceil(self.height), whole as u32 * self.interleaved(vec) + rest)
            }
            Origins::Inside => (rows - self.height + 1, (cols - self.reach(vec) as u32) / vec + 1),
            Origins::Anywhere => (rows, cols / vec),
        }
    }

    /// Returns the first row and the first column of these numbers.
    pub(super) fn origin(&self, down: u32, across: u32, vec: u32) -> (u32, u32) {
        match self.origins {
            Origins::Aligned => {
                let interleaved = self.interleaved(vec);
                let col = u64::from(across / interleaved) * self.span() + u64::from(across % interleaved * vec);
                (down * self.height, col as u32)
            }
            Origins::Inside | Origins::Anywhere => (down, across * vec),
        }
    }
}
