//! The bulk copies of a block that read its shared memory.

use super::order::{Maker, Order, Tick};
use crate::lanes::lanes;
use std::collections::HashMap;

#[derive(Debug, Clone, Copy)]
struct BulkRead {
    thread: u32,
    pc: u32,
    address: u32,
    bytes: u32,
    group: u32,
    /// The stretch after the wait for it.
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
