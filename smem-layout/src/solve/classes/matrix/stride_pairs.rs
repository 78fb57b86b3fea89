//! The values that strides forbid, found without walking their positions.
//!
//! Lane `i` is at `start + step * i`, for every start, so two of its lanes `m` apart meet every pair of elements of the tile
//! that are `step * m` apart. On a dense tile of one row the offset is the element, and what a matrix must separate is
//! `x ^ (x + step * m)`: the carries of an addition, of which there are few where there are 200,000 elements.

use crate::solve::{budget::Budget, checked_tile::CheckedTile, classes::matrix::space::MatrixSpace};

/// Adds the values that a stride forbids to `values`. Returns `None` where the short cut does not hold, `Some(false)`
/// where two lanes of one line always meet, or the budget is spent.
pub(crate) fn forbid(
    space: &MatrixSpace<'_>,
    step: u32,
    vec: u32,
    budget: &Budget,
    values: &mut [u32],
) -> Option<bool> {
    let CheckedTile { rows, cols, elem_bytes, model, .. } = space.tile;
    let line = space.tile.line();
    let block = space.base + space.granule_bits;
    // On cc 1.x lanes of one word meet, too: rare enough to be left to the walk.
    if rows != 1 || space.pitch != line || line != 1 << block || !model.is_same_word_shared() {
        return None;
    }
    let bits = cols.next_power_of_two().trailing_zeros();
    let unit = (model.bank_bytes() / elem_bytes).max(vec).trailing_zeros();
    // The partner of a word is a line away.
    let partner = model.words_a_pass() - 1;
    let mut possible = true;
    for lanes in 1..model.lanes_per_phase(elem_bytes * vec) {
        let Some(distance) = step.checked_mul(lanes).filter(|distance| *distance < cols) else { break };
        let mut carries = DifferenceWalk {
            distance,
            bits,
            len: cols,
            budget,
            visit: |difference: u32| {
                let argument = difference >> block;
                let within = (difference & ((1 << space.base) - 1)) >> unit;
                if within == 0 && argument & !partner != 0 {
                    values[argument as usize] |= 1 << (difference >> space.base & ((1 << space.granule_bits) - 1));
                }
            },
        };
        possible &= carries.descend(vec.trailing_zeros(), 0, 0, 0);
    }
    Some(possible)
}

/// Visits the values of `x ^ (x + distance)`.
struct DifferenceWalk<'a, F> {
    distance: u32,
    bits: u32,
    /// The bound of `x + distance`.
    len: u32,
    budget: &'a Budget,
    visit: F,
}

impl<F: FnMut(u32)> DifferenceWalk<'_, F> {
    /// Decides `bit` and those above it, given the `carry` out of the bits below, the `difference` in them, and the
    /// `least` number that has both. Returns false if the budget is spent.
    fn descend(&mut self, bit: u32, carry: u32, difference: u32, least: u32) -> bool {
        if least + self.distance >= self.len {
            return true;
        }
        if bit == self.bits {
            (self.visit)(difference);
            return self.budget.take(1);
        }
        let added = self.distance >> bit & 1;
        if added == carry {
            // Whatever the bit of the number, it stays, and the carry is the bit that was added.
            return self.descend(bit + 1, added, difference, least);
        }
        // The bit flips, and carries where it was set.
        let difference = difference | 1 << bit;
        self.descend(bit + 1, 0, difference, least) && self.descend(bit + 1, 1, difference, least | 1 << bit)
    }
}

#[cfg(test)]
mod tests {
    use alloc::{vec, vec::Vec};

    use super::*;
    use smem_banks::{Arch, LANES};

    use crate::{access::Access, solve::classes::matrix::lane_pairs::LanePairs};

    /// Adds the values that the pairs of lanes of every start forbid.
    fn by_pairs(space: &MatrixSpace<'_>, access: &Access, vec: u32, values: &mut [u32]) {
        let CheckedTile { elem_bytes, model, .. } = space.tile;
        let phase = model.lanes_per_phase(elem_bytes * vec) as usize;
        space.visit(access, |lanes, _| {
            let pairs = LanePairs::new(space, lanes, vec);
            (0..LANES).all(|one| (one + 1..(one / phase + 1) * phase).all(|other| pairs.forbid(one, other, values)))
        });
    }

    #[test]
    fn the_short_cut_forbids_what_the_pairs_of_lanes_forbid() {
        let mut compared = 0;
        for arch in [Arch::DEFAULT, Arch::SM_35, Arch::SM_35.with_eight_byte_banks().unwrap(), Arch::SM_20] {
            for elem_bytes in [1, 2, 4, 8] {
                for cols in smem_exhaustive::part([200, 256, 384, 1000, 1024], 4) {
                    for step in [1, 2, 3, 7, 8, 12, 31, 32, 33, 64, 100, 500] {
                        for vec in [1, 2, 4] {
                            let accesses = [Access::stride(step).vec(vec)];
                            if accesses[0].check(1, cols, elem_bytes).is_err() {
                                continue;
                            }
                            let tile = CheckedTile {
                                planes: None,
                                rows: 1,
                                cols,
                                elem_bytes,
                                accesses: &accesses,
                                most_stored: usize::MAX,
                                prefer: crate::layout::Prefer::Bytes,
                                model: arch.bank_model(),
                            };
                            let Some(space) = MatrixSpace::new(tile, tile.line()) else { continue };
                            let mut short: Vec<u32> = vec![0; 1 << space.line_bits];
                            let budget = Budget::new(u32::MAX);
                            if forbid(&space, step, vec, &budget, &mut short).is_none() {
                                continue;
                            }
                            let mut long = short.clone();
                            long.fill(0);
                            by_pairs(&space, &accesses[0], vec, &mut long);
                            assert_eq!(short, long, "{} on {cols} of {elem_bytes} bytes, {arch}", accesses[0]);
                            compared += 1;
                        }
                    }
                }
            }
        }
        assert!(compared > smem_exhaustive::count(300, 60), "only {compared} strides were compared");
    }
}
