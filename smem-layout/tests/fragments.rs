//! Fragments against the formulas of the PTX manual, register by register.

use std::collections::BTreeSet;

use smem_layout::{Access, Arch, Layout, MmaShape, Operand, Positions, Report, TileSpec, solve};

/// The elements (row, column) that the lanes touch in each request of an access on a tile, in any order of the requests.
fn requests(access: &Access, rows: u32, cols: u32, elem: u32) -> BTreeSet<Vec<(u32, u32)>> {
    let positions = Positions::new(access, rows, cols, elem).unwrap();
    let lanes = |number| {
        let lanes = positions.lanes(number);
        assert_eq!(lanes.active, u32::MAX, "{access}");
        lanes.at.to_vec()
    };
    let all: BTreeSet<_> = (0..positions.count()).map(lanes).collect();
    assert_eq!(all.len() as u32, positions.count(), "{access} repeats a request");
    all
}

/// The row and the column of element `i` of a lane's fragment.
type Formula = fn(group: u32, thread: u32, i: u32) -> (u32, u32);

/// One figure of the manual: shape, operand, bytes of an element, elements of a lane's fragment, elements that a lane loads at
/// once, and where they are in the matrix.
const FIGURES: [(MmaShape, Operand, u32, u32, u32, Formula); 34] = {
    use MmaShape::{M8N8K4, M8N8K16, M16N8K4, M16N8K8, M16N8K16, M16N8K32};
    use Operand::{A, B, C};
    [
        (M8N8K4, A, 8, 1, 1, |group, thread, _| (group, thread)),
        (M8N8K4, B, 8, 1, 1, |group, thread, _| (thread, group)),
        (M8N8K4, C, 8, 2, 1, |group, thread, i| (group, thread * 2 + (i & 1))),
        (M8N8K16, A, 1, 4, 4, |group, thread, i| (group, thread * 4 + i)),
        (M8N8K16, B, 1, 4, 4, |group, thread, i| (thread * 4 + i, group)),
        (M8N8K16, C, 4, 2, 1, |group, thread, i| (group, thread * 2 + i)),
        (M16N8K4, A, 4, 2, 1, |group, thread, i| (if i == 0 { group } else { group + 8 }, thread)),
        (M16N8K4, B, 4, 1, 1, |group, thread, _| (thread, group)),
        (M16N8K4, C, 4, 4, 1, |group, thread, i| (if i < 2 { group } else { group + 8 }, thread * 2 + (i & 1))),
        (M16N8K4, A, 8, 2, 1, |group, thread, i| (if i == 0 { group } else { group + 8 }, thread)),
        (M16N8K4, B, 8, 1, 1, |group, thread, _| (thread, group)),
        (M16N8K4, C, 8, 4, 1, |group, thread, i| (if i < 2 { group } else { group + 8 }, thread * 2 + (i & 1))),
        (M16N8K8, A, 2, 4, 2, |group, thread, i| (if i < 2 { group } else { group + 8 }, thread * 2 + (i & 1))),
        (M16N8K8, B, 2, 2, 2, |group, thread, i| (thread * 2 + i, group)),
        (M16N8K8, C, 2, 4, 2, |group, thread, i| (if i < 2 { group } else { group + 8 }, thread * 2 + (i & 1))),
        (M16N8K8, C, 4, 4, 1, |group, thread, i| (if i < 2 { group } else { group + 8 }, thread * 2 + (i & 1))),
        (M16N8K8, A, 4, 4, 1, |group, thread, i| {
            (if i == 0 || i == 2 { group } else { group + 8 }, if i < 2 { thread } else { thread + 4 })
        }),
        (M16N8K8, B, 4, 2, 1, |group, thread, i| (if i == 0 { thread } else { thread + 4 }, group)),
        (M16N8K8, A, 8, 4, 1, |group, thread, i| {
            (if i == 0 || i == 2 { group } else { group + 8 }, if i < 2 { thread } else { thread + 4 })
        }),
        (M16N8K8, B, 8, 2, 1, |group, thread, i| (if i == 0 { thread } else { thread + 4 }, group)),
        (M16N8K8, C, 8, 4, 1, |group, thread, i| (if i < 2 { group } else { group + 8 }, thread * 2 + (i & 1))),
        (M16N8K16, A, 2, 8, 2, |group, thread, i| {
            let row = if i < 2 || (4..6).contains(&i) { group } else { group + 8 };
            (row, thread * 2 + (i & 1) + if i < 4 { 0 } else { 8 })
        }),
        (M16N8K16, B, 2, 4, 2, |group, thread, i| (thread * 2 + (i & 1) + if i < 2 { 0 } else { 8 }, group)),
        (M16N8K16, C, 2, 4, 2, |group, thread, i| (if i < 2 { group } else { group + 8 }, thread * 2 + (i & 1))),
        (M16N8K16, C, 4, 4, 1, |group, thread, i| (if i < 2 { group } else { group + 8 }, thread * 2 + (i & 1))),
        (M16N8K16, A, 8, 8, 1, |group, thread, i| match i % 2 {
            0 => (group, i * 2 + thread),
            _ => (group + 8, i * 2 - 2 + thread),
        }),
        (M16N8K16, B, 8, 4, 1, |group, thread, i| (thread + i * 4, group)),
        (M16N8K16, C, 8, 4, 1, |group, thread, i| (if i < 2 { group } else { group + 8 }, thread * 2 + (i & 1))),
        (M16N8K16, A, 1, 8, 4, |group, thread, i| (if i < 4 { group } else { group + 8 }, thread * 4 + (i & 3))),
        (M16N8K16, B, 1, 4, 4, |group, thread, i| (thread * 4 + i, group)),
        (M16N8K32, A, 1, 16, 4, |group, thread, i| {
            let row = if i < 4 || (8..12).contains(&i) { group } else { group + 8 };
            (row, thread * 4 + (i & 3) + if i < 8 { 0 } else { 16 })
        }),
        (M16N8K32, B, 1, 8, 4, |group, thread, i| (thread * 4 + (i & 3) + if i < 4 { 0 } else { 16 }, group)),
        (M16N8K32, C, 4, 4, 1, |group, thread, i| (if i < 2 { group } else { group + 8 }, thread * 2 + (i & 1))),
        (M16N8K32, C, 2, 4, 2, |group, thread, i| (if i < 2 { group } else { group + 8 }, thread * 2 + (i & 1))),
    ]
};

