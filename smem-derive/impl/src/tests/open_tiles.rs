//! The tiles on which the search gives up are those that the solver's page of results lists: of the others, one in eight is searched, and all by an
//! exhaustive run.

use std::collections::BTreeSet;

use smem_exhaustive::part;
use smem_layout::{Access, TileSpec, solve};

const PAGE: &str = include_str!("../../../../tests/hardware/results/solver.md");

/// Shared memory of a block, in bytes.
const MOST_BYTES: u32 = 48 * 1024;

/// The sides of square tiles.
#[derive(Default)]
struct Sides {
    /// Those on which the search gives up.
    open: Vec<u32>,
    /// Of these, those for which it has a layout without conflicts.
    found: Vec<u32>,
}

/// Returns the sides that the page's table lists for elements of so many bytes.
fn listed(elem_bytes: u32) -> Vec<u32> {
    let row =
        PAGE.lines().find_map(|line| line.strip_prefix(&format!("| {elem_bytes} | "))).expect("the page has a row");
    let (count, sides) = row.split_once('|').expect("a number of tiles, and their sides");
    let sides: Vec<u32> = sides.trim_matches([' ', '|']).split(", ").map(|side| side.parse().unwrap()).collect();
    assert_eq!(count.trim().parse(), Ok(sides.len()), "elements of {elem_bytes} bytes");
    sides
}

/// The sides of square tiles that fit.
fn fitting(elem_bytes: u32) -> impl Iterator<Item = u32> {
    (2..=128).filter(move |side| side * side * elem_bytes <= MOST_BYTES)
}

/// Searches square tiles of elements of so many bytes, those with a listed side among them.
fn searched(elem_bytes: u32, listed: &[u32]) -> Sides {
    let accesses = [Access::row(), Access::col()];
    let mut sides = Sides::default();
    let some: BTreeSet<u32> = part(fitting(elem_bytes), 8).chain(listed.iter().copied()).collect();
    for side in some {
        let spec = TileSpec::builder(side, side, elem_bytes, &accesses).build().unwrap();
        let solved = solve(&spec);
        let is_open = match &solved {
            Ok(solution) => !solution.is_proven(),
            // Whether the best layout with conflicts was found is another question.
            Err(error) => error.to_string().starts_with("the search gave up before it found"),
        };
        sides.open.extend(Some(side).filter(|_| is_open));
        sides.found.extend(Some(side).filter(|_| is_open && solved.is_ok()));
    }
    sides
}

#[test]
fn the_search_gives_up_on_the_tiles_that_the_page_lists_and_on_no_other() {
    let elements = [(1, listed(1)), (2, listed(2)), (4, vec![]), (8, vec![]), (16, vec![])];
    let fit: usize = elements.iter().map(|(elem_bytes, _)| fitting(*elem_bytes).count()).sum();
    let open: usize = elements.iter().map(|(_, listed)| listed.len()).sum();
    let found = [vec![79, 81, 97], vec![63, 81], vec![], vec![], vec![]];
    for ((elem_bytes, listed), found) in elements.into_iter().zip(found) {
        let searched = searched(elem_bytes, &listed);
        assert_eq!((searched.open, searched.found), (listed, found), "elements of {elem_bytes} bytes");
    }
    assert!(PAGE.contains(&format!("Of the {fit} tiles of N x N elements")), "{fit} fit");
    assert!(PAGE.contains(&format!("it gives up on {open}:")), "{open} are open");
    assert!(PAGE.contains("\n| 4, 8, 16 | 0 | |\n"));
    assert!(PAGE.contains("(N = 79, 81 and 97 of one byte, 63 and 81 of two)"));
}
