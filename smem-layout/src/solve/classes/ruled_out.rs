//! The paddings inside rows that two lanes rule out.
//!
//! Elements `x` and `y` have `q = y / every - x / every` paddings between them, so whether they meet depends on their distance and
//! on `q`, both modulo the period of the banks, and for lanes of less than a word also on where in a word they are. What a distance and
//! a `q` rule out is kept in a table.

use alloc::{vec, vec::Vec};

use crate::solve::{
    budget::Budget,
    checked_tile::CheckedTile,
    classes::{
        padding_set::{Paddings, last_pad},
        part_meetings::PartMeetings,
    },
    verdict::Pair,
};

/// The most pairs of lanes that are kept.
const MOST_PAIRS: usize = 96;

/// The pairs of lanes that met on paddings that were judged.
pub(super) struct RuledOut<'a> {
    tile: CheckedTile<'a>,
    granule: u32,
    /// Every padding that is tried.
    all: Paddings,
    /// Elements of the period of the banks.
    period: u32,
    pairs: Vec<Pair>,
    /// For each width of a lane, a distance and a number of paddings, what they rule out, once it is known.
    known: [Vec<Option<Paddings>>; 6],
    /// The same for lanes of less than a word.
    parts: Option<PartMeetings>,
}

impl<'a> RuledOut<'a> {
    pub(super) fn new(tile: CheckedTile<'a>) -> Self {
        let granule = tile.granule();
        let mut all = Paddings::default();
        (1..=last_pad(&tile) / granule).for_each(|granules| all.insert(granules));
        let period = (tile.model.pitch_period() / tile.elem_bytes).max(1);
        RuledOut { tile, granule, all, period, pairs: Vec::new(), known: [const { Vec::new() }; 6], parts: None }
    }

    /// Returns the paddings after every `every` elements that no pair rules out.
    pub(super) fn left(&mut self, every: u32, budget: &Budget) -> Paddings {
        let mut ruled_out = Paddings::default();
        let mut looked = 0;
        for number in (0..self.pairs.len()).rev() {
            looked += 1;
            ruled_out.add(self.ruled_out_by(self.pairs[number], every));
            if ruled_out == self.all {
                // The request that ruled out the last one is tried first.
                let last = self.pairs.len() - 1;
                self.pairs.swap(number, last);
                break;
            }
        }
        budget.take(looked / 8);
        self.all.without(ruled_out)
    }

    /// Adds a pair that met, and takes what it rules out after every `every` elements from those that are left.
    pub(super) fn learn(&mut self, pair: Pair, every: u32, left: &mut Paddings) {
        *left = left.without(self.ruled_out_by(pair, every));
        if self.pairs.len() == MOST_PAIRS {
            self.pairs.remove(0);
        }
        self.pairs.push(pair);
    }

    fn ruled_out_by(&mut self, pair: Pair, every: u32) -> Paddings {
        let mut pair_elements = pair.elements(self.tile.cols);
        pair_elements.sort_unstable();
        let [one, other] = pair_elements;
        let before = (one / every, other / every);
        let model = self.tile.model;
        if !model.is_xor_invariant() {
            return self.meeting((one, other), before, pair.bytes());
        }
        if pair.bytes() < model.bank_bytes() {
            let parts = self.parts.get_or_insert_with(|| PartMeetings::new(&self.tile, self.all));
            return match parts.ruled_out((one, other), before) {
                Some(set) => set,
                None => self.meeting((one, other), before, pair.bytes()),
            };
        }
        let period = self.period;
        let (distance, between) = ((other - one) % period, (before.1 - before.0) % period);
        let slot = (distance * period + between) as usize;
        let width = pair.bytes().ilog2() as usize;
        let known = &mut self.known[width];
        if known.is_empty() {
            *known = vec![None; (period * period) as usize];
        }
        if let Some(set) = known[slot] {
            return set;
        }
        // A period apart, since other elements there are.
        let other = one + distance + if distance == 0 { period } else { 0 };
        let set = self.meeting((one, other), (0, between), pair.bytes());
        self.known[width][slot] = Some(set);
        set
    }

    /// Returns the paddings with which two elements meet that have so many paddings before them.
    fn meeting(&self, (one, other): (u32, u32), before: (u32, u32), bytes: u32) -> Paddings {
        let CheckedTile { elem_bytes, model, .. } = self.tile;
        let step = elem_bytes * self.granule;
        let (one, other) = (one * elem_bytes, other * elem_bytes);
        let mut meeting = Paddings::default();
        for granules in 1..=last_pad(&self.tile) / self.granule {
            let addresses = (one + granules * before.0 * step, other + granules * before.1 * step);
            if model.meet(addresses.0, addresses.1, bytes) {
                meeting.insert(granules);
            }
        }
        meeting
    }
}