/// The requests that load a figure's elements from a tile of three by two of the operand, `at_once` of them a lane. `stored` is
/// where the tile has an element of the matrix.
fn drawn(
    (shape, operand, _, elements, _, formula): (MmaShape, Operand, u32, u32, u32, Formula),
    at_once: u32,
    stored: fn((u32, u32)) -> (u32, u32),
) -> BTreeSet<Vec<(u32, u32)>> {
    let (height, width) = match operand {
        Operand::A => (shape.m(), shape.k()),
        Operand::B => (shape.k(), shape.n()),
        Operand::C => (shape.m(), shape.n()),
    };
    let mut all = BTreeSet::new();
    for (down, across) in (0..6).map(|position| (position / 3 * height, position % 3 * width)) {
        for first in (0..elements).step_by(at_once as usize) {
            let at = |lane: u32, i| {
                let (row, col) = formula(lane >> 2, lane % 4, i);
                stored((down + row, across + col))
            };
            // The elements that a lane loads at once are neighbours in a row of the tile.
            for (lane, i) in (0..32).flat_map(|lane| (0..at_once).map(move |i| (lane, i))) {
                let (row, col) = at(lane, first);
                assert_eq!(at(lane, first + i), (row, col + i), "{shape}, {operand}");
            }
            all.insert((0..32).map(|lane| at(lane, first)).collect());
        }
    }
    all
}

