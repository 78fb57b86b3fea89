//! Where elements are: lines and pitches, CuTe's swizzles, and an answer of the crate read by its index alone.

use std::{collections::HashSet, fmt};

use smem_layout::Layout;

use super::{banks::Banks, tile::Tile};

/// The offset of each element of a tile, in elements.
pub(crate) type Offsets = Vec<u32>;

/// How the elements of a tile are cut into lines: its rows, or as many elements of a single row as fill the banks once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lines {
    /// Elements of a line.
    pub(crate) line: u32,
    pub(crate) count: u32,
}

impl Lines {
    pub(crate) fn of(tile: Tile, banks: Banks) -> Lines {
        let fill = banks.span() / tile.elem;
        match tile.rows {
            1 if tile.cols > fill => Lines { line: fill, count: tile.cols.div_ceil(fill) },
            _ => Lines { line: tile.cols, count: tile.rows },
        }
    }

    /// Line, and column in it, of an element.
    pub(crate) fn split(self, id: u32) -> (u32, u32) {
        (id / self.line, id % self.line)
    }

    /// The pitches at which lines meet the banks in every way that they can, in elements: beyond twice the widest span, and
    /// the bytes that rows of less than a word share, they repeat.
    pub(crate) fn pitches(self, tile: Tile) -> std::ops::RangeInclusive<u32> {
        let last = if self.count == 1 { 0 } else { 520u32.div_ceil(tile.elem) };
        self.line..=self.line + last
    }

    /// The last pitch that a swizzle may raise a line to.
    pub(crate) fn last_raised(self) -> u32 {
        self.line.next_power_of_two()
    }

    /// Elements of storage at `pitch`, without a swizzle: the last line is not padded.
    pub(crate) fn storage(self, tile: Tile, pitch: u32) -> u32 {
        tile.elements() + (self.count - 1) * (pitch - self.line)
    }

    /// Without a swizzle.
    pub(crate) fn at_pitch(self, tile: Tile, pitch: u32) -> Offsets {
        (0..tile.elements()).map(|id| self.split(id)).map(|(line, col)| line * pitch + col).collect()
    }
}

/// CuTe's `Swizzle<B, M, S>`, by its definition: B bits at M are changed by those S above them; below, where negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CuteBits {
    pub(crate) bits: u32,
    pub(crate) base: u32,
    pub(crate) shift: i32,
}

impl CuteBits {
    fn apply(self, offset: u32) -> u32 {
        let field = ((1 << self.bits) - 1) << self.base;
        match self.shift {
            0.. => offset ^ (offset >> self.shift & field),
            _ => offset ^ (offset & field) << -self.shift,
        }
    }
}

/// A swizzle of CuTe's and what it does to a tile.
pub(crate) struct CuteTable {
    pub(crate) cute: CuteBits,
    pub(crate) offsets: Offsets,
}

/// An invertible matrix on the bits of the offset, by its definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mapped {
    /// For each bit of the place, the bits of the offset whose XOR it is.
    pub(crate) rows: Vec<u32>,
}

impl Mapped {
    /// A random one of the lowest `bits` that leaves those below `base` alone.
    pub(crate) fn random(bits: u32, base: u32, seed: u64) -> Mapped {
        let mut rows: Vec<u32> = (0..bits).map(|bit| 1 << bit).collect();
        let mut state = seed;
        // Rows that are added to others and exchanged reach every invertible matrix.
        for _ in 0..if bits < base + 2 { 0 } else { 4 + seed % 40 } {
            state = (state ^ state >> 31 ^ 0x5851_f42d).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let from = (base + (state >> 20) as u32 % (bits - base)) as usize;
            let to = (base + (state >> 45) as u32 % (bits - base)) as usize;
            match state >> 62 {
                0 => rows.swap(from, to),
                _ if from != to => rows[to] ^= rows[from],
                _ => {}
            }
        }
        Mapped { rows }
    }

    pub(crate) fn at(&self, offset: u32) -> u32 {
        let bits = (0u32..).zip(&self.rows).map(|(to, row)| ((row & offset).count_ones() % 2) << to);
        bits.sum::<u32>() | offset >> self.rows.len() << self.rows.len()
    }

    pub(crate) fn offsets(&self, tile: Tile) -> Offsets {
        (0..tile.elements()).map(|id| self.at(id)).collect()
    }
}

/// Every swizzle of CuTe's that moves an element of the tile at `pitch`, and none out of its storage.
///
/// Those whose bits reach beyond the storage do the same as one of fewer bits, or leave it.
pub(crate) fn cutes(tile: Tile, pitch: u32) -> Vec<CuteTable> {
    let storage = tile.rows * pitch;
    let width = u32::BITS - (storage - 1).leading_zeros();
    let plain: Offsets = (0..tile.elements()).map(|id| tile.place(id)).map(|(row, col)| row * pitch + col).collect();
    let mut all = Vec::new();
    for bits in 1..=width / 2 {
        for distance in bits..=width - bits {
            for base in 0..=width - bits - distance {
                for shift in [distance as i32, -(distance as i32)] {
                    let cute = CuteBits { bits, base, shift };
                    let offsets: Offsets = plain.iter().map(|offset| cute.apply(*offset)).collect();
                    if offsets != plain && offsets.iter().all(|offset| *offset < storage) {
                        all.push(CuteTable { cute, offsets });
                    }
                }
            }
        }
    }
    all
}

/// True when vectors of `granule` elements stay together, in order and aligned.
pub(crate) fn keeps_whole(tile: Tile, offsets: &[u32], granule: u32) -> bool {
    let whole = |(id, offset): (u32, &u32)| match tile.place(id).1 % granule {
        0 => offset.is_multiple_of(granule),
        within => *offset == offsets[(id - within) as usize] + within,
    };
    granule == 1 || (0..).zip(offsets).all(whole)
}

/// Reads a layout by its index alone.
///
/// # Errors
///
/// Where two elements are in one place, or one is outside the storage.
pub(crate) fn read(layout: &Layout, tile: Tile) -> Result<Offsets, String> {
    let mut seen = HashSet::new();
    let mut offsets = Vec::new();
    for id in 0..tile.elements() {
        let (row, col) = tile.place(id);
        let offset = layout.index(row, col);
        if offset as usize >= layout.len() {
            return Err(format!("{layout} has row {row}, column {col} at {offset}, outside its storage"));
        }
        if !seen.insert(offset) {
            return Err(format!("{layout} has two elements at {offset}"));
        }
        offsets.push(offset);
    }
    Ok(offsets)
}

impl fmt::Display for CuteBits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Swizzle<{}, {}, {}>", self.bits, self.base, self.shift)
    }
}
