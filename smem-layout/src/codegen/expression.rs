//! The index as source text: one description of the arithmetic, spelled for Rust and for CUDA C++.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use crate::layout::{Cute, Layout, Matrix, ROW_BITS, Swizzle};

/// The language that an expression is spelled in; [`index_expression`] shows both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Dialect {
    /// `u32` arithmetic of core.
    Rust,
    /// `unsigned` arithmetic of device code.
    Cuda,
}

/// Returns the offset of element (`row`, `col`) in `layout`, in elements, as an expression over the `u32` variables `row` and
/// `col`.
///
/// ```
/// use smem_layout::{Cute, Dialect, Layout, Swizzle, index_expression};
///
/// let padded = Layout::padded(32, 32, 1)?;
/// assert_eq!(index_expression(&padded, Dialect::Rust), "row * 33 + col");
///
/// let swizzled = Layout::plain(32, 32)?.with_swizzle(Swizzle::Cute(Cute::new(5, 0, 5).unwrap()))?;
/// assert_eq!(index_expression(&swizzled, Dialect::Cuda), "row * 32u + (col ^ row)");
///
/// let lines = Layout::lines(1024, 32, 1)?;
/// assert_eq!(index_expression(&lines, Dialect::Rust), "col + (col >> 5)");
/// # Ok::<(), smem_layout::LayoutError>(())
/// ```
pub fn index_expression(layout: &Layout, dialect: Dialect) -> String {
    let text = Text { dialect };
    if layout.rows() == 1 {
        return line_index(layout, text);
    }
    let start = if layout.pitch() == 1 { "row".to_string() } else { format!("row * {}", text.number(layout.pitch())) };
    match (column(layout, text), layout.swizzle()) {
        (column, Swizzle::None) => format!("{start} + {column}"),
        (_, Swizzle::Cute(cute)) if layout.matrix().is_none() => text.cute(&format!("({start} + col)"), cute),
        (column, _) => format!("{start} + ({column})"),
    }
}

/// Returns the column that element (`row`, `col`) is stored at, as an expression over `row` and `col`, where the
/// tile is best written as an array of rows: `storage[row][col ^ row]`.
///
/// The compiler then keeps what is added to the row apart from the swizzle, and folds it into the address where a loop
/// over rows is unrolled. `None` where it gains nothing, as on a dense tile, or where the swizzle is not one of columns.
///
/// ```
/// use smem_layout::{Dialect, Layout, Matrix, Swizzle, column_expression};
///
/// let matrix = Swizzle::Matrix(Matrix::new(&[0, 1, 2, 4], 0).unwrap());
/// let swizzled = Layout::plain(32, 32)?.with_swizzle(matrix)?;
/// assert_eq!(column_expression(&swizzled, Dialect::Cuda).unwrap(), "col ^ ((row >> 1) & 7u)");
/// assert_eq!(column_expression(&Layout::plain(32, 32)?, Dialect::Cuda), None);
/// # Ok::<(), smem_layout::LayoutError>(())
/// ```
pub fn column_expression(layout: &Layout, dialect: Dialect) -> Option<String> {
    let by_rows = layout.rows() > 1
        && match layout.swizzle() {
            Swizzle::None => layout.pad() > 0,
            Swizzle::Cute(_) | Swizzle::Matrix(_) => layout.matrix().is_some(),
        };
    by_rows.then(|| column(layout, Text { dialect }))
}

/// Returns the column with its swizzle, or without one that changes the offset as a whole.
fn column(layout: &Layout, text: Text) -> String {
    format!("col{}", layout.matrix().map(|matrix| terms(layout, text, &matrix, "row")).unwrap_or_default())
}

/// Returns the index on a tile of one row, in lines or not.
fn line_index(layout: &Layout, text: Text) -> String {
    if layout.line() == layout.cols() {
        return match layout.swizzle() {
            Swizzle::Cute(cute) => text.cute("col", cute),
            _ => "col".to_string(),
        };
    }
    let line = text.divide("col", layout.line());
    // Elements before an element are those before its column and the padding of the lines before its own.
    let padding = match layout.pad() {
        0 => String::new(),
        1 => format!(" + {line}"),
        pad => format!(" + {line} * {}", text.number(pad)),
    };
    match layout.swizzle() {
        Swizzle::None => format!("col{padding}"),
        Swizzle::Cute(cute) if padding.is_empty() => text.cute("col", cute),
        Swizzle::Cute(cute) => text.cute(&format!("(col{padding})"), cute),
        Swizzle::Matrix(matrix) => {
            let terms = terms(layout, text, &matrix, &line);
            // A swizzle that cannot leave the line changes the same bits of the column of the tile.
            if matrix.reach() >> layout.line().trailing_zeros() != 0 {
                let col = text.remainder("col", layout.line());
                format!("{line} * {} + ({col}{terms})", text.number(layout.pitch()))
            } else if padding.is_empty() {
                format!("col{terms}")
            } else {
                format!("(col{terms}){padding}")
            }
        }
    }
}

