//! The cheapest layout of each class: it is what it says, and the solver chooses the first.

use smem_layout::{
    Access, Alternative, Arch, AutoOr, ConflictPolicy, LayoutChoice, LayoutClass, Outcome, Report, Solution, TileSpec,
    TileSpecBuilder, alternatives, conflicting_solution, index_cost, solve,
};

fn solution(alternative: &Alternative) -> Option<&Solution> {
    match &alternative.outcome {
        Outcome::Found { solution, .. } => Some(solution),
        _ => None,
    }
}

/// Tiles of every kind: those of banks' width and not, vectors, planes, lines, stages.
fn each_tile(mut check: impl FnMut(TileSpecBuilder<'_>)) {
    let both = [Access::row(), Access::col()];
    for (rows, cols) in [(32, 32), (16, 64), (5, 12), (33, 17), (64, 8), (8, 33)] {
        for bytes in [1, 2, 4, 8, 16] {
            check(TileSpec::builder(rows, cols, bytes, &both));
        }
    }
    let blocks = [Access::row(), Access::block(8, 4), Access::row().vec(2)];
    check(TileSpec::builder(16, 32, 4, &blocks));
    check(TileSpec::builder(8, 32, 4, &[Access::row(), Access::col(), Access::depth()]).planes(4));
    for step in [2, 3, 4, 8, 16, 32, 33] {
        let strided = [Access::row(), Access::stride(step)];
        check(TileSpec::builder(1, 1024, 4, &strided).stages(2));
        check(TileSpec::builder(1, 1000, 8, &strided[1..]));
    }
}

#[test]
fn the_solver_never_chooses_a_layout_that_costs_more_than_an_alternative() {
    each_tile(|tile| {
        let spec = tile.build().unwrap();
        let Ok(chosen) = solve(&spec) else { return };
        let cost = |solution: &Solution| (solution.bytes(), (2.0 * index_cost(solution.layout())) as u32);
        let found = alternatives(&spec);
        let first = solution(&found[0]).unwrap();
        assert!(first.report().is_accepted(), "{spec:?}");
        assert!(cost(&chosen) <= cost(first), "{spec:?}: {} and {}", chosen.layout(), first.layout());
    });
}

#[test]
fn what_is_found_has_no_conflict_and_the_options_give_it() {
    let mut options = 0;
    each_tile(|tile| {
        let spec = tile.build().unwrap();
        for alternative in alternatives(&spec) {
            let Outcome::Found { solution, option } = &alternative.outcome else { continue };
            let planes = spec.planes().unwrap_or(1);
            let report =
                Report::in_planes(planes, solution.layout(), spec.elem_bytes(), spec.accesses(), Arch::DEFAULT);
            if spec.planes().is_some() {
                assert_eq!(report.as_ref(), Ok(solution.report()));
            }
            assert!(alternative.class == LayoutClass::Dense || solution.report().is_accepted(), "{spec:?}");
            let Some(option) = option else { continue };
            let exact = tile.choice(*option).conflicts(smem_layout::ConflictPolicy::Allow).build().unwrap();
            let exact = solve(&exact).unwrap();
            for (row, col) in (0..solution.layout().rows()).flat_map(|row| (0..spec.cols()).map(move |col| (row, col)))
            {
                assert_eq!(exact.layout().index(row, col), solution.layout().index(row, col), "{spec:?}: {option}");
            }
            options += 1;
        }
    });
    assert!(options > 60, "{options}");
}

#[test]
fn a_dense_layout_without_conflicts_is_the_only_one() {
    let found = alternatives(&TileSpec::builder(32, 33, 4, &[Access::row(), Access::col()]).build().unwrap());
    assert_eq!(found.iter().map(|found| found.class).collect::<Vec<_>>(), [LayoutClass::Dense]);
}

#[test]
fn a_class_without_a_layout_says_so() {
    // Vectors of four keep groups together, so that a column reaches a fourth of the banks.
    let accesses = [Access::row().vec(4), Access::col()];
    let found = alternatives(&TileSpec::builder(32, 32, 4, &accesses).build().unwrap());
    let none = found.iter().filter(|found| matches!(found.outcome, Outcome::None { .. })).count();
    assert_eq!((found[0].class, none), (LayoutClass::Dense, LayoutClass::ALL.len() - 1));
}

#[test]
fn a_layout_beyond_the_limit_says_how_many_bytes_it_needs() {
    // 48 KB, to the byte.
    let accesses = [Access::row(), Access::col()];
    let found = alternatives(&TileSpec::builder(96, 128, 4, &accesses).build().unwrap());
    let padding = found.iter().find(|found| found.class == LayoutClass::Padding).unwrap();
    assert_eq!(padding.outcome, Outcome::TooLarge { bytes: 96 * 129 * 4 });
}

/// Checks that the layout that an error reports is the one that `conflicts = allow` gives, and returns it.
fn kept_of(spec: TileSpecBuilder<'_>) -> Solution {
    let spec = spec.build().unwrap();
    let kept = conflicting_solution(&spec, &solve(&spec).unwrap_err()).expect("an error about conflicts");
    let allowed = spec.to_builder().conflicts(ConflictPolicy::Allow).build().unwrap();
    assert_eq!(Some(&kept), solve(&allowed).ok().as_ref());
    kept
}

#[test]
fn the_error_about_conflicts_has_the_layout_that_allowed_conflicts_give() {
    let both = [Access::row(), Access::col()];
    let choices =
        [LayoutChoice::Plain, LayoutChoice::Pad(AutoOr::Exactly(2)), LayoutChoice::PadEvery { pad: 1, every: 64 }];
    for (choice, bytes) in choices.into_iter().zip([4096, 4352, 4156]) {
        assert_eq!(kept_of(TileSpec::builder(32, 32, 4, &both).choice(choice)).bytes(), bytes);
    }
    // None of these has a layout without conflicts.
    let windows = [Access::row(), Access::col(), Access::window(4, 8)];
    for (rows, cols) in [(33, 47), (32, 32), (16, 40)] {
        assert!(kept_of(TileSpec::builder(rows, cols, 4, &windows)).report().excess() > 0);
    }
    assert!(kept_of(TileSpec::builder(24, 40, 8, &windows).stages(2)).report().excess() > 0);
}

#[test]
fn an_error_about_something_else_has_no_layout() {
    let both = [Access::row(), Access::col()];
    let spec = TileSpec::builder(512, 512, 4, &both).build().unwrap();
    assert_eq!(conflicting_solution(&spec, &solve(&spec).unwrap_err()), None);
}
