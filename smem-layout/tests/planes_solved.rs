//! Tiles of planes: the solver's layouts and reports against every position of their accesses.

use crate::every_position::{WorstFigures, many_cases, transposed_or_wide, worst_of_all};
use proptest::prelude::*;
use smem_layout::{
    Access, Arch, AutoOr, Cute, Dialect, Layout, LayoutChoice, Matrix, MmaShape, Operand, Positions, Report, Rotation,
    Swizzle, TileSpec, index_expression, solve,
};

/// Layouts worked out by hand.
#[test]
fn golden_layouts_of_planes() {
    let solved = |(planes, rows, cols): (u32, u32, u32), elem, accesses: &[Access], choice| {
        let spec = TileSpec::builder(rows, cols, elem, accesses).planes(planes).choice(choice).build().unwrap();
        let solution = solve(&spec).unwrap_or_else(|error| panic!("{}", error.message("Tile")));
        let index = index_expression(solution.layout(), Dialect::Rust);
        format!("{}: {} bytes, {index}", solution.description(), solution.bytes())
    };
    let pad = LayoutChoice::Pad(AutoOr::Auto);
    // 8 x 8 x 8 of 4 bytes: the planes are 64 apart, so that `depth` meets in 2 banks where 4 columns follow each other. One
    // element after every 64 turns each plane by a bank, and 4 columns then need planes 4 banks apart.
    assert_eq!(
        solved((8, 8, 8), 4, &[Access::depth()], pad),
        "8 x 8 x 8, 4 after every 64: 2160 bytes, row * 8 + col + (row >> 3) * 4"
    );
    // Lanes along 32 planes of 2 x 32: a plane is 64 elements, one more for each makes them 65 apart.
    assert_eq!(
        solved((32, 2, 32), 4, &[Access::row(), Access::unwrapped_depth()], pad),
        "32 x 2 x 32, 1 after every 64: 8316 bytes, row * 32 + col + (row >> 1)"
    );
    assert_eq!(
        solved((32, 2, 32), 4, &[Access::row(), Access::unwrapped_depth()], LayoutChoice::Auto),
        "32 x 2 x 32, Swizzle<5, 0, 6>: 8192 bytes, row * 32 + (col ^ (row >> 1))"
    );
}

#[test]
fn a_conflict_names_planes_and_what_its_lanes_have_in_common() {
    let conflict = |(planes, rows, cols): (u32, u32, u32), access: Access| {
        let layout = Layout::plain(planes * rows, cols).unwrap();
        let report = Report::in_planes(planes, &layout, 4, &[access], Arch::SM_90).unwrap();
        report.accesses[0].conflict.as_ref().unwrap().to_string()
    };
    assert_eq!(conflict((8, 4, 32), Access::unwrapped_depth()), "lanes 0-7 of row 0, column 0 all fall in bank 0");
    assert_eq!(conflict((2, 32, 32), Access::col()), "lanes 0-31 of plane 0, column 0 all fall in bank 0");
    assert_eq!(
        conflict((4, 4, 32), Access::block_3d(2, 4, 1)),
        "lanes 0-7, at plane 0, row 0, column 0 and plane 0, row 1, column 0 and so on, all fall in bank 0"
    );
}

#[test]
fn messages_name_the_shape_with_its_planes() {
    let accesses = [Access::row(), Access::col(), Access::depth(), Access::window(3, 8)];
    let spec = TileSpec::builder(10, 18, 4, &accesses).planes(3).build().unwrap();
    let message = solve(&spec).unwrap_err().message("Tile");
    assert!(message.contains("3 x 10 x 18, "), "{message}");
    let cute = Cute::new(3, 2, 3).unwrap();
    let spec = TileSpec::builder(3, 10, 4, &[]).planes(3).choice(LayoutChoice::Swizzle(AutoOr::Exactly(cute)));
    let message = solve(&spec.build().unwrap()).unwrap_err().message("Tile");
    assert!(message.contains("moves plane 2, row "), "{message}");
    let spec = TileSpec::builder(200, 64, 4, &accesses[..1]).planes(4).build().unwrap();
    let message = solve(&spec).unwrap_err().message("Tile");
    assert!(message.contains("needs 204800 bytes"), "{message}");
    let spec = TileSpec::builder(4, 4, 4, &accesses[..1]).planes(0);
    assert_eq!(spec.build().unwrap_err().to_string(), "a tile has at least one plane\nhelp: write a number from 1");
}

#[test]
fn one_plane_is_the_tile_of_two_dimensions() {
    for (rows, cols) in [(32, 32), (8, 48), (20, 20), (5, 12)] {
        let accesses = [Access::unwrapped_row(), Access::unwrapped_col()];
        let flat = TileSpec::builder(rows, cols, 4, &accesses);
        let one = solve(&flat.planes(1).build().unwrap()).unwrap();
        assert_eq!(one.layout(), solve(&flat.build().unwrap()).unwrap().layout());
    }
}

fn accesses() -> impl Strategy<Value = Access> {
    let pattern = prop_oneof![
        2 => Just(Access::row()),
        3 => Just(Access::col()),
        3 => Just(Access::depth()),
        1 => Just(Access::unwrapped_row()),
        3 => Just(Access::unwrapped_col()),
        3 => Just(Access::unwrapped_depth()),
        3 => (1u32..=8, 1u32..=8).prop_map(|(height, width)| Access::block(height, width)),
        3 => (1u32..=8, 1u32..=8).prop_map(|(height, width)| Access::window(height, width)),
        4 => (1u32..=4, 1u32..=4, 1u32..=4).prop_map(|(depth, height, width)| Access::block_3d(depth, height, width)),
        2 => (0u32..=3, 0u32..=3, 0u32..=3).prop_map(|(d, h, w)| Access::block_3d(1 << d, 1 << h, 1 << w)),
        1 => Just(Access::ldmatrix()),
        1 => Just(Access::fragment(MmaShape::M16N8K16, Operand::A)),
        1 => Just(Access::fragment(MmaShape::M16N8K16, Operand::C)),
    ];
    (pattern, 0u32..3, 0u32..4).prop_map(transposed_or_wide)
}

