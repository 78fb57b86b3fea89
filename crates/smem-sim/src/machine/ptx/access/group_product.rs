//! Matrix products of four warps (`wgmma`).

use crate::isa::sass::Words;
use crate::isa::{DescribedLeft, DescribedProduct, Slot};
use crate::lanes::Lanes;
use crate::machine::access::Reach;
use crate::machine::lane_fault::LaneResult;
use crate::machine::tensor::GroupLeft;

impl Reach<'_> {
    /// Executes a warp's part of a product, which is added to what its registers hold or is not.
    pub(in crate::machine::ptx) fn described_product(
        &mut self,
        product: &DescribedProduct,
        adds: bool,
        regs: &mut [Lanes],
    ) -> LaneResult<()> {
        let words = |slots: &[Slot]| -> Vec<Words> {
            slots.iter().map(|&slot| regs[slot as usize].map(|v| v as u32)).collect()
        };
        let registers = match &product.a {
            DescribedLeft::Registers(slots) => words(slots),
            DescribedLeft::Shared(_) => Vec::new(),
        };
        let left = match product.a {
            DescribedLeft::Registers(_) => GroupLeft::Registers(&registers),
            DescribedLeft::Shared(descriptor) => GroupLeft::Described(regs[descriptor as usize][0]),
        };
        let (right, before) = (regs[product.b as usize][0], adds.then(|| words(&product.d)));
        let sums = self.group_product(&product.shape, &left, right, before.as_deref(), product.shared_bytes())?;
        for (&slot, sum) in product.d.iter().zip(&sums) {
            regs[slot as usize] = sum.map(u64::from);
        }
        Ok(())
    }
}
