//! The layouts that the search finds, against every padding and against the solver of the crate.

use alloc::vec::Vec;

use super::{COL, Numbers, ROW, alike, simple_tile, spec};
use smem_banks::{Arch, Cute};
use smem_exhaustive::count;

use crate::{
    access::ConstAccess,
    constant::{
        SimpleChoice, SimpleTileSpec,
        candidates::CuteCandidates,
        outcome::solve,
        refusal::Refusal,
        row_bits::{OF_OFFSET, RowBits, WHOLE_ROW},
        search::search,
        work_budget::WorkBudget,
    },
    layout::{Layout, Swizzle},
    solve::{AutoOr, LayoutChoice, Report, TileSpec},
};

fn is_free(layout: &Layout, elem_bytes: u32, accesses: &[ConstAccess<'_>]) -> bool {
    let accesses: Vec<crate::Access> = accesses.iter().map(alike).collect();
    let report = Report::of(layout, elem_bytes, &accesses, Arch::DEFAULT).unwrap();
    report.accesses.iter().all(|access| access.is_accepted())
}

#[test]
fn the_padding_is_the_smallest_without_conflicts() {
    let mut numbers = Numbers(3);
    let (mut found, mut none) = (0, 0);
    for _ in 0..count(3000, 300) {
        let (rows, cols, elem_bytes, accesses) = numbers.tile();
        let tile = simple_tile((rows, cols), elem_bytes, &accesses, Arch::DEFAULT);
        // Twice as far as the search goes.
        let all = (tile.numbers.first_pitch()..2 * tile.numbers.last_pitch()).step_by(tile.numbers.granule as usize);
        let expected = all.map(|pitch| tile.numbers.pitched(pitch)).find(|it| is_free(it, elem_bytes, &accesses));
        let layout = search(&tile, SimpleChoice::PadAuto, usize::MAX, &mut WorkBudget::new());
        assert_eq!(layout, expected, "{rows} x {cols} of {elem_bytes} bytes, {accesses:?}");
        if layout.is_some() { found += 1 } else { none += 1 }
    }
    assert!(found > count(1000, 100) && none > count(100, 10), "{found} were found and {none} not");
}

#[test]
fn what_the_solver_answers_with_these_classes_is_the_answer_here() {
    let mut numbers = Numbers(4);
    let (mut same, mut free, mut unfinished, mut cut_short) = (0, 0, 0, 0);
    for case in 0..1500 {
        let (rows, cols, elem_bytes, accesses) = numbers.tile();
        let choices = [
            (SimpleChoice::PadAuto, LayoutChoice::Pad(AutoOr::Auto)),
            (SimpleChoice::SwizzleAuto, LayoutChoice::Swizzle(AutoOr::Auto)),
            (SimpleChoice::Auto, LayoutChoice::Auto),
        ];
        let (choice, literal) = choices[case % 3];
        let simple = spec((rows.into(), cols.into()), elem_bytes as usize, &accesses, choice);
        // The attribute chooses 32 where there are matrices.
        let here = solve(SimpleTileSpec { align: 32, ..simple });
        let others: Vec<crate::Access> = accesses.iter().map(alike).collect();
        let Ok(spec) = TileSpec::builder(rows, cols, elem_bytes, &others).choice(literal).build() else {
            assert!(matches!(choice, SimpleChoice::SwizzleAuto), "a swizzle alone has no pitch for a matrix");
            continue;
        };
        let there = crate::find(&spec).unwrap();
        let what = alloc::format!("{rows} x {cols} of {elem_bytes} bytes, {accesses:?}, {literal}: {there:?}");
        if here.refusal.is_none() {
            assert!(is_free(&here.layout, elem_bytes, &accesses), "{what}");
            assert!(there.is_some_and(|there| there.len() <= here.layout.len()), "{what}: {}", here.layout);
            free += 1;
        }
        // The solver knows more classes; where its answer is of these, it is the answer here.
        let tile = simple_tile((rows, cols), elem_bytes, &accesses, Arch::DEFAULT);
        let Some(there) = there.filter(|there| {
            let is_cute = matches!(there.swizzle(), Swizzle::Cute(_)) && there.line() == cols;
            is_cute || there.swizzle() == Swizzle::None && [cols, tile.numbers.line()].contains(&there.line())
        }) else {
            continue;
        };
        if matches!(here.refusal, Some(Refusal::Unfinished)) {
            unfinished += 1;
            continue;
        }
        same += 1;
        assert!(here.refusal.is_none(), "{what}: {:?}", here.refusal);
        if here.layout.swizzle() == Swizzle::None && there.swizzle() != Swizzle::None && there.len() < here.layout.len()
        {
            // A padding was found, and the search for less ended early.
            cut_short += 1;
            continue;
        }
        assert_eq!(here.layout.len(), there.len(), "{what}: {}", here.layout);
        if there.swizzle() == Swizzle::None {
            assert_eq!(here.layout, there, "{what}");
        }
    }
    assert!(same > 500 && free > 800, "{same} were the same and {free} free");
    assert!(unfinished < same / 50, "{unfinished} were not finished, and {same} the same");
    assert!(cut_short < same / 200, "{cut_short} were padded for want of time, and {same} the same");
}

#[test]
fn the_tiles_of_the_readme_have_the_layouts_of_literals() {
    let accesses = [ROW, COL];
    let layout = |elem_bytes, choice| {
        let outcome = solve(spec((32, 32), elem_bytes, &accesses, choice));
        assert!(outcome.refusal.is_none());
        outcome.layout
    };
    assert_eq!(layout(8, SimpleChoice::PadAuto), Layout::padded(32, 32, 1).unwrap());
    let cute = Swizzle::Cute(Cute::new(5, 0, 5).unwrap());
    let swizzled = Layout::plain(32, 32).unwrap().with_swizzle(cute).unwrap();
    assert_eq!(layout(4, SimpleChoice::Auto), swizzled);
    assert_eq!(layout(4, SimpleChoice::SwizzleAuto), swizzled);
    assert_eq!(layout(4, SimpleChoice::Cute(Cute::new(5, 0, 5).unwrap())), swizzled);
}

#[test]
fn a_swizzle_moves_columns_where_it_is_a_matrix() {
    let mut numbers = Numbers(6);
    let mut moved = 0;
    for _ in 0..20_000 {
        let (rows, cols) =
            (1 + numbers.below(64), if numbers.below(4) == 0 { 1 + numbers.below(64) } else { 1 << numbers.below(9) });
        let layout = Layout::padded(rows, cols, numbers.of(&[0, 0, 0, 1, 32])).unwrap();
        let (bits, base) = (1 + numbers.below(9), numbers.below(10));
        let shift = (bits + numbers.below(12)) as i32 * numbers.of(&[1, 1, 1, -1]);
        let Some(cute) = Cute::new(bits, base, shift) else { continue };
        let expected = rows > 1 && layout.swizzled_by(Swizzle::Cute(cute)).matrix().is_some();
        let moves = RowBits::of(&layout).moves_columns(bits, base, shift);
        assert_eq!(moves, expected, "{cute:?} on {layout}");
        moved += u32::from(expected);
    }
    assert!(moved > 500, "{moved}");
}

#[test]
fn the_swizzles_of_a_cost_are_all_that_cost_it() {
    let mut numbers = Numbers(7);
    let mut cheap = 0;
    for _ in 0..2000 {
        let (rows, cols) = (2 + numbers.below(64), 1 << numbers.below(9));
        let elem_bytes = 1 << numbers.below(5);
        let tile = simple_tile((rows, cols), elem_bytes, &[], Arch::DEFAULT);
        let layout = Layout::plain(rows, cols).unwrap();
        let of_cost = |searched: u32, cost: u32| {
            let mut candidates = CuteCandidates::of(&tile.numbers, &layout, searched, 1);
            candidates.cost = cost;
            core::iter::from_fn(move || candidates.next()).collect::<Vec<Cute>>()
        };
        for cost in WHOLE_ROW..OF_OFFSET {
            let found = of_cost(cost, cost);
            cheap += found.len();
            assert_eq!(found, of_cost(OF_OFFSET, cost), "{layout} of {elem_bytes} bytes, {cost} halves");
        }
    }
    assert!(cheap > 2000, "{cheap}");
}
