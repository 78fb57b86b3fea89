//! The cheapest layout of each class: it is what it says, and the solver chooses the first.

use smem_layout::{
    Access, Alternative, Arch, AutoOr, ConflictPolicy, LayoutChoice, LayoutClass, Outcome, Prefer, Report, Solution,
    TileSpec, TileSpecBuilder, alternatives, conflicting_solution, index_cost, solve,
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

/// The rank of a layout by what is preferred: by default an instruction is worth 0.5 % of the bytes.
fn rank(solution: &Solution, prefer: Prefer) -> (usize, usize) {
    let halves = (2.0 * index_cost(solution.layout())) as usize;
    match prefer {
        Prefer::Bytes => (solution.bytes(), halves),
        Prefer::Index => (halves, solution.bytes()),
        _ => (solution.bytes() * (400 + halves), halves),
    }
}

/// Checks that the solver's layout is as good as any of the table, and in it.
fn agrees(spec: TileSpecBuilder<'_>, prefer: Prefer) -> bool {
    let spec = spec.prefer(prefer).dynamic(true).arch(Arch::SM_90).build().unwrap();
    let found = alternatives(&spec);
    let accepted = |alternative: &Alternative| {
        solution(alternative).filter(|solution| solution.report().is_accepted()).map(|found| rank(found, prefer))
    };
    let best = found.iter().filter_map(accepted).min();
    let Ok(chosen) = solve(&spec) else {
        let is_small = |found: &Alternative| solution(found).is_some_and(|found| found.report().is_accepted());
        assert!(!found.iter().any(is_small), "{spec:?} has no layout, and the table has");
        return false;
    };
    let own = rank(&chosen, prefer);
    assert_eq!(best, Some(own), "{spec:?}, {}: {found:#?}", chosen.layout());
    true
}

#[test]
fn nothing_in_the_table_is_better_than_the_layout_that_is_chosen() {
    each_tile(|tile| {
        for prefer in [Prefer::Balance, Prefer::Bytes, Prefer::Index] {
            agrees(tile, prefer);
        }
    });
}

#[test]
fn the_table_of_a_ragged_tile_does_not_deny_what_is_chosen() {
    let pairs = [
        [Access::row(), Access::col()],
        [Access::unwrapped_row(), Access::unwrapped_col()],
        [Access::row(), Access::unwrapped_col()],
        [Access::row(), Access::block(4, 8)],
        [Access::col(), Access::window(2, 4)],
    ];
    // A draw that repeats, of sizes of every remainder.
    let mut state = 7u32;
    let mut draw = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        1 + (state >> 16) % below
    };
    let mut chosen = 0;
    for case in 0..160 {
        let (rows, cols, bytes) = (7 + draw(40), 7 + draw(40), 1 << (case % 5));
        let tile = TileSpec::builder(rows, cols, bytes, &pairs[case / 5 % pairs.len()]);
        if tile.build().is_ok() {
            chosen += u32::from(agrees(tile, Prefer::Balance));
        }
    }
    assert!(chosen > 60, "only {chosen} have a layout");
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
    assert_eq!(padding.outcome, Outcome::TooLarge { bytes: (95 * 129 + 128) * 4 });
}

/// Whether there is no XOR of the offset for the accesses on this tile; `None` where one is found.
fn is_proved_to_have_no_xor_of_the_offset(spec: TileSpecBuilder<'_>) -> Option<bool> {
    let found = alternatives(&spec.build().unwrap());
    let of_offset = found.into_iter().find(|found| found.class == LayoutClass::XorOfOffset)?;
    match of_offset.outcome {
        Outcome::None { proven } => Some(proven),
        _ => None,
    }
}

#[test]
fn no_xor_of_the_offset_is_proved_only_where_all_are_searched() {
    let accesses = [Access::row().vec(4), Access::col()];
    let proved = is_proved_to_have_no_xor_of_the_offset;
    assert_eq!(proved(TileSpec::builder(32, 32, 4, &accesses)), Some(true));
    // On rows of 36 only CuTe's are tried, and on paired words.
    assert_eq!(proved(TileSpec::builder(32, 36, 4, &accesses)), Some(false));
    assert_eq!(proved(TileSpec::builder(32, 32, 4, &accesses).arch(Arch::SM_35)), Some(false));
}

#[test]
fn a_message_says_at_which_pitch_the_bits_of_the_offset_were_searched() {
    let message = |cols: u32, arch| {
        let accesses = [Access::row().vec(4), Access::col()];
        solve(&TileSpec::builder(32, cols, 4, &accesses).arch(arch).build().unwrap()).unwrap_err().message("Tile")
    };
    assert!(message(32, Arch::SM_90).contains("no XOR of the bits of the offset, "), "{}", message(32, Arch::SM_90));
    assert!(message(36, Arch::SM_90).contains("no XOR of the bits of the offset at pitch 64, "));
    assert!(!message(32, Arch::SM_35).contains("bits of the offset"));
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
    for (choice, bytes) in choices.into_iter().zip([4096, 4344, 4156]) {
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
