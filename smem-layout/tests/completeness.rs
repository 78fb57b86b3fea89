//! The solver against a second search that shares no code with it, on a slice of all tiles: is its answer the cheapest layout
//! there is, and is there none where it says so? The benchmark of the same name looks at all of them.

#[path = "completeness/mod.rs"]
mod second_search;
#[path = "completeness/short_cuts.rs"]
mod short_cuts;

use smem_exhaustive::{count, part};
use smem_layout::{Arch, AutoOr, Layout, LayoutChoice, Matrix, Swizzle};

use second_search::{
    accesses::{Declared, Walk},
    banks::{Banks, targets},
    cutes::Cutes,
    judge::{Judge, SolverAnswer},
    sweep::{Sample, SweepTally, is_in_part, sweep_tile},
    tile::{Tile, shapes},
};

/// Every single access and a sample of the pairs on every architecture, on one in `parts` of the tiles.
fn is_the_cheapest(elem: u32, parts: u64) {
    let sample = Sample { pairs: 60, ways: 8, checks: 16, messages: 16, least: 4 };
    let mut total = SweepTally::default();
    let tiles = shapes(24, 32).into_iter().map(|(rows, cols)| Tile { planes: None, rows, cols, elem });
    for tile in part(tiles.filter(|tile| is_in_part(*tile, 0, parts)), 4) {
        let mut tally = SweepTally::default();
        sweep_tile(tile, sample, &mut tally);
        total.add(tally);
    }
    let messages: Vec<&str> = total.smallest.iter().map(|(_, message)| message.as_str()).collect();
    assert_eq!(total.disagreements, 0, "{total}{}", messages.join("\n"));
    let many = |found: u64, most: u64| found > count(most, most / 10);
    assert!(
        many(total.least, 500)
            && many(total.none, 20)
            && many(total.reports, 50)
            && many(total.messages, 20)
            && many(total.proved, 10),
        "the comparison tells little:\n{total}"
    );
}

#[test]
fn the_answer_for_1_byte_elements_is_the_cheapest_there_is() {
    is_the_cheapest(1, 170);
}

#[test]
fn the_answer_for_2_byte_elements_is_the_cheapest_there_is() {
    is_the_cheapest(2, 170);
}

#[test]
fn the_answer_for_4_byte_elements_is_the_cheapest_there_is() {
    is_the_cheapest(4, 170);
}

#[test]
fn the_answer_for_8_byte_elements_is_the_cheapest_there_is() {
    is_the_cheapest(8, 170);
}

#[test]
fn the_answer_for_16_byte_elements_is_the_cheapest_there_is() {
    is_the_cheapest(16, 170);
}

/// Tiles of planes: sizes that are not a power of two, sizes that are, planes of one row, rows of one column.
const IN_PLANES: [(u32, u32, u32, u32); 9] = [
    (4, 4, 8, 4),
    (3, 5, 7, 4),
    (2, 8, 16, 2),
    (8, 2, 4, 8),
    (5, 1, 12, 4),
    (6, 3, 8, 1),
    (4, 6, 6, 16),
    (16, 4, 1, 4),
    (2, 9, 10, 4),
];

#[test]
fn the_answer_for_tiles_of_planes_is_the_cheapest_there_is() {
    let sample = Sample { pairs: 40, ways: 8, checks: 12, messages: 12, least: 4 };
    let mut total = SweepTally::default();
    for (planes, rows, cols, elem) in part(IN_PLANES, 3) {
        let mut tally = SweepTally::default();
        sweep_tile(Tile { planes: Some(planes), rows: planes * rows, cols, elem }, sample, &mut tally);
        total.add(tally);
    }
    let messages: Vec<&str> = total.smallest.iter().map(|(_, message)| message.as_str()).collect();
    assert_eq!(total.disagreements, 0, "{total}{}", messages.join("\n"));
    assert!(
        total.least > count(500, 100)
            && total.none > count(20, 5)
            && total.reports > 20
            && total.messages > count(20, 5),
        "the comparison tells little:\n{total}"
    );
}

/// Returns the second search's verdict on `found`, an answer to `row` and `col` on a tile of 4-byte elements.
fn verdict(rows: u32, cols: u32, choice: LayoutChoice, found: Option<Layout>) -> Result<SolverAnswer, String> {
    let accesses = [Walk::Row, Walk::Col].map(|walk| Declared::new(walk, 1)).to_vec();
    let tile = Tile { planes: None, rows, cols, elem: 4 };
    let mut cutes = Cutes::new(tile);
    let mut judge = Judge::new(tile, Banks::Words, accesses, &mut cutes);
    if let Some(layout) = &found {
        judge.compare_operations(&[0, 1], layout)?;
    }
    judge.judge(&[0, 1], choice, found)
}

fn matrix(columns: &[u8]) -> Swizzle {
    Swizzle::Matrix(Matrix::new(columns, 0).unwrap())
}

fn is_noticed(verdict: Result<SolverAnswer, String>, message: &str) {
    let said = verdict.expect_err(message);
    assert!(said.contains(message), "{said}");
}

