//! The matrices over F2 that a tile has room for at one pitch: which of them are free of conflict, and what each costs.
//!
//! An XOR that moves two lines by the same amount exchanges banks and nothing else, so two lanes meet or not by the
//! *difference* of what their lines are moved by, which for a linear map depends on the XOR of the lines alone. Each pair of
//! lanes so forbids at most one value of the map at one argument, and a matrix is free of conflict exactly when it takes no
//! forbidden value. A test compares this with costing every phase.

use super::{
    banks::{Banks, Demand},
    layouts::{Lines, Offsets},
    tile::Tile,
};

/// Matrices from `line_bits` bits of the line to `bits` bits of the column, the lowest of them bit `base`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Class {
    pub(crate) line_bits: u32,
    pub(crate) bits: u32,
    pub(crate) base: u32,
}

/// The image of each bit of the line, in elements.
pub(crate) type Columns = Vec<u32>;

/// For each XOR of two lines, the values that the map must not have there, in granules.
pub(crate) type Forbidden = Vec<u32>;

/// The answer of a search that may end early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum MatrixOutcome {
    Found(Columns),
    None,
    TooLong,
}

/// Columns tried before a search ends without a result.
const PATIENCE: u64 = 1 << 20;

impl Class {
    /// Every matrix that keeps vectors of `granule` elements whole, moves each line within its place, and moves whole words
    /// between banks: it acts below the largest power of two that divides the pitch.
    pub(crate) fn of(tile: Tile, banks: Banks, lines: Lines, pitch: u32, granule: u32) -> Class {
        let base = granule.max(banks.word() / tile.elem).ilog2();
        let top = pitch.trailing_zeros().min((banks.span() / tile.elem).ilog2());
        Class { line_bits: lines.count.next_power_of_two().ilog2(), bits: top.saturating_sub(base), base }
    }

    /// The logarithm of their number.
    pub(crate) fn log_size(self) -> u32 {
        self.line_bits * self.bits
    }

    /// Elements that the matrices permute among each other.
    pub(crate) fn block(self) -> u32 {
        1 << (self.base + self.bits)
    }

    /// The matrix of this number.
    pub(crate) fn columns(self, number: u64) -> Columns {
        let column = |bit| (number >> (bit * self.bits)) as u32 & ((1 << self.bits) - 1);
        (0..self.line_bits).map(|bit| column(bit) << self.base).collect()
    }

    /// The matrix that reverses as many bits as there are on both sides.
    fn reversal(self) -> Columns {
        let count = self.line_bits.min(self.bits);
        let column = |bit| if bit < count { 1u32 << (self.base + count - 1 - bit) } else { 0 };
        (0..self.line_bits).map(column).collect()
    }

    /// Index operations: one for the main diagonal, two for any other; four for the reversal of all bits.
    pub(crate) fn operations(self, columns: &[u32]) -> u32 {
        let mut diagonals = 0u64;
        for (from, column) in columns.iter().enumerate() {
            diagonals |= u64::from(*column) << (32 - from);
        }
        let sum = 2 * diagonals.count_ones() - (diagonals >> 32 & 1) as u32;
        if columns == self.reversal() { sum.min(4) } else { sum }
    }

    /// Returns the moves that the accesses of `demand` forbid at `pitch`; `None` where two lanes of one line always meet.
    pub(crate) fn forbidden(self, demand: &Demand, lines: Lines, pitch: u32) -> Option<Forbidden> {
        let mut forbidden = vec![0u32; 1 << self.line_bits];
        let low = self.block() - (1 << self.base);
        for phase in &demand.phases {
            let places = phase.iter().map(|id| lines.split(*id)).map(|(line, col)| (line, line * pitch + col));
            let places: Vec<(u32, u32)> = places.collect();
            for (number, &(line, offset)) in places.iter().enumerate() {
                for &(other_line, other) in &places[number + 1..] {
                    // Any other difference leaves them in granules of their own, and those in banks of their own.
                    let difference = (offset ^ other) & low;
                    if meet(demand, offset, other ^ difference) {
                        match line ^ other_line {
                            0 if difference == 0 => return None,
                            0 => {}
                            lines => forbidden[lines as usize] |= 1 << (difference >> self.base),
                        }
                    }
                }
            }
        }
        Some(forbidden)
    }

