//! `conflicts = least`: the layout with the fewest excess wavefronts where none is free of conflict.

use smem_layout::{
    Access, Arch, AutoOr, ConflictPolicy, Culprit, Cute, LaneTable, Layout, LayoutChoice, Report, Rotation, Solution,
    TileSpec, TileSpecBuilder, solve,
};

const CHOICES: [LayoutChoice; 3] =
    [LayoutChoice::Auto, LayoutChoice::Pad(AutoOr::Auto), LayoutChoice::Swizzle(AutoOr::Auto)];

fn least(spec: TileSpecBuilder<'_>) -> Solution {
    solve(&spec.conflicts(ConflictPolicy::Least).build().unwrap()).unwrap_or_else(|error| panic!("{error}"))
}

fn lanes(at: impl Fn(u32) -> (u32, u32)) -> Access {
    Access::lanes(LaneTable::new(vec![std::array::from_fn(|lane| at(lane as u32))]).unwrap())
}

/// Ragged rows, halos, strides and vectors beside columns.
fn hard() -> Vec<(u32, u32, u32, Vec<Access>)> {
    vec![
        (20, 20, 4, vec![Access::row(), Access::col()]),
        (66, 66, 4, vec![Access::row(), Access::col()]),
        (18, 34, 4, vec![Access::row(), Access::window(3, 5), Access::col()]),
        (32, 32, 4, vec![Access::row().vec(4), Access::col()]),
        (32, 64, 2, vec![Access::row().vec(8), Access::col(), Access::block(4, 8)]),
        (1, 142, 4, vec![Access::stride(8), Access::stride(2).vec(2)]),
        (1, 1024, 4, vec![Access::row(), Access::stride(8), Access::stride(32)]),
        (32, 32, 4, vec![Access::row(), Access::col(), lanes(|lane| (lane, lane)), Access::window(2, 16)]),
    ]
}