fn side() -> impl Strategy<Value = u32> {
    prop_oneof![1u32..18, proptest::sample::select(&[1u32, 2, 4, 8, 16, 32, 64][..])]
}

proptest! {
    #![proptest_config(many_cases())]

    #[test]
    fn the_representatives_include_the_worst_of_all_positions(
        (planes, rows, cols) in (side(), side(), side()),
        access in accesses(),
        log_bytes in 0u32..5,
        pad in prop_oneof![Just(0u32), 0u32..5],
        every in prop_oneof![2 => Just(0u32), 1 => 1u32..200],
        matrix in proptest::option::of((proptest::collection::vec(0u8..32, 1..8), 0u32..3)),
        cute in proptest::option::of((1u32..6, 0u32..6, -9i32..10)),
        rotation in proptest::option::of((1u32..12, 1u32..5)),
        arch in proptest::sample::select(&[Arch::DEFAULT, Arch::SM_90, Arch::SM_35, Arch::SM_13][..]),
    ) {
        let elem = 1 << log_bytes;
        prop_assume!(planes * rows * cols <= 16384);
        prop_assume!(access.check_in_planes(planes, rows, cols, elem).is_ok());
        let granule = access.lane_elements(elem);
        let all_rows = planes * rows;
        let line = match every.next_multiple_of(granule) {
            0 => cols,
            every => every.min(all_rows * cols),
        };
        let pitch = (line + pad).next_multiple_of(granule);
        let layout = Layout::padded_every(all_rows, cols, pitch - line, line).unwrap();
        let block = 1 << pitch.trailing_zeros();
        let matrix = matrix.map(|(columns, base)| Matrix::new(&columns, base).unwrap());
        let matrix = matrix.filter(|matrix| matrix.reach() < block && 1 << matrix.base() >= granule && line == cols);
        let swizzle = match (cute, rotation) {
            _ if matrix.is_some() => matrix.map(Swizzle::Matrix),
            (Some((bits, base, shift)), _) => Cute::new(bits, base, shift).map(Swizzle::Cute),
            (None, Some((step, every))) => Rotation::new(step, every).map(Swizzle::Rotate),
            (None, None) => None,
        };
        let accesses = std::slice::from_ref(&access);
        let is_whole = |layout: &Layout| Report::in_planes(planes, layout, elem, accesses, arch).is_ok();
        let swizzled = swizzle.and_then(|swizzle| layout.with_swizzle(swizzle).ok()).filter(is_whole);
        let layout = swizzled.unwrap_or(layout);
        prop_assume!(is_whole(&layout));
        let report = Report::in_planes(planes, &layout, elem, accesses, arch).unwrap();
        let positions = Positions::in_planes(&access, planes, rows, cols, elem).unwrap();
        let all = worst_of_all(positions, &layout, elem, granule, &arch.bank_model());
        let found = &report.accesses[0];
        let found = WorstFigures { excess: found.excess, wavefronts: found.cost.wavefronts, ways: found.ways };
        prop_assert_eq!(found, all, "{} on {} planes of {} of {} bytes", access, planes, layout, elem);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        max_global_rejects: 1_000_000,
        failure_persistence: None,
        ..Default::default()
    })]

    /// The solver's layouts against every position, and its refusals against every padding, inside rows or at their end.
    #[test]
    fn solved_layouts_are_free_at_every_position_and_no_padding_frees_what_is_refused(
        (planes, rows, cols) in (1u32..10, side(), side()),
        one in accesses(),
        other in accesses(),
        log_bytes in 0u32..4,
    ) {
        let elem = 1 << log_bytes;
        prop_assume!(planes * rows * cols <= 1024);
        let accesses = [one, other];
        prop_assume!(accesses.iter().all(|access| access.check_in_planes(planes, rows, cols, elem).is_ok()));
        let model = Arch::DEFAULT.bank_model();
        let is_free = |layout: &Layout| {
            accesses.iter().all(|access| {
                let positions = Positions::in_planes(access, planes, rows, cols, elem).unwrap();
                worst_of_all(positions, layout, elem, access.lane_elements(elem), &model).excess == 0
            })
        };
        let spec = TileSpec::builder(rows, cols, elem, &accesses).planes(planes).build().unwrap();
        match solve(&spec) {
            Ok(solution) => prop_assert!(is_free(solution.layout()), "{} for {:?}", solution.description(), accesses),
            Err(_) => {
                let granule = accesses.iter().map(|access| access.lane_elements(elem)).max().unwrap();
                let (all_rows, step) = (planes * rows, granule as usize);
                let padded = (0..40).step_by(step).map(|pad| Layout::padded(all_rows, cols, pad).unwrap());
                let every = (granule..(all_rows * cols).min(300)).step_by(step);
                let inside = every.flat_map(|every| {
                    (granule..32).step_by(step).map(move |pad| Layout::padded_every(all_rows, cols, pad, every).unwrap())
                });
                let whole = |layout: &Layout| Report::in_planes(planes, layout, elem, &accesses, Arch::DEFAULT).is_ok();
                for layout in padded.chain(inside).filter(whole) {
                    prop_assert!(!is_free(&layout), "{} is free for {:?}", layout, accesses);
                }
            }
        }
    }
}
