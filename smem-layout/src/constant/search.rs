//! The search in const evaluation: pitches in ascending order; at each of them first no swizzle, then CuTe's family.

use crate::{
    constant::{
        candidates::{CuteCandidates, OF_OFFSET, Pitches, SHIFTED, WHOLE_ROW, pitched, swizzled},
        counterexample::{Counterexamples, is_ruled_out},
        spec::{SimpleChoice, SimpleTile},
        verdict::is_free,
        work_budget::WorkBudget,
    },
    layout::{Cute, Layout, ROW_BITS, Swizzle},
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
    let pitches = Pitches::of(tile);
    let mut counterexamples = Counterexamples::new();
    let padded = search_padding(tile, choice, &pitches, &mut counterexamples, budget);
    if tile.needs_pitch() {
        return match padded {
            Some((_, layout)) => Some(layout),
            None => None,
        };
    }
    let Some((pitch, layout)) = padded else {
        return search_swizzle(tile, choice, &pitches, pitches.last + 1, &mut counterexamples, budget);
    };
    let swizzled =
        search_swizzle(tile, choice, &pitches, pitch, &mut counterexamples, &mut WorkBudget::beside_an_answer());
    match swizzled {
        Some(swizzled) if is_preferred(tile, &swizzled, &layout, most_stored) => Some(swizzled),
        _ => Some(layout),
    }
}

/// Returns true if the swizzle is preferred to `padded`, or if that takes more than the most elements that may be stored.
const fn is_preferred(tile: &SimpleTile<'_>, swizzled: &Layout, padded: &Layout, most_stored: usize) -> bool {
    let cost = match swizzled.swizzle() {
        Swizzle::Cute(cute) => halves(swizzled, cute),
        _ => 0,
    };
    let rank = tile.prefer.rank(tile.stored(swizzled.len()) as u64, cost);
    tile.stored(padded.len()) > most_stored || rank.is_before(&tile.prefer.rank(tile.stored(padded.len()) as u64, 0))
}

/// Returns the cost of the index of `layout` with this swizzle, in halves of an instruction.
pub(super) const fn halves(layout: &Layout, cute: Cute) -> u32 {
    if !moves_columns(layout, cute) {
        return OF_OFFSET;
    }
    let line_bits = layout.line_count().next_power_of_two().trailing_zeros();
    // The lowest bit of the row that moves, and whether all that are not moved below the lowest column do.
    let first = cute.base() as i32 + cute.shift() - layout.pitch().trailing_zeros() as i32;
    let is_shifted = first != cute.base() as i32;
    let is_whole = (first == 0 || cute.base() == 0) && first as u32 + cute.bits() >= line_bits;
    // A copy without a mask is cheaper, and so is one that is not shifted.
    let least = if is_shifted { SHIFTED } else { WHOLE_ROW };
    least + !is_whole as u32
}

/// Returns the lowest pitch without a swizzle, and its layout.
const fn search_padding(
    tile: &SimpleTile<'_>,
    choice: SimpleChoice,
    pitches: &Pitches,
    counterexamples: &mut Counterexamples,
    budget: &mut WorkBudget,
) -> Option<(u32, Layout)> {
    let mut pitch = pitches.first;
    while pitch <= pitches.last && !budget.is_spent() {
        if pitches.are_padded(choice, pitch)
            && let Some(layout) = pitched(tile, pitch)
            && is_free(tile, &layout, counterexamples, budget)
        {
            return Some((pitch, layout));
        }
        pitch += pitches.granule;
    }
    None
}

/// Returns the layout of the lowest pitch below `end` with a swizzle.
const fn search_swizzle(
    tile: &SimpleTile<'_>,
    choice: SimpleChoice,
    pitches: &Pitches,
    end: u32,
    counterexamples: &mut Counterexamples,
    budget: &mut WorkBudget,
) -> Option<Layout> {
    let mut pitch = pitches.first;
    while pitch < end && pitches.are_swizzled(choice, pitch) && !budget.is_spent() {
        let Some(layout) = pitched(tile, pitch) else { return None };
        // A swizzle that only moves columns by rows costs fewer operations.
        let mut cost = if layout.rows() > 1 && pitch.is_power_of_two() { WHOLE_ROW } else { OF_OFFSET };
        while cost <= OF_OFFSET {
            if let Some(layout) = of_family(tile, &layout, cost, counterexamples, budget) {
                return Some(layout);
            }
            cost += 1;
        }
        pitch += pitches.granule;
    }
    None
}

/// Returns the first swizzle without conflicts, of those whose index costs so many halves of an instruction.
const fn of_family(
    tile: &SimpleTile<'_>,
    layout: &Layout,
    cost: u32,
    counterexamples: &mut Counterexamples,
    budget: &mut WorkBudget,
) -> Option<Layout> {
    // Lines of a tile of one row are padded or swizzled, not both.
    if layout.line() != layout.cols() {
        return None;
    }
    let mut cutes = CuteCandidates::of(tile, layout, cost);
    while let Some(cute) = cutes.next() {
        if budget.is_spent() {
            return None;
        }
        if halves(layout, cute) == cost
            && let Some(layout) = judged(tile, layout, cute, counterexamples, budget)
        {
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

/// Returns true if the swizzle is a matrix from bits of the row to bits of the column: where `Layout::matrix` has one.
pub(super) const fn moves_columns(layout: &Layout, cute: Cute) -> bool {
    let pitch_bits = layout.pitch().trailing_zeros();
    let above = cute.base() as i32 + cute.shift() - pitch_bits as i32;
    layout.rows() > 1
        && layout.pitch().is_power_of_two()
        && layout.cols() == layout.pitch()
        && cute.base() + cute.bits() <= pitch_bits
        && cute.base() <= 7
        && cute.bits() <= 8
        && above >= 0
        && above as u32 + cute.bits() <= ROW_BITS as u32
}
