//! The reasons and proposals of error messages, checked against the bank model.

use smem_layout::{
    Access, Arch, AutoOr, ConflictPolicy, Layout, LayoutChoice, MmaShape, Operand, Positions, Solution, SolveError,
    TileSpec, TileSpecBuilder, solve,
};
use std::collections::BTreeSet;

/// Solves what the accesses fit.
fn solved(spec: TileSpecBuilder<'_>) -> Result<Solution, SolveError> {
    solve(&spec.build().unwrap())
}

/// Returns the most banks that the lanes of a warp reach with their first bytes, over all positions on `layout`.
fn reached(access: &Access, layout: &Layout, elem_bytes: u32) -> usize {
    let model = Arch::DEFAULT.bank_model();
    let vec = access.lane_elements(elem_bytes);
    let positions = Positions::new(access, layout.rows(), layout.cols(), elem_bytes).unwrap();
    let mut most = 0;
    for lanes in (0..positions.count()).map(|number| positions.lanes(number)) {
        let request = lanes.request(layout, elem_bytes, vec);
        let banks: BTreeSet<u32> =
            lanes.iter().map(|(lane, ..)| model.bank(request.addresses()[lane as usize])).collect();
        most = most.max(banks.len());
    }
    most
}

#[test]
fn accesses_that_tear_groups_reach_no_more_banks_than_their_message_says() {
    let mut told = 0;
    for (rows, cols) in [(8, 32), (32, 32), (33, 48), (64, 16), (100, 40)] {
        for elem_bytes in [1, 2, 4, 8] {
            for vec in [2, 4, 8, 16].into_iter().filter(|vec| vec * elem_bytes <= 16 && cols % vec == 0) {
                for torn in [Access::col(), Access::block(8, 1), Access::window(16, 2)] {
                    let accesses = [Access::row().vec(vec), torn.clone()];
                    let spec = TileSpec::builder(rows, cols, elem_bytes, &accesses);
                    let Ok(spec) = spec.build() else { continue };
                    let Err(error) = solve(&spec) else { continue };
                    let message = error.message("A");
                    let Some((_, reach)) = message.split_once(&format!("the lanes of `{torn}` reach ")) else {
                        continue;
                    };
                    let reach: usize = reach.split(' ').next().unwrap().parse().unwrap();
                    for pad in (0..64).step_by(vec as usize) {
                        let layout = Layout::padded(rows, cols, pad).unwrap();
                        assert!(reached(&torn, &layout, elem_bytes) <= reach, "{layout} of {elem_bytes}: {message}");
                    }
                    told += 1;
                }
            }
        }
    }
    assert!(told >= 10, "{told}");
}

/// Reads the accesses that a line proposes with `access(..)`.
fn declared(line: &str) -> Option<Vec<Access>> {
    let (_, rest) = line.split_once("declare `access(")?;
    let inner = rest.split_once(")`")?.0;
    let mut accesses = Vec::new();
    for text in inner.split_inclusive(')').map(|text| text.trim_start_matches(", ")).filter(|text| !text.is_empty()) {
        let numbers: Vec<u32> =
            text.split(|c: char| !c.is_ascii_digit()).filter_map(|text| text.parse().ok()).collect();
        let stays = text.contains("wrap = false");
        accesses.push(match (text.split('(').next()?, numbers.as_slice()) {
            ("row", [vec]) if stays => Access::unwrapped_row().vec(*vec),
            ("row", [vec]) => Access::row().vec(*vec),
            ("col", []) if stays => Access::unwrapped_col(),
            ("col", []) => Access::col(),
            ("block", [height, width]) => Access::block(*height, *width),
            ("block", [height, width, vec]) => Access::block(*height, *width).vec(*vec),
            other => panic!("{other:?} in {line}"),
        });
    }
    Some(accesses)
}

#[test]
fn the_accesses_that_are_proposed_have_no_conflicts() {
    let (mut blocks, mut stays) = (0, 0);
    for (rows, cols) in [(4, 64), (8, 32), (32, 32), (33, 48), (64, 16), (100, 40)] {
        for elem_bytes in [1, 2, 4, 8] {
            for vec in [2, 4, 8, 16].into_iter().filter(|vec| vec * elem_bytes <= 16 && cols % vec == 0) {
                for choice in [
                    LayoutChoice::Auto,
                    LayoutChoice::Plain,
                    LayoutChoice::Pad(AutoOr::Auto),
                    LayoutChoice::Swizzle(AutoOr::Auto),
                ] {
                    let accesses = [Access::row().vec(vec), Access::col()];
                    let spec = TileSpec::builder(rows, cols, elem_bytes, &accesses).choice(choice);
                    let Err(error) = solved(spec) else { continue };
                    let message = error.message("A");
                    for line in message.lines() {
                        let Some(accesses) = declared(line) else { continue };
                        let any = line.contains("and `layout = auto`");
                        let spec = spec.accesses(&accesses).choice(if any { LayoutChoice::Auto } else { choice });
                        let solution = solved(spec).unwrap_or_else(|error| panic!("{message}\nand then {error}"));
                        assert!(solution.report().is_conflict_free(), "{message}");
                        if line.contains("wrap = false") { stays += 1 } else { blocks += 1 }
                    }
                }
            }
        }
    }
    assert!(blocks >= 10 && stays >= 5, "{blocks}, {stays}");
}

