//! A layout is a bijection into its storage, or there is none.

use proptest::{prelude::*, test_runner::FileFailurePersistence};
use smem_layout::{
    Access, AccessArgument, Arch, Culprit, Cute, Layout, LayoutError, Matrix, Positions, Report, Swizzle, TileSpec,
};

#[test]
fn a_tile_without_elements_or_lines_of_none_are_refused() {
    assert_eq!(Layout::plain(0, 8), Err(LayoutError::Empty));
    assert_eq!(Layout::padded(8, 0, 1), Err(LayoutError::Empty));
    assert_eq!(Layout::lines(64, 0, 1), Err(LayoutError::Line));
    assert_eq!(Layout::lines(64, 65, 1), Err(LayoutError::Line));
}

#[test]
fn a_size_beyond_32_bits_is_refused() {
    assert_eq!(Layout::plain(1 << 16, 1 << 16), Err(LayoutError::TooLarge));
    assert_eq!(Layout::padded(2, 8, u32::MAX), Err(LayoutError::TooLarge));
    assert_eq!(Layout::lines(1 << 20, 1, 1 << 13), Err(LayoutError::TooLarge));
    assert!(Layout::padded(1 << 15, 1 << 16, 1).is_ok());
}

#[test]
fn a_matrix_beyond_the_row_bits_of_any_tile_is_refused() {
    assert_eq!(Matrix::new(&[1; 19], 0), None);
    assert_eq!(Matrix::new(&[1], 8), None);
}

#[test]
fn elements_of_three_bytes_are_refused_everywhere() {
    let accesses = [Access::row()];
    for bytes in [0, 3, 12, 64] {
        let error = TileSpec::builder(32, 32, bytes, &accesses).build().unwrap_err();
        assert_eq!(error.culprit(), Culprit::Element);
        assert_eq!(error.to_string(), format!("an element has 1, 2, 4, 8, 16 or 32 bytes, not {bytes}"));
        assert_eq!(Access::row().check(32, 32, bytes).unwrap_err().argument(), AccessArgument::Element);
        let layout = Layout::plain(32, 32).unwrap();
        assert!(Report::of(&layout, bytes, &accesses, Arch::SM_90).is_err());
        assert!(Positions::new(&accesses[0], 32, 32, bytes).is_err());
    }
}

#[test]
fn a_report_refuses_vectors_that_the_layout_tears_apart() {
    let report = |layout: Layout| Report::of(&layout, 4, &[Access::row().vec(4)], Arch::SM_90);
    assert!(report(Layout::padded(32, 32, 4).unwrap()).is_ok());
    let error = report(Layout::padded(32, 32, 1).unwrap()).unwrap_err();
    let said = "`row(vec = 4)` has vectors of 4 elements, which 32 x 32, pitch 33 tears apart or misaligns";
    assert_eq!(error.to_string(), said);
    let swizzle = Swizzle::Cute(Cute::new(5, 0, 5).unwrap());
    assert!(report(Layout::plain(32, 32).unwrap().with_swizzle(swizzle).unwrap()).is_err());
}

fn swizzles() -> impl Strategy<Value = Swizzle> {
    prop_oneof![
        (proptest::collection::vec(0u8..32, 1..6), 0u32..3)
            .prop_filter_map("a matrix", |(columns, base)| Matrix::new(&columns, base).map(Swizzle::Matrix)),
        (0u32..6, 0u32..5, -8i32..9).prop_filter_map("a swizzle", |(b, m, s)| Cute::new(b, m, s).map(Swizzle::Cute)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 4000,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..Default::default()
    })]

    #[test]
    fn with_swizzle_takes_exactly_the_bijections(
        (rows, cols) in prop_oneof![(1u32..20, 1u32..40), (Just(1), 1u32..300)],
        pad in 0u32..6,
        line in 1u32..40,
        swizzle in swizzles(),
    ) {
        let dense = match rows {
            1 if line <= cols => Layout::lines(cols, line, pad),
            _ => Layout::padded(rows, cols, pad),
        }.unwrap();
        let mut taken = vec![false; dense.len()];
        let mut bijection = true;
        for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
            let (line, within) = (row + col / dense.line(), col % dense.line());
            let place = match swizzle {
                Swizzle::Cute(cute) => cute.apply(line * dense.pitch() + within),
                Swizzle::Matrix(matrix) => {
                    let within = within ^ matrix.apply(line);
                    bijection &= within < dense.pitch();
                    line * dense.pitch() + within
                }
                _ => line * dense.pitch() + within,
            };
            match taken.get_mut(place as usize) {
                Some(slot) => bijection &= !std::mem::replace(slot, true),
                None => bijection = false,
            }
        }
        let layout = dense.with_swizzle(swizzle);
        // A ragged last line has unused places that a matrix may use: only whole lines are asked for.
        if dense.rows() > 1 || dense.cols() % dense.line() == 0 || matches!(swizzle, Swizzle::Cute(_)) {
            prop_assert_eq!(layout.is_ok(), bijection, "{:?}", swizzle);
        }
        prop_assert!(layout.is_err() || bijection);
    }
}
