//! The tiles on which the search gives up are those that the attribute's page lists.

use smem_layout::{Access, TileSpec, solve};

const PAGE: &str = include_str!("../../../src/smem_tile.md");

/// Shared memory of a block, in bytes.
const MOST_BYTES: u32 = 48 * 1024;

/// The sides of square tiles.
#[derive(Default)]
struct Sides {
    /// Those that fit.
    fit: Vec<u32>,
    /// Those on which the search gives up.
    open: Vec<u32>,
    /// Of these, those for which it has a layout without conflicts.
    found: Vec<u32>,
}

/// Returns the numbers in the parentheses after `words` on the page.
fn listed_behind(words: &str) -> Vec<u32> {
    let page = PAGE.replace('\n', " ");
    let (_, rest) = page.split_once(words).expect("the page says so");
    let (inside, _) = rest.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')')).expect("a list");
    inside.split(", ").map(|number| number.trim().parse().unwrap()).collect()
}

/// Searches all square tiles of elements of so many bytes.
fn searched(elem_bytes: u32) -> Sides {
    let accesses = [Access::row(), Access::col()];
    let mut sides = Sides::default();
    for side in (2..=128).filter(|side| side * side * elem_bytes <= MOST_BYTES) {
        let spec = TileSpec::builder(side, side, elem_bytes, &accesses).build().unwrap();
        let solved = solve(&spec);
        let is_open = match &solved {
            Ok(solution) => !solution.is_proven(),
            // Whether the best layout with conflicts was found is another question.
            Err(error) => error.to_string().starts_with("the search gave up before it found"),
        };
        sides.fit.push(side);
        sides.open.extend(Some(side).filter(|_| is_open));
        sides.found.extend(Some(side).filter(|_| is_open && solved.is_ok()));
    }
    sides
}

#[test]
fn the_search_gives_up_on_the_tiles_that_the_page_lists_and_on_no_other() {
    let searched = [1, 2, 4, 8, 16].map(searched);
    let open = searched.each_ref().map(|sides| sides.open.clone());
    let bytes = listed_behind("25 of elements of one byte");
    let pairs = listed_behind("17 of two bytes");
    assert_eq!(open, [bytes, pairs, vec![], vec![], vec![]]);
    let found = searched.each_ref().map(|sides| sides.found.clone());
    assert_eq!(found, [vec![79, 81, 97], vec![63, 81], vec![], vec![], vec![]]);
    let count = |of: fn(&Sides) -> &Vec<u32>| searched.iter().map(|sides| of(sides).len()).sum::<usize>();
    let (fit, open) = (count(|sides| &sides.fit), count(|sides| &sides.open));
    assert!(PAGE.contains(&format!("Of the {fit} tiles of N x N\n")), "{fit} fit");
    assert!(PAGE.contains(&format!("it gives up on {open}:")), "{open} are open");
    assert!(PAGE.contains("N = 79, 81 and 97\nof one byte and 63 and 81 of two,"));
}
