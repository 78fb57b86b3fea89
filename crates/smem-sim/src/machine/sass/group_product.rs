//! Matrix products of four warps, from registers and descriptors to registers.

use super::warp::SassWarp;
use crate::isa::sass::{GroupProduct, Words};
use crate::machine::lane_fault::LaneResult;
use crate::machine::tensor::{GroupLeft, GroupPart};
use crate::memory::SharedMemory;

impl SassWarp {
    fn descriptor(&self, slot: u32) -> u64 {
        let word = |i: u32| u64::from(self.regs[(slot + i) as usize][0]);
        word(1) << 32 | word(0)
    }

    fn registers(&self, first: u32, count: usize) -> &[Words] {
        &self.regs[first as usize..first as usize + count]
    }

    /// Executes a product. Returns the first address past the bytes of shared memory that the block asks for, if its factors reach there,
    /// and, if `asks_places`, what they occupy: first bytes and lengths.
    pub(super) fn group_product(
        &mut self,
        p: &GroupProduct,
        shared: &SharedMemory,
        reserved: u32,
        asks_places: bool,
    ) -> LaneResult<(Option<u64>, Vec<[u32; 2]>)> {
        let part = GroupPart { shape: &p.shape, shared, reserved: reserved.into(), warp: self.core.site.warp };
        let left = match p.a {
            Some(a) => GroupLeft::Registers(self.registers(a, 4)),
            None => GroupLeft::Described(self.descriptor(p.descriptors)),
        };
        let adds = self.pred(p.adds) & 1 == 1;
        let before = adds.then(|| self.registers(p.c, p.shape.results()));
        let right = self.descriptor(p.descriptors + 2);
        let sums = part.sums(&left, right, before)?;
        let places = if asks_places { part.places(&left, right)? } else { Vec::new() };
        self.regs[p.d as usize..][..sums.registers.len()].copy_from_slice(&sums.registers);
        Ok((sums.past_end, places))
    }
}
