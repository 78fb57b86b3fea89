//! Reads of what nothing wrote, until their block ends: a read that races with the first write is a race and no more.

use super::Hazards;
use super::findings::FoundAccess;
use std::collections::BTreeMap;

/// The reads of one instruction that begin at one word.
#[derive(Debug)]
struct UnwrittenNote {
    thread: u32,
    /// The first byte that nothing wrote, of the first of the words.
    address: u32,
    /// A bit for each word from the first byte on that is uninitialized and without a race.
    words: u32,
    times: u64,
}

/// A block's reads of uninitialized bytes.
#[derive(Debug, Default)]
pub(super) struct UnwrittenNotes(BTreeMap<(u32, u32), UnwrittenNote>);

/// Words of the widest access.
const MOST: u32 = 4;

impl UnwrittenNotes {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// A read of this instruction races with a write of the word at `address`.
    #[inline]
    pub(super) fn forget(&mut self, pc: u32, address: u32) {
        if self.0.is_empty() {
            return;
        }
        let word = address / 4;
        for back in 0..MOST.min(word + 1) {
            let key = (pc, word - back);
            if let Some(note) = self.0.get_mut(&key) {
                note.words &= !(1 << back);
                if note.words == 0 {
                    self.0.remove(&key);
                }
            }
        }
    }
}

impl Hazards {
    /// Notes a read at `address` that finds bytes which nothing wrote, the first of them `first`: of these words from that of `address` on.
    pub(in crate::machine) fn note_unwritten(&mut self, pc: u32, thread: u32, address: u32, first: u32, words: u32) {
        let note = self.unwritten.0.entry((pc, address / 4));
        let note = note.or_insert(UnwrittenNote { thread, address: first, words: 0, times: 0 });
        note.words |= words;
        note.times += 1;
    }

    /// The block has ended, or cannot go on: what it has read is known.
    pub(in crate::machine) fn finish(&mut self) {
        let (number, block) = (self.number, self.block);
        for ((pc, first), note) in std::mem::take(&mut self.unwritten.0) {
            let UnwrittenNote { thread, address, words, times } = note;
            let word = first + words.trailing_zeros();
            let address = if word == address / 4 { address } else { 4 * word };
            self.findings.unwritten_access(pc, FoundAccess { number, block, thread, address, times });
        }
        self.findings.pairs.end(number);
    }
}
