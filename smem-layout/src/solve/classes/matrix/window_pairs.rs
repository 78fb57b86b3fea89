//! The values that windows forbid, found without walking their positions.
//!
//! A window is declared at every position, so two of its lanes `d` rows and `e` vectors apart meet every pair of
//! elements of the tile that far apart, in every combination of rows and columns. On a tile of 128 x 128 that is some
//! thousand pairs of rows and of columns, instead of millions of pairs of lanes.

use crate::solve::{checked_tile::CheckedTile, classes::matrix::space::MatrixSpace};

/// Adds the values that a window of `height` x `width` lanes with `vec` elements each forbids to `values`. Returns
/// `None` where the short cut does not hold, `Some(false)` where two lanes of one row always meet.
pub(crate) fn forbid(space: &MatrixSpace<'_>, height: u32, width: u32, vec: u32, values: &mut [u32]) -> Option<bool> {
    let CheckedTile { rows, cols, elem_bytes, model, .. } = space.tile;
    // Lanes of different phases do not meet, and then rows and columns do not combine freely.
    let one_phase = model.lanes_per_phase(elem_bytes * vec) >= height * width;
    let block = space.base + space.granule_bits;
    let whole_span = elem_bytes << block == model.span();
    let linear = whole_span || space.pitch == 1 << block;
    if rows == 1 || !one_phase || !linear || !model.is_xor_invariant() {
        return None;
    }
    // Where a row is shorter than the span, the lowest bits of the row choose among the parts of it.
    let banks_above = ((model.span() / elem_bytes) >> block) - 1;
    let unit = (model.bank_bytes() / elem_bytes).max(vec);
    for across in 0..width {
        let mut differences = 0;
        for vector in 0..cols / vec - across {
            let (one, other) = (vector * vec, (vector + across) * vec);
            let within = |col: u32| (col & ((1 << space.base) - 1)) / unit;
            if within(one) == within(other) {
                let difference = (one ^ other) >> space.base & ((1 << space.granule_bits) - 1);
                differences |= 1u32 << difference;
                // One row, one place in the block, but not one word.
                if difference == 0 && one >> block != other >> block {
                    return Some(false);
                }
            }
        }
        for down in 1..height {
            for row in 0..rows - down {
                let argument = row ^ (row + down);
                if argument & banks_above == 0 {
                    values[argument as usize] |= differences;
                }
            }
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use alloc::{vec, vec::Vec};

    use super::*;
    use smem_banks::{Arch, LANES};

    use crate::{access::Access, layout::Prefer, solve::classes::matrix::lane_pairs::LanePairs};

    /// Adds the values that the pairs of lanes of every position forbid.
    fn by_pairs(space: &MatrixSpace<'_>, access: &Access, vec: u32, values: &mut [u32]) -> bool {
        space.visit(access, |lanes, _| {
            let pairs = LanePairs::new(space, lanes, vec);
            (0..LANES).all(|one| (one + 1..LANES).all(|other| pairs.forbid(one, other, values)))
        })
    }

    #[test]
    fn the_short_cut_forbids_what_the_pairs_of_lanes_forbid() {
        let windows = [(1, 32), (32, 1), (4, 8), (3, 10), (2, 5), (5, 2), (1, 1)];
        let mut compared = 0;
        for elem_bytes in [1, 2, 4] {
            for (rows, cols) in [(32, 32), (40, 64), (7, 12), (33, 128), (5, 40), (16, 96)] {
                for (height, width) in windows {
                    for vec in [1, 2] {
                        let accesses = [Access::window(height, width).vec(vec)];
                        if accesses[0].check(rows, cols, elem_bytes).is_err() {
                            continue;
                        }
                        let model = Arch::DEFAULT.bank_model();
                        let tile = CheckedTile {
                            planes: None,
                            rows,
                            cols,
                            elem_bytes,
                            accesses: &accesses,
                            most_stored: usize::MAX,
                            prefer: Prefer::Bytes,
                            model,
                        };
                        for pitch in [cols, cols.next_power_of_two()] {
                            let Some(space) = MatrixSpace::new(tile, pitch) else { continue };
                            let mut short: Vec<u32> = vec![0; 1 << space.line_bits];
                            let Some(possible) = forbid(&space, height, width, vec, &mut short) else { continue };
                            let mut long = short.clone();
                            long.fill(0);
                            assert_eq!(possible, by_pairs(&space, &accesses[0], vec, &mut long));
                            if possible {
                                assert_eq!(short, long, "{} on {rows} x {cols}, pitch {pitch}", accesses[0]);
                                compared += 1;
                            }
                        }
                    }
                }
            }
        }
        assert!(compared > 100, "only {compared} windows were compared");
    }
}
