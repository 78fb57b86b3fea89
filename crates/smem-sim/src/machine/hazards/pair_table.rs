//! Facts about each pair of instructions that race. A racy loop finds the same few again and again, so those found last are at hand.

use super::found_side::FoundSide;
use std::collections::HashMap;

/// The sides of a race, the lower one first.
pub(super) type SidePair = [FoundSide; 2];

/// The binary logarithm of the number of places for the pairs found last.
const HANDY_BITS: u32 = 10;
const HANDY: usize = 1 << HANDY_BITS;

/// The handy place of a pair: multiplications spread what differs in low bits over the high ones.
#[inline]
fn handy_place(pair: &SidePair) -> usize {
    let mixed = pair[0].pc.wrapping_mul(0x9e37_79b1) ^ pair[1].pc.wrapping_mul(0x85eb_ca77);
    (mixed >> (u32::BITS - HANDY_BITS)) as usize
}

/// A value for each pair of instructions.
#[derive(Debug)]
pub(super) struct PairTable<T> {
    all: Vec<(SidePair, T)>,
    places: HashMap<SidePair, usize>,
    /// For some pairs where they are in `all`.
    handy: [u32; HANDY],
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
        let slot = handy_place(pair);
        let mut at = self.handy[slot] as usize;
        if self.all.get(at).is_none_or(|(other, _)| other != pair) {
            at = *self.places.get(pair)?;
            self.handy[slot] = at as u32;
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
