//! The accesses, lane by lane, and the list of those that are compared.

use smem_layout::{Access, LaneTable};

use super::tile::Tile;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Walk {
    Row,
    Col,
    Block(u32, u32),
    Window(u32, u32),
    Stride(u32),
    LdMatrix,
    Lanes(Table),
}

/// Tables of lanes: element (row, column) of each, taken modulo the tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Table {
    /// Lane `l` at row `down * l`, column `across * l`.
    Line { down: u32, across: u32 },
    /// Down to the left.
    AntiDiagonal,
    /// Two lanes an element.
    Pairs,
    /// Two warps, in columns 0 and 1 down every second row.
    TwoWarps,
    /// `width` lanes `across` vectors apart in each of `32 / width` rows `down` apart.
    Grid { width: u32, across: u32, down: u32 },
}

/// An access: the walk of its lanes, the elements that each touches, and the ways that it accepts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Declared {
    pub(crate) walk: Walk,
    pub(crate) vec: u32,
    pub(crate) max_ways: u32,
}

/// The element of each lane of a warp, by its number, where the lane takes part.
pub(crate) type Warp = Vec<Option<u32>>;

impl Declared {
    pub(crate) fn new(walk: Walk, vec: u32) -> Declared {
        Declared { walk, vec, max_ways: 1 }
    }

    /// The same, as the crate is told of it.
    pub(crate) fn access(self, tile: Tile) -> Access {
        let access = match self.walk {
            Walk::Row => Access::row(),
            Walk::Col => Access::col(),
            Walk::Block(height, width) => Access::block(height, width),
            Walk::Window(height, width) => Access::window(height, width),
            Walk::Stride(step) => Access::stride(step),
            Walk::LdMatrix => Access::ldmatrix(),
            Walk::Lanes(table) => {
                let warp = |warp| std::array::from_fn(|lane| table.at(tile, warp, lane as u32, self.vec));
                Access::lanes(LaneTable::new((0..table.warps()).map(warp).collect()).unwrap())
            }
        };
        let access = if self.walk == Walk::LdMatrix { access } else { access.vec(self.vec) };
        access.max_ways(self.max_ways)
    }

    /// The text of the access, the table of its lanes spelled out.
    pub(crate) fn describe(self, tile: Tile) -> String {
        match self.walk {
            Walk::Lanes(table) => format!("{} {table:?}", self.access(tile)),
            _ => self.access(tile).to_string(),
        }
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
                Walk::Row | Walk::Col | Walk::Lanes(_) => true,
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
            let all: Vec<_> = (0..tile.rows * vectors).map(at).map(|(row, col)| Some(tile.id(row, col))).collect();
            all.chunks(32).map(<[_]>::to_vec).collect()
        };
        match self.walk {
            Walk::Row => numbered(&|number| (number / vectors, number % vectors * wide)),
            Walk::Col => numbered(&|number| (number % tile.rows, number / tile.rows * wide)),
            Walk::Block(height, width) => rectangles(tile, height, width, wide, height, width * wide),
            Walk::LdMatrix => rectangles(tile, 8, 1, wide, 8, wide),
            Walk::Window(height, width) => {
                let whole = |warp: &Warp| warp.iter().all(Option::is_some);
                rectangles(tile, height, width, wide, 1, wide).into_iter().filter(whole).collect()
            }
            Walk::Stride(step) => {
                let lane = |start: u32, lane: u32| Some(start + step * lane).filter(|col| *col < tile.cols);
                (0..vectors).map(|start| (0..32).map(|i| lane(start * wide, i)).collect()).collect()
            }
            Walk::Lanes(table) => {
                let id = |warp, lane| {
                    let (row, col) = table.at(tile, warp, lane, self.vec);
                    Some(tile.id(row, col))
                };
                (0..table.warps()).map(|warp| (0..32).map(|lane| id(warp, lane)).collect()).collect()
            }
        }
    }
}

impl Table {
    fn warps(self) -> u32 {
        if self == Table::TwoWarps { 2 } else { 1 }
    }

    /// Row and column of a lane, where a vector of `vec` elements starts.
    fn at(self, tile: Tile, warp: u32, lane: u32, vec: u32) -> (u32, u32) {
        let (row, vector) = match self {
            Table::Line { down, across } => (down * lane, across * lane),
            Table::AntiDiagonal => (lane, 31 - lane),
            Table::Pairs => (lane / 2, lane / 2),
            Table::TwoWarps => (2 * lane, warp),
            Table::Grid { width, across, down } => (down * (lane / width), across * (lane % width)),
        };
        (row % tile.rows, vector % (tile.cols / vec) * vec)
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
            let id = |at: (u32, u32)| tile.id(at.0, at.1);
            warps.push((0..height * width).map(|lane| Some(at(lane)).filter(inside).map(id)).collect());
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
    for (down, across) in [(0, 0), (0, 2), (2, 0), (1, 1), (2, 1), (0, 3)] {
        all.push(Declared::new(Walk::Lanes(Table::Line { down, across }), 1));
    }
    all.push(Declared::new(Walk::Lanes(Table::Line { down: 1, across: 1 }), widest));
    all.extend([Table::AntiDiagonal, Table::Pairs, Table::TwoWarps].map(|table| Declared::new(Walk::Lanes(table), 1)));
    all.retain(|declared| declared.fits(tile));
    let mut distinct: Vec<Declared> = Vec::new();
    for declared in all {
        if !distinct.contains(&declared) {
            distinct.push(declared);
        }
    }
    distinct
}
