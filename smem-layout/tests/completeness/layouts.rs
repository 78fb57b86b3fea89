//! The classes of layouts: at which pitches the search looks, which XORs it may use there, and how a layout of the crate is
//! read as one of them.

use std::fmt;

use smem_layout::Layout;

use super::{
    accesses::Tile,
    matrices::{ceil_log2, moves},
};

/// Pitches are tried up to twice the span of the banks above the line: beyond one, lines meet the banks in no new way.
pub(crate) fn pitches(tile: Tile, granule: u32) -> impl Iterator<Item = u32> {
    let line = tile.line();
    (line..=line + 256 / tile.elem).filter(move |pitch| pitch.is_multiple_of(granule))
}

/// XOR comes without padding, or with so much as leads a line to the next power of two.
pub(crate) fn may_swizzle(tile: Tile, pitch: u32) -> bool {
    pitch <= tile.line().next_power_of_two()
}

/// A layout, reduced to what decides where elements fall.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Placing {
    pub(crate) pitch: u32,
    /// The image of each bit of the line under the XOR matrix, in elements; all zero without one.
    pub(crate) columns: Vec<u32>,
}

impl Placing {
    /// Reads the layout by its index alone, and checks that index everywhere.
    pub(crate) fn of(layout: &Layout, tile: Tile) -> Result<Placing, String> {
        let line = tile.line();
        let plain_row = tile.rows == 1 && layout.line() == tile.cols;
        let pitch = if plain_row { line } else { layout.pitch() };
        let place = |number: u32, col: u32| {
            if tile.rows == 1 { layout.index(0, number * line + col) } else { layout.index(number, col) }
        };
        let columns = (0..ceil_log2(tile.lines())).map(|bit| place(1 << bit, 0).wrapping_sub(pitch << bit));
        let placing = Placing { pitch, columns: columns.collect() };
        let moves = moves(&placing.columns);
        let block = 1 << pitch.trailing_zeros();
        if let Some(column) = placing.columns.iter().find(|column| **column >= block) {
            return Err(format!("{layout} moves elements by {column}, beyond their line"));
        }
        for number in 0..tile.lines() {
            for col in 0..line.min(tile.rows * tile.cols - number * line) {
                if place(number, col) != number * pitch + (col ^ moves[number as usize]) {
                    return Err(format!("{layout} is no XOR of line {number} at column {col}"));
                }
            }
        }
        Ok(placing)
    }

    pub(crate) fn is_swizzled(&self) -> bool {
        self.columns.iter().any(|column| *column != 0)
    }
}

impl fmt::Display for Placing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pitch {}", self.pitch)?;
        if self.is_swizzled() { write!(f, ", col ^ {:?} line", self.columns) } else { Ok(()) }
    }
}
