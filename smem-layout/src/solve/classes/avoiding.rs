//! The complete search for a subspace that avoids a set of vectors: the kernel of a bank map under which no two lanes meet.
//!
//! A linear map to `m` bits frees every access exactly if none of their differences is in its kernel, a subspace of `m` dimensions
//! fewer than the space. Such a kernel has a vector in common with *every* subspace of more than `m` dimensions. So a subspace of
//! `m + 1` dimensions of which all vectors but 0 are forbidden is a certificate that there is no kernel. Where only a few of its
//! vectors are allowed, the kernel has one of these: each is tried, and then the same holds modulo that vector. A vector that
//! was tried in vain is forbidden from there on, which makes certificates of subspaces that were none.
//!
//! The search so ends in a kernel, or in a tree of choices each of which ends in a forbidden subspace.

use alloc::vec::Vec;

use crate::solve::{budget::Budget, classes::bit_space::VectorSet};

/// The vectors that are tried for each dimension of a forbidden subspace, of which the one that leaves the most is taken.
pub(super) const TRIED: usize = 12;

/// The question: which subspace avoids the forbidden vectors and has `map_bits` dimensions less than the space.
#[derive(Clone, Copy, Debug)]
pub(super) struct KernelSpec {
    /// The bits that the map leads to.
    pub(super) map_bits: u32,
    /// The lowest bits, which alone have to reach every value of some bits of the map.
    pub(super) free_bits: u32,
    /// The number of these bits of the map.
    pub(super) free_map_bits: u32,
}

/// The answer to the search for a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum VectorKernel {
    /// A basis of one.
    Found(Vec<u32>),
    /// There is none.
    None,
    /// The budget was spent first.
    Unknown,
}

/// Some vectors of a kernel, and the space modulo these vectors: without their highest bits.
#[derive(Clone, Debug)]
pub(super) struct KernelPart {
    /// Independent vectors, of the whole space.
    pub(super) basis: Vec<u32>,
    /// The bits of the whole space that are left, as a mask.
    left: u32,
    /// The vectors of the bits left that no kernel with this basis has.
    pub(super) forbidden: VectorSet,
}

impl KernelPart {
    /// Starts without a vector of the kernel, in a space of `bits` dimensions.
    pub(super) fn new(bits: u32, forbidden: VectorSet) -> KernelPart {
        KernelPart { basis: Vec::new(), left: (1 << bits) - 1, forbidden }
    }

    /// Returns the dimensions of the space modulo the vectors.
    fn bits(&self) -> u32 {
        self.left.count_ones()
    }

    /// Returns the same with one more vector, of the bits left. A forbidden one is among the vectors that the others are taken
    /// modulo, and not forbidden any more.
    pub(super) fn with(&self, vector: u32) -> KernelPart {
        let mut basis = self.basis.clone();
        basis.push(self.whole(vector));
        let left = self.left & !(1 << self.whole(1 << vector.ilog2()).ilog2());
        KernelPart { basis, left, forbidden: self.modulo(&self.forbidden, vector) }
    }

    /// Returns the images of a set modulo a vector, but for that of the vector itself.
    pub(super) fn modulo(&self, set: &VectorSet, vector: u32) -> VectorSet {
        let highest = vector.ilog2();
        let below = (1 << highest) - 1;
        let mut images = VectorSet::empty(self.bits() - 1);
        for member in set.members() {
            let without = if member >> highest & 1 == 1 { member ^ vector } else { member };
            images.insert(without & below | without >> 1 & !below);
        }
        images.remove(0);
        images
    }

    /// Returns a vector of the bits left as one of the whole space.
    pub(super) fn whole(&self, vector: u32) -> u32 {
        let (mut whole, mut left, mut vector) = (0, self.left, vector);
        while vector != 0 {
            whole |= (vector & 1) << left.trailing_zeros();
            left &= left - 1;
            vector >>= 1;
        }
        whole
    }
}

