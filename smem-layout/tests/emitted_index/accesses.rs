//! Every access that the attribute knows, drawn at random: its lanes at every position, written anew from the table of accesses.

use smem_layout::{Access, LaneTable, MmaShape, Operand, WmmaShape};

use super::tile::{Numbers, Tile};

/// The kinds of accesses that are drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    Row,
    Col,
    InRow,
    InCol,
    Block,
    Window,
    Stride,
    AlignedStride,
    LdMatrix,
    LdMatrixTrans,
    Fragment,
    Wmma,
    Lanes,
    LanesOfWarps,
    Transposed,
}

pub(crate) const KINDS: [Kind; 15] = [
    Kind::Row,
    Kind::Col,
    Kind::InRow,
    Kind::InCol,
    Kind::Block,
    Kind::Window,
    Kind::Stride,
    Kind::AlignedStride,
    Kind::LdMatrix,
    Kind::LdMatrixTrans,
    Kind::Fragment,
    Kind::Wmma,
    Kind::Lanes,
    Kind::LanesOfWarps,
    Kind::Transposed,
];

/// The first element of each lane's vector, where the lane is active.
pub(crate) type Lanes = Vec<Option<(u32, u32)>>;

/// An access, and its lanes at each position.
pub(crate) struct Drawn {
    pub(crate) kind: Kind,
    pub(crate) access: Access,
    /// Elements that a lane accesses at once.
    pub(crate) wide: u32,
    pub(crate) positions: Vec<Lanes>,
}

impl Drawn {
    /// Draws an access that fits the tile.
    pub(crate) fn draw(numbers: &mut Numbers, tile: Tile) -> Drawn {
        loop {
            let kind = numbers.of(&KINDS);
            let Some((access, wide, positions)) = of_kind(kind, numbers, tile) else { continue };
            let max_ways = numbers.of(&[1, 1, 1, 1, 2, 3]);
            let access = access.max_ways(max_ways);
            if access.check(tile.rows, tile.cols, tile.elem).is_ok() {
                return Drawn { kind, access, wide, positions };
            }
        }
    }

    /// Draws a walk along rows or columns.
    pub(crate) fn walk(numbers: &mut Numbers, tile: Tile) -> Drawn {
        loop {
            let kind = numbers.of(&[Kind::Row, Kind::Col, Kind::Col, Kind::InRow, Kind::InCol]);
            if let Some((access, wide, positions)) = of_kind(kind, numbers, tile) {
                return Drawn { kind, access, wide, positions };
            }
        }
    }

    pub(crate) fn needs_pitch(&self) -> bool {
        self.kind == Kind::Wmma
    }
}

type Parts = (Access, u32, Vec<Lanes>);

