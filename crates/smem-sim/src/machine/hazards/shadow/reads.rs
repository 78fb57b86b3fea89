//! Reads as whole requests: whether one can race, and the note of one that cannot.

use super::super::deferred::DeferredRead;
use super::super::order::{Order, Tick};
use super::table::AccessTime;
use super::{Pieces, Shadow};
use crate::lanes::lanes;

/// A read: the instruction, the warp and its stretch, and the lanes.
#[derive(Debug, Clone, Copy)]
pub(in crate::machine::hazards) struct NotedRead {
    pub(in crate::machine::hazards) pc: u32,
    pub(in crate::machine::hazards) warp: u32,
    pub(in crate::machine::hazards) tick: Tick,
    pub(in crate::machine::hazards) lanes: u32,
    /// The tick up to which all lanes of the warp know one another's accesses.
    pub(in crate::machine::hazards) together: Tick,
}

impl Shadow {
    /// Whether nothing can race with a read: nothing changed the words since the last barrier of the block.
    #[inline]
    pub(in crate::machine::hazards) fn is_unchanged(
        &self,
        read: &DeferredRead,
        addresses: &[u32; 32],
        order: &Order,
    ) -> bool {
        let start = order.start;
        if self.changed != start && !self.copied {
            return true;
        }
        // Writes to other words do not matter. Words that are accessed in parts are left to the full check.
        let Pieces { written, atomics, .. } = &self.words;
        let is_old = |word: usize| {
            written.get(word).is_some_and(|last| last.tick < start)
                && atomics.as_ref().is_none_or(|atomics| atomics.recent[word].start != start)
        };
        self.split.is_empty()
            && lanes(read.mask).all(|lane| {
                let address = addresses[lane] as usize;
                (address / 4..(address + read.bytes as usize).div_ceil(4)).all(is_old)
            })
    }

    /// Notes a read of these bytes that raced with nothing. They are inside.
    #[inline]
    pub(in crate::machine::hazards) fn note_read(&mut self, read: NotedRead, [address, bytes]: [u32; 2], start: Tick) {
        let NotedRead { pc, warp, tick, lanes, together } = read;
        let time = AccessTime { now: tick, together, start };
        let (address, bytes) = (address as usize, bytes as usize);
        if bytes < 4 {
            self.split_word(address / 4);
            for byte in address..address + bytes {
                self.bytes.reads.note(byte, warp, lanes, pc, time);
            }
            return;
        }
        for word in address / 4..(address + bytes) / 4 {
            if !self.split.is_empty() && self.split[word / 64] >> (word % 64) & 1 == 1 {
                for byte in 4 * word..4 * word + 4 {
                    self.bytes.reads.note(byte, warp, lanes, pc, time);
                }
            } else {
                self.words.reads.note(word, warp, lanes, pc, time);
            }
        }
    }
}