#[test]
fn the_rows_that_are_proposed_fit_and_one_more_does_not() {
    let accesses = [Access::row(), Access::col()];
    for (cols, elem_bytes, choice) in [
        (128, 4, LayoutChoice::Auto),
        (128, 4, LayoutChoice::Pad(AutoOr::Auto)),
        (96, 4, LayoutChoice::Pad(AutoOr::Exactly(1))),
        (1000, 2, LayoutChoice::Plain),
        (33, 8, LayoutChoice::Auto),
    ] {
        let spec = TileSpec::builder(2000, cols, elem_bytes, &accesses).choice(choice).conflicts(ConflictPolicy::Allow);
        let message = solved(spec).unwrap_err().message("A");
        let rows = message.split_once("take at most ").unwrap().1.split(' ').next().unwrap().parse().unwrap();
        assert!(solved(spec.rows(rows)).is_ok(), "{message}");
        assert!(solved(spec.rows(rows + 1)).is_err(), "{message}");
    }
}

#[test]
fn a_conflict_of_a_stride_names_its_start() {
    for (cols, step, pad) in [(1024, 32, 0), (1000, 33, 1), (500, 24, 0), (4096, 6, 2)] {
        let accesses = [Access::stride(step)];
        let choice = LayoutChoice::Pad(AutoOr::Exactly(pad));
        let spec = TileSpec::builder(1, cols, 4, &accesses).choice(choice).conflicts(ConflictPolicy::Allow);
        let solution = solved(spec).unwrap();
        let report = solution.report();
        let conflict = report.accesses[0].conflict.as_ref().unwrap();
        let start = conflict.start.unwrap();
        for &(lane, row, col) in &conflict.lanes {
            assert_eq!((row, col), (0, start + step * lane));
        }
        let said = conflict.to_string();
        assert!(said.starts_with(&format!("with the start at element {start}, lane")), "{said}");
        assert!(!said.contains("row"), "{said}");
    }
}

/// The four columns of each lane's first element are every second one, which vectors of four keep in half of the banks.
#[test]
fn pairs_of_accumulators_are_proposed_where_single_ones_conflict() {
    let single = Access::fragment(MmaShape::M16N8K8, Operand::C);
    let accesses = [single.clone(), Access::row().vec(4)];
    let message = solved(TileSpec::builder(64, 64, 4, &accesses)).unwrap_err().message("A");
    let proposed =
        "help: declare `access(fragment(m16n8k8, c, vec = 2), row(vec = 4))`: pairs in one request have no conflicts";
    assert!(message.contains(proposed), "{message}");
    let paired = [single.vec(2), Access::row().vec(4)];
    assert!(solved(TileSpec::builder(64, 64, 4, &paired)).unwrap().report().is_conflict_free());
}

/// 266 rows are the most that fit, but a column of 32 rows that wraps is free on none of them; 256 are a multiple of a warp.
#[test]
fn the_size_that_is_proposed_has_a_layout_where_a_smaller_one_has() {
    let accesses = [Access::col()];
    let arch = Arch::SM_35.with_eight_byte_banks().unwrap();
    let spec = TileSpec::builder(290, 128, 1, &accesses).arch(arch).choice(LayoutChoice::Pad(AutoOr::Auto));
    let message = solved(spec).unwrap_err().message("A");
    assert!(message.contains("help: take at most 256 rows"), "{message}");
    assert!(solved(spec.rows(256)).is_ok());
}

#[test]
fn no_access_is_proposed_twice() {
    let accesses = [Access::unwrapped_col(), Access::window(1, 32).vec(2), Access::col()];
    let message = solved(TileSpec::builder(127, 66, 2, &accesses).arch(Arch::SM_90)).unwrap_err().message("A");
    let proposed = "help: declare `access(col(wrap = false), window(1, 32, vec = 2))` where each warp stays";
    assert!(message.contains(proposed), "{message}");
}
