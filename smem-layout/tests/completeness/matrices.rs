//! The matrices over F2 that a tile has room for at one pitch, and what each costs to index with.

use super::accesses::Tile;

/// Matrices from `line_bits` bits of the line to `bits` bits of the column, the lowest of them bit `base`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Class {
    pub(crate) line_bits: u32,
    pub(crate) bits: u32,
    pub(crate) base: u32,
}

/// The image of each bit of the line, in elements.
pub(crate) type Columns = Vec<u32>;

impl Class {
    /// Every matrix that keeps vectors of `granule` elements whole and each line in its place: it acts below the largest
    /// power of two that divides the pitch.
    pub(crate) fn unrestricted(tile: Tile, pitch: u32, granule: u32) -> Class {
        let base = granule.ilog2();
        Class { line_bits: ceil_log2(tile.lines()), bits: pitch.trailing_zeros().saturating_sub(base), base }
    }

    /// Those of them that move whole words between banks: the others move bytes within a word, or whole rows of banks.
    pub(crate) fn of_banks(tile: Tile, pitch: u32, granule: u32) -> Class {
        let base = granule.max(4 / tile.elem).ilog2();
        let top = pitch.trailing_zeros().min((128 / tile.elem).ilog2());
        Class { line_bits: ceil_log2(tile.lines()), bits: top.saturating_sub(base), base }
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
    pub(crate) fn reversal(self) -> Columns {
        let count = self.line_bits.min(self.bits);
        let column = |bit| if bit < count { 1u32 << (self.base + count - 1 - bit) } else { 0 };
        (0..self.line_bits).map(column).collect()
    }

    /// Index operations: one for the main diagonal, two for any other; four for the reversal of all bits.
    pub(crate) fn operations(self, columns: &[u32]) -> u32 {
        let mut diagonals: Vec<i32> = Vec::new();
        for (from, column) in (0i32..).zip(columns) {
            diagonals.extend((0i32..32).filter(|to| column >> to & 1 == 1).map(|to| to - from));
        }
        diagonals.sort_unstable();
        diagonals.dedup();
        let sum = diagonals.iter().map(|diagonal| if *diagonal == 0 { 1 } else { 2 }).sum();
        if columns == self.reversal() { 4.min(sum) } else { sum }
    }

    /// The numbers of all matrices, the cheapest first, with their operations.
    pub(crate) fn cheapest_first(self) -> Vec<(u32, u64)> {
        let mut all: Vec<_> =
            (0..1u64 << self.log_size()).map(|number| (self.operations(&self.columns(number)), number)).collect();
        all.sort_unstable();
        all
    }
}

/// What is XORed onto the columns of each line, in elements.
pub(crate) fn moves(columns: &[u32]) -> Vec<u32> {
    let mut moves = vec![0];
    for column in columns {
        moves.extend_from_within(..);
        let half = moves.len() / 2;
        moves[half..].iter_mut().for_each(|image| *image ^= column);
    }
    moves
}

pub(crate) fn ceil_log2(count: u32) -> u32 {
    count.next_power_of_two().ilog2()
}
