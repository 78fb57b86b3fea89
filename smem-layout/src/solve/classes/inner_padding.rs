//! Padding inside rows: unused elements after every so many, counted along the rows.
//!
//! The element of number `x` is stored at `x + pad * (x / every)`. Paddings that differ by the period of the banks meet them
//! alike, so for each `every` only those below it are tried, the smallest first.
//!
//! Two lanes that meet on the dense tile meet until there is padding between them, unless what is before both moves them within
//! a word; where conflicts are accepted, so do the lanes of which a request has one too many. Most numbers `every` leave such lanes
//! in one line, which costs two divisions to see; what is left is judged as any other layout.

use alloc::vec::Vec;

use smem_banks::LANES;

use crate::{
    codegen::as_written,
    layout::{Layout, Rank},
    solve::{
        budget::Budget,
        checked_tile::CheckedTile,
        classes::{Found, ruled_out::RuledOut},
        verdict::{Judge, Verdict},
    },
};

/// The most positions, over all accesses, whose lanes are looked at before the search.
const MOST_POSITIONS: usize = 512;

/// The least cost of an index with padding inside rows, in halves of an instruction: a multiplication.
pub(in crate::solve) const LEAST_HALVES: u32 = 2;

/// Returns the best padding inside rows that is free of conflict and better than `limit`. The dense layout is not free.
pub(in crate::solve) fn cheapest(
    tile: &CheckedTile<'_>,
    judge: &mut Judge<'_>,
    allowed_ways: &[u32],
    limit: Option<Rank>,
    budget: &Budget,
) -> Found {
    let elements = tile.rows * tile.cols;
    let granule = tile.granule();
    // After the later of two lanes that meet, padding comes too late.
    let most_every = |apart: &[(u32, u32)]| apart.iter().map(|pair| pair.1).min().unwrap_or(elements).min(elements - 1);
    let least_every = least_every(tile, limit);
    // The first requests often leave no number between too much padding and too late.
    let first = most_every(&to_be_separated(tile, allowed_ways, 1, budget));
    if first < least_every || first == least_every && first == tile.cols {
        return Found { layout: None, proven: !budget.is_spent() };
    }
    // Where few numbers are left, each is judged sooner than more requests are looked at.
    let positions = ((first - least_every) / granule + 1).min(MOST_POSITIONS as u32) as usize;
    let mut apart = to_be_separated(tile, allowed_ways, positions.div_ceil(tile.accesses.len()), budget);
    let most_every = most_every(&apart);
    let moves_words = granule * tile.elem_bytes >= tile.model.bank_bytes() && tile.model.is_xor_invariant();
    let mut paddings = RuledOut::new(*tile);
    let mut best: Option<Layout> = None;
    let (mut limit, mut proven) = (limit, true);
    for every in (least_every..=most_every).rev().filter(|every| every.is_multiple_of(granule)) {
        if every == tile.cols && tile.rows > 1 {
            continue;
        }
        let padded = |pad| Layout::of(tile.rows, tile.cols, every, every + pad);
        let halves = as_written(&padded(granule));
        let wins =
            |layout: &Layout, limit: Option<Rank>| limit.is_none_or(|limit| tile.rank_of(layout.len(), halves) < limit);
        if !wins(&padded(granule), limit) || leaves_together(&mut apart, every, moves_words) {
            continue;
        }
        if !budget.take(1) {
            return Found { layout: best, proven: false };
        }
        let mut left = paddings.left(every, budget);
        while let Some(granules) = left.first() {
            left.remove(granules);
            let pad = granules * granule;
            let layout = padded(pad);
            if !wins(&layout, limit) {
                break;
            }
            if !budget.take(5) {
                return Found { layout: best, proven: false };
            }
            let line_of = quotient_by(every);
            let at = |row, col| {
                let element = row * tile.cols + col;
                element + pad * line_of(element)
            };
            let verdict = if judge.is_ruled_out_at(at) { Verdict::Conflicts } else { judge.verdict(&layout, budget) };
            match verdict {
                Verdict::Free => {
                    (limit, best) = (Some(tile.rank(&layout)), Some(layout));
                    break;
                }
                Verdict::Conflicts => {
                    if let Some(pair) = judge.last_pair() {
                        paddings.learn(pair, every, &mut left);
                    }
                }
                Verdict::Unknown => proven = false,
            }
        }
    }
    Found { layout: best, proven }
}

/// Returns the division by `every` as a multiplication, for numbers below 2^20: no tile has as many elements.
fn quotient_by(every: u32) -> impl Fn(u32) -> u32 {
    // Too large by less than 2^-20 in a line of 2^40 parts, which no remainder reaches.
    let reciprocal = (1u64 << 40) / u64::from(every) + 1;
    move |element| ((u64::from(element) * reciprocal) >> 40) as u32
}

