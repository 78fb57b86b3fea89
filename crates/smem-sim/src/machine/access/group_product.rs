//! Matrix products of four warps: from registers and shared memory to registers.

use super::reach::Reach;
use super::shared_names::SharedNames;
use crate::fault::FaultKind;
use crate::isa::GroupShape;
use crate::isa::sass::Words;
use crate::machine::hazards::CheckedCode;
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::machine::observe::Tally;
use crate::machine::tensor::{GroupLeft, GroupPart};
use crate::shared_op::SharedOp;

/// Bytes of a lane that the profile has of such a product.
const LANE_BYTES: u32 = 16;

impl Reach<'_> {
    /// Computes a warp's part of a product, which is added to `before` if that is given. Returns the registers of the result. `bytes` are
    /// those that the four warps read of shared memory.
    pub(in crate::machine) fn group_product(
        &mut self,
        shape: &GroupShape,
        left: &GroupLeft<'_>,
        right: u64,
        before: Option<&[Words]>,
        bytes: u64,
    ) -> LaneResult<Vec<Words>> {
        if self.context.map.is_some() && bytes > 0 {
            let message =
                "a matrix descriptor says how its array is laid out, so the array cannot be laid out otherwise";
            return Err(LaneFault::boxed(0, None, FaultKind::Warp(message.to_owned())));
        }
        let reserved = match self.names {
            SharedNames::Own => 0,
            SharedNames::InCluster { reserved } => reserved.into(),
        };
        let part = GroupPart { shape, shared: self.shared, reserved, warp: self.site.warp };
        let sums = part.sums(left, right, before)?;
        if self.tally.hazards.is_some() {
            let places = part.places(left, right)?;
            self.check_product(places);
        }
        if let Some(address) = sums.past_end {
            self.note_past_end(0, address, 1);
        }
        // The four warps read together: they count as one request.
        let bytes = if self.site.warp.is_multiple_of(4) { bytes } else { 0 };
        let line = self.context.banks.span().into();
        self.tally.read_in_lines(self.pc, (SharedOp::GroupProduct, LANE_BYTES), bytes, line);
        Ok(sums.registers)
    }

    /// Lets the race check see what a warp's part of a product reads: first bytes and lengths.
    fn check_product(&mut self, places: Vec<[u32; 2]>) {
        let Tally { hazards, waits, .. } = &mut *self.tally;
        if let Some(hazards) = hazards {
            let code = CheckedCode { code: &self.context.kernel.code, waits };
            hazards.product_read(code, self.pc, self.site.warp, places);
        }
    }
}
