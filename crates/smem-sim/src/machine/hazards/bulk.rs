//! Bulk copies out of shared memory: they may read until their thread has waited for their group.

use super::findings::FoundRace;
use super::found_side::FoundSide;
use super::order::Maker;
use super::shadow::{Touch, Toucher};
use super::{CheckedCode, CheckedMemory, Hazards};

impl Hazards {
    /// Checks the write of a copy that completes at the `mbarrier` at `barrier`, in the same memory.
    pub(in crate::machine) fn bulk_write(
        &mut self,
        code: CheckedCode<'_>,
        pc: u32,
        thread: u32,
        address: u32,
        bytes: u32,
        barrier: u32,
    ) {
        let thread = self.numbered(thread);
        self.findings.note_copy(pc, barrier);
        let maker = self.order.mbarrier_copy(self.memory.name(barrier), thread);
        let (warp, lane) = (thread / 32, thread % 32);
        if let Maker::Agent { agent, tick, .. } = maker {
            self.note_copied_visit(pc, thread, agent, tick, address);
        }
        let toucher = Toucher { warp, lane, lanes: 1 << lane, pc, touch: Touch::Write, published: false, maker };
        self.touch(&toucher, code, address, bytes, |_, _| false);
    }

    /// Checks the read of a copy out of shared memory. `is_in_group`: it may read until its thread has waited for the group.
    pub(in crate::machine) fn bulk_read(
        &mut self,
        code: CheckedCode<'_>,
        pc: u32,
        thread: u32,
        [address, bytes]: [u32; 2],
        is_in_group: bool,
    ) {
        let thread = self.numbered(thread);
        let (warp, lane) = (thread / 32, thread % 32);
        let maker = Maker::Thread { thread, tick: self.order.now(warp) };
        let toucher = Toucher { warp, lane, lanes: 1 << lane, pc, touch: Touch::Read, published: false, maker };
        self.touch(&toucher, code, address, bytes, |_, _| false);
        self.find_unfenced(pc, thread, [address, bytes]);
        if is_in_group {
            self.memory.bulk_reads.add(thread, pc, address, bytes);
        }
    }

    /// Finds the stores to what a copy or a product reads that are in front of it, with no fence between them.
    pub(super) fn find_unfenced(&mut self, pc: u32, thread: u32, [address, bytes]: [u32; 2]) {
        if address as usize + bytes as usize > self.bytes {
            return;
        }
        let Self { order, memory, findings, number, .. } = self;
        let CheckedMemory { shadow, block, .. } = memory;
        let (warp, lane) = (thread / 32, thread % 32);
        shadow.stores(address as usize, bytes as usize, order, |(by, tick), written, [address, _]| {
            let is_before = order.is_before(Maker::Thread { thread: by, tick }, warp, lane);
            if !is_before || order.is_fenced((by, tick), warp, lane) {
                return;
            }
            let [earlier, later] = [FoundSide::of(written, Touch::Write, false), FoundSide::of(pc, Touch::Read, false)];
            let found = FoundRace {
                number: *number,
                block: *block,
                threads: [by, thread],
                address,
                bytes: 1,
                in_warp: by / 32 == warp,
                same_values: false,
                is_waited_for: true,
                lacks_fence: true,
                is_of_product: false,
                times: 1,
            };
            findings.add(earlier, later, found);
        });
    }

    /// The bulk copies of these lanes so far are a group.
    pub(in crate::machine) fn commit_bulk(&mut self, warp: u32, mask: u32) {
        self.memory.bulk_reads.commit(self.first_warp + warp, mask);
    }

    /// These lanes wait until all but their last `pending` groups of bulk copies have read.
    pub(in crate::machine) fn wait_bulk(&mut self, warp: u32, mask: u32, pending: u32) {
        if !self.memory.bulk_reads.is_empty() {
            let warp = self.first_warp + warp;
            let now = self.order.stretch(warp);
            self.memory.bulk_reads.wait(warp, mask, pending, now);
        }
    }
}
