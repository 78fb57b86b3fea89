//! Reads of uninitialized memory, until their block ends: a read that races with the first write is a race and no more.

use super::Hazards;
use super::findings::FoundAccess;
use super::unwritten_notes::NotedReads;
use crate::machine::observe::Tally;

impl Hazards {
    /// Notes a read at `address` of uninitialized bytes, the first of them `first`: of these words from that of `address` on.
    pub(in crate::machine) fn note_unwritten(&mut self, pc: u32, thread: u32, address: u32, first: u32, words: u32) {
        let thread = self.numbered(thread);
        self.memory.unwritten.add(pc, thread, address, first, words);
    }

    /// The block cannot go on: moves what was found to the tally.
    pub(in crate::machine) fn give_up(&mut self, tally: &mut Tally) {
        self.finish();
        tally.findings.merge(&self.findings.taken());
    }

    /// The block has ended, or cannot go on: what it has read is known.
    pub(in crate::machine) fn finish(&mut self) {
        let number = self.number;
        for memory in [&mut self.memory].into_iter().chain(&mut self.others) {
            let block = memory.block;
            for NotedReads { pc, thread, address, times } in memory.unwritten.take() {
                self.findings.unwritten_access(pc, FoundAccess { number, block, thread, address, times });
            }
        }
        self.findings.pairs.end(number);
    }
}