/// Returns the basis of the same span in which the highest bit of each vector is a bit of no other.
pub(super) fn reduced(basis: &[u32]) -> Vec<u32> {
    let mut reduced: Vec<u32> = Vec::with_capacity(basis.len());
    for &vector in basis {
        let without = |left: u32, one: &u32| if left >> one.ilog2() & 1 == 1 { left ^ one } else { left };
        let vector = reduced.iter().fold(vector, without);
        let highest = vector.ilog2();
        reduced.iter_mut().filter(|one| **one >> highest & 1 == 1).for_each(|one| *one ^= vector);
        reduced.push(vector);
    }
    reduced
}

/// Returns all sums of the vectors.
pub(super) fn span(basis: &[u32]) -> Vec<u32> {
    let mut sums = Vec::from([0]);
    for &vector in basis {
        for place in 0..sums.len() {
            sums.push(sums[place] ^ vector);
        }
    }
    sums
}

impl KernelSpec {
    /// Searches for a kernel that has the vectors of `part` and none that it forbids.
    pub(super) fn search(&self, part: &KernelPart, budget: &Budget) -> VectorKernel {
        if !self.reaches_every_value(&part.basis) {
            return VectorKernel::None;
        }
        if part.bits() <= self.map_bits {
            return VectorKernel::Found(part.basis.clone());
        }
        let Some(narrow) = narrow_subspace(part, self.map_bits + 1, budget) else { return VectorKernel::Unknown };
        let forbidden = &part.forbidden;
        let mut allowed: Vec<u32> = span(&narrow).into_iter().skip(1).filter(|one| !forbidden.contains(*one)).collect();
        if allowed.is_empty() {
            return VectorKernel::None;
        }
        // The vector that forbids the least is the most likely to be in a kernel.
        allowed.sort_by_cached_key(|one| core::cmp::Reverse(forbidden.count_kept_by(*one)));
        let mut part = part.clone();
        for vector in allowed {
            if !budget.take(part.forbidden.size() / 4 + 1) {
                return VectorKernel::Unknown;
            }
            match self.search(&part.with(vector), budget) {
                VectorKernel::None => part.forbidden.insert(vector),
                end => return end,
            }
        }
        VectorKernel::None
    }

    /// Returns true if a map whose kernel has this basis can still reach every value from the free bits alone.
    fn reaches_every_value(&self, basis: &[u32]) -> bool {
        let most = (self.free_bits - self.free_map_bits) as usize;
        if basis.len() <= most {
            return true;
        }
        let mut above: Vec<u32> = Vec::new();
        for vector in basis {
            let left = above.iter().fold(vector >> self.free_bits, |left, one| left.min(left ^ one));
            if left != 0 {
                above.push(left);
            }
        }
        basis.len() - above.len() <= most
    }
}

/// Returns a basis of `dimensions` dimensions whose span has few vectors that are allowed, if any; `None` if the budget is spent.
fn narrow_subspace(part: &KernelPart, dimensions: u32, budget: &Budget) -> Option<Vec<u32>> {
    let mut basis = forbidden_subspace(&part.forbidden, dimensions, TRIED, budget);
    if (basis.len() as u32) < dimensions {
        // Of each vector, the number of allowed ones among its sums with the basis.
        let mut allowed: Vec<u16> = (0..1 << part.bits()).map(|one| u16::from(!part.forbidden.contains(one))).collect();
        // Never a vector of the basis.
        allowed[0] = 1 << 10;
        for &vector in &basis {
            add_moved(&mut allowed, vector);
        }
        while (basis.len() as u32) < dimensions {
            if !budget.take(allowed.len() / 64 + 1) {
                return None;
            }
            let fewest = (0u32..).zip(&allowed).min_by_key(|(_, count)| **count)?.0;
            add_moved(&mut allowed, fewest);
            basis.push(fewest);
        }
    }
    if budget.is_spent() { None } else { Some(basis) }
}

