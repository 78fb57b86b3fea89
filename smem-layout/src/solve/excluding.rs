//! The accesses that no layout frees: one of them alone, or two that each have a layout but none together.
//!
//! A search that gave up has neither found a layout nor proved that there is none, so nothing is said of its accesses.

use alloc::vec::Vec;

use crate::{
    access::Access,
    solve::{budget::Budget, checked_tile::CheckedTile, choice::LayoutChoice, search::search},
};

/// The most steps of the search for a layout for one access: of elements smaller than all together need, there are more paddings.
const ALONE: u32 = 2 * Budget::MESSAGE;

/// The outcome of a search for accesses that exclude each other.
pub(crate) struct Excluding {
    /// The number of the access that has no layout, or of the two that each have one but none together. Empty if there are none, or
    /// if none were found.
    pub(crate) numbers: Vec<usize>,
    /// False if some of the searches gave up, so that there may be such accesses that are not named.
    pub(crate) finished: bool,
}

impl Excluding {
    /// Nothing is known, and nothing is missing: it was not proved that all accesses together have no layout.
    pub(crate) fn unknown() -> Excluding {
        Excluding { numbers: Vec::new(), finished: true }
    }
}

/// Searches for the access that no layout of `choice` frees of conflicts, or else for two that each have a layout but none together. All
/// accesses together have none, as was proved.
pub(crate) fn excluding(tile: &CheckedTile<'_>, choice: LayoutChoice, allowed: &[u32], budget: &Budget) -> Excluding {
    let count = tile.accesses.len();
    if count == 1 {
        return Excluding { numbers: Vec::from([0]), finished: true };
    }
    let mut finished = true;
    let mut free = Vec::new();
    for number in 0..count {
        match has_layout(tile, &[number], choice, allowed, (budget, ALONE)) {
            Some(true) => free.push(number),
            Some(false) => return Excluding { numbers: Vec::from([number]), finished: true },
            None => finished = false,
        }
    }
    for (place, &other) in free.iter().enumerate() {
        for &one in &free[..place] {
            // Of two accesses that are all there are, it is known already.
            let has_layout = if count == 2 {
                Some(false)
            } else {
                has_layout(tile, &[one, other], choice, allowed, (budget, Budget::MESSAGE))
            };
            match has_layout {
                Some(true) => {}
                Some(false) => return Excluding { numbers: Vec::from([one, other]), finished: true },
                None => finished = false,
            }
        }
    }
    Excluding { numbers: Vec::new(), finished }
}

/// Returns whether these accesses have a layout; `None` if the search gave up.
fn has_layout(
    tile: &CheckedTile<'_>,
    numbers: &[usize],
    choice: LayoutChoice,
    allowed: &[u32],
    (budget, most): (&Budget, u32),
) -> Option<bool> {
    let accesses: Vec<Access> = numbers.iter().map(|&number| tile.accesses[number].clone()).collect();
    let ways: Vec<u32> = numbers.iter().map(|&number| allowed[number]).collect();
    let share = budget.share(most);
    let found = search(&CheckedTile { accesses: &accesses, ..*tile }, choice, &ways, &share);
    budget.take_back(&share);
    match found {
        Ok(_) => Some(true),
        Err(not_found) if not_found.proven => Some(false),
        Err(_) => None,
    }
}
