//! Bulk copies out of shared memory: they may read until their thread has waited for their group.

use super::findings::{FoundRace, FoundSide};
use super::order::{Maker, Order, Tick};
use super::shadow::{Touch, Toucher};
use super::{CheckedCode, Hazards};
use crate::lanes::lanes;
use std::collections::HashMap;

#[derive(Debug, Clone, Copy)]
struct BulkRead {
    thread: u32,
    pc: u32,
    address: u32,
    bytes: u32,
    group: u32,
    /// The stretch behind the wait for it.
    done: Option<Tick>,
}

/// A bulk copy that may still read what is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct BulkRival {
    pub(super) pc: u32,
    pub(super) thread: u32,
    pub(super) address: u32,
    pub(super) is_waited_for: bool,
}

/// The bulk copies of a block that read.
#[derive(Debug, Default)]
pub(super) struct BulkReads {
    reads: Vec<BulkRead>,
    /// The group that each thread's next copy joins.
    open: HashMap<u32, u32>,
}

impl BulkReads {
    pub(super) fn clear(&mut self) {
        self.reads.clear();
        self.open.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.reads.is_empty()
    }

    pub(super) fn add(&mut self, thread: u32, pc: u32, address: u32, bytes: u32) {
        let group = self.open.get(&thread).copied().unwrap_or(0);
        self.reads.push(BulkRead { thread, pc, address, bytes, group, done: None });
    }

    pub(super) fn commit(&mut self, warp: u32, mask: u32) {
        lanes(mask).for_each(|lane| *self.open.entry(32 * warp + lane as u32).or_default() += 1);
    }

    /// These lanes have waited for all but their last `pending` groups, and go on with the stretch of this tick.
    pub(super) fn wait(&mut self, warp: u32, mask: u32, pending: u32, now: Tick) {
        for read in self.reads.iter_mut().filter(|read| read.done.is_none()) {
            let is_mine = read.thread / 32 == warp && mask >> (read.thread % 32) & 1 == 1;
            let open = self.open.get(&read.thread).copied().unwrap_or(0);
            if is_mine && read.group + pending < open {
                read.done = Some(now);
            }
        }
    }

    /// Calls `f` with each copy that may still read what a lane writes.
    pub(super) fn rivals(
        &mut self,
        [address, bytes]: [u32; 2],
        order: &Order,
        (warp, lane): (u32, u32),
        mut f: impl FnMut(BulkRival),
    ) {
        self.reads.retain(|read| read.done.is_none_or(|tick| tick >= order.start));
        for read in
            self.reads.iter().filter(|read| address < read.address + read.bytes && read.address < address + bytes)
        {
            let is_before = |tick| order.is_before(Maker::Thread { thread: read.thread, tick }, warp, lane);
            if !read.done.is_some_and(is_before) {
                let BulkRead { pc, thread, done, .. } = *read;
                f(BulkRival { pc, thread, address: address.max(read.address), is_waited_for: done.is_some() });
            }
        }
    }
}

impl Hazards {
    /// Checks the write of a copy that completes at the `mbarrier` at `barrier`.
    pub(in crate::machine) fn bulk_write(
        &mut self,
        code: CheckedCode<'_>,
        pc: u32,
        thread: u32,
        address: u32,
        bytes: u32,
        barrier: u32,
    ) {
        self.findings.note_copy(pc, barrier);
        let maker = self.order.mbarrier_copy(barrier, thread);
        let (warp, lane) = (thread / 32, thread % 32);
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
        let (warp, lane) = (thread / 32, thread % 32);
        let maker = Maker::Thread { thread, tick: self.order.now(warp) };
        let toucher = Toucher { warp, lane, lanes: 1 << lane, pc, touch: Touch::Read, published: false, maker };
        self.touch(&toucher, code, address, bytes, |_, _| false);
        self.find_unfenced(pc, thread, [address, bytes]);
        if is_in_group {
            self.bulk_reads.add(thread, pc, address, bytes);
        }
    }

    /// Finds the stores to what a copy or a product reads that are in front of it, with no fence between them.
    pub(super) fn find_unfenced(&mut self, pc: u32, thread: u32, [address, bytes]: [u32; 2]) {
        if address as usize + bytes as usize > self.bytes {
            return;
        }
        let Self { order, shadow, findings, number, block, .. } = self;
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
        self.bulk_reads.commit(warp, mask);
    }

    /// These lanes wait until all but their last `pending` groups of bulk copies have read.
    pub(in crate::machine) fn wait_bulk(&mut self, warp: u32, mask: u32, pending: u32) {
        if !self.bulk_reads.is_empty() {
            let now = self.order.stretch(warp);
            self.bulk_reads.wait(warp, mask, pending, now);
        }
    }
}
