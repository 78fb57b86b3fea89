//! The best matrix where none is free of conflict: branch and bound over its columns, for each class of matrices.
//!
//! Columns are chosen one after the other. Those that are chosen decide which lanes meet among those that agree in all other bits, and
//! that bounds the excess of every completion from below. A completed matrix is costed exactly. The search ends early when it meets
//! the bound that holds for every matrix.

use alloc::vec::Vec;

use smem_banks::LANES;

use crate::{
    access::{Access, WarpLanes},
    layout::Layout,
    solve::{
        budget::Budget,
        checked_tile::CheckedTile,
        classes::Wanted,
        excess::{Excess, OfAccess},
    },
};

/// The most requests that take part in the lower bound; any set of requests gives a valid one.
const MOST_BOUNDS: usize = 32;

/// A class of matrices at one pitch.
pub(super) trait MatrixClass {
    /// One phase of one request, reduced to the part of each lane's address that decides its bank.
    type PhaseWords;
    /// The first columns of a matrix.
    type ColumnPrefix;

    /// Returns the tile that is solved.
    fn tile(&self) -> &CheckedTile<'_>;

    /// Calls `visit` with the positions of `access` that can differ under some matrix, until it returns false.
    fn visit(&self, access: &Access, visit: impl FnMut(&WarpLanes) -> bool);

    /// Returns the words of the active `lanes`, a phase each, that touch `vec` elements each.
    fn phases(&self, lanes: &WarpLanes, vec: u32) -> Vec<Self::PhaseWords>;

    /// Returns true if `prefix` has all columns.
    fn is_complete(&self, prefix: &Self::ColumnPrefix) -> bool;

    /// Returns `prefix` with each value that its next column can have.
    fn extended<'a>(&'a self, prefix: &'a Self::ColumnPrefix) -> impl Iterator<Item = (u8, Self::ColumnPrefix)> + 'a;

    /// Returns the order of prefixes of the same lower bound: those of a lower one are completed first.
    fn rank(&self, prefix: &Self::ColumnPrefix) -> u32;

    /// Adds the place of each word of a phase under `prefix` and a next column of value 0: words that agree in it meet in every
    /// completion.
    fn add_places(&self, phase: &Self::PhaseWords, prefix: &Self::ColumnPrefix, places: &mut Vec<PlaceOfWord>);

    /// Returns the layout of a matrix whose columns are all chosen; `None` if it is not one.
    fn layout(&self, columns: &Self::ColumnPrefix) -> Option<Layout>;
}

/// The place of a word under a prefix of a matrix.
#[derive(Clone, Copy)]
pub(super) struct PlaceOfWord {
    /// The place where the next column has the value 0.
    pub(super) at_zero: u32,
    /// All bits, if the value of the next column is added (XOR) to that; else 0.
    pub(super) moves: u32,
}

/// A request of an access that must not exceed its ways.
struct BoundingRequest<PhaseWords> {
    access: usize,
    /// The number of its first phase among those of all requests.
    first_phase: usize,
    phases: Vec<PhaseWords>,
}

/// The places of the words of every phase, one phase after the other.
struct PlacesOfPhases {
    all: Vec<PlaceOfWord>,
    ends: Vec<usize>,
}

impl PlacesOfPhases {
    fn of_phase(&self, number: usize) -> &[PlaceOfWord] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start..self.ends[number]]
    }
}

/// A search for the matrix of a class that leaves the least excess.
pub(super) struct BranchAndBound<'a, C: MatrixClass> {
    class: C,
    bounds: Vec<BoundingRequest<C::PhaseWords>>,
    allowed: &'a [u32],
    /// Excess that no matrix avoids, or that is low enough.
    floor: Excess,
    best: Option<(Excess, Layout)>,
    /// The excess of the best matrix, or the limit that it must stay below.
    least: Excess,
    budget: &'a Budget,
}

impl<'a, C: MatrixClass> BranchAndBound<'a, C> {
    /// Starts from the first request of each access; those that show a matrix to be worse than its bound join them.
    pub(super) fn new(class: C, allowed: &'a [u32], wanted: Wanted, budget: &'a Budget) -> Self {
        let mut search = BranchAndBound {
            class,
            bounds: Vec::new(),
            allowed,
            floor: wanted.floor,
            best: None,
            least: wanted.limit,
            budget,
        };
        for number in 0..allowed.len() {
            let mut first = None;
            search.class.visit(&search.class.tile().accesses[number], |lanes| {
                first = Some(*lanes);
                false
            });
            if let Some(lanes) = first {
                search.add_bound(number, &lanes);
            }
        }
        search
    }

    /// Raises the floor to the excess that the requests have whatever the matrix, given the fewest ways of each phase.
    pub(super) fn raise_floor(&mut self, least_ways: impl Fn(&C::PhaseWords) -> u32) {
        self.floor =
            self.floor.max(self.excess_below(Excess::MAX, |_, words| least_ways(words)).unwrap_or(Excess::MAX));
    }

