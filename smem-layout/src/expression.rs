//! The index as source text: one description of the arithmetic, spelled for Rust and for CUDA C++.

use alloc::{
    format,
    string::{String, ToString},
};

use crate::{
    layout::Layout,
    swizzle::{Matrix, Swizzle},
};

/// The language that an index expression is spelled in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// `u32` arithmetic of core.
    Rust,
    /// `unsigned` arithmetic of device code.
    Cuda,
}

impl Layout {
    /// The offset of element (`row`, `col`), in elements, as an expression over the `u32` variables `row` and `col`.
    ///
    /// ```
    /// use smem_layout::{Cute, Dialect, Layout, Swizzle};
    ///
    /// let padded = Layout::padded(32, 32, 1);
    /// assert_eq!(padded.index_expression(Dialect::Rust), "row * 33 + col");
    ///
    /// let swizzled = Layout::swizzled(32, 32, Swizzle::Cute(Cute::new(5, 0, 5).unwrap()));
    /// assert_eq!(swizzled.index_expression(Dialect::Cuda), "row * 32u + (col ^ row)");
    /// ```
    pub fn index_expression(&self, dialect: Dialect) -> String {
        let text = Text { dialect };
        if self.line != self.cols {
            let line = text.divide("col", self.line);
            if let (Swizzle::Matrix(matrix), true) = (self.swizzle, self.pitch == self.line) {
                // Lines without padding: the offset is the column, and the swizzle changes bits within a line only.
                return format!("col{}", self.terms(text, &matrix, &line));
            }
            let col = text.remainder("col", self.line);
            return self.place(text, &line, &col);
        }
        if self.rows == 1 && self.swizzle == Swizzle::None {
            return "col".to_string();
        }
        self.place(text, "row", "col")
    }

    /// `row * pitch + col` with the swizzle, `row` and `col` being atoms or parenthesised.
    fn place(&self, text: Text, row: &str, col: &str) -> String {
        let start = if self.pitch == 1 { row.to_string() } else { format!("{row} * {}", text.number(self.pitch)) };
        match self.swizzle {
            Swizzle::None => format!("{start} + {col}"),
            Swizzle::Matrix(matrix) => {
                format!("{start} + ({col}{})", self.terms(text, &matrix, row))
            }
            // Where the source bits are whole bits of the row, only the column changes.
            Swizzle::Cute(cute) => match self.matrix() {
                Some(matrix) => format!("{start} + ({col}{})", self.terms(text, &matrix, row)),
                None => {
                    let offset = format!("({start} + {col})");
                    let source = format!("({offset} & {})", text.number(cute.source()));
                    match cute.shift() {
                        0.. => format!("{offset} ^ {source} >> {}", cute.shift()),
                        _ => format!("{offset} ^ {source} << {}", -cute.shift()),
                    }
                }
            },
        }
    }

    /// What is XORed onto the column: ` ^ (row & 31)`, a term a diagonal of the matrix.
    fn terms(&self, text: Text, matrix: &Matrix, row: &str) -> String {
        let row_bits = self.line_count().next_power_of_two().trailing_zeros();
        if let Some(bits) = matrix.reversed_bits() {
            return format!(" ^ {}", text.reversed(row, bits, row_bits, matrix.base()));
        }
        let mut terms = String::new();
        for (distance, mask) in matrix.diagonals() {
            if mask != 0 {
                terms.push_str(" ^ ");
                terms.push_str(&text.diagonal(row, distance, mask, row_bits));
            }
        }
        terms
    }
}

#[derive(Clone, Copy)]
struct Text {
    dialect: Dialect,
}

impl Text {
    /// A literal; CUDA's is marked unsigned, so that no operand is converted.
    fn number(self, value: u32) -> String {
        match self.dialect {
            Dialect::Rust => value.to_string(),
            Dialect::Cuda => format!("{value}u"),
        }
    }

    fn divide(self, value: &str, by: u32) -> String {
        if by.is_power_of_two() {
            format!("({value} >> {})", by.trailing_zeros())
        } else {
            format!("({value} / {})", self.number(by))
        }
    }

    fn remainder(self, value: &str, by: u32) -> String {
        if by.is_power_of_two() {
            format!("({value} & {})", self.number(by - 1))
        } else {
            format!("({value} % {})", self.number(by))
        }
    }

    /// `(row << distance) & mask`, without what the `row_bits` bits of the row make needless.
    fn diagonal(self, row: &str, distance: i32, mask: u32, row_bits: u32) -> String {
        let rows = ((1u64 << row_bits) - 1) as u32;
        let (shifted, range) = match distance {
            0 => (row.to_string(), rows),
            1.. => (format!("({row} << {distance})"), rows << distance),
            _ => (format!("({row} >> {})", -distance), rows >> -distance),
        };
        if range & !mask == 0 { shifted } else { format!("({shifted} & {})", self.number(mask)) }
    }

    /// The lowest `bits` bits of the row in reverse, in granules of `2^base` elements.
    fn reversed(self, row: &str, bits: u32, row_bits: u32, base: u32) -> String {
        let reversed = match self.dialect {
            Dialect::Rust => format!("{row}.reverse_bits()"),
            Dialect::Cuda => format!("__brev({row})"),
        };
        // Higher row bits land below the wanted ones, and the shift drops them; below `base` they must be masked.
        let shift = 32 - bits - base;
        if base == 0 || row_bits <= bits {
            format!("({reversed} >> {shift})")
        } else {
            format!("(({reversed} >> {shift}) & {})", self.number(((1 << bits) - 1) << base))
        }
    }
}
