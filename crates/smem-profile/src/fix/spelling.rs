//! The options of the attribute that may give a layout.

use smem_layout::{AutoOr, Layout, LayoutChoice, OffsetMatrix, Swizzle};

/// Returns the spellings to try, the shortest first. Which of them gives the layout is for the solver to say.
pub(crate) fn spellings(layout: &Layout) -> Vec<LayoutChoice> {
    let mut all = Vec::new();
    match (layout.swizzle(), layout.pad()) {
        (Swizzle::None, 0) => all.push(LayoutChoice::Plain),
        (Swizzle::None, pad) if layout.is_in_rows() => all.push(LayoutChoice::Pad(AutoOr::Exactly(pad))),
        (Swizzle::None, pad) => {
            all.push(LayoutChoice::Pad(AutoOr::Exactly(pad)));
            all.push(LayoutChoice::PadEvery { pad, every: layout.line() });
        }
        (Swizzle::Rotate(rotation), _) => all.push(LayoutChoice::Rotate(rotation)),
        (Swizzle::Offset(matrix), _) => all.push(LayoutChoice::Matrix(matrix)),
        _ => {}
    }
    all.extend(layout.cute().map(|cute| LayoutChoice::Swizzle(AutoOr::Exactly(cute))));
    all.extend(of_offset(layout).map(LayoutChoice::Matrix));
    all
}

/// The XOR of the column by the row as one of the bits of the offset, where a row has a power of two of elements.
fn of_offset(layout: &Layout) -> Option<OffsetMatrix> {
    let Swizzle::Matrix(matrix) = layout.swizzle() else { return None };
    let line = layout.line();
    if layout.pad() > 0 || !line.is_power_of_two() {
        return None;
    }
    let columns = line.trailing_zeros();
    let mut rows: Vec<u32> = (0..columns).map(|bit| 1 << bit).collect();
    for (bit, moved) in (columns..).zip(matrix.columns()) {
        for (to, row) in (0_u32..).zip(&mut rows) {
            *row |= (u32::from(*moved) << matrix.base() >> to & 1) << bit;
        }
    }
    OffsetMatrix::new(&rows).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use smem_layout::Matrix;

    #[test]
    fn an_xor_of_the_column_is_one_of_the_offset() {
        for columns in [&[1_u8, 2, 4][..], &[3, 1, 0, 7], &[8, 4, 2, 1, 16]] {
            let matrix = Matrix::new(columns, 0).unwrap();
            let layout = Layout::plain(64, 32).unwrap().with_swizzle(Swizzle::Matrix(matrix)).unwrap();
            let of_offset = of_offset(&layout).unwrap();
            let dense = Layout::plain(64, 32).unwrap();
            for (row, col) in (0..64).flat_map(|row| (0..32).map(move |col| (row, col))) {
                assert_eq!(of_offset.apply(dense.index(row, col)), layout.index(row, col), "{columns:?}");
            }
        }
    }
}
