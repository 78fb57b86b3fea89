//! Accesses to local memory outside of the array that PTX computes their addresses from.

use super::reach::Reach;
use crate::lanes::{Lanes, lanes};
use crate::program::KernelCode;

impl Reach<'_> {
    /// Notes the lanes whose accesses are in none of the local arrays that their addresses come from, where accesses are compared with them.
    #[inline]
    pub(super) fn check_local_arrays(&mut self, addresses: &Lanes, mask: u32, bytes: u32) {
        let KernelCode::Ptx(code) = &self.context.kernel.code else { return };
        let Some(arrays) = code.local_accesses.of(self.pc).filter(|_| self.tally.hazards.is_some()) else { return };
        for lane in lanes(mask) {
            let address = addresses[lane];
            let holds = |address: u64, bytes: u32| arrays.iter().any(|at| code.local_arrays[*at].holds(address, bytes));
            if !holds(address, bytes) {
                // An access may begin inside.
                let outside = (address..address + u64::from(bytes)).find(|byte| !holds(*byte, 1)).unwrap_or(address);
                let (block, thread) = (self.site.block, self.thread_of(lane));
                let number = self.context.number_of(block);
                self.tally.findings.add_local_overrun(self.pc, number, block, thread, outside as u32);
            }
        }
    }
}