#[test]
fn an_answer_that_costs_too_much_is_noticed() {
    let swizzled = |columns: &[u8]| Layout::plain(16, 16).unwrap().with_swizzle(matrix(columns)).ok();
    assert_eq!(verdict(16, 16, LayoutChoice::Auto, swizzled(&[0, 2, 4, 8])), Ok(SolverAnswer::Least));
    // Another matrix that is free of conflict, on two diagonals.
    is_noticed(verdict(16, 16, LayoutChoice::Auto, swizzled(&[0, 4, 8, 2])), "free is [0, 2, 4, 8] (1 operations)");

    assert_eq!(
        verdict(32, 32, LayoutChoice::Pad(AutoOr::Auto), Layout::padded(32, 32, 1).ok()),
        Ok(SolverAnswer::Least)
    );
    let padded = Layout::padded(32, 32, 3).ok();
    is_noticed(verdict(32, 32, LayoutChoice::Pad(AutoOr::Auto), padded), "free is pitch 33 (1055 elements)");
    is_noticed(verdict(32, 32, LayoutChoice::Auto, padded), "free is pitch 32, Swizzle<5, 0, ");
}

#[test]
fn a_swizzle_that_is_not_needed_is_noticed() {
    let accesses = vec![Declared::new(Walk::Row, 1)];
    let tile = Tile { planes: None, rows: 32, cols: 32, elem: 4 };
    let mut cutes = Cutes::new(tile);
    let mut judge = Judge::new(tile, Banks::Words, accesses, &mut cutes);
    let swizzled = Layout::plain(32, 32).unwrap().with_swizzle(matrix(&[1, 2, 4, 8, 16])).ok();
    is_noticed(judge.judge(&[0], LayoutChoice::Swizzle(AutoOr::Auto), swizzled), "without a swizzle pitch 32");
}

#[test]
fn an_answer_that_conflicts_is_noticed() {
    is_noticed(verdict(16, 16, LayoutChoice::Auto, Layout::plain(16, 16).ok()), "conflicts for Declared { walk: Col");
}

#[test]
fn a_layout_that_is_denied_is_noticed() {
    is_noticed(verdict(16, 16, LayoutChoice::Auto, None), "the solver says none; free is pitch 16, ");
    is_noticed(verdict(32, 32, LayoutChoice::Swizzle(AutoOr::Auto), None), "the solver says none; free is pitch 32, ");
    is_noticed(verdict(32, 33, LayoutChoice::Pad(AutoOr::Auto), None), "the solver says none; free is pitch 33");
}

/// A row, and elements a few apart from any start: of less than a word each.
#[test]
fn matrices_that_take_words_apart_are_found_and_not_denied() {
    for (cols, elem, step) in [(256, 1, 5), (256, 1, 6), (256, 2, 3), (512, 1, 5), (512, 2, 3)] {
        let accesses = [Walk::Row, Walk::Stride(step)].map(|walk| Declared::new(walk, 1)).to_vec();
        let tile = Tile { planes: None, rows: 1, cols, elem };
        let mut cutes = Cutes::new(tile);
        let mut judge = Judge::new(tile, Banks::Words, accesses, &mut cutes);
        for choice in [LayoutChoice::Auto, LayoutChoice::Swizzle(AutoOr::Auto)] {
            let by_solver = judge.accesses(&[0, 1]);
            let spec = judge.spec(&by_solver, choice, targets()[0]).build().unwrap();
            let found = smem_layout::find(&spec).unwrap();
            assert_eq!(found.map(|layout| layout.len()), Some(cols as usize), "{tile}, every {step}, {choice}");
            assert_eq!(judge.judge(&[0, 1], choice, found), Ok(SolverAnswer::Least), "{tile}, every {step}, {choice}");
            is_noticed(judge.judge(&[0, 1], choice, None), "the solver says none; free is ");
        }
    }
}

/// The excess of every layout, worked out by hand.
#[test]
fn the_fewest_excess_wavefronts_are_those_of_the_best_member() {
    let fewest = |rows, cols, accesses: &[Declared]| {
        let tile = Tile { planes: None, rows, cols, elem: 4 };
        let mut cutes = Cutes::new(tile);
        let mut judge = Judge::new(tile, Banks::Words, accesses.to_vec(), &mut cutes);
        let numbers: Vec<usize> = (0..accesses.len()).collect();
        judge.fewest(&numbers, LayoutChoice::Auto, targets()[0])
    };
    // 32 rows of groups of four words, which have eight places: four lanes in each.
    let vectors = Declared { vec: 4, ..Declared::new(Walk::Row, 1) };
    assert_eq!(fewest(32, 8, &[vectors, Declared::new(Walk::Col, 1)]), Some((0, 3, 256)));
    let accepted = Declared { max_ways: 4, ..Declared::new(Walk::Col, 1) };
    assert_eq!(fewest(32, 8, &[vectors, accepted]), Some((0, 0, 256)));
    let bounded = Declared { max_ways: 2, ..Declared::new(Walk::Col, 1) };
    assert_eq!(fewest(32, 8, &[vectors, bounded]), Some((3, 0, 256)));
}

#[test]
fn every_architecture_of_the_comparison_has_its_own_banks() {
    let costs = targets().map(|target| {
        let tile = Tile { planes: None, rows: 2, cols: 64, elem: 4 };
        let accesses = vec![Declared::new(Walk::Row, 4), Declared::new(Walk::Col, 1)];
        let mut cutes = Cutes::new(tile);
        let judge = Judge::new(tile, target.banks, accesses, &mut cutes);
        let offsets: Vec<u32> = (0..128).collect();
        judge.members.demands.iter().map(|demand| demand.worst(&offsets, target).wavefronts).collect::<Vec<_>>()
    });
    // Four phases of float4, two words of one bank a column; 16 banks and four requests; segments of 64 words; 8-byte banks;
    // a pass more a phase.
    assert_eq!(costs, [vec![4, 2], vec![32, 4], vec![2, 2], vec![2, 2], vec![8, 2], vec![4, 2]]);
    assert_eq!(targets()[0].arch, Arch::SM_90);
}
