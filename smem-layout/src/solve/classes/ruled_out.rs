//! The paddings inside rows that two lanes rule out.
//!
//! Elements `x` and `y` have `q = y / every - x / every` paddings between them, so whether they meet depends on their distance and
//! on `q`, both modulo the period of the banks, and for lanes of less than a word also on where in a word they are. What a distance and
//! a `q` rule out is kept in a table.

use alloc::{vec, vec::Vec};

use crate::solve::{budget::Budget, checked_tile::CheckedTile, classes::inner_padding::last_pad, verdict::Pair};

/// A set of paddings: bit `i` for `i` granules.
pub(super) type Paddings = [u128; 2];

/// The most pairs of lanes that are kept.
const MOST_PAIRS: usize = 32;

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
}

impl<'a> RuledOut<'a> {
    pub(super) fn new(tile: CheckedTile<'a>) -> Self {
        let granule = tile.granule();
        let mut all = [0; 2];
        (1..=last_pad(&tile) / granule).for_each(|granules| insert(&mut all, granules));
        let period = (tile.model.pitch_period() / tile.elem_bytes).max(1);
        RuledOut { tile, granule, all, period, pairs: Vec::new(), known: [const { Vec::new() }; 6] }
    }

    /// Returns the paddings after every `every` elements that the pairs rule out, or enough of them if that is all.
    pub(super) fn ruled_out(&mut self, every: u32, budget: &Budget) -> Paddings {
        let mut ruled_out = [0; 2];
        for number in (0..self.pairs.len()).rev() {
            self.rule_out(number, every, &mut ruled_out);
            if self.are_all(&ruled_out) {
                // What ruled out the last is tried first.
                let last = self.pairs.len() - 1;
                self.pairs.swap(number, last);
                break;
            }
        }
        budget.take(self.pairs.len() / 16);
        ruled_out
    }

    /// Returns true if no padding is left.
    pub(super) fn are_all(&self, ruled_out: &Paddings) -> bool {
        *ruled_out == self.all
    }

    /// Adds a pair that met, and what it rules out after every `every` elements.
    pub(super) fn learn(&mut self, pair: Pair, every: u32, ruled_out: &mut Paddings) {
        if self.pairs.len() == MOST_PAIRS {
            self.pairs.remove(0);
        }
        self.pairs.push(pair);
        self.rule_out(self.pairs.len() - 1, every, ruled_out);
    }

    fn rule_out(&mut self, number: usize, every: u32, ruled_out: &mut Paddings) {
        let pair = self.pairs[number];
        let [one, other] = pair.elements(self.tile.cols);
        let paddings = (one / every, other / every);
        let model = self.tile.model;
        if pair.bytes() < model.bank_bytes() || !model.is_xor_invariant() {
            return self.add_meeting((one, other), paddings, pair.bytes(), ruled_out);
        }
        let period = self.period;
        let distance = (other % period + period - one % period) % period;
        let between = (paddings.1 % period + period - paddings.0 % period) % period;
        let slot = (distance * period + between) as usize;
        let width = pair.bytes().ilog2() as usize;
        let known = &mut self.known[width];
        if known.is_empty() {
            *known = vec![None; (period * period) as usize];
        }
        let set = match known[slot] {
            Some(set) => set,
            None => {
                let mut set = [0; 2];
                // A period apart, since other elements there are.
                let other = one + distance + if distance == 0 { period } else { 0 };
                self.add_meeting((one, other), (0, between), pair.bytes(), &mut set);
                self.known[width][slot] = Some(set);
                set
            }
        };
        ruled_out.iter_mut().zip(set).for_each(|(all, set)| *all |= set);
    }

    /// Adds the paddings not ruled out yet with which two elements meet that have so many paddings before them.
    fn add_meeting(&self, (one, other): (u32, u32), before: (u32, u32), bytes: u32, ruled_out: &mut Paddings) {
        let CheckedTile { elem_bytes, model, .. } = self.tile;
        let step = elem_bytes * self.granule;
        let (one, other) = (one * elem_bytes, other * elem_bytes);
        for granules in 1..=last_pad(&self.tile) / self.granule {
            let addresses = (one + granules * before.0 * step, other + granules * before.1 * step);
            if !contains(ruled_out, granules) && model.meet(addresses.0, addresses.1, bytes) {
                insert(ruled_out, granules);
            }
        }
    }
}

/// Returns true if the padding of so many granules is in the set.
pub(super) fn contains(paddings: &Paddings, granules: u32) -> bool {
    paddings[granules as usize / 128] >> (granules % 128) & 1 == 1
}

fn insert(paddings: &mut Paddings, granules: u32) {
    paddings[granules as usize / 128] |= 1 << (granules % 128);
}
