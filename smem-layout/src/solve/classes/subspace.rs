//! A proof that no matrix serves: forbidden differences that fill a subspace too large for the banks.
//!
//! A linear map to `n` bits takes two elements of any subspace of more than `n` dimensions to the same bank, and their difference to
//! bank 0. So where every difference in such a subspace is forbidden, each matrix conflicts, and no search is needed. Tiles whose
//! width or height is not a power of two mostly have one: lanes that wrap to the next column meet those of the column in every way.

use alloc::{vec, vec::Vec};

use crate::solve::budget::Budget;

/// The differences that are tried for each dimension, of which the one that leaves the most others is taken: a few, or as many as
/// are worth it where the alternative is a search.
pub(super) const FEW: usize = 4;
pub(super) const MANY: usize = 64;

/// Returns true if `differences`, which are below `1 << bits`, contain all of a subspace of `dimensions` dimensions but 0. A
/// subspace that is there may be missed.
pub(super) fn contain_subspace(differences: &[u32], bits: u32, dimensions: u32, budget: &Budget) -> bool {
    subspace(differences, (bits, dimensions), FEW, budget).is_some()
}

/// Returns a basis of such a subspace.
pub(super) fn subspace(
    differences: &[u32],
    (bits, dimensions): (u32, u32),
    tried: usize,
    budget: &Budget,
) -> Option<Vec<u32>> {
    let mut basis = Vec::new();
    // What would be in the subspace with all that is in it so far, one dimension after the other.
    let mut open: Vec<u32> = differences.to_vec();
    let mut is_open = vec![0u64; (1usize << bits).div_ceil(64)];
    for dimension in 0..dimensions {
        // So many of the next dimension are needed, the others of its coset included.
        if open.len() < (1 << dimensions) - (1 << dimension) || !budget.take(open.len() * tried / (16 * FEW)) {
            return None;
        }
        if dimension + 1 == dimensions {
            basis.push(open[0]);
            return Some(basis);
        }
        is_open.fill(0);
        for difference in &open {
            is_open[*difference as usize / 64] |= 1 << (difference % 64);
        }
        let step = open.len().div_ceil(tried);
        let left = |with: u32| {
            let mut left = Vec::with_capacity(open.len());
            for &other in &open {
                let sum = other ^ with;
                if is_open[sum as usize / 64] >> (sum % 64) & 1 == 1 {
                    left.push(other);
                }
            }
            left
        };
        let best = open.iter().step_by(step).map(|with| (*with, left(*with))).max_by_key(|(_, left)| left.len());
        let (with, left) = best?;
        basis.push(with);
        open = left;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_found(differences: &[u32], dimensions: u32) -> bool {
        contain_subspace(differences, 10, dimensions, &Budget::new(u32::MAX))
    }

    #[test]
    fn a_subspace_is_found_and_nothing_less() {
        // The span of five independent numbers, under a change of basis.
        let span = |basis: &[u32]| -> Vec<u32> {
            (1u32..1 << basis.len())
                .map(|of| {
                    basis.iter().enumerate().fold(0, |sum, (bit, one)| if of >> bit & 1 == 1 { sum ^ one } else { sum })
                })
                .collect()
        };
        let whole = span(&[0b11, 0b110, 0b1_0010_1000, 0b10_0000_0001, 0b100_0000]);
        assert!(is_found(&whole, 5));
        assert!(is_found(&whole, 4));
        assert!(!is_found(&whole, 6));
        for missing in 0..whole.len() {
            let mut less = whole.clone();
            less.remove(missing);
            assert!(!is_found(&less, 5), "without {missing}");
        }
    }

    #[test]
    fn what_is_found_rules_out_every_map() {
        // Each of the 16 linear maps from 4 bits to 1 takes some difference of a found plane to 0.
        let mut numbers = 1u32..;
        let mut ruled_out = 0;
        for _ in 0..3000 {
            let set = numbers.next().unwrap().wrapping_mul(0x9e37_79b1) >> 8 & 0xfffe;
            let differences: Vec<u32> = (1..16).filter(|one| set >> one & 1 == 1).collect();
            if contain_subspace(&differences, 4, 2, &Budget::new(u32::MAX)) {
                let serves = |map: u32| differences.iter().all(|one| (one & map).count_ones() % 2 == 1);
                assert!(!(0..16).any(serves), "{differences:?}");
                ruled_out += 1;
            }
        }
        assert!(ruled_out > 1000, "only {ruled_out} sets had a plane");
    }
}
