//! The option of the attribute that gives a layout.

use smem_layout::{Access, AutoOr, ConflictPolicy, Layout, LayoutChoice, OffsetMatrix, Swizzle, TileSpec, solve};

use super::shape::ArrayShape;

/// Returns the option of the attribute that gives exactly this layout; `None` where none does.
pub(crate) fn spelling(shape: &ArrayShape, layout: &Layout) -> Option<LayoutChoice> {
    let accesses = [Access::row()];
    let ArrayShape { planes, rows, cols, elem_bytes, .. } = *shape;
    let spec = TileSpec::builder(rows, cols, elem_bytes, &accesses).conflicts(ConflictPolicy::Allow).dynamic(true);
    let spec = planes.map_or(spec, |planes| spec.planes(planes));
    let is_same = |choice: &LayoutChoice| {
        let Ok(spec) = spec.choice(*choice).build() else { return false };
        let Ok(solution) = solve(&spec) else { return false };
        same_index(solution.layout(), layout)
    };
    spellings(layout).into_iter().find(is_same)
}

/// Whether two layouts store every element at the same place.
pub(crate) fn same_index(one: &Layout, other: &Layout) -> bool {
    let mut elements = (0..one.rows()).flat_map(|row| (0..one.cols()).map(move |col| (row, col)));
    (one.rows(), one.cols()) == (other.rows(), other.cols())
        && elements.all(|(row, col)| one.index(row, col) == other.index(row, col))
}

/// Returns the spellings to try, the shortest first. Which of them gives the layout is for the solver to say.
fn spellings(layout: &Layout) -> Vec<LayoutChoice> {
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
