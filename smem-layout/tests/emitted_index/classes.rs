//! Every layout of every class that can be listed, by its arithmetic: the fewest bytes of those that are free.
//!
//! Of matrices on the column all are tried where they are few, and else those that copy bits of the row by one shift and mask. Matrices on
//! the offset beyond CuTe's are not tried here: `tests/completeness` has them.

use std::ops::Range;

use super::{banks::Phases, tile::Tile};

/// Matrices on the column that are all tried: 2 to the power of this.
const LISTED_BITS: u32 = 12;

/// A search for fewer elements than a limit.
pub(crate) struct Search<'a> {
    pub(crate) tile: Tile,
    pub(crate) phases: &'a mut [Phases],
    /// Elements of the widest vector, which stay neighbours, and aligned.
    pub(crate) granule: u32,
    /// Elements that the storage is rounded up to.
    pub(crate) unit: u32,
    /// The fewest elements as stored so far, and the layout.
    pub(crate) fewest: Option<(u32, String)>,
}

impl Search<'_> {
    fn stored(&self, elements: u32) -> u32 {
        elements.next_multiple_of(self.unit)
    }

    /// Tries the layout that puts elements where `index` says, in `elements` of storage.
    fn attempt(&mut self, elements: u32, index: impl Fn(u32, u32) -> u32, name: impl Fn() -> String) -> bool {
        let stored = self.stored(elements);
        if self.fewest.as_ref().is_some_and(|fewest| fewest.0 <= stored) {
            return false;
        }
        let is_free = self.phases.iter_mut().all(|phases| phases.accept(&index));
        if is_free && self.is_sound(elements, &index) {
            self.fewest = Some((stored, name()));
            return true;
        }
        false
    }

    /// Returns true if vectors stay whole and elements inside.
    fn is_sound(&self, elements: u32, index: &impl Fn(u32, u32) -> u32) -> bool {
        let vectors = (0..self.tile.rows).flat_map(|row| (0..self.tile.cols).map(move |col| (row, col)));
        vectors.into_iter().all(|(row, col)| {
            let (at, lane) = (index(row, col), col % self.granule);
            at < elements && at % self.granule == lane && at - lane == index(row, col - lane)
        })
    }

    /// Tries the paddings at the end of rows whose pitch is a multiple of `pitches`: those further apart meet the banks as these do.
    pub(crate) fn padding(&mut self, pitches: u32) {
        let Tile { rows, cols, elem } = self.tile;
        let pads = if rows == 1 { 0..=0 } else { 0..=256 / elem };
        for pitch in pads.map(|pad| cols + pad).filter(|pitch| pitch.is_multiple_of(pitches) || rows == 1) {
            let elements = (rows - 1) * pitch + cols;
            if self.attempt(elements, |row, col| row * pitch + col, || format!("pitch {pitch}")) {
                break;
            }
        }
    }

    /// Tries every padding after every number of elements.
    pub(crate) fn padding_inside(&mut self) {
        let (elements, cols, granule) = (self.tile.elements(), self.tile.cols, self.granule);
        for every in (1..elements).rev().filter(|every| every.is_multiple_of(granule)) {
            for pad in (granule..=128 / self.tile.elem).step_by(granule as usize) {
                let at = |row: u32, col: u32| row * cols + col + (row * cols + col) / every * pad;
                let storage = elements + (elements - 1) / every * pad;
                if self.fewest.as_ref().is_some_and(|fewest| fewest.0 <= self.stored(storage)) {
                    break;
                }
                if self.attempt(storage, at, || format!("pad = ({pad}, every = {every})")) {
                    break;
                }
            }
        }
    }

    /// Tries every rotation, CuTe's swizzles and matrices on the column, at every pitch up to the next power of two.
    pub(crate) fn swizzles(&mut self) {
        let (Tile { rows, cols, .. }, granule) = (self.tile, self.granule);
        let pitches = if rows == 1 { cols..=cols } else { cols..=cols.next_power_of_two() };
        for pitch in pitches.filter(|pitch| rows == 1 || pitch.is_multiple_of(granule)) {
            let storage = rows * pitch;
            if self.fewest.as_ref().is_some_and(|fewest| fewest.0 <= self.stored(storage)) {
                break;
            }
            if rows > 1 {
                self.columns(pitch, storage);
            }
            self.cutes(pitch, storage);
        }
        if rows > 1 && cols.is_multiple_of(self.granule) {
            self.rotations();
        }
    }

    fn rotations(&mut self) {
        let Tile { rows, cols, .. } = self.tile;
        for every in 1..rows {
            for step in (self.granule..cols).step_by(self.granule as usize) {
                let at = |row: u32, col: u32| row * cols + (col + step * (row / every)) % cols;
                self.attempt(rows * cols, at, || format!("rotate = ({step}, every = {every})"));
            }
        }
    }

    fn cutes(&mut self, pitch: u32, storage: u32) {
        let bits = storage.next_power_of_two().trailing_zeros();
        for (count, base) in (1..=bits / 2).flat_map(|count| (0..bits).map(move |base| (count, base))) {
            for shift in count..bits.saturating_sub(base + count) + 1 {
                let field = ((1 << count) - 1) << base;
                let start = |row: u32, col: u32| row * pitch + col;
                let down = |row, col| start(row, col) ^ (start(row, col) >> shift & field);
                self.attempt(storage, down, || format!("Swizzle<{count}, {base}, {shift}> at pitch {pitch}"));
                let up = |row, col| start(row, col) ^ (start(row, col) & field) << shift;
                self.attempt(storage, up, || format!("Swizzle<{count}, {}, -{shift}> at pitch {pitch}", base + shift));
            }
        }
    }

    /// XORs bits of the row onto those of the column that permute the columns of the pitch.
    fn columns(&mut self, pitch: u32, storage: u32) {
        let (base, top) = (self.granule.trailing_zeros(), pitch.trailing_zeros());
        let row_bits = self.tile.rows.next_power_of_two().trailing_zeros();
        let bits = top.saturating_sub(base);
        if bits * row_bits <= LISTED_BITS {
            let matrices: Range<u32> = 1..1 << (bits * row_bits);
            for matrix in matrices {
                let image = |bit: u32| (matrix >> (bit * bits) & ((1 << bits) - 1)) << base;
                let images: Vec<u32> = (0..row_bits).map(image).collect();
                let moved = |row: u32| {
                    (0..row_bits).fold(0, |all, bit| all ^ if row >> bit & 1 == 1 { images[bit as usize] } else { 0 })
                };
                let at = |row: u32, col: u32| row * pitch + (col ^ moved(row));
                self.attempt(storage, at, || format!("col ^ {images:?} of row at pitch {pitch}"));
            }
            return;
        }
        let low = (1u32 << top) - (1 << base);
        for mask in 1..1u32 << row_bits {
            for shift in -(row_bits as i32)..top as i32 {
                let moved = move |row: u32| match shift {
                    0.. => (row & mask) << shift,
                    _ => (row & mask) >> -shift,
                };
                let at = |row: u32, col: u32| row * pitch + (col ^ (moved(row) & low));
                self.attempt(storage, at, || format!("col ^ (row & {mask}) << {shift} at pitch {pitch}"));
            }
        }
    }
}
