//! The positions of an access against a loop that a kernel would have: the same elements, lane by lane, and none left out.

use smem_layout::{Access, Arch, LaneTable, Layout, Positions, Report, TileSpec, solve};

/// The elements that the lanes of a warp touch; nothing where a lane is inactive.
type Warp = Vec<Option<(u32, u32)>>;

/// Returns the requests of an access on a tile, in an order of their own. Lanes after the last active one are left out.
fn requests(access: &Access, rows: u32, cols: u32, elem: u32) -> Vec<Warp> {
    let positions = Positions::new(access, rows, cols, elem).unwrap_or_else(|error| panic!("{access}: {error}"));
    let warp = |number| {
        let lanes = positions.lanes(number);
        let at = |lane: usize| (lanes.active >> lane & 1 == 1).then_some(lanes.at[lane]);
        without_end((0..32).map(at).collect())
    };
    sorted((0..positions.count()).map(warp).collect())
}

fn without_end(mut warp: Warp) -> Warp {
    while warp.last() == Some(&None) {
        warp.pop();
    }
    warp
}

fn sorted(mut warps: Vec<Warp>) -> Vec<Warp> {
    warps.sort();
    warps
}

/// Shapes of all kinds: ragged, powers of two, single rows and columns.
const SHAPES: [(u32, u32); 14] = [
    (1, 1),
    (1, 40),
    (7, 12),
    (20, 20),
    (31, 33),
    (32, 32),
    (33, 64),
    (40, 1),
    (64, 8),
    (66, 34),
    (3, 100),
    (100, 4),
    (5, 160),
    (2, 256),
];

/// `for (c = lane * vec; c < C; c += 32 * vec)` in each row.
#[test]
fn a_warp_that_does_not_wrap_stays_in_its_row() {
    for (rows, cols) in SHAPES {
        for vec in [1, 2, 4].into_iter().filter(|vec| cols % vec == 0) {
            let mut all = Vec::new();
            for row in 0..rows {
                for first in (0..cols).step_by(32 * vec as usize) {
                    let at = |lane| (first + lane * vec < cols).then_some((row, first + lane * vec));
                    all.push(without_end((0..32).map(at).collect()));
                }
            }
            assert_eq!(
                requests(&Access::unwrapped_row().vec(vec), rows, cols, 4),
                sorted(all),
                "{rows} x {cols}, {vec}"
            );
        }
    }
}

/// `for (r = lane; r < R; r += 32)` in each column of vectors.
#[test]
fn a_warp_that_does_not_wrap_stays_in_its_column() {
    for (rows, cols) in SHAPES {
        for vec in [1, 2, 4].into_iter().filter(|vec| cols % vec == 0) {
            let mut all = Vec::new();
            for col in (0..cols).step_by(vec as usize) {
                for first in (0..rows).step_by(32) {
                    let at = |lane| (first + lane < rows).then_some((first + lane, col));
                    all.push(without_end((0..32).map(at).collect()));
                }
            }
            assert_eq!(
                requests(&Access::unwrapped_col().vec(vec), rows, cols, 4),
                sorted(all),
                "{rows} x {cols}, {vec}"
            );
        }
    }
}

#[test]
fn an_aligned_stride_starts_at_multiples_of_its_whole_and_offsets_below_its_step() {
    for cols in [1, 7, 32, 40, 64, 100, 256, 1000, 4096] {
        for step in [1, 2, 3, 4, 7, 8, 12, 16, 31, 32, 33, 100, 1000, 5000, u32::MAX] {
            for vec in [1, 2, 4].into_iter().filter(|vec| cols % vec == 0 && step % vec == 0) {
                let is_start = |start: u64| {
                    start % (32 * u64::from(step)) < u64::from(step) && start.is_multiple_of(u64::from(vec))
                };
                let lane = |start: u64, lane: u64| start + u64::from(step) * lane;
                let inside = |col: u64| (col < u64::from(cols)).then_some((0, col as u32));
                let warp = |start| without_end((0..32).map(|i| inside(lane(start, i))).collect());
                let all: Vec<Warp> = (0..u64::from(cols)).filter(|start| is_start(*start)).map(warp).collect();
                let access = Access::aligned_stride(step).vec(vec);
                assert_eq!(requests(&access, 1, cols, 4), sorted(all), "{access} on {cols}");
            }
        }
    }
}

/// Each element of the tile is in one request.
#[test]
fn an_aligned_stride_touches_each_element_once() {
    for (cols, step) in [(1024, 4), (1000, 7), (96, 3), (50, 100)] {
        let mut touched: Vec<u32> = requests(&Access::aligned_stride(step), 1, cols, 4)
            .into_iter()
            .flatten()
            .flatten()
            .map(|at| at.1)
            .collect();
        touched.sort_unstable();
        assert_eq!(touched, (0..cols).collect::<Vec<u32>>(), "stride({step}, aligned) on {cols}");
    }
}

