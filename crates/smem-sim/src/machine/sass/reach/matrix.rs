//! Rows of 8 x 8 matrices of 16-bit elements.

use super::SassReach;
use crate::isa::Slot;
use crate::lanes::{Lanes, lanes};
use crate::machine::lane_fault::LaneResult;
use crate::machine::observe::RequestKind;

impl SassReach<'_> {
    /// Where the rows of `count` matrices begin.
    fn rows(&self, addresses: &Lanes, count: u32) -> LaneResult<([usize; 32], u32)> {
        let used = u32::MAX >> (32 - 8 * count.clamp(1, 4));
        let mut starts = [0; 32];
        for lane in lanes(used) {
            starts[lane] = self.shared_at(lane, addresses[lane], 16)?;
        }
        Ok((starts, used))
    }

    pub(in crate::machine::sass) fn load_matrix(
        &mut self,
        addresses: &Lanes,
        d: Slot,
        count: u32,
        transposed: bool,
    ) -> LaneResult<()> {
        let addresses = self.own(addresses);
        let (starts, used) = self.rows(&addresses, count)?;
        for lane in lanes(used) {
            self.read_at(lane, addresses[lane], 16)?;
        }
        for matrix in 0..count as usize {
            for lane in 0..32 {
                let element =
                    |[row, column]: [usize; 2]| self.reach.shared.load(starts[8 * matrix + row] + 2 * column, 2) as u32;
                let [low, high] = pair(lane, transposed);
                let value = element(low) | element(high) << 16;
                self.set(d + matrix as u32, lane, value);
            }
        }
        self.reach.observe(RequestKind::LoadMatrix, &addresses, used, 16);
        Ok(())
    }

    pub(in crate::machine::sass) fn store_matrix(
        &mut self,
        addresses: &Lanes,
        register: Slot,
        count: u32,
        transposed: bool,
    ) -> LaneResult<()> {
        let addresses = self.own(addresses);
        let (starts, used) = self.rows(&addresses, count)?;
        for matrix in 0..count as usize {
            for lane in 0..32 {
                let value = u64::from(self.regs[register as usize + matrix][lane]);
                for (half, [row, column]) in pair(lane, transposed).into_iter().enumerate() {
                    self.reach.shared.store(starts[8 * matrix + row] + 2 * column, 2, value >> (16 * half));
                }
            }
        }
        self.reach.observe(RequestKind::StoreMatrix, &addresses, used, 16);
        Ok(())
    }
}

/// Row and column of the two elements that a lane holds of an 8 x 8 matrix.
fn pair(lane: usize, transposed: bool) -> [[usize; 2]; 2] {
    let (r, c) = (lane / 4, 2 * (lane % 4));
    if transposed { [[c, r], [c + 1, r]] } else { [[r, c], [r, c + 1]] }
}
