//! Operations on matrices in registers.

use super::LaunchedSass;
use super::reach::SassReach;
use super::warp::SassWarp;
use crate::fault::FaultKind;
use crate::isa::Slot;
use crate::isa::sass::{MatrixProduct, SassMatrix, Source, Words};
use crate::machine::access::Reach;
use crate::machine::context::LaunchContext;
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::machine::observe::Tally;
use crate::machine::tensor::product;
use crate::memory::SharedMemory;
use crate::profile::SharedOp;

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
        let reserved = launched.code.reserved_shared;
        macro_rules! reach {
            () => {
                SassReach {
                    reach: Reach { context, shared, local: &mut self.core.local, tally, pc, site: &self.core.site },
                    regs: &mut self.regs,
                    reserved,
                }
            };
        }
        match op {
            SassMatrix::Load { address, d, count, transposed } => {
                let addresses = self.addresses(address);
                reach!().load_matrix(&addresses, *d, *count, *transposed)
            }
            SassMatrix::Store { address, register, count, transposed } => {
                let addresses = self.addresses(address);
                reach!().store_matrix(&addresses, *register, *count, *transposed)
            }
            SassMatrix::Product(product) => {
                self.product(product);
                Ok(())
            }
            SassMatrix::Transpose { d, a } => {
                self.transpose(*d, *a);
                Ok(())
            }
            SassMatrix::GroupProduct(product) => {
                let is_checked = tally.hazards.is_some();
                if context.map.is_some() && product.shared_bytes() > 0 {
                    let message =
                        "a matrix descriptor says how its array is laid out, so the array cannot be laid out otherwise";
                    return Err(LaneFault::boxed(0, None, FaultKind::Warp(message.to_owned())));
                }
                let (past_end, places) = self.group_product(product, shared, reserved, is_checked)?;
                if let Some(address) = past_end {
                    reach!().reach.note_past_end(0, address, 1);
                }
                if is_checked {
                    reach!().reach.check_product(places);
                }
                if let Some(hazards) = tally.hazards.as_mut().filter(|_| product.ends_group) {
                    hazards.commit_products(self.core.site.warp);
                }
                let bytes = if self.core.site.warp.is_multiple_of(4) { product.shared_bytes() } else { 0 };
                tally.read_in_lines(pc, (SharedOp::GroupProduct, 16), bytes, context.banks.span().into());
                Ok(())
            }
        }
    }

    pub(super) fn product(&mut self, p: &MatrixProduct) {
        let [left, right, sums] = p.shape.registers();
        let registers = |slot: Slot, count: usize| &self.regs[slot as usize..slot as usize + count];
        let metadata = p.metadata.map(|slot| &self.regs[slot as usize]);
        let results = product(&p.shape, registers(p.a, left), registers(p.b, right), registers(p.c, sums), metadata);
        self.regs[p.d as usize..p.d as usize + sums].copy_from_slice(&results);
    }

    /// Transposes the 8 x 8 matrix of 16-bit elements in a register.
    pub(super) fn transpose(&mut self, d: Slot, a: Source) {
        let from = self.get(a);
        let element = |row: usize, column: usize| from[4 * row + column / 2] >> (16 * (column % 2)) & 0xffff;
        let transposed: Words = std::array::from_fn(|lane| {
            let (row, column) = (lane / 4, 2 * (lane % 4));
            element(column, row) | element(column + 1, row) << 16
        });
        self.regs[d as usize] = transposed;
    }
}