/// Returns the terms that are XORed onto the column, such as ` ^ (row & 31)`; `row` is an atom or parenthesised.
fn terms(layout: &Layout, text: Text, matrix: &Matrix, row: &str) -> String {
    let row_bits = layout.line_count().next_power_of_two().trailing_zeros();
    if let Some(bits) = matrix.reversed_bits() {
        return format!(" ^ {}", text.reversed(row, bits, row_bits, matrix.base()));
    }
    Terms::cheapest(matrix, row_bits).text(text, row)
}

/// A matrix as the sum of shifted copies of the row, one a diagonal, and of multiples of single bits of the row:
/// `(row << 1) ^ (row >> 4) * 37` multiplies by x in GF(32).
struct Terms {
    row_bits: u32,
    /// Distance, and the mask of the row; `None` where no other bit is set.
    copies: Vec<(i32, Option<u32>)>,
    /// Bit of the row, and the number to XOR where it is set.
    multiples: Vec<(u32, u32)>,
}

impl Terms {
    /// Returns the cheapest terms that are found by taking apart one bit of the row after the other.
    fn cheapest(matrix: &Matrix, row_bits: u32) -> Terms {
        let (mut apart, mut best) = (0, Terms::of(matrix, row_bits, 0));
        while best.copies.len() > 1 {
            let others = (0..row_bits).filter(|bit| apart >> bit & 1 == 0).map(|bit| apart | 1 << bit);
            let next = others.map(|apart| (apart, Terms::of(matrix, row_bits, apart)));
            match next.min_by_key(|(_, terms)| terms.cost()) {
                Some((bits, terms)) if terms.cost() < best.cost() => (apart, best) = (bits, terms),
                _ => break,
            }
        }
        best
    }

    /// Returns the terms with the columns of the bits in `apart` as multiples and the others as copies.
    fn of(matrix: &Matrix, row_bits: u32, apart: u32) -> Terms {
        let mut rest = [0; ROW_BITS];
        let mut images = [0; ROW_BITS];
        for (bit, &column) in matrix.columns().iter().enumerate().take(row_bits as usize) {
            match apart >> bit & 1 {
                0 => rest[bit] = column,
                _ => images[bit] = u32::from(column) << matrix.base(),
            }
        }
        let mut copies = Vec::new();
        for (distance, mask) in Matrix::of(rest, matrix.base()).diagonals() {
            if mask == 0 {
                continue;
            }
            let counting = if distance < 0 { mask << -distance } else { mask >> distance };
            let lowest = distance.min(0).unsigned_abs();
            let others = (lowest..row_bits).filter(|bit| counting >> bit & 1 == 0);
            if others.clone().all(|bit| apart >> bit & 1 == 1) {
                // Nothing to mask: what the copy brings too much, the multiples take away.
                others.for_each(|bit| images[bit as usize] ^= 1 << (bit as i32 + distance));
                copies.push((distance, None));
            } else {
                copies.push((distance, Some(counting)));
            }
        }
        let multiples = (0..).zip(images).filter(|(_, image)| *image != 0).collect();
        Terms { row_bits, copies, multiples }
    }

    /// Returns the cost in halves of a machine instruction: one XORs two values, or one with its mask.
    fn cost(&self) -> u32 {
        let copies = self.copies.iter().map(|(distance, counting)| match (distance, counting) {
            (0, None) => 1,
            (0, Some(_)) => 2,
            (_, None) => 3,
            (_, Some(_)) => 4,
        });
        let multiples = self.multiples.iter().map(|(bit, _)| {
            let (shift, mask) = (*bit > 0, bit + 1 < self.row_bits);
            2 * u32::from(shift) + 2 * u32::from(mask) + 3
        });
        copies.sum::<u32>() + multiples.sum::<u32>()
    }

    /// Writes ` ^ ` and a term, for each.
    fn text(&self, text: Text, row: &str) -> String {
        let copies = self.copies.iter().map(|(distance, counting)| text.copy(row, *distance, *counting));
        let multiples = self.multiples.iter().map(|(bit, image)| {
            let is_highest = bit + 1 == self.row_bits;
            text.multiple(row, *bit, is_highest, *image)
        });
        copies.chain(multiples).map(|term| format!(" ^ {term}")).collect()
    }
}

#[derive(Clone, Copy)]
struct Text {
    dialect: Dialect,
}

impl Text {
    /// Writes a literal; CUDA's is marked unsigned, so that no operand is converted.
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

    /// Writes CuTe's swizzle of an offset that is an atom or parenthesised.
    fn cute(self, offset: &str, cute: Cute) -> String {
        let source = format!("({offset} & {})", self.number(cute.source()));
        match cute.shift() {
            0.. => format!("{offset} ^ {source} >> {}", cute.shift()),
            _ => format!("{offset} ^ {source} << {}", -cute.shift()),
        }
    }

