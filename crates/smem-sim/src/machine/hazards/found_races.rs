//! The races of each pair of instructions. A racy loop finds the same few again and again, so those found last are at hand.

use super::findings::{FoundRace, FoundSide};
use std::collections::HashMap;

type SidePair = [FoundSide; 2];

/// Places for the pairs found last.
const HANDY: usize = 16;

/// Races by their pairs of instructions.
#[derive(Debug, Default)]
pub(super) struct FoundRaces {
    all: Vec<(SidePair, FoundRace)>,
    places: HashMap<SidePair, usize>,
    /// For some pairs where they are in `all`.
    handy: [usize; HANDY],
}

impl FoundRaces {
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    #[inline]
    pub(super) fn get_mut(&mut self, pair: &SidePair) -> Option<&mut FoundRace> {
        let slot = (pair[0].pc ^ pair[1].pc.wrapping_mul(5)) as usize % HANDY;
        let mut at = self.handy[slot];
        if self.all.get(at).is_none_or(|(other, _)| other != pair) {
            at = *self.places.get(pair)?;
            self.handy[slot] = at;
        }
        self.all.get_mut(at).map(|(_, found)| found)
    }

    pub(super) fn insert(&mut self, pair: SidePair, found: FoundRace) {
        self.places.insert(pair, self.all.len());
        self.all.push((pair, found));
    }

    /// In the order of the code.
    pub(super) fn sorted(&self) -> impl Iterator<Item = (&SidePair, &FoundRace)> {
        let mut all: Vec<&(SidePair, FoundRace)> = self.all.iter().collect();
        all.sort_by_key(|(pair, _)| *pair);
        all.into_iter().map(|(pair, found)| (pair, found))
    }
}