#[test]
fn a_transposed_access_touches_what_the_access_does_on_the_transposed_tile() {
    let diagonal = LaneTable::new(vec![std::array::from_fn(|lane| (lane as u32 % 4, lane as u32 / 4))]).unwrap();
    let accesses = [
        Access::row(),
        Access::col(),
        Access::unwrapped_row(),
        Access::unwrapped_col(),
        Access::block(4, 8),
        Access::block(3, 5),
        Access::window(2, 7),
        Access::lanes(diagonal),
    ];
    let mut compared = 0;
    for (rows, cols) in SHAPES.into_iter().filter(|shape| shape.0 > 1) {
        for access in &accesses {
            if access.check(cols, rows, 4).is_err() {
                continue;
            }
            let exchange =
                |warp: Warp| -> Warp { warp.into_iter().map(|at| at.map(|(row, col)| (col, row))).collect() };
            let all = requests(access, cols, rows, 4).into_iter().map(exchange).collect();
            assert_eq!(
                requests(&access.clone().transposed(), rows, cols, 4),
                sorted(all),
                "{access} on {rows} x {cols}"
            );
            compared += 1;
        }
    }
    assert!(compared > 70, "{compared}");
}

#[test]
fn transposed_rows_are_columns() {
    for (rows, cols) in [(20, 20), (7, 12), (64, 8)] {
        assert_eq!(requests(&Access::row().transposed(), rows, cols, 4), requests(&Access::col(), rows, cols, 4));
        let columns = requests(&Access::unwrapped_col(), rows, cols, 4);
        assert_eq!(requests(&Access::unwrapped_row().transposed(), rows, cols, 4), columns);
    }
    assert_eq!(Access::block(4, 8).transposed().transposed(), Access::block(4, 8));
}

/// `.trans` changes which lane gets which element, not which row a lane addresses.
#[test]
fn ldmatrix_trans_reads_the_rows_that_ldmatrix_reads() {
    for (rows, cols, elem) in [(8, 8, 2), (16, 64, 2), (24, 32, 1), (64, 4, 4)] {
        let (matrix, trans) = (Access::ldmatrix(), Access::ldmatrix_trans());
        assert_eq!(requests(&matrix, rows, cols, elem), requests(&trans, rows, cols, elem));
        let layout = Layout::plain(rows, cols).unwrap();
        let report = Report::of(&layout, elem, &[matrix, trans], Arch::SM_90).unwrap();
        assert_eq!(report.accesses[0].cost, report.accesses[1].cost);
    }
}

#[test]
fn names_are_those_of_the_attribute() {
    for (access, name) in [
        (Access::unwrapped_row().vec(4), "row(wrap = false, vec = 4)"),
        (Access::unwrapped_col().max_ways(2), "col(wrap = false, max_ways = 2)"),
        (Access::aligned_stride(8).vec(2), "stride(8, aligned, vec = 2)"),
        (Access::ldmatrix_trans(), "ldmatrix(trans)"),
        (Access::block(4, 8).max_ways(2).transposed(), "transposed(block(4, 8), max_ways = 2)"),
        (Access::unwrapped_row().transposed(), "transposed(row(wrap = false))"),
    ] {
        assert_eq!(access.to_string(), name);
    }
}

#[test]
fn what_does_not_exist_is_refused_with_what_does() {
    let message = |access: Access, rows, cols| access.check(rows, cols, 2).unwrap_err().to_string();
    let said = message(Access::ldmatrix().transposed(), 32, 32);
    assert!(
        said.starts_with("`ldmatrix` reads 16 bytes of a row") && said.contains("write `ldmatrix(trans)`"),
        "{said}"
    );
    let said = message(Access::row().vec(4).transposed(), 32, 32);
    assert!(said.contains("4 neighbours in a column") && said.contains("write `col(vec = 4)`"), "{said}");
    let said = message(Access::block(4, 8).transposed(), 1, 32);
    assert!(said.contains("needs two dimensions"), "{said}");
    let said = message(Access::block(5, 2).transposed(), 32, 4);
    assert!(said.starts_with("with rows and columns exchanged, a block of 5 rows does not fit into 4 rows"), "{said}");
}

/// A wrapping `row` of 20 columns meets itself two rows on; one that stays in its row does not.
#[test]
fn ragged_tiles_are_free_where_warps_stay_in_their_row_and_column() {
    for side in [20, 24, 34, 36, 40, 66] {
        let wrapping = [Access::row(), Access::col()];
        assert!(solve(&TileSpec::builder(side, side, 4, &wrapping).build().unwrap()).is_err(), "{side}");
        let staying = [Access::unwrapped_row(), Access::unwrapped_col()];
        let solution = solve(&TileSpec::builder(side, side, 4, &staying).build().unwrap()).unwrap();
        assert!(solution.report().is_conflict_free(), "{side}");
    }
}
