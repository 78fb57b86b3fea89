//! Tiles and numbers that look random.

use std::fmt;

/// Rows, columns and the bytes of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tile {
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    pub(crate) elem: u32,
}

impl Tile {
    pub(crate) fn elements(self) -> u32 {
        self.rows * self.cols
    }

    /// Draws a ragged tile, one of powers of two, or a line.
    pub(crate) fn draw(numbers: &mut Numbers) -> Tile {
        let elem = 1 << numbers.below(5);
        match numbers.below(8) {
            0 | 1 => Tile { rows: 1, cols: 2 + numbers.below(260), elem },
            2 | 3 => Tile { rows: 8 << numbers.below(3), cols: 8 << numbers.below(4), elem },
            4 => Tile { rows: 8 * (1 + numbers.below(4)), cols: 4 * (1 + numbers.below(10)), elem },
            _ => Tile { rows: 2 + numbers.below(34), cols: 2 + numbers.below(34), elem },
        }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {} of {} bytes", self.rows, self.cols, self.elem)
    }
}

/// Numbers that look random.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(end)) as u32
    }

    pub(crate) fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u32) as usize]
    }
}
