//! A layout is a bijection into its storage, or there is none.

use proptest::{prelude::*, test_runner::FileFailurePersistence};
use smem_layout::{
    Access, AccessArgument, Arch, Culprit, Cute, Layout, LayoutError, Matrix, NoPitch, OffsetMatrix, Positions, Report,
    Rotation, Swizzle, TileSpec,
};

#[test]
fn a_tile_without_elements_or_lines_of_none_are_refused() {
    assert_eq!(Layout::plain(0, 8), Err(LayoutError::Empty));
    assert_eq!(Layout::padded(8, 0, 1), Err(LayoutError::Empty));
    assert_eq!(Layout::lines(64, 0, 1), Err(LayoutError::Line));
    assert_eq!(Layout::lines(64, 65, 1), Err(LayoutError::Line));
    assert_eq!(Layout::padded_every(4, 16, 1, 0), Err(LayoutError::Line));
    assert_eq!(Layout::padded_every(4, 16, 1, 65), Err(LayoutError::Line));
}

#[test]
fn a_size_beyond_32_bits_is_refused() {
    assert_eq!(Layout::plain(1 << 16, 1 << 16), Err(LayoutError::TooLarge));
    assert_eq!(Layout::padded(2, 8, u32::MAX), Err(LayoutError::TooLarge));
    assert_eq!(Layout::lines(1 << 20, 1, 1 << 13), Err(LayoutError::TooLarge));
    assert_eq!(Layout::padded_every(1 << 10, 1 << 10, 1 << 12, 1), Err(LayoutError::TooLarge));
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
        proptest::collection::vec(0u32..1 << 8, 1..8)
            .prop_filter_map("a bijection", |rows| OffsetMatrix::new(&rows).ok().map(Swizzle::Offset)),
        (1u32..40, 1u32..8).prop_map(|(step, every)| Swizzle::Rotate(Rotation::new(step, every).unwrap())),
    ]
}

#[test]
fn a_rotation_turns_some_rows_by_less_than_their_length() {
    let rotate = |layout: Layout, step| layout.with_swizzle(Swizzle::Rotate(Rotation::new(step, 1).unwrap()));
    assert!(rotate(Layout::plain(4, 12).unwrap(), 11).is_ok());
    assert_eq!(rotate(Layout::plain(4, 12).unwrap(), 12), Err(LayoutError::Rotation));
    assert_eq!(rotate(Layout::plain(1, 12).unwrap(), 1), Err(LayoutError::Rotation));
    assert_eq!(rotate(Layout::padded_every(4, 12, 1, 8).unwrap(), 1), Err(LayoutError::Rotation));
    let never = Swizzle::Rotate(Rotation::new(1, 4).unwrap());
    assert_eq!(Layout::plain(4, 12).unwrap().with_swizzle(never), Err(LayoutError::Rotation));
    assert_eq!(Rotation::new(0, 1), None);
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
        (every, line) in (any::<bool>(), 1u32..100),
        swizzle in swizzles(),
    ) {
        let dense = match every {
            true if line <= rows * cols => Layout::padded_every(rows, cols, pad, line),
            _ => Layout::padded(rows, cols, pad),
        }.unwrap();
        // A swizzle permutes whole rows, and a matrix whole lines, the last one too.
        let len = match swizzle {
            Swizzle::Matrix(_) => (dense.line_count() * dense.pitch()) as usize,
            Swizzle::Cute(_) | Swizzle::Offset(_) if dense.is_in_rows() => (rows * dense.pitch()) as usize,
            _ => dense.len(),
        };
        let mut taken = vec![false; len];
        let mut bijection = true;
        for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
            let element = row * cols + col;
            let (line, within) = (element / dense.line(), element % dense.line());
            let place = match swizzle {
                Swizzle::Cute(cute) => cute.apply(line * dense.pitch() + within),
                Swizzle::Offset(matrix) => matrix.apply(line * dense.pitch() + within),
                Swizzle::Matrix(matrix) => {
                    let within = within ^ matrix.apply(line);
                    bijection &= within < dense.pitch();
                    line * dense.pitch() + within
                }
                Swizzle::Rotate(rotation) => {
                    bijection &= rows > 1 && dense.is_in_rows();
                    bijection &= rotation.step() < cols && rotation.every() < rows;
                    row * dense.pitch() + (col + rotation.step() * (row / rotation.every())) % cols
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
        if (rows * cols).is_multiple_of(dense.line()) || !matches!(swizzle, Swizzle::Matrix(_)) {
            prop_assert_eq!(layout.is_ok(), bijection, "{:?}", swizzle);
        }
        prop_assert!(layout.is_err() || bijection);
        prop_assert!(layout.is_err() || layout.unwrap().len() == len);
        let Ok(layout) = layout else { return Ok(()) };
        let is_at = |pitch: u32| {
            (0..rows).all(|row| (0..cols).all(|col| layout.index(row, col) == row * pitch + col))
        };
        match layout.row_pitch() {
            Ok(pitch) => prop_assert!(is_at(pitch), "{layout}: {pitch}"),
            Err(why) => {
                prop_assert!(!(0..=2 * len as u32).any(is_at), "{layout} has a pitch");
                prop_assert_eq!(why == NoPitch::Swizzled, layout.swizzle() != Swizzle::None);
            }
        }
    }
}
