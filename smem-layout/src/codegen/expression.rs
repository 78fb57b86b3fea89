//! The index as source text: one description of the arithmetic, spelled for Rust and for CUDA C++.

use alloc::{
    format,
    string::{String, ToString},
};

use crate::{
    codegen::{
        dialect::{Dialect, Spelling},
        terms::{Images, Terms},
    },
    layout::{Layout, Matrix, OFFSET_BITS, OffsetMatrix, ROW_BITS, Rotation, Swizzle},
};

/// Returns the offset of element (`row`, `col`) in `layout`, in elements, as an expression over the `u32` variables `row` and
/// `col`.
///
/// ```
/// use smem_layout::{Cute, Dialect, Layout, Rotation, Swizzle, index_expression};
///
/// let padded = Layout::padded(32, 32, 1)?;
/// assert_eq!(index_expression(&padded, Dialect::Rust), "row * 33 + col");
///
/// let swizzled = Layout::plain(32, 32)?.with_swizzle(Swizzle::Cute(Cute::new(5, 0, 5).unwrap()))?;
/// assert_eq!(index_expression(&swizzled, Dialect::Cuda), "row * 32u + (col ^ row)");
///
/// let lines = Layout::lines(1024, 32, 1)?;
/// assert_eq!(index_expression(&lines, Dialect::Rust), "col + (col >> 5)");
///
/// let rotated = Layout::plain(5, 12)?.with_swizzle(Swizzle::Rotate(Rotation::new(1, 1).unwrap()))?;
/// assert_eq!(index_expression(&rotated, Dialect::Rust), "row * 12 + ((col + row) % 12)");
/// # Ok::<(), smem_layout::LayoutError>(())
/// ```
pub fn index_expression(layout: &Layout, dialect: Dialect) -> String {
    let spelling = Spelling { dialect };
    if layout.rows() == 1 || !layout.is_in_rows() {
        return line_index(layout, spelling);
    }
    let start = spelling.times("row", layout.pitch());
    match (column(layout, spelling), layout.swizzle()) {
        (Some(column), Swizzle::None) => format!("{start} + {column}"),
        (Some(column), _) => format!("{start} + ({column})"),
        (None, _) => swizzled(layout, spelling, &format!("({start} + col)")),
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
    let by_rows = layout.rows() > 1 && layout.is_in_rows() && !layout.is_plain();
    if by_rows { column(layout, Spelling { dialect }) } else { None }
}

/// Returns the column that an element is stored at, or `None` where the swizzle does not only change columns by rows
/// and columns.
fn column(layout: &Layout, spelling: Spelling) -> Option<String> {
    match layout.swizzle() {
        Swizzle::None => Some("col".to_string()),
        Swizzle::Rotate(rotation) => Some(turned(layout, spelling, rotation)),
        Swizzle::Offset(matrix) => column_of_offset(layout, spelling, &matrix),
        Swizzle::Cute(_) | Swizzle::Matrix(_) => {
            layout.matrix().map(|matrix| format!("col{}", terms(layout, spelling, &matrix, "row")))
        }
    }
}

fn turned(layout: &Layout, spelling: Spelling, rotation: Rotation) -> String {
    let row = if rotation.every() == 1 { "row".to_string() } else { spelling.divide("row", rotation.every()) };
    spelling.modulo(&format!("(col + {})", spelling.times(&row, rotation.step())), layout.cols())
}

/// Returns the column under a matrix of the offset that changes no bit of the row.
fn column_of_offset(layout: &Layout, spelling: Spelling, matrix: &OffsetMatrix) -> Option<String> {
    let [by_col, by_row] = by_column_and_row(layout, matrix)?;
    Some(format!("col{}{}", by_col.text(spelling, "col"), by_row.text(spelling, "row")))
}

/// Returns what the column and the row XOR onto the column, where the matrix changes no bit of the row and the offset has the bits of
/// both side by side.
pub(super) fn by_column_and_row(layout: &Layout, matrix: &OffsetMatrix) -> Option<[Terms; 2]> {
    let col_bits = layout.pitch().trailing_zeros();
    let added = added(matrix);
    if !layout.is_in_rows() || !layout.pitch().is_power_of_two() || added.iter().any(|image| image >> col_bits != 0) {
        return None;
    }
    // Without a mask where the column has no more bits than it reads.
    let used_bits = layout.cols().next_power_of_two().trailing_zeros();
    let row_bits = layout.rows().next_power_of_two().trailing_zeros();
    let mut by_row = [0; OFFSET_BITS];
    by_row[..OFFSET_BITS - col_bits as usize].copy_from_slice(&added[col_bits as usize..]);
    Some([Terms::cheapest(&added, used_bits), Terms::cheapest(&by_row, row_bits)])
}

/// Writes the swizzle of `offset`, an atom or parenthesised, where the swizzle is one of the offset.
fn swizzled(layout: &Layout, spelling: Spelling, offset: &str) -> String {
    match layout.swizzle() {
        Swizzle::Cute(cute) => spelling.cute(offset, cute),
        Swizzle::Offset(matrix) => {
            let bits = (layout.len() - 1).checked_ilog2().map_or(0, |highest| highest + 1);
            format!("{offset}{}", Terms::cheapest(&added(&matrix), bits.min(OFFSET_BITS as u32)).text(spelling, offset))
        }
        _ => offset.to_string(),
    }
}

/// Returns the index on a tile of one row, in lines or not, or on one that is padded inside its rows.
fn line_index(layout: &Layout, spelling: Spelling) -> String {
    let (cols, line, pad) = (layout.cols(), layout.line(), layout.pad());
    let is_in_row = layout.rows() == 1;
    if layout.is_in_rows() {
        return swizzled(layout, spelling, "col");
    }
    if !is_in_row && layout.swizzle() == Swizzle::None {
        // Where lines and rows divide each other, no number has to be put together to be divided again.
        if cols.is_multiple_of(line) {
            let start = spelling.times("row", cols / line * layout.pitch());
            return format!("{start} + col + {}", spelling.times(&spelling.divide("col", line), pad));
        }
        if line.is_multiple_of(cols) {
            let start = spelling.times("row", cols);
            return format!("{start} + col + {}", spelling.times(&spelling.divide("row", line / cols), pad));
        }
    }
    let element = if is_in_row { "col".to_string() } else { format!("({} + col)", spelling.times("row", cols)) };
    let number = spelling.divide(&element, line);
    // Elements before an element are those before it in the tile and the padding of the lines before its own.
    let padding = if pad == 0 { String::new() } else { format!(" + {}", spelling.times(&number, pad)) };
    match layout.swizzle() {
        Swizzle::Matrix(matrix) => {
            let terms = terms(layout, spelling, &matrix, &number);
            // A swizzle that cannot leave the line changes the same bits of the number of the element.
            if matrix.reach() >> line.trailing_zeros() != 0 {
                let col = spelling.modulo(&element, line);
                format!("{} + (({col}){terms})", spelling.times(&number, layout.pitch()))
            } else if padding.is_empty() {
                format!("{element}{terms}")
            } else {
                format!("({element}{terms}){padding}")
            }
        }
        _ if padding.is_empty() => swizzled(layout, spelling, &element),
        Swizzle::None => format!("{element}{padding}"),
        _ => swizzled(layout, spelling, &format!("({element}{padding})")),
    }
}

/// Returns the terms that are XORed onto the column, such as ` ^ (row & 31)`; `row` is an atom or parenthesised.
fn terms(layout: &Layout, spelling: Spelling, matrix: &Matrix, row: &str) -> String {
    let row_bits = layout.line_count().next_power_of_two().trailing_zeros().min(ROW_BITS as u32);
    if let Some(bits) = matrix.reversed_bits() {
        return format!(" ^ {}", spelling.reversed(row, bits, row_bits, matrix.base()));
    }
    let mut images = [0; OFFSET_BITS];
    for (image, column) in images.iter_mut().zip(matrix.columns()) {
        *image = u32::from(*column) << matrix.base();
    }
    Terms::cheapest(&images, row_bits).text(spelling, row)
}

/// Returns what a matrix XORs onto the offset for each of its bits.
pub(super) fn added(matrix: &OffsetMatrix) -> Images {
    core::array::from_fn(|from| matrix.column(from as u32) ^ 1 << from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_multiplies_with_a_shift_and_its_polynomial() {
        let matrix = Swizzle::Matrix(Matrix::new(&[2, 4, 8, 16, 5], 0).unwrap());
        let field = Layout::plain(32, 32).unwrap().with_swizzle(matrix).unwrap();
        let column = column_expression(&field, Dialect::Cuda).unwrap();
        assert_eq!(column, "col ^ (row << 1) ^ ((row >> 4) * 37u)");
    }

    #[test]
    fn a_mask_is_written_only_where_the_row_has_more_bits() {
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

    #[test]
    fn padding_inside_rows_divides_one_number_where_lines_and_rows_divide_each_other() {
        let text = |layout: Layout| index_expression(&layout, Dialect::Rust);
        assert_eq!(text(Layout::padded_every(32, 64, 1, 32).unwrap()), "row * 66 + col + (col >> 5)");
        assert_eq!(text(Layout::padded_every(32, 16, 3, 32).unwrap()), "row * 16 + col + (row >> 1) * 3");
        let ragged = Layout::padded_every(18, 34, 6, 32).unwrap();
        assert_eq!(text(ragged), "(row * 34 + col) + ((row * 34 + col) >> 5) * 6");
    }

    #[test]
    fn a_rotation_of_a_power_of_two_is_masked() {
        let rotated = |rows, cols, step, every| {
            let rotation = Swizzle::Rotate(Rotation::new(step, every).unwrap());
            let layout = Layout::plain(rows, cols).unwrap().with_swizzle(rotation).unwrap();
            column_expression(&layout, Dialect::Cuda).unwrap()
        };
        assert_eq!(rotated(3, 64, 3, 1), "(col + row * 3u) & 63u");
        assert_eq!(rotated(8, 12, 5, 2), "(col + (row >> 1) * 5u) % 12u");
    }

    #[test]
    fn a_matrix_of_the_offset_is_written_by_rows_where_it_only_moves_columns() {
        let text = |rows: u32, cols: u32, matrix: &[u32]| {
            let swizzle = Swizzle::Offset(OffsetMatrix::new(matrix).unwrap());
            let layout = Layout::plain(rows, cols).unwrap().with_swizzle(swizzle).unwrap();
            index_expression(&layout, Dialect::Rust)
        };
        assert_eq!(text(32, 64, &[0b100001]), "row * 64 + (col ^ (col >> 5))");
        assert_eq!(text(32, 64, &[0b1000001]), "row * 64 + (col ^ (row & 1))");
        assert_eq!(text(1, 64, &[0b100001]), "col ^ (col >> 5)");
        let swapped = text(4, 4, &[0b0100, 0b0010, 0b0001]);
        assert_eq!(
            swapped,
            "(row * 4 + col) ^ (((row * 4 + col) >> 2) & 1) ^ ((row * 4 + col) & 5) ^ (((row * 4 + col) & 1) << 2)"
        );
    }
}