    /// A matrix that takes no forbidden value, if there is one.
    pub(crate) fn search(self, forbidden: &[u32]) -> MatrixOutcome {
        let mut search = ListedMatrixSearch { class: self, forbidden, tried: 0 };
        match search.extend(&mut vec![0]) {
            MatrixOutcome::Found(columns) => {
                MatrixOutcome::Found(columns.iter().map(|column| column << self.base).collect())
            }
            outcome => outcome,
        }
    }

    /// True when the matrix takes no forbidden value.
    pub(crate) fn is_free(self, forbidden: &[u32], columns: &[u32]) -> bool {
        moves(columns).iter().zip(forbidden).skip(1).all(|(image, values)| values >> (image >> self.base) & 1 == 0)
    }

    /// The numbers of all matrices, the cheapest first, with their operations.
    pub(crate) fn cheapest_first(self) -> Vec<(u32, u64)> {
        let mut all: Vec<_> =
            (0..1u64 << self.log_size()).map(|number| (self.operations(&self.columns(number)), number)).collect();
        all.sort_unstable();
        all
    }
}

/// True when two lanes at these offsets ask one bank for different units.
fn meet(demand: &Demand, one: u32, other: u32) -> bool {
    let offsets: [u32; 2] = [one, other];
    !demand.accepts(&[0, 1], &offsets)
}

struct ListedMatrixSearch<'a> {
    class: Class,
    forbidden: &'a [u32],
    tried: u64,
}

impl ListedMatrixSearch<'_> {
    /// Completes a matrix, of which `images` are the images of all sums of the columns chosen so far.
    fn extend(&mut self, images: &mut Vec<u32>) -> MatrixOutcome {
        let half = images.len();
        if half == 1 << self.class.line_bits {
            return MatrixOutcome::Found((0..self.class.line_bits).map(|bit| images[1 << bit]).collect());
        }
        let taken = images.iter().zip(&self.forbidden[half..2 * half]);
        let taken = taken.fold(0, |taken, (image, values)| taken | permuted(*values, *image));
        for value in (0..1u32 << self.class.bits).filter(|value| taken >> value & 1 == 0) {
            self.tried += 1;
            if self.tried > PATIENCE {
                return MatrixOutcome::TooLong;
            }
            images.extend_from_within(..);
            images[half..].iter_mut().for_each(|image| *image ^= value);
            let outcome = self.extend(images);
            if outcome != MatrixOutcome::None {
                return outcome;
            }
            images.truncate(half);
        }
        MatrixOutcome::None
    }
}

/// The set of all `value ^ by` for the values in the set `values`.
fn permuted(values: u32, by: u32) -> u32 {
    const LOW: [u32; 5] = [0x5555_5555, 0x3333_3333, 0x0f0f_0f0f, 0x00ff_00ff, 0x0000_ffff];
    (0..5).filter(|bit| by >> bit & 1 == 1).fold(values, |set, bit| {
        let (low, distance) = (LOW[bit as usize], 1 << bit);
        (set & low) << distance | set >> distance & low
    })
}

/// Returns the XOR of each line's columns, in elements.
pub(crate) fn moves(columns: &[u32]) -> Vec<u32> {
    let mut moves = vec![0];
    for column in columns {
        moves.extend_from_within(..);
        let half = moves.len() / 2;
        moves[half..].iter_mut().for_each(|image| *image ^= column);
    }
    moves
}

/// The offsets of a tile whose lines are swizzled by a matrix.
pub(crate) fn offsets(tile: Tile, lines: Lines, pitch: u32, columns: &[u32]) -> Offsets {
    let moves = moves(columns);
    let place = |id| lines.split(id);
    (0..tile.elements()).map(place).map(|(line, col)| line * pitch + (col ^ moves[line as usize])).collect()
}