#[test]
fn the_answer_leaves_no_more_than_any_layout_written_by_hand() {
    let mut compared = 0;
    for (rows, cols, elem, accesses) in hard() {
        for choice in CHOICES {
            let solution = least(TileSpec::builder(rows, cols, elem, &accesses).choice(choice).dynamic(true));
            let left = solution.left().map_or(0, |left| left.excess());
            assert_eq!(left, solution.report().excess());
            let pads = (0..40).map(|pad| LayoutChoice::Pad(AutoOr::Exactly(pad)));
            let inside = [8, 16, 32, 64, 128]
                .into_iter()
                .flat_map(|every| (1..5).map(move |pad| LayoutChoice::PadEvery { pad, every }));
            let cutes = (1..5).flat_map(|bits| (0..4).map(move |base| (bits, base)));
            let cutes =
                cutes.flat_map(|(bits, base)| (bits as i32..7).filter_map(move |shift| Cute::new(bits, base, shift)));
            let cutes = cutes.map(|cute| LayoutChoice::Swizzle(AutoOr::Exactly(cute)));
            let turns = (1..9).filter_map(|step| Rotation::new(step, 1)).map(LayoutChoice::Rotate);
            let by_hand: Vec<LayoutChoice> = match choice {
                LayoutChoice::Pad(_) => pads.chain(inside).collect(),
                LayoutChoice::Swizzle(_) => cutes.chain(turns).collect(),
                _ => pads.chain(inside).chain(cutes).chain(turns).collect(),
            };
            for given in by_hand {
                let spec = TileSpec::builder(rows, cols, elem, &accesses).choice(given).dynamic(true);
                let Ok(by_hand) = solve(&spec.conflicts(ConflictPolicy::Allow).build().unwrap()) else { continue };
                let by_hand = (by_hand.report().excess(), by_hand.layout().len());
                let ours = (solution.report().excess(), solution.layout().len());
                assert!(ours <= by_hand, "{rows} x {cols} of {elem}, {choice}: {ours:?}, and {given} {by_hand:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn what_is_left_is_what_the_report_says() {
    for (rows, cols, elem, accesses) in hard() {
        let solution = least(TileSpec::builder(rows, cols, elem, &accesses));
        let report = Report::of(solution.layout(), elem, &accesses, Arch::DEFAULT).unwrap();
        assert_eq!(&report, solution.report());
        let left = solution.left().unwrap_or_else(|| panic!("{} is free", solution.layout()));
        assert!(left.excess() > 0);
        let text = left.to_string();
        let said = if left.is_proven() {
            "proved to be the fewest: no padding"
        } else {
            "the fewest found: the search gave up"
        };
        assert!(text.starts_with(&format!("{} excess wavefront", left.excess())) && text.contains(said), "{text}");
    }
}

#[test]
fn where_a_layout_is_free_of_conflict_it_is_the_one_of_deny() {
    let accesses = [Access::row(), Access::col()];
    for (rows, cols, elem) in [(32, 32, 4), (33, 17, 8), (64, 64, 2), (5, 96, 16), (8, 100, 1)] {
        for choice in CHOICES {
            let spec = TileSpec::builder(rows, cols, elem, &accesses).choice(choice);
            let Ok(denied) = solve(&spec.build().unwrap()) else { continue };
            assert_eq!(least(spec), denied);
            assert!(denied.left().is_none());
        }
    }
}

#[test]
fn an_access_keeps_to_its_ways_before_others_are_improved() {
    // Columns of a tile with vectors of four have four ways. Where they accept that, nothing is left.
    let accepted = [Access::row().vec(4), Access::col().max_ways(4)];
    assert!(least(TileSpec::builder(32, 32, 4, &accepted)).left().is_none());
    // The columns of the first tile keep to their two ways at the cost of the window.
    let accesses = [Access::col().max_ways(2), Access::window(8, 4), Access::row()];
    let spec = TileSpec::builder(24, 24, 4, &accesses);
    let solution = least(spec);
    let report = solution.report();
    assert!(report.accesses[0].is_accepted() && !report.is_accepted(), "{report}");
    // Accepted conflicts do not count.
    let counted: u32 = report.accesses[1..].iter().map(|access| access.excess).sum();
    assert_eq!(solution.left().unwrap().excess(), counted);
}

#[test]
fn a_free_layout_that_is_too_large_leaves_the_best_that_fits() {
    // 48 KB, which padding exceeds.
    let accesses = [Access::row(), Access::col()];
    let spec = TileSpec::builder(96, 128, 4, &accesses).choice(LayoutChoice::Pad(AutoOr::Auto));
    assert!(solve(&spec.build().unwrap()).is_err());
    let solution = least(spec);
    assert_eq!((solution.bytes(), *solution.layout()), (48 * 1024, Layout::plain(96, 128).unwrap()));
    assert!(solution.left().unwrap().excess() > 0);
    // Room for some padding is used.
    let smaller = least(spec.rows(95));
    assert!((95 * 128 * 4 + 1..=48 * 1024).contains(&smaller.bytes()), "{}", smaller.layout());
    assert!(smaller.report().excess() < solution.report().excess(), "{}", smaller.report());
}

#[test]
fn an_exact_layout_leaves_nothing_to_choose() {
    let accesses = [Access::row()];
    for (choice, instead) in [
        (LayoutChoice::Plain, "layout = auto"),
        (LayoutChoice::Pad(AutoOr::Exactly(3)), "pad = auto"),
        (LayoutChoice::PadEvery { pad: 1, every: 64 }, "pad = auto"),
        (LayoutChoice::Swizzle(AutoOr::Exactly(Cute::new(2, 0, 5).unwrap())), "swizzle = auto"),
        (LayoutChoice::Rotate(Rotation::new(1, 1).unwrap()), "swizzle = auto"),
        (LayoutChoice::Layout(Layout::plain(32, 32).unwrap()), "layout = auto"),
    ] {
        let spec = TileSpec::builder(32, 32, 4, &accesses).choice(choice).conflicts(ConflictPolicy::Least);
        let error = spec.build().unwrap_err();
        assert_eq!(error.culprit(), Culprit::Conflicts);
        let expected =
            format!("`conflicts = least` chooses the layout, and `{choice}` names it\nhelp: write `{instead}`");
        assert!(error.to_string().starts_with(&expected), "{error}");
    }
}

#[test]
fn the_access_that_is_to_be_left_out_is_one_without_which_the_others_have_that_layout() {
    let message = |accesses: &[Access], rows, cols| {
        solve(&TileSpec::builder(rows, cols, 4, accesses).build().unwrap()).unwrap_err().message("T")
    };
    let lines = [Access::row(), Access::stride(8), Access::stride(32)];
    let said = message(&lines, 1, 1024);
    let without = solve(&TileSpec::builder(1, 1024, 4, &lines[..2]).build().unwrap()).unwrap();
    let help = format!(
        "help: where the kernel can do without `stride(32)`, declare `access(row, stride(8))`: {} ({} bytes) has no conflicts",
        without.layout(),
        without.bytes()
    );
    assert!(said.contains(&help), "{said}");
    // Where an access can be declared otherwise, none has to go.
    assert!(!message(&[Access::row(), Access::col()], 20, 20).contains("do without"));
}
