//! Matrix products of four warps: from registers and shared memory to registers.

use crate::fault::FaultKind;
use crate::isa::sass::Words;
use crate::isa::{DescribedLeft, DescribedProduct, Slot};
use crate::lanes::Lanes;
use crate::machine::access::Reach;
use crate::machine::hazards::CheckedCode;
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::machine::observe::Tally;
use crate::machine::tensor::{GroupLeft, GroupPart};
use crate::profile::SharedOp;

/// Bytes of a lane that the profile has of such a product.
const LANE_BYTES: u32 = 16;

impl Reach<'_> {
    /// Lets the race check see what a warp's part of a product reads: first bytes and lengths.
    pub(in crate::machine) fn check_product(&mut self, places: Vec<[u32; 2]>) {
        let Tally { hazards, waits, .. } = &mut *self.tally;
        if let Some(hazards) = hazards {
            let code = CheckedCode { code: &self.context.kernel.code, waits };
            hazards.product_read(code, self.pc, self.site.warp, places);
        }
    }

    /// Executes a warp's part of a product, which is added to what its registers hold or is not.
    pub(in crate::machine::ptx) fn group_product(
        &mut self,
        product: &DescribedProduct,
        adds: bool,
        regs: &mut [Lanes],
    ) -> LaneResult<()> {
        if self.context.map.is_some() {
            let message =
                "a matrix descriptor says how its array is laid out, so the array cannot be laid out otherwise";
            return Err(LaneFault::boxed(0, None, FaultKind::Warp(message.to_owned())));
        }
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
        let before = adds.then(|| words(&product.d));
        let part = GroupPart { shape: &product.shape, shared: self.shared, reserved: 0, warp: self.site.warp };
        let right = regs[product.b as usize][0];
        let sums = part.sums(&left, right, before.as_deref())?;
        if self.tally.hazards.is_some() {
            let places = part.places(&left, right)?;
            self.check_product(places);
        }
        for (&slot, sum) in product.d.iter().zip(&sums.registers) {
            regs[slot as usize] = sum.map(u64::from);
        }
        if let Some(address) = sums.past_end {
            self.note_past_end(0, address, 1);
        }
        // The four warps read together: they count as one request.
        let bytes = if self.site.warp.is_multiple_of(4) { product.shared_bytes() } else { 0 };
        let line = self.context.banks.span().into();
        self.tally.read_in_lines(self.pc, (SharedOp::GroupProduct, LANE_BYTES), bytes, line);
        Ok(())
    }
}
