//! The search in const evaluation: pitches in ascending order; at each of them first no swizzle, then CuTe's family.

use smem_banks::Cute;

use crate::{
    constant::{
        candidates::{CuteCandidates, last_swizzled, last_unswizzled, swizzled},
        counterexample::{Counterexamples, is_ruled_out},
        requests::{LaneMeeting, least_ways, meeting},
        row_bits::{OF_OFFSET, WHOLE_ROW},
        spec::{SimpleChoice, SimpleTile},
        verdict::is_free,
        work_budget::WorkBudget,
    },
    layout::{Layout, Rank, Swizzle},
};

/// Returns the best layout that `choice` allows and on which every access has at most the ways that it accepts: `None`
/// if there is none, or if the budget is spent.
///
/// Paddings are few and judged first: swizzles are then wanted at lower pitches only, and with less work, since there is an
/// answer. One that was not found within it is one that the answer costs more than.
pub(super) const fn search(
    tile: &SimpleTile<'_>,
    choice: SimpleChoice,
    most_stored: usize,
    budget: &mut WorkBudget,
) -> Option<Layout> {
    let mut counterexamples = Counterexamples::new();
    let padded = search_padding(tile, choice, &mut counterexamples, budget);
    if tile.numbers.needs_pitch {
        return match padded {
            Some((_, layout)) => Some(layout),
            None => None,
        };
    }
    let Some((pitch, layout)) = padded else {
        let all = SwizzlesWanted { choice, end: tile.numbers.last_pitch() + 1, other: None };
        return search_swizzle(tile, &all, &mut counterexamples, budget);
    };
    let stored = tile.numbers.stored(layout.len());
    let other = if stored > most_stored { None } else { Some(tile.prefer.rank(stored as u64, 0)) };
    let better = SwizzlesWanted { choice, end: pitch, other };
    match search_swizzle(tile, &better, &mut counterexamples, &mut WorkBudget::beside_an_answer()) {
        Some(swizzled) => Some(swizzled),
        None => Some(layout),
    }
}

/// The swizzles that a search goes through.
struct SwizzlesWanted {
    choice: SimpleChoice,
    /// The pitch that theirs are below.
    end: u32,
    /// The rank of the answer without a swizzle that they have to beat.
    other: Option<Rank>,
}

/// Returns the lowest pitch without a swizzle, and its layout.
const fn search_padding(
    tile: &SimpleTile<'_>,
    choice: SimpleChoice,
    counterexamples: &mut Counterexamples,
    budget: &mut WorkBudget,
) -> Option<(u32, Layout)> {
    let numbers = &tile.numbers;
    let (first, last) = (numbers.first_pitch(), last_unswizzled(numbers, choice));
    let mut pitch = first;
    while pitch <= last && !budget.is_spent() {
        let layout = numbers.pitched(pitch);
        if !(pitch > first && first_lanes_meet(tile, &layout, counterexamples.last_access, budget))
            && is_free(tile, &layout, counterexamples, budget)
        {
            return Some((pitch, layout));
        }
        pitch += numbers.granule;
    }
    None
}

/// Returns true if two lanes meet at the first position of the access that ruled out the last pitch, where none may: most pitches are ruled
/// out by that.
const fn first_lanes_meet(tile: &SimpleTile<'_>, layout: &Layout, access: usize, budget: &mut WorkBudget) -> bool {
    tile.accesses[access].max_ways == 1
        && budget.take(WorkBudget::REQUEST)
        && matches!(
            meeting(&tile.positions(access), 0, layout, tile.numbers.elem_bytes, &tile.numbers.model),
            LaneMeeting::Of(..)
        )
}

/// Returns the layout of the lowest pitch with a swizzle that is wanted.
const fn search_swizzle(
    tile: &SimpleTile<'_>,
    wanted: &SwizzlesWanted,
    counterexamples: &mut Counterexamples,
    budget: &mut WorkBudget,
) -> Option<Layout> {
    let numbers = &tile.numbers;
    let last = last_swizzled(numbers, wanted.choice);
    let mut pitch = numbers.first_pitch();
    while pitch < wanted.end && pitch <= last && !budget.is_spent() {
        let layout = numbers.pitched(pitch);
        // A swizzle that only moves columns by rows costs fewer operations.
        let mut cost = if layout.rows() > 1 && pitch.is_power_of_two() { WHOLE_ROW } else { OF_OFFSET };
        let mut bits = 1;
        while cost <= OF_OFFSET && is_preferred(tile, &layout, cost, wanted) {
            // The cheapest has all bits of the row, and is often free.
            if bits == 1 && cost > WHOLE_ROW {
                bits = least_bits(tile, &layout);
            }
            let cutes = CuteCandidates::of(numbers, &layout, cost, bits);
            if let Some(layout) = of_family(tile, &layout, cutes, counterexamples, budget) {
                return Some(layout);
            }
            cost += 1;
        }
        pitch += numbers.granule;
    }
    None
}

/// Returns true if swizzles of `layout` that cost so many halves of an instruction are preferred to the other answer.
const fn is_preferred(tile: &SimpleTile<'_>, layout: &Layout, cost: u32, wanted: &SwizzlesWanted) -> bool {
    match &wanted.other {
        Some(other) => tile.prefer.rank(tile.numbers.stored(layout.len_of_whole_lines()) as u64, cost).is_before(other),
        None => true,
    }
}

/// Returns bits that a swizzle needs: it moves lanes by at most 2 to the power of its bits, and those that it moves alike stay in one bank.
const fn least_bits(tile: &SimpleTile<'_>, layout: &Layout) -> u32 {
    let (mut bits, mut number) = (1, 0);
    while number < tile.accesses.len() {
        let ways = least_ways(&tile.positions(number), layout, tile.numbers.elem_bytes, &tile.numbers.model);
        while (tile.accesses[number].max_ways as u64) << bits < ways as u64 {
            bits += 1;
        }
        number += 1;
    }
    bits
}

/// Returns the first swizzle without conflicts.
const fn of_family(
    tile: &SimpleTile<'_>,
    layout: &Layout,
    mut cutes: CuteCandidates,
    counterexamples: &mut Counterexamples,
    budget: &mut WorkBudget,
) -> Option<Layout> {
    // Lines of a tile of one row are padded or swizzled, not both.
    if layout.line() != layout.cols() {
        return None;
    }
    while let Some(cute) = cutes.next() {
        if budget.is_spent() {
            return None;
        }
        if let Some(layout) = judged(tile, layout, cute, counterexamples, budget) {
            return Some(layout);
        }
    }
    None
}

/// Returns the layout under `cute`, if it is a bijection without conflicts.
const fn judged(
    tile: &SimpleTile<'_>,
    layout: &Layout,
    cute: Cute,
    counterexamples: &mut Counterexamples,
    budget: &mut WorkBudget,
) -> Option<Layout> {
    let moved = layout.swizzled_by(Swizzle::Cute(cute));
    if is_ruled_out(tile, &moved, counterexamples, budget) {
        return None;
    }
    // Each element is looked at, unless the swizzle permutes the whole storage.
    let looked = if cute.permutes(layout.len() as u32) { 0 } else { layout.len() as u32 / 4 };
    if !budget.take(looked) {
        return None;
    }
    match swizzled(*layout, cute) {
        Some(moved) if is_free(tile, &moved, counterexamples, budget) => Some(moved),
        _ => None,
    }
}
