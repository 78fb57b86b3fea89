//! Sets of vectors over F2, a bit for each vector.

use alloc::{vec, vec::Vec};

use crate::solve::classes::value_set::moved;

/// A set of vectors of `bits` bits: vector `x` is a member if bit `x` is set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct VectorSet {
    words: Vec<u64>,
}

/// The bits of a word's number in a vector.
const IN_WORD: u32 = u64::BITS.trailing_zeros();

impl VectorSet {
    /// Returns the empty set of vectors of `bits` bits.
    pub(super) fn empty(bits: u32) -> VectorSet {
        VectorSet { words: vec![0; 1usize << bits.saturating_sub(IN_WORD)] }
    }

    /// Returns the number of machine words, which is what an operation on the set takes.
    pub(super) fn size(&self) -> usize {
        self.words.len()
    }

    pub(super) fn contains(&self, vector: u32) -> bool {
        self.words[(vector >> IN_WORD) as usize] >> (vector % u64::BITS) & 1 == 1
    }

    pub(super) fn insert(&mut self, vector: u32) {
        self.words[(vector >> IN_WORD) as usize] |= 1 << (vector % u64::BITS);
    }

    pub(super) fn remove(&mut self, vector: u32) {
        self.words[(vector >> IN_WORD) as usize] &= !(1 << (vector % u64::BITS));
    }

    /// Returns the number of members.
    pub(super) fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns the members in ascending order.
    pub(super) fn members(&self) -> impl Iterator<Item = u32> + '_ {
        (0u32..).zip(&self.words).flat_map(|(place, &word)| {
            let mut left = word;
            core::iter::from_fn(move || {
                let member = (left != 0).then(|| place << IN_WORD | left.trailing_zeros())?;
                left &= left - 1;
                Some(member)
            })
        })
    }

    /// Returns the set of all `x` of which both `x` and `x ^ by` are members.
    pub(super) fn kept_by(&self, by: u32) -> VectorSet {
        let (place, within) = ((by >> IN_WORD) as usize, by % u64::BITS);
        let words = self.words.iter().enumerate();
        VectorSet { words: words.map(|(word, own)| own & moved(self.words[word ^ place], within)).collect() }
    }

    /// Returns the number of members of [`kept_by`](Self::kept_by).
    pub(super) fn count_kept_by(&self, by: u32) -> u32 {
        let (place, within) = ((by >> IN_WORD) as usize, by % u64::BITS);
        let words = self.words.iter().enumerate();
        words.map(|(word, own)| (own & moved(self.words[word ^ place], within)).count_ones()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vector_moves_every_member() {
        for bits in [3, 6, 9] {
            let mut set = VectorSet::empty(bits);
            (0..1u32 << bits).filter(|x| x.wrapping_mul(0x9e37_79b1) >> 29 < 3).for_each(|x| set.insert(x));
            for by in 0..1 << bits {
                let kept: Vec<u32> = set.members().filter(|x| set.contains(x ^ by)).collect();
                assert_eq!(set.kept_by(by).members().collect::<Vec<_>>(), kept, "{by}");
                assert_eq!(set.count_kept_by(by) as usize, kept.len());
            }
        }
    }
}