/// Returns the least number between paddings with which the smallest of them is better than `limit`, or no more than it.
fn least_every(tile: &CheckedTile<'_>, limit: Option<Rank>) -> u32 {
    let (elements, granule) = (tile.rows * tile.cols, tile.granule());
    let Some(limit) = limit else { return granule };
    // There is one padding fewer than lines.
    let wins = |paddings: u32| tile.rank_of((elements + paddings * granule) as usize, LEAST_HALVES) < limit;
    let (mut most, mut too_many) = (0, elements);
    while most + 1 < too_many {
        let middle = most.midpoint(too_many);
        if wins(middle) { most = middle } else { too_many = middle }
    }
    ((elements - 1) / (most + 1) + 1).max(granule)
}

/// Returns true if two lanes that must be separated meet in one line of `every` elements: in the first, or in any if padding
/// moves whole words or they are on one element. They come first the next time.
fn leaves_together(apart: &mut [(u32, u32)], every: u32, moves_words: bool) -> bool {
    let meet =
        |(one, other): &(u32, u32)| one / every == other / every && (moves_words || one == other || *other < every);
    let found = apart.iter().position(meet);
    if let Some(found) = found {
        apart.swap(0, found);
    }
    found.is_some()
}

/// Returns, for each request that conflicts on the dense tile more than its access accepts, the first and the last of the nearest elements
/// that take too many passes there: two that meet, or one more than the ways that are accepted; of an access with one request all such
/// elements. Looks at no more than `most` positions of each access.
fn to_be_separated(tile: &CheckedTile<'_>, allowed_ways: &[u32], most: usize, budget: &Budget) -> Vec<(u32, u32)> {
    let CheckedTile { cols, elem_bytes, accesses, model, .. } = *tile;
    let mut apart = Vec::new();
    for (access, &ways) in accesses.iter().zip(allowed_ways) {
        let bytes = access.lane_elements(elem_bytes) * elem_bytes;
        let phase = model.lanes_per_phase(bytes);
        let positions = tile.positions(access);
        let step = (positions.count() as usize).div_ceil(most);
        for number in (0..positions.count()).step_by(step) {
            if !budget.take(2) {
                return apart;
            }
            let lanes = positions.lanes(number);
            let mut nearest: Option<(u32, u32)> = None;
            for first in (0..LANES as u32).step_by(phase as usize) {
                let of_phase = lanes.iter().filter(|(lane, ..)| lane / phase * phase == first);
                let mut elements: Vec<u32> = of_phase.map(|(_, row, col)| row * cols + col).collect();
                elements.sort_unstable();
                // Lanes on one element share a pass. Those of a half-warp do only if it has no other element, which no layout
                // changes: else each counts, wherever the element is.
                if model.is_same_word_shared() || elements.first() == elements.last() {
                    elements.dedup();
                }
                let groups = groups(tile, &elements, bytes, ways as usize + 1);
                // Each request is looked at once: where there is one alone, it says all that it can.
                if positions.count() == 1 {
                    apart.extend(groups);
                    continue;
                }
                let together = groups.into_iter().min_by_key(|(one, other)| other - one);
                let is_nearer =
                    |(one, other): &(u32, u32)| nearest.is_none_or(|nearest| other - one < nearest.1 - nearest.0);
                nearest = together.filter(is_nearer).or(nearest);
            }
            apart.extend(nearest);
        }
    }
    apart.sort_unstable();
    apart.dedup();
    apart
}

/// Returns the first and the last of each `count` elements next to each other in a bank, of which each two meet on the dense tile. The
/// elements are in ascending order, one as often as lanes need a pass of their own for it.
///
/// All of a group lie between the two. In the first line none of them moves; in any other all move alike. So while the two share a line
/// that leaves their banks, the group takes `count` passes.
fn groups(tile: &CheckedTile<'_>, elements: &[u32], bytes: u32, count: usize) -> Vec<(u32, u32)> {
    let CheckedTile { elem_bytes, model, .. } = *tile;
    let bank = |element: u32| model.bank(element * elem_bytes) % LANES as u32;
    let mut by_bank = elements.to_vec();
    by_bank.sort_unstable_by_key(|&element| (bank(element), element));
    // The first and the last of the elements of a bank that share a pass.
    let mut passes: Vec<(u32, u32)> = Vec::with_capacity(by_bank.len());
    for element in by_bank {
        match passes.last_mut() {
            Some((first, last))
                if bank(*first) == bank(element) && !model.meet(*first * elem_bytes, element * elem_bytes, bytes) =>
            {
                *last = element;
            }
            _ => passes.push((element, element)),
        }
    }
    // No two of a group are nearer to each other than the last of its first pass and the first of its last one.
    let groups = passes.windows(count).map(|group| (group[0].1, group[count - 1].0));
    groups.filter(|(one, other)| bank(*one) == bank(*other)).collect()
}

#[cfg(test)]
mod tests {
    use super::quotient_by;

    #[test]
    fn the_multiplication_divides_exactly() {
        const MOST: u32 = 1 << 20;
        for every in (1..2000).chain((2000..MOST).step_by(997)).chain([MOST - 1]) {
            let line_of = quotient_by(every);
            // Quotients change at multiples only.
            for line in (0..=(MOST - 1) / every).step_by(1 + (MOST / every) as usize / 64) {
                let start = line * every;
                let last = (start + every - 1).min(MOST - 1);
                assert_eq!((line_of(start), line_of(last)), (line, line), "{start} and {last} by {every}");
            }
        }
    }
}
