//! Reads of uninitialized memory, until their block ends: a read that races with the first write is a race and no more.

use super::Hazards;
use super::findings::FoundAccess;
use super::unwritten_notes::NotedReads;

impl Hazards {
    /// Notes a read at `address` of uninitialized bytes, the first of them `first`: of these words from that of `address` on.
    pub(in crate::machine) fn note_unwritten(&mut self, pc: u32, thread: u32, address: u32, first: u32, words: u32) {
        self.unwritten.add(pc, thread, address, first, words);
    }

    /// The block has ended, or cannot go on: what it has read is known.
    pub(in crate::machine) fn finish(&mut self) {
        let (number, block) = (self.number, self.block);
        for NotedReads { pc, thread, address, times } in self.unwritten.take() {
            self.findings.unwritten_access(pc, FoundAccess { number, block, thread, address, times });
        }
        self.findings.pairs.end(number);
    }
}