#[test]
fn every_fragment_is_the_one_that_the_manual_draws() {
    let (by_rows, by_columns): (fn(_) -> _, fn(_) -> _) = (|at| at, |(row, col)| (col, row));
    for figure in FIGURES {
        let (shape, operand, elem, _, at_once, _) = figure;
        let access = Access::fragment(shape, operand);
        assert_eq!(access.lane_elements(elem), at_once, "{access} of {elem} bytes");
        // B is stored by columns: those of the matrix are rows of the tile.
        let (stored, other, rows, cols) = match operand {
            Operand::A => (by_rows, by_columns, 2 * shape.m(), 3 * shape.k()),
            Operand::B => (by_columns, by_rows, 3 * shape.n(), 2 * shape.k()),
            Operand::C => (by_rows, by_columns, 2 * shape.m(), 3 * shape.n()),
        };
        assert_eq!(requests(&access, rows, cols, elem), drawn(figure, at_once, stored), "{access} of {elem} bytes");
        let transposed = access.transposed();
        assert_eq!(transposed.lane_elements(elem), 1);
        assert_eq!(requests(&transposed, cols, rows, elem), drawn(figure, 1, other), "{transposed} of {elem} bytes");
        if operand == Operand::C && elem > 2 {
            let pairs = Access::fragment(shape, operand).vec(2);
            assert_eq!(requests(&pairs, rows, cols, elem), drawn(figure, 2, stored), "{pairs} of {elem} bytes");
        }
    }
}

#[test]
fn the_elements_of_a_shape_are_those_of_its_figures() {
    for shape in MmaShape::ALL {
        for operand in [Operand::A, Operand::B, Operand::C] {
            for elem in [1, 2, 4, 8, 16, 32] {
                let figure = FIGURES.iter().any(|figure| (figure.0, figure.1, figure.2) == (shape, operand, elem));
                assert_eq!(shape.element_bytes(operand).contains(&elem), figure, "{shape}, {operand}, {elem}");
                let fits = Access::fragment(shape, operand).check(64, 64, elem).is_ok();
                assert_eq!(fits, figure, "{shape}, {operand}, {elem}");
            }
        }
    }
}

#[test]
fn names_are_those_of_ptx() {
    for shape in MmaShape::ALL {
        assert_eq!(MmaShape::from_name(&shape.to_string()), Some(shape));
    }
    assert_eq!(MmaShape::M16N8K16.to_string(), "m16n8k16");
    assert_eq!((MmaShape::from_name("m16n8k64"), MmaShape::from_name("M16N8K16")), (None, None));
    let operands = ["a", "b", "c"].map(|name| Operand::from_name(name).unwrap());
    assert_eq!(operands, [Operand::A, Operand::B, Operand::C]);
    assert_eq!(Operand::from_name("d"), None);
}

/// A dense row of 64 halves is 128 bytes, so the 8 rows of a register start in one bank.
#[test]
fn a_fragment_of_a_dense_tile_conflicts_by_its_rows() {
    let accesses = [Access::fragment(MmaShape::M16N8K16, Operand::A), Access::row().vec(8)];
    let dense = Report::of(&Layout::plain(64, 64).unwrap(), 2, &accesses, Arch::SM_90).unwrap();
    assert_eq!((dense.accesses[0].cost.wavefronts, dense.accesses[1].excess), (8, 0));
    let solution = solve(&TileSpec::builder(64, 64, 2, &accesses).build().unwrap()).unwrap();
    assert!(solution.report().is_conflict_free(), "{}", solution.report());
    assert_eq!(solution.bytes(), 64 * 64 * 2, "{}", solution.layout());
}

#[test]
fn an_architecture_without_the_instruction_is_refused() {
    let fails = |shape, operand, elem: u32, arch| {
        let accesses = [Access::fragment(shape, operand)];
        TileSpec::builder(64, 64, elem, &accesses).arch(arch).build().err().map(|error| error.to_string())
    };
    let message = fails(MmaShape::M16N8K16, Operand::B, 2, Arch::SM_75).unwrap();
    assert_eq!(message, "`sm_75` has no `mma` of shape m16n8k16 with `b` of 2-byte elements, which came with sm_80");
    assert!(fails(MmaShape::M16N8K8, Operand::B, 2, Arch::SM_75).is_none());
    assert!(fails(MmaShape::M8N8K4, Operand::A, 8, Arch::SM_75).is_some());
    assert!(fails(MmaShape::M8N8K4, Operand::A, 8, Arch::DEFAULT).is_none());
}
