//! The accesses that no layout frees: one of them alone, or two that have none together.
//!
//! A search that gave up has neither found a layout nor proved that there is none, so it says nothing of its accesses.

use alloc::vec::Vec;

use crate::{
    access::Access,
    solve::{budget::Budget, checked_tile::CheckedTile, choice::LayoutChoice, search::search},
};

/// The outcome of a search for accesses that exclude each other.
pub(crate) struct Excluding {
    /// The number of the access that has no layout, or of two that have none together. Empty if there are none, or if none were found.
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

/// Searches for the access that no layout of `choice` frees of conflicts, or else for two that none frees together: first for two that each
/// have a layout, and of two accesses in all only for such. All accesses together have none, as was proved.
pub(crate) fn excluding(tile: &CheckedTile<'_>, choice: LayoutChoice, allowed: &[u32], budget: &Budget) -> Excluding {
    let count = tile.accesses.len();
    if count == 1 {
        return Excluding { numbers: Vec::from([0]), finished: true };
    }
    // No pair is searched where there are two.
    let most_alone = if count == 2 { 2 * Budget::MESSAGE } else { Budget::MESSAGE };
    let (mut free, mut unknown) = (Vec::new(), Vec::new());
    for number in 0..count {
        match has_layout(tile, &[number], choice, allowed, (budget, most_alone)) {
            Some(true) => free.push(number),
            Some(false) => return Excluding { numbers: Vec::from([number]), finished: true },
            None => unknown.push(number),
        }
    }
    let mut finished = unknown.is_empty();
    if count == 2 {
        // That they have none together is known already.
        return Excluding { numbers: if finished { free } else { Vec::new() }, finished };
    }
    // Those that are known to have a layout first.
    free.append(&mut unknown);
    for (place, &other) in free.iter().enumerate() {
        for &one in &free[..place] {
            match has_layout(tile, &[one, other], choice, allowed, (budget, Budget::MESSAGE)) {
                Some(true) => {}
                Some(false) => {
                    return Excluding { numbers: Vec::from([one.min(other), one.max(other)]), finished: true };
                }
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
