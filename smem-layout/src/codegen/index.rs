//! The index of a layout that const evaluation computed: one description of the arithmetic, for Rust and for CUDA C++.
//!
//! The numbers are computed once, in const evaluation, and `index` is arithmetic on constants, which the compiler folds to what
//! the attribute writes for a shape of literals.

use smem_banks::Cute;

use crate::{
    layout::{Layout, Swizzle},
    text::TextWriter,
};

/// The arithmetic of the offset of element (row, column), with its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Index {
    /// Elements from a row to the next, or from a line to the next.
    pitch: u32,
    /// Elements of a line of a tile of one row; 0 if there are no lines.
    line: u32,
    is_one_row: bool,
    swizzle: Moves,
}

/// The step that moves elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Moves {
    Nothing,
    /// The column, by bits of the row.
    Column(Copied),
    /// The offset.
    Offset(Cute),
}

/// Bits of the row, at their places, that are XORed onto the column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Copied {
    /// The bits; all if the row has no others.
    mask: u32,
    /// How far up they move; down where it is negative.
    distance: i32,
    /// False if the row has none of the bits.
    is_any: bool,
}

impl Index {
    pub(crate) const fn of(layout: &Layout) -> Index {
        let is_one_row = layout.rows() == 1;
        let swizzle = match layout.swizzle() {
            Swizzle::Cute(cute) if !is_one_row && layout.matrix().is_some() => {
                Moves::Column(Copied::of(cute, layout.rows(), layout.pitch()))
            }
            Swizzle::Cute(cute) => Moves::Offset(cute),
            _ => Moves::Nothing,
        };
        let line = if layout.line() == layout.cols() { 0 } else { layout.line() };
        Index { pitch: layout.pitch(), line, is_one_row, swizzle }
    }

    /// Returns the offset of element (`row`, `col`), in elements.
    #[inline(always)]
    pub const fn index(&self, row: u32, col: u32) -> u32 {
        let start = match self.line {
            0 => row * self.pitch,
            line => col / line * (self.pitch - line),
        };
        match self.swizzle {
            Moves::Nothing => start + col,
            Moves::Column(copied) => start + (col ^ copied.of_row(row)),
            Moves::Offset(cute) => cute.apply(start + col),
        }
    }

    /// Returns true if an element is best written in an array of rows: where the padding or the swizzle is one of rows.
    pub(super) const fn is_by_rows(&self, layout: &Layout) -> bool {
        !self.is_one_row
            && match self.swizzle {
                Moves::Nothing => layout.pad() > 0,
                Moves::Column(_) => true,
                Moves::Offset(_) => false,
            }
    }

    /// Writes the offset as an expression of CUDA C++.
    pub(super) const fn write(&self, text: &mut TextWriter<'_>) {
        if let Moves::Offset(cute) = self.swizzle {
            self.write_offset(text);
            text.push(" ^ (");
            self.write_offset(text);
            text.push(" & ");
            text.unsigned(cute.source());
            text.push(if cute.shift() < 0 { ") << " } else { ") >> " });
            text.number(cute.shift().unsigned_abs() as u64);
        } else if self.is_one_row {
            self.write_line(text);
        } else {
            self.write_start(text);
            text.push(" + ");
            match self.swizzle {
                Moves::Nothing => text.push("col"),
                _ => {
                    text.push("(");
                    self.write_column(text);
                    text.push(")");
                }
            }
        }
    }

    /// Writes the column that an element is stored at, of an array of rows.
    pub(super) const fn write_column(&self, text: &mut TextWriter<'_>) {
        text.push("col");
        if let Moves::Column(copied) = self.swizzle
            && copied.is_any
        {
            text.push(" ^ ");
            copied.write(text);
        }
    }

    /// Writes the offset without a swizzle, as an atom.
    const fn write_offset(&self, text: &mut TextWriter<'_>) {
        if self.is_one_row && self.line == 0 {
            text.push("col");
            return;
        }
        text.push("(");
        if self.is_one_row {
            self.write_line(text);
        } else {
            self.write_start(text);
            text.push(" + col");
        }
        text.push(")");
    }

    const fn write_start(&self, text: &mut TextWriter<'_>) {
        text.push("row");
        if self.pitch != 1 {
            text.push(" * ");
            text.unsigned(self.pitch);
        }
    }

    /// Writes the offset on a tile of one row: the elements before its column, and the padding of the lines before its own.
    const fn write_line(&self, text: &mut TextWriter<'_>) {
        text.push("col");
        if self.line == 0 || self.pitch == self.line {
            return;
        }
        text.push(" + (col ");
        if self.line.is_power_of_two() {
            text.push(">> ");
            text.number(self.line.trailing_zeros() as u64);
        } else {
            text.push("/ ");
            text.unsigned(self.line);
        }
        text.push(")");
        if self.pitch - self.line > 1 {
            text.push(" * ");
            text.unsigned(self.pitch - self.line);
        }
    }
}

impl Copied {
    /// Returns the bits of the row that the swizzle reads, on a tile of `rows` rows and a power of two as its `pitch`.
    const fn of(cute: Cute, rows: u32, pitch: u32) -> Copied {
        let first = (cute.base() as i32 + cute.shift()) as u32 - pitch.trailing_zeros();
        let distance = cute.base() as i32 - first as i32;
        let row_bits = rows.next_power_of_two().trailing_zeros();
        let of_row = (1u32 << row_bits) - 1;
        let mask = (((1 << cute.bits()) - 1) << first) & of_row;
        // Those below fall out when it moves down.
        let others = of_row & !mask & !((1 << if distance < 0 { distance.unsigned_abs() } else { 0 }) - 1);
        Copied { mask: if others == 0 { u32::MAX } else { mask }, distance, is_any: mask != 0 }
    }

    #[inline(always)]
    const fn of_row(&self, row: u32) -> u32 {
        match self.is_any {
            false => 0,
            true if self.distance < 0 => (row & self.mask) >> self.distance.unsigned_abs(),
            true => (row & self.mask) << self.distance,
        }
    }

    const fn write(&self, text: &mut TextWriter<'_>) {
        let Copied { mask, distance, .. } = *self;
        let masked = mask != u32::MAX;
        match (distance, masked) {
            (0, false) => text.push("row"),
            (0, true) => {
                text.push("(row & ");
                text.unsigned(mask);
                text.push(")");
            }
            (1.., false) => {
                text.push("(row << ");
                text.number(distance as u64);
                text.push(")");
            }
            // The mask first: bits that an unrolled loop counts in fall away before they are moved.
            (1.., true) => {
                text.push("((row & ");
                text.unsigned(mask);
                text.push(") << ");
                text.number(distance as u64);
                text.push(")");
            }
            (_, false) => {
                text.push("(row >> ");
                text.number(distance.unsigned_abs() as u64);
                text.push(")");
            }
            (_, true) => {
                text.push("((row >> ");
                text.number(distance.unsigned_abs() as u64);
                text.push(") & ");
                text.unsigned(mask >> distance.unsigned_abs());
                text.push(")");
            }
        }
    }
}
