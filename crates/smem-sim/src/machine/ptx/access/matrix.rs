//! `ldmatrix` and `stmatrix`.

use super::addresses;
use crate::isa::MatrixAccess;
use crate::lanes::Lanes;
use crate::machine::access::{Reach, in_shared, rows_of};
use crate::machine::lane_fault::LaneResult;

impl Reach<'_> {
    /// Returns the shared addresses of the rows.
    fn rows(&self, access: &MatrixAccess, regs: &[Lanes]) -> LaneResult<Lanes> {
        let used = rows_of(access.slots.len());
        in_shared(access.space, &addresses(regs, &access.address), used, 16, "the rows must be in shared memory")
    }

    pub(in crate::machine::ptx) fn load_matrix(&mut self, access: &MatrixAccess, regs: &mut [Lanes]) -> LaneResult<()> {
        let rows = self.rows(access, regs)?;
        let loaded = self.load_matrices(&rows, access.slots.len(), access.transposed)?;
        for (&slot, register) in access.slots.iter().zip(loaded) {
            regs[slot as usize] = register.map(u64::from);
        }
        Ok(())
    }

    pub(in crate::machine::ptx) fn store_matrix(&mut self, access: &MatrixAccess, regs: &[Lanes]) -> LaneResult<()> {
        let rows = self.rows(access, regs)?;
        let value = |matrix: usize, lane: usize| regs[access.slots[matrix] as usize][lane] as u32;
        self.store_matrices(&rows, access.slots.len(), access.transposed, value)
    }
}
