//! Notes of reads of uninitialized memory.

use std::collections::BTreeMap;

/// The reads of one instruction that begin at one word.
#[derive(Debug)]
struct UnwrittenNote {
    thread: u32,
    /// The first uninitialized byte, of the first of the words.
    address: u32,
    /// A bit for each word from the first byte on that is uninitialized and without a race.
    words: u32,
    times: u64,
}

/// The uninitialized reads of one instruction in a block.
#[derive(Debug)]
pub(super) struct NotedReads {
    pub(super) pc: u32,
    /// The first thread, and the first byte.
    pub(super) thread: u32,
    pub(super) address: u32,
    pub(super) times: u64,
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

    /// Adds a read at `address` that finds uninitialized bytes, the first of them `first`: of these words from that of `address` on.
    pub(super) fn add(&mut self, pc: u32, thread: u32, address: u32, first: u32, words: u32) {
        let note = self.0.entry((pc, address / 4));
        let note = note.or_insert(UnwrittenNote { thread, address: first, words: 0, times: 0 });
        note.words |= words;
        note.times += 1;
    }

    /// Takes all notes.
    pub(super) fn take(&mut self) -> impl Iterator<Item = NotedReads> {
        std::mem::take(&mut self.0).into_iter().map(|((pc, first), note)| {
            let UnwrittenNote { thread, address, words, times } = note;
            let word = first + words.trailing_zeros();
            let address = if word == address / 4 { address } else { 4 * word };
            NotedReads { pc, thread, address, times }
        })
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