/// Adds to each count that of the sum with `by`.
fn add_moved(counts: &mut [u16], by: u32) {
    for place in 0..counts.len() {
        let other = place ^ by as usize;
        if place < other {
            let sum = counts[place].saturating_add(counts[other]);
            (counts[place], counts[other]) = (sum, sum);
        }
    }
}

/// Returns a basis of at most `dimensions` vectors of whose span all but 0 are forbidden: as many as are found by taking, of
/// `tried` vectors, the one that leaves the most others.
pub(super) fn forbidden_subspace(forbidden: &VectorSet, dimensions: u32, tried: usize, budget: &Budget) -> Vec<u32> {
    let mut basis = Vec::new();
    // The forbidden vectors together with all sums with the basis.
    let mut open = forbidden.clone();
    for dimension in 0..dimensions {
        let count = open.count();
        // So many of the next dimension are needed, the others of its coset included.
        if count < (1 << dimensions) - (1 << dimension) || !budget.take(open.size() * tried / 32 + 1) {
            break;
        }
        let step = (count as usize).div_ceil(tried);
        let best = open.members().step_by(step).max_by_key(|one| open.count_kept_by(*one));
        let Some(best) = best else { break };
        open = open.kept_by(best);
        basis.push(best);
    }
    basis
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The banks of a map given by those of its bits.
    fn image(columns: &[u32], vector: u32) -> u32 {
        let set = (0u32..).zip(columns).filter(|(bit, _)| vector >> bit & 1 == 1);
        set.fold(0, |sum, (_, column)| sum ^ column)
    }

    /// Whether some map of `bits` bits to `map_bits` takes no forbidden vector to 0, of all of them.
    fn is_there_one(forbidden: &[u32], (bits, map_bits): (u32, u32)) -> bool {
        let mask = (1 << map_bits) - 1;
        (0u32..1 << (bits * map_bits)).any(|all| {
            let columns: Vec<u32> = (0..bits).map(|bit| all >> (bit * map_bits) & mask).collect();
            forbidden.iter().all(|one| image(&columns, *one) != 0)
        })
    }

    #[test]
    fn a_kernel_is_found_exactly_where_a_map_is() {
        let (mut found, mut none) = (0, 0);
        let mut state = 1u32;
        for case in 0..600u32 {
            let (bits, map_bits) = [(4, 1), (4, 2), (5, 2), (4, 3)][case as usize % 4];
            let share = 1 + case / 4 % 7;
            let mut forbidden = VectorSet::empty(bits);
            for vector in 1..1 << bits {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                if state >> 29 < share {
                    forbidden.insert(vector);
                }
            }
            let members: Vec<u32> = forbidden.members().collect();
            let spec = KernelSpec { map_bits, free_bits: bits, free_map_bits: map_bits };
            let kernel = spec.search(&KernelPart::new(bits, forbidden), &Budget::new(u32::MAX));
            let is_there = is_there_one(&members, (bits, map_bits));
            match kernel {
                VectorKernel::Found(basis) => {
                    assert!(is_there, "{members:?}");
                    let span = span(&basis);
                    assert_eq!(span.len(), 1 << (bits - map_bits));
                    assert!(span.iter().all(|sum| !members.contains(sum)), "{basis:?} for {members:?}");
                    found += 1;
                }
                VectorKernel::None => {
                    assert!(!is_there, "{members:?} of {bits} to {map_bits}");
                    none += 1;
                }
                VectorKernel::Unknown => panic!("the budget does not end"),
            }
        }
        assert!(found > 100 && none > 100, "{found} were found and {none} not");
    }

    #[test]
    fn a_search_without_steps_knows_nothing() {
        let spec = KernelSpec { map_bits: 2, free_bits: 5, free_map_bits: 2 };
        let part = KernelPart::new(5, VectorSet::empty(5));
        assert_eq!(spec.search(&part, &Budget::new(0)), VectorKernel::Unknown);
    }
}
