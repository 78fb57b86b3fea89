//! The questions of warps to memory, while it is looked at whether they ask for ever.

use crate::lanes::{Lanes, lanes};
use std::collections::BTreeMap;

/// More places than the loops of threads that wait ask: beyond it, not all are known.
const MOST: usize = 1 << 12;

/// A question of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::machine) enum Question {
    /// Whether the phase of this parity is complete at the `mbarrier` at a byte of a block of the cluster: it is not.
    Phase { block: usize, at: u32, parity: u64 },
    /// Bytes of the shared memory of a block of the cluster.
    Shared { block: usize, at: u32, bytes: u32 },
    /// Bytes of global memory.
    Global { address: u64, bytes: u32 },
}

/// The questions of the warps of a block in the loops that they are in.
#[derive(Debug, Default)]
pub(in crate::machine) struct Questions {
    /// The warp that runs.
    warp: u32,
    /// The lanes that ask, by warp.
    asked: BTreeMap<Question, BTreeMap<u32, u32>>,
    /// Whether some are left out.
    pub(in crate::machine) is_cut: bool,
}

impl Questions {
    /// A warp runs from now on. What it asked before was not in its loop.
    pub(in crate::machine) fn begin(&mut self, warp: u32) {
        self.warp = warp;
        for asking in self.asked.values_mut() {
            asking.remove(&warp);
        }
        self.asked.retain(|_, asking| !asking.is_empty());
    }

    /// Notes what a lane of the warp asks.
    pub(in crate::machine) fn note(&mut self, lane: usize, question: Question) {
        if self.asked.len() >= MOST && !self.asked.contains_key(&question) {
            self.is_cut = true;
            return;
        }
        *self.asked.entry(question).or_default().entry(self.warp).or_default() |= 1 << lane;
    }

    /// Notes a request of several lanes on global memory.
    pub(in crate::machine) fn note_global(&mut self, addresses: &Lanes, mask: u32, bytes: u32) {
        for lane in lanes(mask) {
            self.note(lane, Question::Global { address: addresses[lane], bytes });
        }
    }

    /// Notes a request of several lanes on the shared memory of their block, which is this one of its cluster.
    pub(in crate::machine) fn note_shared(&mut self, block: usize, places: &[u32; 32], mask: u32, bytes: u32) {
        for lane in lanes(mask) {
            self.note(lane, Question::Shared { block, at: places[lane], bytes });
        }
    }

    /// The questions, each with the lanes that ask it, by warp.
    pub(in crate::machine) fn all(&self) -> impl Iterator<Item = (Question, Vec<(u32, u32)>)> {
        self.asked.iter().map(|(question, asking)| (*question, asking.iter().map(|(w, mask)| (*w, *mask)).collect()))
    }

    /// The bytes of global memory that are asked for: addresses and lengths.
    pub(in crate::machine) fn of_global(&self) -> impl Iterator<Item = (u64, u32)> {
        self.asked.keys().filter_map(|question| match *question {
            Question::Global { address, bytes } => Some((address, bytes)),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warp_that_begins_again_asks_nothing() {
        let mut questions = Questions::default();
        let question = Question::Shared { block: 0, at: 8, bytes: 4 };
        questions.begin(0);
        questions.note_shared(0, &[8; 32], 0b11, 4);
        questions.begin(1);
        questions.note(4, question);
        assert_eq!(questions.all().collect::<Vec<_>>(), [(question, vec![(0, 3), (1, 16)])]);
        questions.begin(0);
        questions.note(0, Question::Global { address: 64, bytes: 8 });
        assert_eq!(questions.all().next(), Some((question, vec![(1, 16)])));
        assert_eq!(questions.of_global().collect::<Vec<_>>(), [(64, 8)]);
    }
}
