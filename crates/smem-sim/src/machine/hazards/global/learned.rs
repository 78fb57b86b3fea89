//! The findings of a running block's threads in words.

use super::known_from::KnownFrom;
use super::told::Told;
use crate::machine::hazards::order::{Fenced, Maker, Order, Tick};
use std::sync::Arc;

/// A thread of a running block, and the order of that.
#[derive(Debug, Clone, Copy)]
pub(super) struct GlobalThread<'o> {
    /// The block's number.
    pub(super) number: u64,
    pub(super) order: &'o Order,
    pub(super) warp: u32,
    pub(super) lane: u32,
}

impl GlobalThread<'_> {
    pub(super) fn thread(&self) -> u32 {
        32 * self.warp + self.lane
    }
}

/// The finding of a thread in a word.
#[derive(Debug, Clone)]
pub(super) struct LearnedOrder {
    pub(super) thread: u32,
    pub(super) tick: Tick,
    pub(super) from: KnownFrom,
    /// The word, and which of its contents.
    pub(super) word: (u64, u64),
    /// Of all blocks, where the access is meant for them.
    pub(super) far: Option<Arc<Told>>,
    /// Of the thread's own block.
    pub(super) near: Option<Arc<Told>>,
}

impl LearnedOrder {
    fn has(&self, access: (u64, u32, Tick)) -> bool {
        [&self.far, &self.near].into_iter().flatten().any(|told| told.has(access))
    }

    fn is_known(&self, who: &GlobalThread<'_>) -> bool {
        let GlobalThread { order, warp, lane, .. } = *who;
        match self.from {
            KnownFrom::Fence => false,
            KnownFrom::Barrier if self.thread == who.thread() => self.tick < order.awaited(warp),
            _ => order.is_before(Maker::Thread { thread: self.thread, tick: self.tick }, warp, lane),
        }
    }

    fn is_again(&self, other: &Self) -> bool {
        let same = |one: &Option<Arc<Told>>, two: &Option<Arc<Told>>| match (one, two) {
            (Some(one), Some(two)) => Arc::ptr_eq(one, two),
            (None, None) => true,
            _ => false,
        };
        self.thread == other.thread
            && self.from == other.from
            && same(&self.far, &other.far)
            && same(&self.near, &other.near)
    }
}

/// As many are kept before those that every thread knows are taken together.
const MANY: usize = 64;
/// So many that no fence has made known are kept. Beyond, the oldest count as known, so that nothing is found wrongly.
const MOST: usize = 1024;

/// The knowledge that the threads of a running block have gained.
#[derive(Debug, Default)]
pub(super) struct BlockLearned {
    recent: Vec<LearnedOrder>,
    /// The knowledge of every thread.
    settled: Told,
    /// The number of its changes.
    changes: u64,
}

impl BlockLearned {
    fn settle(&mut self, order: &Order) {
        let before = self.recent.len();
        let (settled, few) = (&mut self.settled, before < MOST);
        self.recent.retain(|learned| {
            let stays = learned.tick >= order.start || learned.from == KnownFrom::Fence && few;
            if !stays {
                [&learned.far, &learned.near].into_iter().flatten().for_each(|told| settled.join(told));
            }
            stays
        });
        self.changes += u64::from(self.recent.len() < before);
    }

    pub(super) fn add(&mut self, learned: LearnedOrder, order: &Order) {
        if self.recent.iter().rev().take(MANY).any(|other| other.is_again(&learned)) {
            return;
        }
        let is_older = |other: &&mut LearnedOrder| {
            let is_same = (other.thread, other.from, other.word) == (learned.thread, learned.from, learned.word);
            is_same && learned.from == KnownFrom::Fence
        };
        // A word holds more and more while its contents are the same.
        if let Some(older) = self.recent.iter_mut().find(is_older) {
            *older = learned;
            return;
        }
        if self.recent.len() >= MANY {
            self.settle(order);
        }
        self.recent.push(learned);
    }

    /// A thread acquires, for other blocks or not: by a fence, or by an access to this word. It knows then what it has found before.
    pub(super) fn acquire(&mut self, thread: u32, word: Option<u64>, (now, spans_blocks): (Tick, bool), order: &Order) {
        let is_waiting = |learned: &LearnedOrder| {
            learned.thread == thread
                && learned.from != KnownFrom::Now
                && word.is_none_or(|address| learned.word.0 == address)
        };
        let found: Vec<_> = self.recent.iter().filter(|learned| is_waiting(learned)).cloned().collect();
        if spans_blocks {
            self.recent.retain(|learned| !is_waiting(learned) || learned.from != KnownFrom::Fence);
        }
        for learned in found {
            let far = learned.far.filter(|_| spans_blocks);
            if far.is_some() || learned.near.is_some() {
                self.add(LearnedOrder { tick: now, from: KnownFrom::Now, far, ..learned }, order);
            }
        }
    }

    fn before<'l>(&'l self, fenced: &'l Fenced) -> impl Iterator<Item = &'l LearnedOrder> {
        let recent = self.recent.iter().filter(|learned| learned.from != KnownFrom::Fence);
        recent.filter(|learned| fenced.has(learned.thread, learned.tick))
    }

    /// Adds to what is told what threads had learned before the fences.
    pub(super) fn tell(&self, fenced: &Fenced, told: &mut Told) {
        told.join(&self.settled);
        for learned in self.before(fenced) {
            [&learned.far, &learned.near].into_iter().flatten().for_each(|known| told.join(known));
        }
    }

    /// A number that stays while the same is told of these fences; `None` where that is not known.
    pub(super) fn told_number(&self, fenced: &Fenced) -> Option<u64> {
        self.before(fenced).next().is_none().then_some(self.changes)
    }

    /// Whether a thread has learned of an access: its block's number, its thread and its tick.
    pub(super) fn knows(&self, who: &GlobalThread<'_>, access: (u64, u32, Tick)) -> bool {
        self.settled.has(access) || self.recent.iter().any(|learned| learned.has(access) && learned.is_known(who))
    }
}
