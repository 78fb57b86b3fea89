//! Accesses of tiles of planes against loops that a kernel would have, and the solver against every position of them.

use proptest::{prelude::*, test_runner::FileFailurePersistence};
use smem_layout::{
    Access, AccessReport, Arch, AutoOr, Cute, Dialect, LaneTable, Layout, LayoutChoice, MmaShape, Operand, Positions,
    Report, Rotation, Swizzle, TileSpec, index_expression, solve,
};

/// An element: plane, row, column.
type At = (u32, u32, u32);

/// The elements that the lanes of a warp touch; nothing where a lane is inactive.
type Warp = Vec<Option<At>>;

/// Planes, rows and columns.
type Shape = (u32, u32, u32);

const SHAPES: [Shape; 14] = [
    (1, 1, 1),
    (1, 8, 8),
    (4, 8, 32),
    (3, 5, 7),
    (8, 8, 8),
    (2, 31, 33),
    (10, 10, 34),
    (33, 2, 4),
    (40, 1, 8),
    (64, 2, 2),
    (5, 32, 4),
    (6, 3, 12),
    (4, 16, 12),
    (3, 20, 6),
];

fn without_end(mut warp: Warp) -> Warp {
    while warp.last() == Some(&None) {
        warp.pop();
    }
    warp
}

fn sorted(warps: impl IntoIterator<Item = Warp>) -> Vec<Warp> {
    let mut warps: Vec<Warp> = warps.into_iter().map(without_end).collect();
    warps.sort();
    warps
}

/// Returns the requests of an access, in an order of their own.
fn requests(access: &Access, (planes, rows, cols): Shape, elem: u32) -> Vec<Warp> {
    let positions =
        Positions::in_planes(access, planes, rows, cols, elem).unwrap_or_else(|error| panic!("{access}: {error}"));
    let warp = |number| {
        let lanes = positions.lanes(number);
        let at = |lane: usize| {
            let (row, col) = lanes.at[lane];
            (lanes.active >> lane & 1 == 1).then_some((row / rows, row % rows, col))
        };
        (0..32).map(at).collect()
    };
    sorted((0..positions.count()).map(warp))
}

/// Returns the first element of every vector, in the order of `key`, a warp after the other.
fn walk<K: Ord>((planes, rows, cols): Shape, vec: u32, key: impl Fn(At) -> K) -> Vec<Warp> {
    let mut all = Vec::new();
    for plane in 0..planes {
        for row in 0..rows {
            all.extend((0..cols).step_by(vec as usize).map(|col| (plane, row, col)));
        }
    }
    all.sort_by_key(|at| key(*at));
    sorted(all.chunks(32).map(|warp| warp.iter().copied().map(Some).collect()))
}

/// Returns the requests of warps that stay on lines of `length` elements, each of which `at` gives.
fn lines(count: u32, length: u32, at: impl Fn(u32, u32) -> At) -> Vec<Warp> {
    let of_line = |line| {
        let all: Vec<Option<At>> = (0..length).map(|along| Some(at(line, along))).collect();
        all.chunks(32).map(<[_]>::to_vec).collect::<Vec<Warp>>()
    };
    sorted((0..count).flat_map(of_line))
}

/// Returns the requests of `d` x `h` x `w` lanes whose first is at each of `origins`.
fn blocks((planes, rows, cols): Shape, [_, h, w]: [u32; 3], lanes: u32, vec: u32, origins: &[At]) -> Vec<Warp> {
    let lane = |(plane, row, col): At, lane: u32| {
        let at = (plane + lane / (h * w), row + lane / w % h, col + lane % w * vec);
        (at.0 < planes && at.1 < rows && at.2 < cols).then_some(at)
    };
    sorted(origins.iter().map(|origin| (0..lanes).map(|number| lane(*origin, number)).collect()))
}

fn origins((planes, rows, cols): Shape, [d, h, w]: [u32; 3]) -> Vec<At> {
    let mut all = Vec::new();
    for plane in (0..planes).step_by(d as usize) {
        for row in (0..rows).step_by(h as usize) {
            all.extend((0..cols).step_by(w as usize).map(|col| (plane, row, col)));
        }
    }
    all
}