fn of_kind(kind: Kind, numbers: &mut Numbers, tile: Tile) -> Option<Parts> {
    let vec = numbers.of(&[1, 1, 2, 4, 8]);
    if !tile.cols.is_multiple_of(vec) || vec * tile.elem > 16 {
        return None;
    }
    let vectors = Tile { cols: tile.cols / vec, ..tile };
    let of_vectors = |access: Access, positions: Vec<Lanes>| {
        let widened = |(row, col)| (row, col * vec);
        let positions = positions.into_iter().map(|lanes| lanes.into_iter().map(|at| at.map(widened)).collect());
        Some((access.vec(vec), vec, positions.collect()))
    };
    match kind {
        Kind::Row => of_vectors(Access::row(), walk(vectors, true, true)),
        Kind::Col => of_vectors(Access::col(), walk(vectors, false, true)),
        Kind::InRow => of_vectors(Access::unwrapped_row(), walk(vectors, true, false)),
        Kind::InCol => of_vectors(Access::unwrapped_col(), walk(vectors, false, false)),
        Kind::Block => {
            let (height, width) = sides(numbers, vectors)?;
            of_vectors(Access::block(height, width), aligned(vectors, (height, width), 1))
        }
        Kind::Window => {
            let (height, width) = sides(numbers, vectors)?;
            of_vectors(Access::window(height, width), inside(vectors, height, width))
        }
        Kind::Stride | Kind::AlignedStride => {
            let step = vec * (1 + numbers.below(9));
            let is_aligned = kind == Kind::AlignedStride;
            let access = if is_aligned { Access::aligned_stride(step) } else { Access::stride(step) };
            (tile.rows == 1).then(|| (access.vec(vec), vec, strides(tile.cols, step, vec, is_aligned)))
        }
        Kind::LdMatrix | Kind::LdMatrixTrans => {
            let wide = 16 / tile.elem;
            let is_whole = tile.rows.is_multiple_of(8) && tile.cols.is_multiple_of(wide);
            let access = if kind == Kind::LdMatrix { Access::ldmatrix() } else { Access::ldmatrix_trans() };
            is_whole.then(|| (access, wide, grid(tile, (8, 1, wide), wide)))
        }
        Kind::Fragment => {
            let (shape, operand) = (numbers.of(&MmaShape::ALL), numbers.of(&[Operand::A, Operand::B, Operand::C]));
            let (access, register) = (Access::fragment(shape, operand), (4 / tile.elem).max(1));
            let spacing = if operand == Operand::C { 2 } else { register };
            access.check(tile.rows, tile.cols, tile.elem).ok()?;
            Some((access, register, grid(tile, (8, 4, spacing), register)))
        }
        Kind::Wmma => wmma(numbers, tile),
        Kind::Lanes | Kind::LanesOfWarps => {
            let warps = if kind == Kind::Lanes { 1 } else { 2 + numbers.below(3) };
            let positions = lines_of_lanes(numbers, vectors, warps);
            let table =
                |lanes: &Lanes| std::array::from_fn(|lane| lanes[lane].map(|(row, col)| (row, col * vec)).unwrap());
            let table = LaneTable::new(positions.iter().map(table).collect()).unwrap();
            of_vectors(Access::lanes(table), positions)
        }
        Kind::Transposed => transposed(numbers, tile),
    }
}

/// Lanes one after the other along the rows or the columns; a warp goes on in the next or not.
fn walk(tile: Tile, by_rows: bool, wraps: bool) -> Vec<Lanes> {
    let (slow, fast) = if by_rows { (tile.rows, tile.cols) } else { (tile.cols, tile.rows) };
    let at = |slow, fast| Some(if by_rows { (slow, fast) } else { (fast, slow) });
    let lines: Vec<Lanes> = (0..slow).map(|slow| (0..fast).map(|fast| at(slow, fast)).collect()).collect();
    match wraps {
        true => lines.concat().chunks(32).map(Lanes::from).collect(),
        false => lines.iter().flat_map(|line| line.chunks(32)).map(Lanes::from).collect(),
    }
}

/// Draws the sides of a block of at most 32 lanes in the tile.
fn sides(numbers: &mut Numbers, tile: Tile) -> Option<(u32, u32)> {
    let height = 1 + numbers.below(tile.rows.min(32));
    let height = if numbers.below(2) == 0 { height.next_power_of_two() } else { height };
    let width = 1 + numbers.below(tile.cols.min(32 / height.min(32)));
    let width = if numbers.below(2) == 0 { width.next_power_of_two() } else { width };
    (height <= tile.rows && width <= tile.cols && height * width <= 32).then_some((height, width))
}

/// `height` x `width` lanes at every aligned position, `spacing` columns apart; those beyond the tile are inactive.
fn aligned(tile: Tile, (height, width): (u32, u32), spacing: u32) -> Vec<Lanes> {
    let mut all = Vec::new();
    for top in (0..tile.rows).step_by(height as usize) {
        for left in (0..tile.cols).step_by((width * spacing) as usize) {
            for first in left..tile.cols.min(left + spacing) {
                let rows = top..top + height;
                let lanes = rows.flat_map(|row| (0..width).map(move |lane| (row, first + lane * spacing)));
                all.push(lanes.map(|at| (at.0 < tile.rows && at.1 < tile.cols).then_some(at)).collect());
            }
        }
    }
    all
}

/// Lanes that access `wide` elements each, `spacing` elements apart in their row.
fn grid(tile: Tile, (height, width, spacing): (u32, u32, u32), wide: u32) -> Vec<Lanes> {
    let of_vectors = aligned(Tile { cols: tile.cols / wide, ..tile }, (height, width), spacing / wide);
    let widened = |lanes: Lanes| lanes.into_iter().map(|at| at.map(|(row, col)| (row, col * wide))).collect();
    of_vectors.into_iter().map(widened).collect()
}

