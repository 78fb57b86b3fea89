//! The pairs of threads that race, of each pair of instructions: those of one block, which the report names.
//!
//! A block of 1024 threads has half a million pairs, and a launch thousands of blocks. So the running block has a bit for each pair, and of the
//! ended blocks only the bits of the one that the report shows as its example are kept.

use super::pair_table::{PairTable, SidePair};
use std::collections::BTreeMap;

/// Bytes of a block's pairs of threads, on each host thread. Those of further instructions are not counted.
const MOST_BYTES: usize = 8 << 20;

/// Pairs of threads of a block, without an order in a pair.
#[derive(Debug, Clone, Default)]
pub(super) struct ThreadPairs {
    /// Words of the bits of one thread, as the lower of a pair.
    width: usize,
    bits: Vec<u64>,
}

impl ThreadPairs {
    /// No pairs, of a block of so many threads.
    pub(super) fn none(threads: u32) -> Self {
        let width = threads.div_ceil(u64::BITS) as usize;
        Self { width, bits: vec![0; width * threads as usize] }
    }

    fn bytes(threads: u32) -> usize {
        threads.div_ceil(u64::BITS) as usize * threads as usize * size_of::<u64>()
    }

    fn add(&mut self, [one, other]: [u32; 2]) {
        let (low, high) = (one.min(other) as usize, one.max(other) as usize);
        if let Some(word) = self.bits.get_mut(low * self.width + high / 64) {
            *word |= 1 << (high % 64);
        }
    }

    /// Adds the pairs of another set of the same block.
    pub(super) fn join(&mut self, other: &Self) {
        self.bits.iter_mut().zip(&other.bits).for_each(|(mine, theirs)| *mine |= theirs);
    }

    pub(super) fn count(&self) -> u64 {
        self.bits.iter().map(|word| u64::from(word.count_ones())).sum()
    }
}

/// The threads of a block that race with two instructions.
#[derive(Debug, Clone, Default)]
pub(super) struct RacingThreads {
    /// The lanes of the threads, of all blocks.
    pub(super) lanes: u32,
    /// `None` where they are not counted.
    pub(super) pairs: Option<ThreadPairs>,
}

/// The threads that race, of the block that runs and of those that have ended.
#[derive(Debug, Default)]
pub(super) struct RacingThreadPairs {
    running: PairTable<RacingThreads>,
    /// By instructions, beside the number of the block that the pairs are of.
    ended: BTreeMap<SidePair, (u64, RacingThreads)>,
}

impl RacingThreadPairs {
    /// Adds a pair of threads of the running block, which has so many.
    pub(super) fn add(&mut self, key: &SidePair, racing: [u32; 2], threads: u32) {
        if self.running.get_mut(key).is_none() {
            let is_room = (self.running.len() + 1) * ThreadPairs::bytes(threads) <= MOST_BYTES;
            let pairs = is_room.then(|| ThreadPairs::none(threads));
            self.running.insert(*key, RacingThreads { lanes: 0, pairs });
        }
        if let Some(known) = self.running.get_mut(key) {
            known.lanes |= racing.iter().fold(0, |lanes, thread| lanes | 1 << (thread % 32));
            if let Some(pairs) = &mut known.pairs {
                pairs.add(racing);
            }
        }
    }

    /// The running block, which has this number, has ended.
    pub(super) fn end(&mut self, number: u64) {
        self.ended.extend(self.running.take().into_iter().map(|(key, threads)| (key, (number, threads))));
    }

    /// Takes the pairs of the block that still runs.
    pub(super) fn take_running(&mut self) -> Self {
        Self { running: std::mem::take(&mut self.running), ..Self::default() }
    }

    /// Whether no block with such pairs has ended.
    pub(super) fn is_empty(&self) -> bool {
        self.ended.is_empty()
    }

    /// Takes those of ended blocks. The pairs of the block that `example` says for two instructions stay.
    pub(super) fn merge(&mut self, other: &Self, example: impl Fn(&SidePair) -> Option<u64>) {
        for (key, (number, threads)) in &other.ended {
            let known = self.ended.entry(*key).or_default();
            let lanes = known.1.lanes | threads.lanes;
            if example(key) == Some(*number) {
                *known = (*number, threads.clone());
            }
            known.1.lanes = lanes;
        }
    }

    /// The threads that race with these instructions, with the pairs of this block.
    pub(super) fn of(&self, key: &SidePair, block: u64) -> Option<(u32, Option<&ThreadPairs>)> {
        let (number, threads) = self.ended.get(key)?;
        Some((threads.lanes, threads.pairs.as_ref().filter(|_| *number == block)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn pairs_are_counted_once_in_either_order(
            pairs in prop::collection::vec(prop::array::uniform2(0u32..96), 0..200),
            others in prop::collection::vec(prop::array::uniform2(0u32..96), 0..200),
        ) {
            let set = |pairs: &[[u32; 2]]| {
                let mut set = ThreadPairs::none(96);
                pairs.iter().for_each(|pair| set.add(*pair));
                set
            };
            let mut both = set(&pairs);
            both.join(&set(&others));
            let plain: BTreeSet<[u32; 2]> =
                pairs.iter().chain(&others).map(|[one, other]| [*one.min(other), *one.max(other)]).collect();
            prop_assert_eq!(both.count(), plain.len() as u64);
        }
    }
}