#[test]
fn walks_go_through_the_planes_in_their_order() {
    for shape in SHAPES {
        for vec in [1, 2, 4].into_iter().filter(|vec| shape.2 % vec == 0) {
            let found = |access: Access| requests(&access.vec(vec), shape, 4);
            assert_eq!(found(Access::row()), walk(shape, vec, |(p, r, c)| (p, r, c)), "row of {vec} on {shape:?}");
            assert_eq!(found(Access::col()), walk(shape, vec, |(p, r, c)| (p, c, r)), "col of {vec} on {shape:?}");
            assert_eq!(found(Access::depth()), walk(shape, vec, |(p, r, c)| (r, c, p)), "depth of {vec} on {shape:?}");
        }
        let found = |access: Access| requests(&access.transposed(), shape, 4);
        assert_eq!(found(Access::row()), walk(shape, 1, |(p, r, c)| (p, c, r)), "transposed(row) on {shape:?}");
        assert_eq!(found(Access::col()), walk(shape, 1, |(p, r, c)| (p, r, c)), "transposed(col) on {shape:?}");
        assert_eq!(found(Access::depth()), walk(shape, 1, |(p, r, c)| (c, r, p)), "transposed(depth) on {shape:?}");
    }
}

#[test]
fn a_warp_that_does_not_wrap_stays_on_its_line() {
    for shape @ (planes, rows, cols) in SHAPES {
        for vec in [1, 2, 4].into_iter().filter(|vec| cols % vec == 0) {
            let vectors = cols / vec;
            let found = |access: Access| requests(&access.vec(vec), shape, 4);
            let row = lines(planes * rows, vectors, |line, along| (line / rows, line % rows, along * vec));
            assert_eq!(found(Access::unwrapped_row()), row, "{shape:?}");
            let col = lines(planes * vectors, rows, |line, along| (line / vectors, along, line % vectors * vec));
            assert_eq!(found(Access::unwrapped_col()), col, "{shape:?}");
            let depth = lines(rows * vectors, planes, |line, along| (along, line / vectors, line % vectors * vec));
            assert_eq!(found(Access::unwrapped_depth()), depth, "{shape:?}");
            if vec == 1 {
                assert_eq!(requests(&Access::unwrapped_row().transposed(), shape, 4), col, "{shape:?}");
                assert_eq!(requests(&Access::unwrapped_col().transposed(), shape, 4), row, "{shape:?}");
                assert_eq!(requests(&Access::unwrapped_depth().transposed(), shape, 4), depth, "{shape:?}");
            }
        }
    }
}

#[test]
fn blocks_and_windows_stay_inside_a_plane_at_every_plane() {
    let mut compared = 0;
    for shape @ (planes, rows, cols) in SHAPES {
        for (h, w, vec) in [(4, 8, 1), (3, 5, 1), (8, 4, 1), (2, 2, 2), (1, 7, 1), (5, 1, 1), (1, 2, 4)] {
            if Access::window(h, w).vec(vec).check(rows, cols, 4).is_err() {
                assert!(Access::window(h, w).vec(vec).check_in_planes(planes, rows, cols, 4).is_err());
                continue;
            }
            let block = blocks(shape, [1, h, w], h * w, vec, &origins(shape, [1, h, w * vec]));
            assert_eq!(requests(&Access::block(h, w).vec(vec), shape, 4), block, "block({h}, {w}) on {shape:?}");
            let inside = |(_, row, col): &At| row + h <= rows && col + w * vec <= cols;
            let starts: Vec<At> = origins(shape, [1, 1, vec]).into_iter().filter(inside).collect();
            let window = blocks(shape, [1, h, w], h * w, vec, &starts);
            assert_eq!(requests(&Access::window(h, w).vec(vec), shape, 4), window, "window({h}, {w}) on {shape:?}");
            compared += 1;
        }
    }
    assert!(compared > 40, "{compared}");
}

#[test]
fn a_block_of_three_dimensions_reaches_through_planes() {
    let mut compared = 0;
    for shape @ (planes, rows, cols) in SHAPES {
        for (block @ [d, h, w], vec) in [
            ([2, 4, 4], 1),
            ([4, 2, 4], 1),
            ([8, 4, 1], 1),
            ([3, 2, 5], 1),
            ([1, 4, 8], 1),
            ([2, 2, 2], 2),
            ([8, 1, 1], 4),
        ] {
            let access = Access::block_3d(d, h, w).vec(vec);
            if access.check_in_planes(planes, rows, cols, 4).is_err() {
                assert!(d > planes || h > rows || w * vec > cols || cols % vec != 0, "{access} on {shape:?}");
                continue;
            }
            let all = blocks(shape, block, d * h * w, vec, &origins(shape, [d, h, w * vec]));
            assert_eq!(requests(&access, shape, 4), all, "{access} on {shape:?}");
            compared += 1;
        }
    }
    assert!(compared > 25, "{compared}");
}

