//! Lanes in planes, rows and columns, the same at every position: blocks, windows, strides, matrices, fragments.

use smem_banks::LANES;

use crate::{
    access::{const_access::ConstPattern, shape::Shape, wmma},
    arithmetic::smaller,
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
    /// Positions in a column and in a row of the positions in a plane.
    pub(super) down: u32,
    pub(super) across: u32,
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
    /// walks that wrap and for tables. Its positions are counted by [`counted`](Self::counted).
    pub(super) const fn of(pattern: &ConstPattern<'_>, shape: Shape, elem_bytes: u32, vec: u32) -> Option<LaneGrid> {
        let Shape { rows, cols, .. } = shape;
        let lanes = LANES as u32;
        let mut depth_of_lanes = 1;
        let (height, width, spacing, origins) = match *pattern {
            ConstPattern::Row { wrap: false } => (1, smaller(cols / vec, lanes), vec, Origins::Aligned),
            ConstPattern::Col { wrap: false } => (smaller(rows, lanes), 1, vec, Origins::Aligned),
            ConstPattern::Depth { wrap: false } => {
                depth_of_lanes = smaller(shape.plane_count(), lanes);
                (1, 1, vec, Origins::Aligned)
            }
            ConstPattern::Block3d { depth, height, width } => {
                depth_of_lanes = depth;
                (height, width, vec, Origins::Aligned)
            }
            ConstPattern::Block { height, width } => (height, width, vec, Origins::Aligned),
            ConstPattern::Window { height, width } => (height, width, vec, Origins::Inside),
            ConstPattern::Stride { step, aligned: true } => (1, lanes, step, Origins::Aligned),
            ConstPattern::Stride { step, aligned: false } => (1, lanes, step, Origins::Anywhere),
            ConstPattern::LdMatrix { .. } => (8, 1, vec, Origins::Aligned),
            ConstPattern::Fragment { operand, .. } => (8, 4, operand.neighbours(elem_bytes), Origins::Aligned),
            ConstPattern::Wmma { operand, .. } => {
                let (height, width, spacing) = wmma::lanes(operand, elem_bytes, vec);
                (height, width, spacing, Origins::Aligned)
            }
            ConstPattern::Row { .. } | ConstPattern::Col { .. } | ConstPattern::Depth { .. } => return None,
            ConstPattern::Lanes(_) => return None,
        };
        Some(LaneGrid { depth: depth_of_lanes, height, width, spacing, origins, down: 0, across: 0 })
    }

    /// Returns the grid with the number of its positions in a plane of `rows` x `cols` elements.
    pub(super) const fn counted(self, rows: u32, cols: u32, vec: u32) -> LaneGrid {
        let (down, across) = match self.origins {
            Origins::Aligned => {
                let (whole, rest) = (cols as u64 / self.span(), cols as u64 % self.span());
                let rest = smaller((rest as u32).div_ceil(vec), self.interleaved(vec));
                (rows.div_ceil(self.height), whole as u32 * self.interleaved(vec) + rest)
            }
            Origins::Inside => (rows - self.height + 1, (cols - self.reach(vec) as u32) / vec + 1),
            Origins::Anywhere => (rows, cols / vec),
        };
        LaneGrid { down, across, ..self }
    }

    /// Returns the plane, the row and the column of `lane`, counted from the first; the column is capped at the largest number.
    #[cfg(feature = "alloc")]
    pub(super) const fn lane(&self, lane: u32) -> (u32, u32, u32) {
        let (row, col) = (lane / self.width, (lane % self.width).saturating_mul(self.spacing));
        (row / self.height, row % self.height, col)
    }

    /// Returns the number of lanes.
    pub(super) const fn lanes(&self) -> u32 {
        self.depth * self.height * self.width
    }

    /// Returns the columns from the first lane of a row to the end of the last, in elements.
    pub(super) const fn reach(&self, vec: u32) -> u64 {
        (self.width - 1) as u64 * self.spacing as u64 + vec as u64
    }

    /// Returns the columns of an aligned grid with those interleaved with it, in elements.
    pub(super) const fn span(&self) -> u64 {
        self.width as u64 * self.spacing as u64
    }

    /// Returns the number of aligned grids that are interleaved.
    pub(super) const fn interleaved(&self, vec: u32) -> u32 {
        self.spacing / vec
    }

    /// Returns the number of positions in a plane.
    pub(super) const fn in_plane(&self) -> u32 {
        self.down * self.across
    }

    /// Returns the first plane, row and column of the position of this number.
    pub(super) const fn origin(&self, number: u32, vec: u32) -> (u32, u32, u32) {
        let (line, across) = (number / self.across, number % self.across);
        let (plane, down) = match line < self.down {
            true => (0, line),
            false => (line / self.down * self.depth, line % self.down),
        };
        match self.origins {
            Origins::Aligned => {
                let interleaved = self.interleaved(vec);
                let col = (across / interleaved) as u64 * self.span() + (across % interleaved * vec) as u64;
                (plane, down * self.height, col as u32)
            }
            Origins::Inside | Origins::Anywhere => (plane, down, across * vec),
        }
    }
}
