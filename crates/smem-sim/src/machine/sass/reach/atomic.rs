//! The compare-and-store that loops are made of, and atomics that shared memory refuses.

use crate::isa::AtomicPasses;
use crate::isa::sass::AtomicTransfer;
use crate::lanes::{Lanes, lanes};
use crate::machine::access::Reach;
use crate::machine::lane_fault::LaneResult;
use crate::machine::observe::RequestKind;
use crate::memory::resolve;

impl Reach<'_> {
    /// Counts the passes in which an atomic finds that it cannot serve the shared addresses of these lanes.
    pub(in crate::machine::sass) fn refuse(&mut self, t: &AtomicTransfer, addresses: &Lanes, lanes: u32) {
        if lanes != 0 {
            let addresses = self.own(&addresses.map(|address| resolve(address).1));
            self.observe(RequestKind::Atomic(AtomicPasses::Phases), &addresses, lanes, t.bytes);
        }
    }

    /// Stores `b` where memory holds `a`. Returns the lanes in which it does.
    pub(in crate::machine::sass) fn compare_and_store(
        &mut self,
        addresses: &Lanes,
        bytes: u32,
        [a, b]: [&Lanes; 2],
        active: u32,
    ) -> LaneResult<u32> {
        let addresses = self.own(addresses);
        let mut stored = 0;
        for lane in lanes(active) {
            let at = self.read_at(lane, addresses[lane], bytes)?;
            if self.shared.load(at, bytes) == a[lane] {
                self.shared.store(at, bytes, b[lane]);
                stored |= 1 << lane;
            }
        }
        let passes = AtomicPasses::Retried { failed: active & !stored };
        self.observe(RequestKind::Atomic(passes), &addresses, active, bytes);
        Ok(stored)
    }
}
