//! Facts about each pair of instructions that race. A racy loop finds the same few again and again, so those found last are at hand.

use super::findings::FoundSide;
use std::collections::HashMap;

/// The sides of a race, the lower one first.
pub(super) type SidePair = [FoundSide; 2];

/// Places for the pairs found last.
const HANDY: usize = 256;

/// A value for each pair of instructions.
#[derive(Debug)]
pub(super) struct PairTable<T> {
    all: Vec<(SidePair, T)>,
    places: HashMap<SidePair, usize>,
    /// For some pairs where they are in `all`.
    handy: [usize; HANDY],
}

impl<T> Default for PairTable<T> {
    fn default() -> Self {
        Self { all: Vec::new(), places: HashMap::new(), handy: [0; HANDY] }
    }
}

impl<T> PairTable<T> {
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn get(&self, pair: &SidePair) -> Option<&T> {
        self.places.get(pair).map(|at| &self.all[*at].1)
    }

    #[inline]
    pub(super) fn get_mut(&mut self, pair: &SidePair) -> Option<&mut T> {
        let slot = (pair[0].pc ^ pair[1].pc.wrapping_mul(31)) as usize % HANDY;
        let mut at = self.handy[slot];
        if self.all.get(at).is_none_or(|(other, _)| other != pair) {
            at = *self.places.get(pair)?;
            self.handy[slot] = at;
        }
        self.all.get_mut(at).map(|(_, value)| value)
    }

    /// Adds a value for a pair that has none.
    pub(super) fn insert(&mut self, pair: SidePair, value: T) {
        self.places.insert(pair, self.all.len());
        self.all.push((pair, value));
    }

    /// In the order of the code.
    pub(super) fn sorted(&self) -> impl Iterator<Item = (&SidePair, &T)> {
        let mut all: Vec<&(SidePair, T)> = self.all.iter().collect();
        all.sort_by_key(|(pair, _)| *pair);
        all.into_iter().map(|(pair, value)| (pair, value))
    }

    /// Takes all values, in the order in which they were added.
    pub(super) fn take(&mut self) -> Vec<(SidePair, T)> {
        std::mem::take(self).all
    }
}