#[test]
fn a_transposed_access_touches_what_the_access_does_on_planes_with_rows_and_columns_exchanged() {
    let accesses = [
        Access::depth(),
        Access::unwrapped_depth(),
        Access::block(4, 8),
        Access::block(3, 5),
        Access::window(2, 7),
        Access::block_3d(2, 3, 4),
        Access::block_3d(2, 4, 4),
        Access::fragment(MmaShape::M16N8K16, Operand::B),
    ];
    let mut compared = 0;
    for shape @ (planes, rows, cols) in SHAPES {
        for access in &accesses {
            if access.check_in_planes(planes, cols, rows, 2).is_err() {
                continue;
            }
            let elem = if access.to_string().starts_with("fragment") { 4 } else { 2 };
            if access.check_in_planes(planes, cols, rows, elem).is_err() {
                continue;
            }
            let exchange = |warp: Warp| warp.into_iter().map(|at| at.map(|(p, r, c)| (p, c, r))).collect();
            let all = sorted(requests(access, (planes, cols, rows), elem).into_iter().map(exchange));
            assert_eq!(requests(&access.clone().transposed(), shape, elem), all, "{access} on {shape:?}");
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}

/// On a tile of planes these are on each plane what they are on a tile of it alone.
#[test]
fn matrices_and_fragments_are_in_every_plane() {
    let fragment = Access::fragment(MmaShape::M16N8K16, Operand::A);
    for (shape @ (planes, rows, cols), access) in [
        ((3, 8, 16), Access::ldmatrix()),
        ((4, 24, 8), Access::ldmatrix_trans()),
        ((2, 16, 32), fragment.clone()),
        ((3, 48, 16), fragment.clone()),
        ((5, 32, 16), fragment.transposed()),
    ] {
        let positions = Positions::new(&access, rows, cols, 2).unwrap();
        let on_plane = |plane| {
            (0..positions.count()).map(|number| positions.lanes(number)).map(move |lanes| {
                let at = |lane: usize| {
                    let (row, col) = lanes.at[lane];
                    (lanes.active >> lane & 1 == 1).then_some((plane, row, col))
                };
                (0..32).map(at).collect()
            })
        };
        assert_eq!(requests(&access, shape, 2), sorted((0..planes).flat_map(on_plane)), "{access} on {shape:?}");
    }
}

#[test]
fn rows_of_a_table_are_counted_through_all_planes() {
    let diagonal: [(u32, u32); 32] = std::array::from_fn(|lane| (lane as u32 % 8 * 4 + lane as u32 / 8, lane as u32));
    let access = Access::lanes(LaneTable::new(vec![diagonal]).unwrap());
    let warp = (0..32).map(|lane| Some((lane % 8, lane / 8, lane))).collect();
    assert_eq!(requests(&access, (8, 4, 32), 4), [warp] as [Warp; 1]);
    // Exchanged, a table has the columns as rows.
    let exchanged = diagonal.map(|(row, col)| (col, row));
    let transposed = Access::lanes(LaneTable::new(vec![exchanged]).unwrap()).transposed();
    assert_eq!(requests(&transposed, (8, 4, 32), 4), requests(&access, (8, 4, 32), 4));
    let error = access.check_in_planes(7, 4, 32, 4).unwrap_err();
    assert_eq!(error.message(), "lane 7 is at plane 7, row 0, column 7, outside the tile of 7 x 4 x 32");
}

#[test]
fn what_needs_planes_or_has_too_many_is_refused() {
    let flat = |access: Access, rows, cols| access.check(rows, cols, 4).unwrap_err().to_string();
    let in_planes = |access: Access, (planes, rows, cols): Shape| {
        access.check_in_planes(planes, rows, cols, 4).unwrap_err().to_string()
    };
    for (message, said) in [
        (
            flat(Access::depth(), 8, 32),
            "`depth` walks along planes, and this tile has two dimensions\nhelp: give it planes, as in `#[smem_tile(4, 8, 32)]`",
        ),
        (
            flat(Access::unwrapped_depth(), 1, 32),
            "`depth` walks along planes, and this tile has one dimension\nhelp: give it planes, as in `#[smem_tile(4, 8, 32)]`",
        ),
        (
            flat(Access::block_3d(4, 8, 2), 32, 32),
            "`block(4, 8, 2)` has three dimensions, and this tile has two dimensions\nhelp: write `block(4, 8, vec = 2)`",
        ),
        (
            flat(Access::block_3d(2, 4, 3), 32, 32),
            "`block(2, 4, 3)` has three dimensions, and this tile has two dimensions\nhelp: write `block(rows, columns)`",
        ),
        (
            in_planes(Access::stride(4), (4, 1, 32)),
            "`stride` is for one-dimensional tiles, and this one has 4 planes\nhelp: write `lanes(|lane| (plane, row, column))` instead",
        ),
        (
            in_planes(Access::window(3, 8), (8, 2, 34)),
            "a window of 3 rows does not fit into a plane of 2 rows\nhelp: write `window(2, 8)`",
        ),
        (
            in_planes(Access::block_3d(4, 4, 4), (8, 8, 8)),
            "`block(4, 4, 4)` takes 64 lanes, and a warp has 32\nhelp: write `block(2, 4, 4)`",
        ),
        (
            in_planes(Access::block_3d(4, 4, 2), (3, 8, 8)),
            "a block of 4 planes does not fit into 3 planes\nhelp: write `block(3, 4, 2)`",
        ),
        (
            in_planes(Access::block_3d(2, 2, 4).vec(4), (8, 8, 8)),
            "a block of 16 columns does not fit into 8 columns\nhelp: write `block(2, 2, 2, vec = 4)`",
        ),
        (in_planes(Access::block_3d(0, 2, 4), (8, 8, 8)), "a block has at least one plane"),
        (
            in_planes(Access::ldmatrix(), (8, 4, 16)),
            "`ldmatrix` reads 8 rows at a time, and 4 is not a multiple of 8\nhelp: make it 8 rows",
        ),
    ] {
        assert_eq!(message, said);
    }
}

#[test]
fn names_are_those_of_the_attribute() {
    assert_eq!(Access::depth().vec(4).to_string(), "depth(vec = 4)");
    assert_eq!(Access::unwrapped_depth().max_ways(2).to_string(), "depth(wrap = false, max_ways = 2)");
    assert_eq!(Access::block_3d(2, 4, 4).transposed().to_string(), "transposed(block(2, 4, 4))");
}

/// Layouts worked out by hand.
#[test]
fn golden_layouts_of_planes() {
    let solved = |(planes, rows, cols): Shape, elem, accesses: &[Access], choice| {
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
    let conflict = |(planes, rows, cols): Shape, access: Access| {
        let layout = Layout::plain(planes * rows, cols).unwrap();
        let report = Report::in_planes(planes, &layout, 4, &[access], Arch::SM_90).unwrap();
        report.accesses[0].conflict.as_ref().unwrap().to_string()
    };
    assert_eq!(conflict((8, 4, 32), Access::unwrapped_depth()), "lanes 0..8 of row 0, column 0 all fall in bank 0");
    assert_eq!(conflict((2, 32, 32), Access::col()), "lanes 0..32 of plane 0, column 0 all fall in bank 0");
    assert_eq!(
        conflict((4, 4, 32), Access::block_3d(2, 4, 1)),
        "lanes 0..8, at plane 0, row 0, column 0 and plane 0, row 1, column 0 and so on, all fall in bank 0"
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
    (pattern, 0u32..3, 0u32..4).prop_map(|(access, log_vec, transposed)| match transposed {
        0 => access.transposed(),
        _ => access.vec(1 << log_vec),
    })
}

fn side() -> impl Strategy<Value = u32> {
    prop_oneof![1u32..18, proptest::sample::select(&[1u32, 2, 4, 8, 16, 32, 64][..])]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 4000,
        max_global_rejects: 10_000_000,
        max_local_rejects: 10_000_000,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..Default::default()
    })]

    #[test]
    fn the_representatives_include_the_worst_of_all_positions(
        (planes, rows, cols) in (side(), side(), side()),
        access in accesses(),
        log_bytes in 0u32..5,
        pad in 0u32..5,
        every in prop_oneof![Just(0u32), 1u32..200],
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
        let swizzle = match (cute, rotation) {
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
        let all = AccessReport::exhaustive(Some(planes), &layout, elem, &access, &arch.bank_model());
        prop_assert_eq!(report.accesses[0].excess, all.excess, "{} on {} planes of {} of {} bytes", access, planes, layout, elem);
        prop_assert_eq!(report.accesses[0].cost.wavefronts, all.cost.wavefronts);
        prop_assert_eq!(report.accesses[0].ways, all.ways);
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
            accesses.iter().all(|access| AccessReport::exhaustive(Some(planes), layout, elem, access, &model).excess == 0)
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
