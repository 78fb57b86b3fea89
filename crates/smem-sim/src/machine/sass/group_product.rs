//! Matrix products of four warps, from registers and descriptors to registers.

use super::LaunchedSass;
use super::warp::SassWarp;
use crate::isa::Slot;
use crate::isa::sass::{GroupProduct, Words};
use crate::machine::access::Reach;
use crate::machine::context::LaunchContext;
use crate::machine::lane_fault::LaneResult;
use crate::machine::observe::Tally;
use crate::machine::tensor::GroupLeft;
use crate::memory::SharedMemory;

impl SassWarp {
    fn descriptor(&self, slot: u32) -> u64 {
        let word = |i: u32| u64::from(self.regs[(slot + i) as usize][0]);
        word(1) << 32 | word(0)
    }

    /// Executes a warp's part of a product.
    pub(super) fn group_product(
        &mut self,
        p: &GroupProduct,
        pc: u32,
        context: &LaunchContext<'_>,
        launched: &LaunchedSass<'_>,
        shared: &mut SharedMemory,
        tally: &mut Tally,
    ) -> LaneResult<()> {
        let left = match p.a {
            Some(a) => GroupLeft::Registers(registers(&self.regs, a, 4)),
            None => GroupLeft::Described(self.descriptor(p.descriptors)),
        };
        let adds = self.pred(p.adds) & 1 == 1;
        let before = adds.then(|| registers(&self.regs, p.c, p.shape.results()));
        let right = self.descriptor(p.descriptors + 2);
        let names = launched.shared_names();
        let (local, site) = (&mut self.core.local, &self.core.site);
        let mut reach = Reach { context, shared, local, tally, pc, site, names };
        let sums = reach.group_product(&p.shape, &left, right, before, p.shared_bytes())?;
        self.regs[p.d as usize..][..sums.len()].copy_from_slice(&sums);
        if let Some(hazards) = tally.hazards.as_mut().filter(|_| p.ends_group) {
            hazards.commit_products(self.core.site.warp);
        }
        Ok(())
    }
}

fn registers(regs: &[Words], first: Slot, count: usize) -> &[Words] {
    &regs[first as usize..first as usize + count]
}