/// `height` x `width` lanes at every position, all in the tile.
fn inside(tile: Tile, height: u32, width: u32) -> Vec<Lanes> {
    let lanes = |top: u32, left: u32| {
        (top..top + height).flat_map(|row| (left..left + width).map(move |col| Some((row, col)))).collect::<Lanes>()
    };
    let lefts = || 0..=tile.cols - width;
    (0..=tile.rows - height).flat_map(|top| lefts().map(move |left| lanes(top, left))).collect()
}

/// Lane `i` at `start + step * i`, for every start of a vector, or for those at which warps touch each element once.
fn strides(cols: u32, step: u32, vec: u32, is_aligned: bool) -> Vec<Lanes> {
    let starts = (0..cols).step_by(vec as usize).filter(|start| !is_aligned || start % (32 * step) < step);
    let lane = |start: u32, lane: u32| Some((0, start + step * lane)).filter(|at| at.1 < cols);
    starts.map(|start| (0..32).map(|i| lane(start, i)).collect()).collect()
}

/// A matrix as the machine loads it: 2-byte factors by rows of 16 bytes, all else as the lanes of `mma.sync` hold it. Bytes, and sums
/// that are computed transposed, are not drawn.
fn wmma(numbers: &mut Numbers, tile: Tile) -> Option<Parts> {
    let (shape, operand) = (numbers.of(&WmmaShape::ALL), numbers.of(&[Operand::A, Operand::B, Operand::C]));
    let access = Access::wmma(shape, operand);
    access.check(tile.rows, tile.cols, tile.elem).ok()?;
    let (lanes, wide) = match (operand, tile.elem) {
        (Operand::C, _) if shape == WmmaShape::M8N32K16 => return None,
        (Operand::C, _) => ((8, 4, 2), 2),
        (_, 1) => return None,
        (_, 2) => ((8, 1, 8), 8),
        _ => ((8, 4, 1), 1),
    };
    Some((access, wide, grid(tile, lanes, wide)))
}

/// Lanes along a line through the tile, each warp further on: a table.
fn lines_of_lanes(numbers: &mut Numbers, tile: Tile, warps: u32) -> Vec<Lanes> {
    let [down, across, down_a_warp, across_a_warp] =
        [tile.rows, tile.cols, tile.rows, tile.cols].map(|end| numbers.below(end));
    let (fold, start) = (numbers.of(&[1, 1, 2, 4]), (numbers.below(tile.rows), numbers.below(tile.cols)));
    let lane = |warp: u32, lane: u32| {
        let row = (start.0 + down * (lane / fold) + down_a_warp * warp) % tile.rows;
        Some((row, (start.1 + across * lane + across_a_warp * warp) % tile.cols))
    };
    (0..warps).map(|warp| (0..32).map(|i| lane(warp, i)).collect()).collect()
}

/// An access of the tile with rows and columns exchanged.
fn transposed(numbers: &mut Numbers, tile: Tile) -> Option<Parts> {
    let other = Tile { rows: tile.cols, cols: tile.rows, ..tile };
    let kind = numbers.of(&[Kind::Row, Kind::Col, Kind::InRow, Kind::InCol, Kind::Block, Kind::Window, Kind::Fragment]);
    let (access, positions) = match kind {
        Kind::Fragment => {
            let (shape, operand) = (numbers.of(&MmaShape::ALL), numbers.of(&[Operand::A, Operand::B, Operand::C]));
            let access = Access::fragment(shape, operand);
            access.check(other.rows, other.cols, other.elem).ok()?;
            // The elements that a lane loads at once are in a column here: a request each.
            let spacing = if operand == Operand::C { 2 } else { (4 / tile.elem).max(1) };
            (access, aligned(other, (8, 4), spacing))
        }
        kind => {
            let (access, wide, positions) = of_kind(kind, numbers, other)?;
            if wide > 1 || tile.rows == 1 {
                return None;
            }
            (access, positions)
        }
    };
    let exchanged = |lanes: Lanes| lanes.into_iter().map(|at| at.map(|(row, col)| (col, row))).collect();
    Some((access.transposed(), 1, positions.into_iter().map(exchanged).collect()))
}
