//! `ldmatrix` and `stmatrix`: 8 x 8 matrices of 16-bit elements, one row an address.
//!
//! Lanes 8*n to 8*n + 7 hold the addresses of the rows of matrix n. Lane i then holds row i / 4, columns
//! 2 * (i % 4) and the next; transposed, the element pair of that column and those rows.

use super::reach::Reach;
use crate::isa::sass::Words;
use crate::lanes::{Lanes, lanes};
use crate::machine::lane_fault::LaneResult;
use crate::machine::observe::RequestKind;

/// Matrices that an instruction loads or stores at most.
const MOST: usize = 4;
/// Bytes of a row.
const ROW: u32 = 16;

/// The lanes whose addresses the rows of so many matrices have.
pub(in crate::machine) fn rows_of(count: usize) -> u32 {
    u32::MAX >> (32 - 8 * count.clamp(1, MOST))
}

/// Row and column of the two elements that a lane holds of an 8 x 8 matrix.
fn pair(lane: usize, transposed: bool) -> [[usize; 2]; 2] {
    let (r, c) = (lane / 4, 2 * (lane % 4));
    if transposed { [[c, r], [c + 1, r]] } else { [[r, c], [r, c + 1]] }
}

/// Transposes the 8 x 8 matrix of 16-bit elements in a register, two a lane.
pub(in crate::machine) fn transposed(from: &Words) -> Words {
    let element = |[row, column]: [usize; 2]| from[4 * row + column / 2] >> (16 * (column % 2)) & 0xffff;
    std::array::from_fn(|lane| {
        let [low, high] = pair(lane, true);
        element(low) | element(high) << 16
    })
}

impl Reach<'_> {
    /// Loads `count` matrices, of at most four, whose rows begin at these addresses. Returns a register of each.
    pub(in crate::machine) fn load_matrices(
        &mut self,
        rows: &Lanes,
        count: usize,
        transposed: bool,
    ) -> LaneResult<[Words; MOST]> {
        let (rows, used) = (self.own(rows), rows_of(count));
        let mut starts = [0; 32];
        for lane in lanes(used) {
            starts[lane] = self.read_at(lane, rows[lane], ROW)?;
        }
        let mut loaded = [[0; 32]; MOST];
        for (matrix, register) in loaded.iter_mut().enumerate().take(count) {
            let element = |[row, column]: [usize; 2]| self.shared.load(starts[8 * matrix + row] + 2 * column, 2) as u32;
            for (lane, word) in register.iter_mut().enumerate() {
                let [low, high] = pair(lane, transposed);
                *word = element(low) | element(high) << 16;
            }
        }
        self.observe(RequestKind::LoadMatrix, &rows, used, ROW);
        Ok(loaded)
    }

    /// Stores `count` matrices, of at most four, to rows at these addresses. `value` takes a matrix and a lane.
    pub(in crate::machine) fn store_matrices(
        &mut self,
        rows: &Lanes,
        count: usize,
        transposed: bool,
        value: impl Fn(usize, usize) -> u32,
    ) -> LaneResult<()> {
        let (rows, used) = (self.own(rows), rows_of(count));
        let mut starts = [0; 32];
        for lane in lanes(used) {
            starts[lane] = self.shared_at(lane, rows[lane], ROW)?;
        }
        for matrix in 0..count {
            for lane in 0..32 {
                let word = value(matrix, lane);
                for ([row, column], element) in pair(lane, transposed).into_iter().zip([word, word >> 16]) {
                    self.shared.store(starts[8 * matrix + row] + 2 * column, 2, element.into());
                }
            }
        }
        self.observe(RequestKind::StoreMatrix, &rows, used, ROW);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Row by row, as the PTX ISA draws the fragment: a lane has two neighbours of a row.
    fn elements(register: &Words) -> [[u32; 8]; 8] {
        let mut rows = [[0; 8]; 8];
        for (lane, word) in register.iter().enumerate() {
            rows[lane / 4][lane % 4 * 2] = word & 0xffff;
            rows[lane / 4][lane % 4 * 2 + 1] = word >> 16;
        }
        rows
    }

    proptest! {
        #[test]
        fn a_transposed_matrix_has_its_rows_as_columns(from in any::<[u32; 32]>()) {
            let (before, after) = (elements(&from), elements(&transposed(&from)));
            for row in 0..8 {
                for column in 0..8 {
                    prop_assert_eq!(after[row][column], before[column][row]);
                }
            }
        }

        #[test]
        fn the_lanes_of_a_matrix_hold_each_element_once(transposed in any::<bool>()) {
            let mut held: Vec<[usize; 2]> = (0..32).flat_map(|lane| pair(lane, transposed)).collect();
            held.sort_unstable();
            let all: Vec<[usize; 2]> = (0..64).map(|i| [i / 8, i % 8]).collect();
            prop_assert_eq!(held, all);
        }
    }
}
