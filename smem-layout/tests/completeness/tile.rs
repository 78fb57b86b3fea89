//! Tiles: what they are made of, and which ones are compared.

use std::fmt;

/// A tile: rows and columns in elements, bytes of an element. Rows are those of all planes, if there are planes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Tile {
    pub(crate) planes: Option<u32>,
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    pub(crate) elem: u32,
}

impl Tile {
    pub(crate) fn elements(self) -> u32 {
        self.rows * self.cols
    }

    /// The number of an element, counted along rows.
    pub(crate) fn id(self, row: u32, col: u32) -> u32 {
        row * self.cols + col
    }

    /// The tile with rows and columns exchanged; of planes, those of all rows.
    pub(crate) fn transposed(self) -> Tile {
        Tile { planes: None, rows: self.cols, cols: self.rows, ..self }
    }

    /// The tile of a plane alone.
    pub(crate) fn plane(self) -> Tile {
        Tile { planes: None, rows: self.rows / self.planes.unwrap_or(1), ..self }
    }

    pub(crate) fn place(self, id: u32) -> (u32, u32) {
        (id / self.cols, id % self.cols)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(planes) = self.planes {
            return write!(f, "{planes} x {}", self.plane());
        }
        match self.rows {
            1 => write!(f, "{} of {} bytes", self.cols, self.elem),
            _ => write!(f, "{} x {} of {} bytes", self.rows, self.cols, self.elem),
        }
    }
}

/// Lengths of one-dimensional tiles, beside those among the shapes: whole lines and parts of them.
const LENGTHS: [u32; 14] = [33, 48, 64, 66, 96, 100, 128, 160, 200, 256, 320, 384, 512, 1024];

/// Every shape up to `most` x `most`, the powers of two up to `power`, and tiles of one row up to eight times as long.
pub(crate) fn shapes(most: u32, power: u32) -> Vec<(u32, u32)> {
    let mut shapes: Vec<(u32, u32)> = (1..=most).flat_map(|rows| (1..=most).map(move |cols| (rows, cols))).collect();
    let powers = || (0..=power.ilog2()).map(|log| 1 << log);
    shapes.extend(powers().flat_map(|rows| powers().map(move |cols| (rows, cols))));
    shapes.extend(LENGTHS.into_iter().filter(|cols| *cols <= 8 * power).map(|cols| (1, cols)));
    // Small ones first, so that what is found is the smallest.
    shapes.sort_by_key(|&(rows, cols)| (rows * cols, rows));
    shapes.dedup();
    shapes
}

/// A number that is the same in every run, and looks like any other.
pub(crate) fn spread(numbers: &[u32]) -> u64 {
    let mixed = numbers.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, number| {
        let hash = (hash ^ u64::from(*number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^ hash >> 29
    });
    mixed >> 16
}
