//! Accesses of tiles of planes against loops that a kernel would have.

use smem_layout::{Access, LaneTable, MmaShape, Operand, Positions};

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
