//! The solver against a second search that shares no code with it, on a slice of all tiles: is its answer the cheapest layout
//! there is, and is there none where it says so? The example `completeness` looks at all of them, optimised.

#[path = "completeness/mod.rs"]
mod completeness;

use std::ops::RangeInclusive;

use smem_layout::{Choice, Layout, Matrix, Pick, Swizzle};

use completeness::{
    accesses::{Declared, Tile, Walk},
    compare::{Comparison, Depth},
    small::Orders,
    sweep::{Sample, Tally, is_in_part, sweep_tile},
};

const ANY: Sample = Sample { choice: Choice::Auto, pairs: 40, large: 64, best: 16, left_out: 6 };

/// Every single access and a sample of the pairs, on one in `parts` of the tiles.
fn sweep(elem: u32, rows: RangeInclusive<u32>, cols: RangeInclusive<u32>, parts: u64, sample: Sample) -> Tally {
    let mut orders = Orders::default();
    let mut total = Tally::default();
    let tiles = rows.flat_map(|rows| cols.clone().map(move |cols| Tile { rows, cols, elem }));
    for tile in tiles.filter(|tile| is_in_part(*tile, 0, parts)) {
        let mut tally = Tally::default();
        sweep_tile(tile, sample, &mut orders, &mut tally);
        total.add(tally);
    }
    assert_eq!(total.disagreements, 0, "{total}{:#?}", total.smallest);
    total
}

/// One in so many shapes that the test takes seconds, unoptimised.
fn is_the_cheapest(elem: u32, parts: u64) {
    let tally = sweep(elem, 1..=64, 1..=64, parts, ANY);
    let [pitch, xor, raised, large, none] = tally.answers;
    assert!(pitch > 100 && xor > 5 && raised > 5 && large + none > 5, "the comparison tells little:\n{tally}");
}

#[test]
fn the_answer_for_1_byte_elements_is_the_cheapest_there_is() {
    is_the_cheapest(1, 240);
}

#[test]
fn the_answer_for_2_byte_elements_is_the_cheapest_there_is() {
    is_the_cheapest(2, 150);
}

#[test]
fn the_answer_for_4_byte_elements_is_the_cheapest_there_is() {
    is_the_cheapest(4, 150);
}

#[test]
fn the_answer_for_8_byte_elements_is_the_cheapest_there_is() {
    is_the_cheapest(8, 150);
}

#[test]
fn the_answer_for_16_byte_elements_is_the_cheapest_there_is() {
    is_the_cheapest(16, 150);
}

#[test]
fn the_answer_for_tiles_of_one_row_is_the_cheapest_there_is() {
    for elem in [1, 2, 4, 8, 16] {
        // Up to four lines: with more, the classes are large for an unoptimised search.
        let line = 128 / elem;
        let tally = sweep(elem, 1..=1, line..=4 * line, u64::from(line / 2), ANY);
        assert!(tally.requests > 50, "{tally}");
    }
}

#[test]
fn the_least_padding_and_the_cheapest_xor_are_found_alone() {
    for choice in [Choice::Pad(Pick::Auto), Choice::Swizzle(Pick::Auto)] {
        for elem in [1, 2, 4, 8, 16] {
            let tally = sweep(elem, 1..=64, 1..=64, 600, Sample { choice, ..ANY });
            assert!(tally.requests > 50, "{tally}");
        }
    }
}

/// What the search says to `found` as the answer to `row` and `col` on a tile of 4-byte elements.
fn verdict(rows: u32, cols: u32, choice: Choice, found: Option<Layout>) -> Result<(), String> {
    let accesses = [Walk::Row, Walk::Col].map(|walk| Declared { walk, vec: 1 }).to_vec();
    let mut comparison = Comparison::new(Tile { rows, cols, elem: 4 }, accesses);
    let depth = Depth { choice, large: true, best: false };
    comparison.judge(&[0, 1], found, depth, &mut Orders::default(), &mut Tally::default())
}

fn is_noticed(verdict: Result<(), String>, message: &str) {
    let said = verdict.expect_err(message);
    assert!(said.contains(message), "{said}");
}

#[test]
fn an_answer_that_costs_too_much_is_noticed() {
    let swizzled = |columns: &[u8]| {
        Layout::plain(16, 16).unwrap().with_swizzle(Swizzle::Matrix(Matrix::new(columns, 0).unwrap())).ok()
    };
    assert_eq!(verdict(16, 16, Choice::Auto, swizzled(&[0, 2, 4, 8])), Ok(()));
    // Another matrix that is free of conflict, on two diagonals.
    is_noticed(verdict(16, 16, Choice::Auto, swizzled(&[0, 4, 8, 2])), "free is pitch 16, col ^ [0, 2, 4, 8] line (1 ");

    assert_eq!(verdict(32, 32, Choice::Pad(Pick::Auto), Layout::padded(32, 32, 1).ok()), Ok(()));
    let padded = Layout::padded(32, 32, 3).ok();
    is_noticed(verdict(32, 32, Choice::Pad(Pick::Auto), padded), "free is pitch 33 (0 operations)");
    is_noticed(verdict(32, 32, Choice::Auto, padded), "free is pitch 32, col ^ ");
}

#[test]
fn an_answer_that_conflicts_is_noticed() {
    is_noticed(verdict(16, 16, Choice::Auto, Layout::plain(16, 16).ok()), "conflicts for col");
}

#[test]
fn a_layout_that_is_denied_is_noticed() {
    is_noticed(verdict(16, 16, Choice::Auto, None), "the solver says none; free is pitch 16, col ^ ");
    // More than 2^16 matrices.
    is_noticed(verdict(32, 32, Choice::Auto, None), "the solver says none; free is pitch 32, col ^ ");
    is_noticed(verdict(32, 33, Choice::Pad(Pick::Auto), None), "the solver says none; free is pitch 33");
}
