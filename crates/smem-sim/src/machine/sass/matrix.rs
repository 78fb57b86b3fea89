//! Operations on matrices in registers.

use super::LaunchedSass;
use super::warp::SassWarp;
use crate::isa::Slot;
use crate::isa::sass::{MatrixProduct, SassMatrix};
use crate::machine::access::{Reach, transposed};
use crate::machine::context::LaunchContext;
use crate::machine::lane_fault::LaneResult;
use crate::machine::observe::Tally;
use crate::machine::tensor::product;
use crate::memory::SharedMemory;

impl SassWarp {
    /// Executes an operation of the whole warp.
    #[allow(clippy::too_many_arguments, reason = "what the loop has in hand")]
    pub(super) fn matrix(
        &mut self,
        op: &SassMatrix,
        active: u32,
        pc: u32,
        context: &LaunchContext<'_>,
        launched: &LaunchedSass<'_>,
        shared: &mut SharedMemory,
        tally: &mut Tally,
    ) -> LaneResult<()> {
        self.core.check_whole(active)?;
        let names = launched.shared_names();
        macro_rules! reach {
            () => {
                Reach { context, shared, local: &mut self.core.local, tally, pc, site: &self.core.site, names }
            };
        }
        match op {
            SassMatrix::Load { address, d, count, transposed } => {
                let rows = self.addresses(address);
                let count = *count as usize;
                let loaded = reach!().load_matrices(&rows, count, *transposed)?;
                self.regs[*d as usize..][..count].copy_from_slice(&loaded[..count]);
            }
            SassMatrix::Store { address, register, count, transposed } => {
                let rows = self.addresses(address);
                let registers = &self.regs[*register as usize..];
                let value = |matrix: usize, lane: usize| registers[matrix][lane];
                reach!().store_matrices(&rows, *count as usize, *transposed, value)?;
            }
            SassMatrix::Product(product) => self.product(product),
            SassMatrix::Transpose { d, a } => self.regs[*d as usize] = transposed(&self.get(*a)),
            SassMatrix::GroupProduct(product) => {
                self.group_product(product, pc, context, launched, shared, tally)?;
            }
        }
        Ok(())
    }

    fn product(&mut self, p: &MatrixProduct) {
        let [left, right, sums] = p.shape.registers();
        let registers = |slot: Slot, count: usize| &self.regs[slot as usize..slot as usize + count];
        let metadata = p.metadata.map(|slot| &self.regs[slot as usize]);
        let results = product(&p.shape, registers(p.a, left), registers(p.b, right), registers(p.c, sums), metadata);
        self.regs[p.d as usize..p.d as usize + sums].copy_from_slice(&results);
    }
}
