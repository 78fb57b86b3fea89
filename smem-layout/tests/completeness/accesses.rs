//! The accesses, lane by lane.

use smem_layout::{Access, LaneTable, MmaShape, Operand};

use super::tile::Tile;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Walk {
    Row,
    Col,
    /// Along the planes.
    Depth,
    /// A warp stays in its row and column.
    InDepth,
    /// Planes, rows, columns.
    Cuboid(u32, u32, u32),
    /// A warp stays in its row.
    InRow,
    /// A warp stays in its column.
    InCol,
    Block(u32, u32),
    Window(u32, u32),
    Stride(u32),
    AlignedStride(u32),
    LdMatrix,
    LdMatrixTrans,
    Fragment(MmaShape, Operand),
    Lanes(Table),
    /// On the tile with rows and columns exchanged.
    Transposed(&'static Walk),
}

impl Walk {
    fn is_matrix(self) -> bool {
        matches!(self, Walk::LdMatrix | Walk::LdMatrixTrans)
    }

    /// True for tables, whose text does not say what is in them.
    fn has_table(self) -> bool {
        match self {
            Walk::Transposed(of) => of.has_table(),
            walk => matches!(walk, Walk::Lanes(_)),
        }
    }

    /// Ten times the compute capability from which on the instruction is compared: it is as old, or older.
    pub(crate) fn since(self) -> u32 {
        match self {
            Walk::LdMatrix | Walk::LdMatrixTrans => 75,
            Walk::Fragment(..) => 90,
            Walk::Transposed(of) => of.since(),
            _ => 0,
        }
    }
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
            Walk::Depth => Access::depth(),
            Walk::InDepth => Access::unwrapped_depth(),
            Walk::Cuboid(depth, height, width) => Access::block_3d(depth, height, width),
            Walk::InRow => Access::unwrapped_row(),
            Walk::InCol => Access::unwrapped_col(),
            Walk::Block(height, width) => Access::block(height, width),
            Walk::Window(height, width) => Access::window(height, width),
            Walk::Stride(step) => Access::stride(step),
            Walk::AlignedStride(step) => Access::aligned_stride(step),
            Walk::LdMatrix => Access::ldmatrix(),
            Walk::LdMatrixTrans => Access::ldmatrix_trans(),
            Walk::Fragment(shape, operand) => Access::fragment(shape, operand),
            Walk::Transposed(of) => Declared::new(*of, 1).access(tile.transposed()).transposed(),
            Walk::Lanes(table) => {
                let warp = |warp| std::array::from_fn(|lane| table.at(tile, warp, lane as u32, self.vec));
                Access::lanes(LaneTable::new((0..table.warps()).map(warp).collect()).unwrap())
            }
        };
        let access = if self.walk.is_matrix() { access } else { access.vec(self.vec) };
        access.max_ways(self.max_ways)
    }

    /// The text of the access, the table of its lanes spelled out.
    pub(crate) fn describe(self, tile: Tile) -> String {
        match self.walk.has_table() {
            true => format!("{} {:?}", self.access(tile), self.walk),
            false => self.access(tile).to_string(),
        }
    }

    /// Elements that a lane touches.
    pub(crate) fn lane_elements(self, tile: Tile) -> u32 {
        match self.walk {
            Walk::LdMatrix | Walk::LdMatrixTrans => 16 / tile.elem,
            Walk::Fragment(..) => self.vec.max(a_register(tile)),
            _ => self.vec,
        }
    }

    /// True where the access makes sense on the tile.
    pub(crate) fn fits(self, tile: Tile) -> bool {
        if let Some(planes) = tile.planes {
            let wide = self.lane_elements(tile);
            let plane = tile.plane();
            return match self.walk {
                Walk::Depth | Walk::InDepth => Declared { walk: Walk::Row, ..self }.fits(plane),
                Walk::Cuboid(depth, height, width) => {
                    depth <= planes
                        && depth * height * width <= 32
                        && Declared { walk: Walk::Block(height, width), ..self }.fits(plane)
                }
                Walk::Stride(_) | Walk::AlignedStride(_) => false,
                Walk::LdMatrix | Walk::LdMatrixTrans => plane.rows.is_multiple_of(8) && tile.cols.is_multiple_of(wide),
                // A tile of one row has no rows to exchange, but planes of one do.
                Walk::Transposed(_) if plane.rows == 1 => false,
                Walk::Lanes(_) | Walk::Transposed(Walk::Lanes(_)) => self.fits(Tile { planes: None, ..tile }),
                _ => self.fits(plane),
            };
        }
        let wide = self.lane_elements(tile);
        let vectors = tile.cols / wide;
        let inside = |height, width| height <= tile.rows && width <= vectors;
        tile.cols.is_multiple_of(wide)
            && wide * tile.elem <= 16
            && match self.walk {
                Walk::Depth | Walk::InDepth | Walk::Cuboid(..) => false,
                Walk::Row | Walk::Col | Walk::InRow | Walk::InCol | Walk::Lanes(_) => true,
                Walk::Block(height, width) | Walk::Window(height, width) => inside(height, width),
                Walk::Stride(step) | Walk::AlignedStride(step) => tile.rows == 1 && step.is_multiple_of(wide),
                Walk::LdMatrix | Walk::LdMatrixTrans => tile.rows.is_multiple_of(8),
                Walk::Fragment(shape, operand) => {
                    let (height, width) = sides(shape, operand);
                    tile.rows.is_multiple_of(height) && tile.cols.is_multiple_of(width)
                }
                Walk::Transposed(of) => tile.rows > 1 && Declared::new(*of, 1).fits(tile.transposed()),
            }
    }

    /// Every warp-wide request of the access.
    pub(crate) fn warps(self, tile: Tile) -> Vec<Warp> {
        if tile.planes.is_some() {
            return self.warps_in_planes(tile);
        }
        let wide = self.lane_elements(tile);
        let vectors = tile.cols / wide;
        let numbered = |at: &dyn Fn(u32) -> (u32, u32)| -> Vec<Warp> {
            let all: Vec<_> = (0..tile.rows * vectors).map(at).map(|(row, col)| Some(tile.id(row, col))).collect();
            all.chunks(32).map(<[_]>::to_vec).collect()
        };
        match self.walk {
            Walk::Row => numbered(&|number| (number / vectors, number % vectors * wide)),
            Walk::Col => numbered(&|number| (number % tile.rows, number / tile.rows * wide)),
            Walk::Depth | Walk::InDepth | Walk::Cuboid(..) => unreachable!("a tile without planes"),
            Walk::InRow => {
                let row = |row| {
                    let all: Vec<_> = (0..vectors).map(|vector| Some(tile.id(row, vector * wide))).collect();
                    all.chunks(32).map(<[_]>::to_vec).collect::<Vec<Warp>>()
                };
                (0..tile.rows).flat_map(row).collect()
            }
            Walk::InCol => {
                let col = |vector| {
                    let all: Vec<_> = (0..tile.rows).map(|row| Some(tile.id(row, vector * wide))).collect();
                    all.chunks(32).map(<[_]>::to_vec).collect::<Vec<Warp>>()
                };
                (0..vectors).flat_map(col).collect()
            }
            Walk::Block(height, width) => rectangles(tile, height, width, wide, height, width * wide),
            Walk::LdMatrix | Walk::LdMatrixTrans => rectangles(tile, 8, 1, wide, 8, wide),
            Walk::Window(height, width) => {
                let whole = |warp: &Warp| warp.iter().all(Option::is_some);
                rectangles(tile, height, width, wide, 1, wide).into_iter().filter(whole).collect()
            }
            Walk::Stride(step) => {
                let lane = |start: u32, lane: u32| Some(start + step * lane).filter(|col| *col < tile.cols);
                (0..vectors).map(|start| (0..32).map(|i| lane(start * wide, i)).collect()).collect()
            }
            Walk::AlignedStride(step) => {
                // Every element is in the warp of its multiple of 32 steps and of its place within a step.
                let mut warps: Vec<Warp> = Vec::new();
                for whole in (0..tile.cols).step_by(32 * step as usize) {
                    for first in (whole..tile.cols.min(whole + step)).step_by(wide as usize) {
                        let lane = |lane: u32| Some(first + step * lane).filter(|col| *col < tile.cols);
                        warps.push((0..32).map(lane).collect());
                    }
                }
                warps
            }
            Walk::Fragment(shape, operand) => fragments(tile, shape, operand, self.lane_elements(tile)),
            Walk::Transposed(of) => {
                let other = tile.transposed();
                // The elements that a lane accesses at once in a fragment are neighbours in a column here: a request each.
                let warps = match *of {
                    Walk::Fragment(shape, operand) => fragments(other, shape, operand, 1),
                    walk => Declared::new(walk, 1).warps(other),
                };
                let exchanged = |id: u32| {
                    let (row, col) = other.place(id);
                    tile.id(col, row)
                };
                warps.into_iter().map(|warp| warp.into_iter().map(|id| id.map(exchanged)).collect()).collect()
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

impl Declared {
    /// Every request on a tile of planes: of one plane after the other, but for walks that go on and for what goes through them.
    fn warps_in_planes(self, tile: Tile) -> Vec<Warp> {
        let (plane, flat) = (tile.plane(), Tile { planes: None, ..tile });
        let (planes, wide) = (tile.rows / plane.rows, self.lane_elements(tile));
        let vectors = tile.cols / wide;
        let id = |depth: u32, row: u32, vector: u32| Some(tile.id(depth * plane.rows + row, vector * wide));
        let cut = |all: Vec<Option<u32>>| all.chunks(32).map(<[_]>::to_vec).collect::<Vec<Warp>>();
        match self.walk {
            Walk::Row | Walk::InRow | Walk::Lanes(_) | Walk::Transposed(Walk::Lanes(_)) => self.warps(flat),
            Walk::Transposed(Walk::Row) => Declared { walk: Walk::Col, ..self }.warps(tile),
            Walk::Transposed(Walk::Col) => self.warps(flat),
            Walk::Col => {
                let mut all = Vec::new();
                for depth in 0..planes {
                    for vector in 0..vectors {
                        all.extend((0..plane.rows).map(|row| id(depth, row, vector)));
                    }
                }
                cut(all)
            }
            Walk::Depth | Walk::InDepth => {
                let along: Vec<Warp> = (0..plane.rows)
                    .flat_map(|row| (0..vectors).map(move |vector| (row, vector)))
                    .map(|(row, vector)| (0..planes).map(|depth| id(depth, row, vector)).collect())
                    .collect();
                match self.walk {
                    Walk::Depth => cut(along.concat()),
                    _ => along.into_iter().flat_map(cut).collect(),
                }
            }
            Walk::Cuboid(depth, height, width) => {
                let mut warps = Vec::new();
                for first in (0..planes).step_by(depth as usize) {
                    for row in (0..plane.rows).step_by(height as usize) {
                        for vector in (0..vectors).step_by(width as usize) {
                            let lane = |lane: u32| {
                                let at = (
                                    first + lane / (height * width),
                                    row + lane / width % height,
                                    vector + lane % width,
                                );
                                let inside = at.0 < planes && at.1 < plane.rows && at.2 < vectors;
                                if inside { id(at.0, at.1, at.2) } else { None }
                            };
                            warps.push((0..depth * height * width).map(lane).collect());
                        }
                    }
                }
                warps
            }
            _ => {
                let of_plane = self.warps(plane);
                let moved = |depth: u32| {
                    of_plane.iter().map(move |warp| {
                        warp.iter().map(|id| id.map(|id| id + depth * plane.elements())).collect::<Warp>()
                    })
                };
                (0..planes).flat_map(moved).collect()
            }
        }
    }
}

/// Elements of a register of four bytes, at least one.
fn a_register(tile: Tile) -> u32 {
    (4 / tile.elem).max(1)
}

/// Rows and columns of an operand in a tile: B is stored by its columns.
fn sides(shape: MmaShape, operand: Operand) -> (u32, u32) {
    match operand {
        Operand::A => (shape.m(), shape.k()),
        Operand::B => (shape.n(), shape.k()),
        Operand::C => (shape.m(), shape.n()),
    }
}

/// Every element of a lane's fragment in turn, `wide` of them a request, at every place of the operand in the tile.
fn fragments(tile: Tile, shape: MmaShape, operand: Operand, wide: u32) -> Vec<Warp> {
    let (height, width) = sides(shape, operand);
    // Neighbours in a row that a lane holds: elements of a register, and pairs of C.
    let run = if operand == Operand::C { 2 } else { a_register(tile) };
    let mut warps = Vec::new();
    for (top, left) in (0..tile.rows / height).flat_map(|down| (0..tile.cols / width).map(move |across| (down, across)))
    {
        for element in (0..height * width / 32).step_by(wide as usize) {
            let (within, part) = (element % run, element / run);
            // The eight rows of a part first, then those below, then the columns beside them.
            let (below, beside) = (part % (height / 8), part / (height / 8));
            let lane = |lane: u32| {
                let row = top * height + lane / 4 + 8 * below;
                let col = left * width + lane % 4 * run + within + 4 * run * beside;
                Some(tile.id(row, col))
            };
            warps.push((0..32).map(lane).collect());
        }
    }
    warps
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
