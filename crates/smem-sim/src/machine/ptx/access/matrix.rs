//! `ldmatrix` and `stmatrix`: 8 x 8 matrices of 16-bit elements, one row an address.
//!
//! Lanes 8*n to 8*n + 7 hold the addresses of the rows of matrix n. Lane i then holds row i / 4, columns
//! 2 * (i % 4) and the next; transposed, the element pair of that column and those rows.

use crate::isa::{MatrixAccess, Space};
use crate::lanes::{Lanes, lanes};
use crate::machine::access::{Reach, addresses, by_space, outside};
use crate::machine::lane_fault::LaneResult;
use crate::machine::observe::RequestKind;

impl Reach<'_> {
    /// Returns the shared addresses of the rows, and a mask of the rows that are used.
    fn rows(&self, access: &MatrixAccess, regs: &[Lanes]) -> LaneResult<(Lanes, u32)> {
        let addresses = addresses(regs, &access.address);
        let rows = if access.slots.len() == 4 { u32::MAX } else { (1 << (8 * access.slots.len())) - 1 };
        let mut out = addresses;
        by_space(access.space, &addresses, rows, |space, inside, mask| {
            for lane in lanes(mask) {
                if space != Space::Shared {
                    return Err(outside(space, lane, inside[lane], 16, "the rows must be in shared memory".to_owned()));
                }
                out[lane] = inside[lane];
            }
            Ok(())
        })?;
        Ok((out, rows))
    }

    pub(in crate::machine::ptx) fn load_matrix(&mut self, access: &MatrixAccess, regs: &mut [Lanes]) -> LaneResult<()> {
        let (rows, used) = self.rows(access, regs)?;
        let mut starts = [0; 32];
        for lane in lanes(used) {
            starts[lane] = self.read_at(lane, rows[lane], 16)?;
        }
        for (matrix, &slot) in access.slots.iter().enumerate() {
            #[allow(clippy::needless_range_loop, reason = "a lane is a place in the matrix, too")]
            for lane in 0..32 {
                let element = |row: usize, column: usize| self.shared.load(starts[8 * matrix + row] + 2 * column, 2);
                let (r, c) = (lane / 4, 2 * (lane % 4));
                let (low, high) = if access.transposed {
                    (element(c, r), element(c + 1, r))
                } else {
                    (element(r, c), element(r, c + 1))
                };
                regs[slot as usize][lane] = low | high << 16;
            }
        }
        self.observe(RequestKind::LoadMatrix, &rows, used, 16);
        Ok(())
    }

    pub(in crate::machine::ptx) fn store_matrix(&mut self, access: &MatrixAccess, regs: &[Lanes]) -> LaneResult<()> {
        let (rows, used) = self.rows(access, regs)?;
        let mut starts = [0; 32];
        for lane in lanes(used) {
            starts[lane] = self.shared_at(lane, rows[lane], 16)?;
        }
        for (matrix, &slot) in access.slots.iter().enumerate() {
            #[allow(clippy::needless_range_loop, reason = "a lane is a place in the matrix, too")]
            for lane in 0..32 {
                let value = regs[slot as usize][lane];
                let (r, c) = (lane / 4, 2 * (lane % 4));
                let places = if access.transposed { [(c, r), (c + 1, r)] } else { [(r, c), (r, c + 1)] };
                for (half, (row, column)) in places.into_iter().enumerate() {
                    self.shared.store(starts[8 * matrix + row] + 2 * column, 2, value >> (16 * half));
                }
            }
        }
        self.observe(RequestKind::StoreMatrix, &rows, used, 16);
        Ok(())
    }
}