    /// Writes the bits of the row in the mask, moved up by `distance` or down where that is negative.
    fn copy(self, row: &str, distance: i32, counting: Option<u32>) -> String {
        match (distance, counting) {
            (0, None) => row.to_string(),
            (0, Some(bits)) => format!("({row} & {})", self.number(bits)),
            (1.., None) => format!("({row} << {distance})"),
            // The mask first: bits that an unrolled loop counts in fall away before they are moved.
            (1.., Some(bits)) => format!("(({row} & {}) << {distance})", self.number(bits)),
            (_, None) => format!("({row} >> {})", -distance),
            (_, Some(bits)) => format!("(({row} >> {}) & {})", -distance, self.number(bits >> -distance)),
        }
    }

    /// Writes `times` where the bit of the row is set, and else zero.
    fn multiple(self, row: &str, bit: u32, is_highest: bool, times: u32) -> String {
        let shifted = if bit == 0 { row.to_string() } else { format!("({row} >> {bit})") };
        let value = if is_highest { shifted } else { format!("({shifted} & {})", self.number(1)) };
        format!("({value} * {})", self.number(times))
    }

    /// Writes the lowest `bits` bits of the row in reverse, in granules of `2^base` elements.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Evaluates the terms for a row.
    fn sum(terms: &Terms, row: u32) -> u32 {
        let copies = terms.copies.iter().map(|(distance, counting)| {
            let row = row & counting.unwrap_or(u32::MAX);
            if *distance < 0 { row >> -distance } else { row << distance }
        });
        let multiples = terms.multiples.iter().map(|(bit, image)| (row >> bit & 1) * image);
        copies.chain(multiples).fold(0, |sum, term| sum ^ term)
    }

    #[test]
    fn terms_sum_to_the_matrix() {
        // Enough for matrices of every kind: a few columns, all of them, some repeated.
        let mut state = 1u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        for case in 0..2000 {
            let (row_bits, bits, base) = (1 + case % 9, 1 + case / 7 % 5, case / 3 % 4);
            let sparse = case % 2 == 0;
            let mut columns = [0; 9];
            for column in &mut columns {
                let mask = if sparse { random() & random() } else { u8::MAX };
                *column = random() & mask & ((1 << bits) - 1);
            }
            let matrix = Matrix::new(&columns, base).unwrap();
            let terms = Terms::cheapest(&matrix, row_bits);
            for row in 0..1 << row_bits {
                assert_eq!(sum(&terms, row), matrix.apply(row), "{matrix:?} of {row_bits} row bits at {row}");
            }
        }
    }

    #[test]
    fn a_field_multiplies_with_a_shift_and_its_polynomial() {
        let matrix = Swizzle::Matrix(Matrix::new(&[2, 4, 8, 16, 5], 0).unwrap());
        let field = Layout::plain(32, 32).unwrap().with_swizzle(matrix).unwrap();
        let column = column_expression(&field, Dialect::Cuda).unwrap();
        assert_eq!(column, "col ^ (row << 1) ^ ((row >> 4) * 37u)");
    }

    #[test]
    fn a_mask_stands_only_where_the_row_has_more_bits() {
        let column = |rows, columns: &[u8], base| {
            let swizzle = Swizzle::Matrix(Matrix::new(columns, base).unwrap());
            let layout = Layout::plain(rows, 32).unwrap().with_swizzle(swizzle).unwrap();
            column_expression(&layout, Dialect::Rust).unwrap()
        };
        assert_eq!(column(8, &[1, 2, 4], 2), "col ^ (row << 2)");
        assert_eq!(column(32, &[1, 2, 4], 2), "col ^ ((row & 7) << 2)");
        assert_eq!(column(32, &[0, 1, 2, 4, 8], 0), "col ^ (row >> 1)");
        assert_eq!(column(32, &[1, 2, 4, 8], 0), "col ^ (row & 15)");
        assert_eq!(column(32, &[16, 8, 4, 2, 1], 0), "col ^ (row.reverse_bits() >> 27)");
    }

    #[test]
    fn a_swizzle_that_leaves_its_line_is_written_out_and_one_that_stays_is_not() {
        let lines = Layout::lines(192, 48, 16).unwrap();
        let with = |columns| lines.with_swizzle(Swizzle::Matrix(Matrix::new(columns, 0).unwrap())).unwrap();
        let text = |layout: Layout| index_expression(&layout, Dialect::Rust);
        assert_eq!(text(with(&[1, 2])), "(col ^ (col / 48)) + (col / 48) * 16");
        assert_eq!(text(with(&[1, 16])), "(col / 48) * 64 + ((col % 48) ^ ((col / 48) & 1) ^ (((col / 48) & 2) << 3))");
    }
}
