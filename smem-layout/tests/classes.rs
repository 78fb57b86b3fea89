//! Layouts that published kernels use, each the answer to a request that padding at a row's end and an XOR of the column by the
//! row do not answer, or not as cheaply.

use smem_layout::{
    Access, AutoOr, Dialect, LaneTable, LayoutChoice, Solution, SolveError, Swizzle, TileSpec, index_expression, solve,
};

fn lanes(at: impl Fn(u32) -> (u32, u32)) -> Access {
    Access::lanes(LaneTable::new(vec![std::array::from_fn(|lane| at(lane as u32))]).unwrap())
}

fn found(
    rows: u32,
    cols: u32,
    elem_bytes: u32,
    accesses: &[Access],
    choice: LayoutChoice,
) -> Result<Solution, SolveError> {
    solve(&TileSpec::builder(rows, cols, elem_bytes, accesses).choice(choice).build().unwrap())
}

/// Padding of `pad` elements after every `every` is the answer to `pad = auto`, in `bytes` bytes.
fn is_padded_inside(shape: (u32, u32, u32), accesses: &[Access], (pad, every): (u32, u32), bytes: usize) {
    let (rows, cols, elem_bytes) = shape;
    let solution = found(rows, cols, elem_bytes, accesses, LayoutChoice::Pad(AutoOr::Auto)).unwrap();
    let layout = solution.layout();
    assert_eq!((layout.pad(), layout.line(), layout.bytes(elem_bytes)), (pad, every, bytes), "{layout}");
    assert!(solution.report().is_conflict_free());
    // The sum that the class is defined by.
    for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
        let element = row * cols + col;
        assert_eq!(layout.index(row, col), element + pad * (element / every));
    }
}

#[test]
fn a_row_and_every_second_element_of_a_row_take_one_after_every_32() {
    let accesses = [Access::row(), lanes(|lane| (0, 2 * lane))];
    is_padded_inside((32, 64, 4), &accesses, (1, 32), 8444);
    let padded = found(32, 64, 4, &accesses, LayoutChoice::Pad(AutoOr::Auto)).unwrap();
    assert_eq!(index_expression(padded.layout(), Dialect::Cuda), "row * 66u + col + (col >> 5)");
}

#[test]
fn a_halo_of_18_x_34_takes_6_after_every_32() {
    let accesses = [Access::row(), Access::window(3, 8)];
    is_padded_inside((18, 34, 4), &accesses, (6, 32), 4 * (18 * 34 + 6 * 19));
}

#[test]
fn elements_of_16_bytes_in_one_dimension_are_padded_after_any_number() {
    let accesses = [Access::row(), Access::stride(100)];
    let solution = found(1, 281, 16, &accesses, LayoutChoice::Pad(AutoOr::Auto)).unwrap();
    assert!(solution.layout().len() <= 283, "{}", solution.layout());
}

#[test]
fn a_column_of_5_rows_of_12_is_rotated() {
    for choice in [LayoutChoice::Auto, LayoutChoice::Swizzle(AutoOr::Auto)] {
        let solution = found(5, 12, 4, &[Access::col()], choice).unwrap();
        assert_eq!(solution.layout().len(), 60, "{}", solution.layout());
        assert!(matches!(solution.layout().swizzle(), Swizzle::Rotate(_)), "{}", solution.layout());
        assert!(solution.report().is_conflict_free());
    }
}

#[test]
fn rows_and_columns_of_3_x_64_elements_of_16_bytes_take_no_padding() {
    let accesses = [Access::row(), Access::col()];
    let solution = found(3, 64, 16, &accesses, LayoutChoice::Auto).unwrap();
    assert_eq!(solution.layout().len(), 3 * 64, "{}", solution.layout());
    assert!(solution.report().is_conflict_free());
}

#[test]
fn a_row_of_vectors_beside_every_fourth_element_is_padded_inside() {
    for (rows, cols, step, elem_bytes) in [(16, 128, 4, 4), (16, 96, 2, 4)] {
        let accesses = [Access::row(), lanes(move |lane| (0, step * lane))];
        let solution = found(rows, cols, elem_bytes, &accesses, LayoutChoice::Pad(AutoOr::Auto)).unwrap();
        assert!(solution.report().is_conflict_free());
        println!("{}", solution.layout());
    }
}