    /// Returns the layout of the least excess, if less than is wanted, with it. The search has been to its end if the budget is not
    /// spent.
    pub(super) fn run(mut self, start: &C::ColumnPrefix) -> Option<(Excess, Layout)> {
        if self.floor < self.least {
            self.descend(start);
        }
        self.best
    }

    fn add_bound(&mut self, access: usize, lanes: &WarpLanes) {
        let CheckedTile { accesses, elem_bytes, .. } = *self.class.tile();
        let phases = self.class.phases(lanes, accesses[access].lane_elements(elem_bytes));
        self.bounds.push(BoundingRequest { access, first_phase: self.phase_count(), phases });
    }

    fn phase_count(&self) -> usize {
        self.bounds.last().map_or(0, |bound| bound.first_phase + bound.phases.len())
    }

    /// Returns the excess of the accesses that exceed their ways, given the ways of each phase by its number; `None` once it reaches
    /// `limit`.
    fn excess_below(&self, limit: Excess, ways_of: impl Fn(usize, &C::PhaseWords) -> u32) -> Option<Excess> {
        let mut total = 0;
        for (number, &allowed) in self.allowed.iter().enumerate() {
            let mut of_access = OfAccess::new(allowed);
            // The request that ruled out a matrix last is likely to rule out the next.
            for bound in self.bounds.iter().rev().filter(|bound| bound.access == number) {
                let (mut most, mut excess) = (0, 0);
                for (phase, words) in (bound.first_phase..).zip(&bound.phases) {
                    let ways = ways_of(phase, words);
                    most = most.max(ways);
                    excess += ways.saturating_sub(1);
                }
                of_access.add((most, excess));
                if total + of_access.weighted() >= limit {
                    return None;
                }
            }
            total += of_access.weighted();
        }
        Some(total)
    }

    /// Returns the places of all words under `prefix`: what its next columns have in common is computed once for all of them.
    fn places(&self, prefix: &C::ColumnPrefix) -> PlacesOfPhases {
        let mut places = PlacesOfPhases { all: Vec::with_capacity(LANES * self.phase_count()), ends: Vec::new() };
        for words in self.bounds.iter().flat_map(|bound| &bound.phases) {
            self.class.add_places(words, prefix, &mut places.all);
            places.ends.push(places.all.len());
        }
        places
    }

    /// Completes `prefix`, the most promising column first; returns false if the search is over.
    fn descend(&mut self, prefix: &C::ColumnPrefix) -> bool {
        if self.class.is_complete(prefix) {
            return self.complete(prefix);
        }
        let phases = self.phase_count();
        let places = self.places(prefix);
        // Which words are partners depends on the rest of the matrix: at best all are.
        let words_a_pass = self.class.tile().model.words_a_pass();
        let mut next = Vec::new();
        for (value, prefix) in self.class.extended(prefix) {
            if !self.budget.take(phases) {
                return false;
            }
            let least_ways = |phase: usize, _: &C::PhaseWords| {
                let places = places.of_phase(phase).iter();
                let with_value = places.map(|place| place.at_zero ^ place.moves & u32::from(value));
                most_at_one_place(with_value).div_ceil(words_a_pass)
            };
            if let Some(least) = self.excess_below(self.least, least_ways) {
                next.push((least, self.class.rank(&prefix), value, prefix));
            }
        }
        next.sort_unstable_by_key(|&(least, rank, value, _)| (least, rank, value));
        for (least, _, _, prefix) in next {
            if least >= self.least {
                break;
            }
            if !self.descend(&prefix) {
                return false;
            }
        }
        true
    }

    /// Costs a matrix exactly; returns false if no other can be better.
    fn complete(&mut self, columns: &C::ColumnPrefix) -> bool {
        let Some(layout) = self.class.layout(columns) else { return true };
        match self.class.tile().unaccepted_excess(&layout, self.allowed, self.least, self.budget) {
            Ok(excess) => {
                self.least = excess;
                self.best = Some((excess, layout));
            }
            Err(request) => {
                let (access, lanes) = *request;
                if self.bounds.len() < MOST_BOUNDS {
                    self.add_bound(access, &lanes);
                }
            }
        }
        self.least > self.floor
    }
}

/// Returns how often the most frequent of at most [`LANES`] places comes.
fn most_at_one_place(places: impl Iterator<Item = u32>) -> u32 {
    // An open hash table: (place, how often), no more than half full.
    let mut taken = [(0u32, 0u32); 2 * LANES];
    let mut most = 0;
    for place in places {
        let mut slot = place.wrapping_mul(0x9e37_79b1) as usize >> 26;
        while taken[slot].1 != 0 && taken[slot].0 != place {
            slot = (slot + 1) % taken.len();
        }
        taken[slot] = (place, taken[slot].1 + 1);
        most = most.max(taken[slot].1);
    }
    most
}
