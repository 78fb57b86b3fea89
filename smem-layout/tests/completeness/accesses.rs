//! The built-in accesses, lane by lane, and the list of those that are compared.

use std::fmt;

use smem_layout::Access;

/// A tile: rows and columns in elements, bytes of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tile {
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    pub(crate) elem: u32,
}

impl Tile {
    /// Elements of a line: a row, or 128 bytes' worth on a tile of one row.
    pub(crate) fn line(self) -> u32 {
        if self.rows == 1 { self.cols.min(128 / self.elem) } else { self.cols }
    }

    pub(crate) fn lines(self) -> u32 {
        self.rows * self.cols.div_ceil(self.line())
    }

    /// Line and column within it of an element.
    fn in_lines(self, row: u32, col: u32) -> (u32, u32) {
        (row + col / self.line(), col % self.line())
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {} of {} bytes", self.rows, self.cols, self.elem)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Walk {
    Row,
    Col,
    Block(u32, u32),
    Window(u32, u32),
    Stride(u32),
    LdMatrix,
}

/// An access: the walk of its lanes, and the elements that each touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Declared {
    pub(crate) walk: Walk,
    pub(crate) vec: u32,
}

/// Line and column of each lane that takes part.
pub(crate) type Warp = Vec<Option<(u32, u32)>>;

impl Declared {
    pub(crate) fn new(walk: Walk, vec: u32) -> Declared {
        Declared { walk, vec }
    }

    /// The same, as the crate is told of it.
    pub(crate) fn access(self) -> Access {
        match self.walk {
            Walk::Row => Access::row(),
            Walk::Col => Access::col(),
            Walk::Block(height, width) => Access::block(height, width),
            Walk::Window(height, width) => Access::window(height, width),
            Walk::Stride(step) => Access::stride(step),
            Walk::LdMatrix => Access::ldmatrix(),
        }
        .vec(self.vec)
    }

    /// Elements that a lane touches.
    pub(crate) fn lane_elements(self, tile: Tile) -> u32 {
        if self.walk == Walk::LdMatrix { 16 / tile.elem } else { self.vec }
    }

    /// True where the access makes sense on the tile.
    pub(crate) fn fits(self, tile: Tile) -> bool {
        let wide = self.lane_elements(tile);
        let vectors = tile.cols / wide;
        let inside = |height, width| height <= tile.rows && width <= vectors;
        tile.cols.is_multiple_of(wide)
            && wide * tile.elem <= 16
            && match self.walk {
                Walk::Row | Walk::Col => true,
                Walk::Block(height, width) | Walk::Window(height, width) => inside(height, width),
                Walk::Stride(step) => tile.rows == 1 && step.is_multiple_of(wide),
                Walk::LdMatrix => tile.rows.is_multiple_of(8),
            }
    }

    /// Every warp-wide request that the access stands for.
    pub(crate) fn warps(self, tile: Tile) -> Vec<Warp> {
        let wide = self.lane_elements(tile);
        let vectors = tile.cols / wide;
        let numbered = |at: &dyn Fn(u32) -> (u32, u32)| -> Vec<Warp> {
            let all: Vec<_> = (0..tile.rows * vectors).map(|number| Some(at(number))).collect();
            all.chunks(32).map(<[_]>::to_vec).collect()
        };
        let warps = match self.walk {
            Walk::Row => numbered(&|number| (number / vectors, number % vectors * wide)),
            Walk::Col => numbered(&|number| (number % tile.rows, number / tile.rows * wide)),
            Walk::Block(height, width) => rectangles(tile, height, width, wide, height, width * wide),
            Walk::LdMatrix => rectangles(tile, 8, 1, wide, 8, wide),
            Walk::Window(height, width) => {
                let whole = |warp: &Warp| warp.iter().all(Option::is_some);
                rectangles(tile, height, width, wide, 1, wide).into_iter().filter(whole).collect()
            }
            Walk::Stride(step) => {
                let lane = |start: u32, lane: u32| Some((0, start + step * lane)).filter(|at| at.1 < tile.cols);
                (0..vectors).map(|start| (0..32).map(|i| lane(start * wide, i)).collect()).collect()
            }
        };
        let in_lines = |lane: Option<(u32, u32)>| lane.map(|(row, col)| tile.in_lines(row, col));
        warps.into_iter().map(|warp| warp.into_iter().map(in_lines).collect()).collect()
    }
}

/// `height` x `width` lanes of `wide` elements from every `down`-th row and every `across`-th column on; those outside the
/// tile are off.
fn rectangles(tile: Tile, height: u32, width: u32, wide: u32, down: u32, across: u32) -> Vec<Warp> {
    let mut warps = Vec::new();
    for first_row in (0..tile.rows).step_by(down as usize) {
        for first_col in (0..tile.cols).step_by(across as usize) {
            let at = |lane: u32| (first_row + lane / width, first_col + lane % width * wide);
            let inside = |at: &(u32, u32)| at.0 < tile.rows && at.1 < tile.cols;
            warps.push((0..height * width).map(|lane| Some(at(lane)).filter(inside)).collect());
        }
    }
    warps
}

/// The accesses of the comparison that make sense on `tile`.
pub(crate) fn all_on(tile: Tile) -> Vec<Declared> {
    let widest = 16 / tile.elem;
    let vecs = || (0..5).map(|log| 1 << log).filter(|vec| *vec <= widest);
    let mut all: Vec<Declared> = Vec::new();
    all.extend(vecs().map(|vec| Declared::new(Walk::Row, vec)));
    all.extend(vecs().map(|vec| Declared::new(Walk::Col, vec)));
    for (height, width) in [(1, 32), (2, 16), (4, 8), (8, 4), (16, 2), (32, 1), (3, 5), (8, 2), (4, 4)] {
        all.push(Declared::new(Walk::Block(height, width), 1));
    }
    for (height, width, vec) in [(4, 8, 2), (8, 1, widest), (4, 2, widest), (8, 4, widest)] {
        all.push(Declared::new(Walk::Block(height, width), vec));
    }
    for (height, width) in [(1, 32), (2, 16), (3, 10), (5, 5), (32, 1)] {
        all.push(Declared::new(Walk::Window(height, width), 1));
    }
    all.push(Declared::new(Walk::Window(4, 2), widest));
    all.push(Declared::new(Walk::LdMatrix, 1));
    if tile.rows == 1 {
        all.extend([1, 2, 3, 4, 8, 16, 32, 33, 64].map(|step| Declared::new(Walk::Stride(step), 1)));
        all.extend([2, 4, 16].map(|step| Declared::new(Walk::Stride(step), 2)));
    }
    all.retain(|declared| declared.fits(tile));
    let mut distinct: Vec<Declared> = Vec::new();
    for declared in all {
        if !distinct.contains(&declared) {
            distinct.push(declared);
        }
    }
    distinct
}
