//! Knowledge that threads pass on by words.
//!
//! Such a word holds what its last writer and the atomics in front of it have left: each release of the device in one place for all blocks, and
//! those of a block, whatever their scope, in a place of that block. So who acquires for its block alone finds what its block has left.

use super::known_from::KnownFrom;
use super::learned::{BlockLearned, GlobalThread, LearnedOrder};
use super::told::{Told, add_told, join_told};
use crate::isa::{MemoryFence, MemoryScope};
use crate::lanes::lanes;
use crate::machine::hazards::order::{Fenced, Order, Tick};
use std::collections::HashMap;
use std::sync::Arc;

/// The last writer of a word.
#[derive(Debug, Clone, Copy)]
struct WordWriter {
    /// The block's number.
    number: u64,
    scope: MemoryScope,
}

impl WordWriter {
    /// Whether each of two strong accesses is meant for the other's thread.
    fn meets(self, other: Self) -> bool {
        self.number == other.number || self.scope.spans_blocks() && other.scope.spans_blocks()
    }
}

/// The contents of a word.
#[derive(Debug)]
struct PassedWord {
    /// The number of its contents: that of a word whose contents were replaced is another.
    contents: u64,
    last: WordWriter,
    far: Option<Arc<Told>>,
}

/// Fences, the number of the knowledge that was told of them, and that.
type ToldOf = (Arc<Fenced>, u64, Arc<Told>);

/// The parts of a block and of its threads in words.
#[derive(Debug, Default)]
struct BlockLeft {
    /// By the word, and which of its contents.
    words: HashMap<u64, (u64, Arc<Told>)>,
    /// By the word and the thread: what its last release there told, for other blocks and for its own. Its later strong writes there tell it
    /// again, whatever the word holds then.
    released: HashMap<(u64, u32), [Option<Arc<Told>>; 2]>,
    /// The last two: many words hold the same.
    fenced: [Arc<Fenced>; 2],
    /// The accesses that were told of them, and the number of that.
    told: [Option<ToldOf>; 2],
}

impl BlockLeft {
    fn shared(&mut self, fenced: Fenced) -> Arc<Fenced> {
        if let Some(known) = self.fenced.iter().find(|known| ***known == fenced) {
            return Arc::clone(known);
        }
        self.fenced.swap(0, 1);
        let shared = Arc::new(fenced);
        let [first, _] = &mut self.fenced;
        *first = Arc::clone(&shared);
        shared
    }

    /// Returns the accesses that a thread of the block passes on by fences.
    fn told(&mut self, number: u64, fenced: Fenced, learned: Option<&BlockLearned>) -> Arc<Told> {
        let fenced = self.shared(fenced);
        let told_number = learned.map_or(Some(0), |learned| learned.told_number(&fenced));
        let is_known = |known: &&ToldOf| Arc::ptr_eq(&known.0, &fenced) && Some(known.1) == told_number;
        if let Some((_, _, told)) = self.told.iter().flatten().find(is_known) {
            return Arc::clone(told);
        }
        let mut told = Told::default();
        if let Some(learned) = learned {
            learned.tell(&fenced, &mut told);
        }
        told.join_block(number, &fenced);
        let told = Arc::new(told);
        if let Some(told_number) = told_number {
            self.told.swap(0, 1);
            let [first, _] = &mut self.told;
            *first = Some((fenced, told_number, Arc::clone(&told)));
        }
        told
    }
}

/// The knowledge that words hold, and the threads that have gained it.
#[derive(Debug, Default)]
pub(super) struct PassedOn {
    words: HashMap<u64, PassedWord>,
    last: u64,
    learned: HashMap<u64, BlockLearned>,
    left: HashMap<u64, BlockLeft>,
}

impl PassedOn {
    /// A strong load or an atomic of a lane has found a word.
    pub(super) fn find(&mut self, who: &GlobalThread<'_>, address: u64, scope: MemoryScope, from: KnownFrom) {
        let tick = who.order.now(who.warp);
        if let Some(block) = self.learned.get_mut(&who.number).filter(|_| from == KnownFrom::Now) {
            block.acquire(who.thread(), Some(address), (tick, scope.spans_blocks()), who.order);
        }
        let Some(word) = self.words.get(&address) else { return };
        if !word.last.meets(WordWriter { number: who.number, scope }) {
            return;
        }
        let far = word.far.as_ref().filter(|_| scope.spans_blocks()).cloned();
        let of_block = self.left.get(&who.number).and_then(|left| left.words.get(&address));
        let near = of_block.filter(|(contents, _)| *contents == word.contents).map(|(_, told)| Arc::clone(told));
        if far.is_none() && near.is_none() {
            return;
        }
        let word = (address, word.contents);
        let learned = LearnedOrder { thread: who.thread(), tick, from, word, far, near };
        self.learned.entry(who.number).or_default().add(learned, who.order);
    }

    /// Lanes of a block make a fence.
    pub(super) fn fence(&mut self, number: u64, order: &Order, (warp, mask): (u32, u32), fence: MemoryFence) {
        let Some(block) = self.learned.get_mut(&number).filter(|_| fence.acquires) else { return };
        let (now, spans_blocks) = (order.now(warp), fence.scope.spans_blocks());
        lanes(mask).for_each(|lane| block.acquire(32 * warp + lane as u32, None, (now, spans_blocks), order));
    }

    /// A weak store: the word passes nothing on then.
    pub(super) fn forget(&mut self, address: u64) {
        if !self.words.is_empty() {
            self.words.remove(&address);
        }
    }

    /// A strong store or an atomic of a lane leaves in a word what its thread has released. A store, and an atomic that is not meant for the
    /// last writer, make the word forget what others left. `released`: what the access itself releases.
    pub(super) fn write(
        &mut self,
        who: &GlobalThread<'_>,
        address: u64,
        (scope, is_store): (MemoryScope, bool),
        released: Option<&Fenced>,
    ) {
        let writer = WordWriter { number: who.number, scope };
        let goes_on = |word: &PassedWord| !is_store && word.last.meets(writer);
        if !self.words.is_empty() && !self.words.get(&address).is_some_and(goes_on) {
            self.words.remove(&address);
        }
        let [far, near] = self.told(who, address, scope.spans_blocks(), released);
        if far.is_none() && near.is_none() {
            if let Some(word) = self.words.get_mut(&address) {
                word.last = writer;
            }
            return;
        }
        let word = self.words.entry(address).or_insert_with(|| {
            self.last += 1;
            PassedWord { contents: self.last, last: writer, far: None }
        });
        word.last = writer;
        if let Some(far) = &far {
            join_told(&mut word.far, far);
        }
        if let Some(told) = near.or(far) {
            let left = self.left.entry(who.number).or_default();
            let (contents, known) = left.words.entry(address).or_insert_with(|| (word.contents, Arc::clone(&told)));
            if *contents != word.contents {
                (*contents, *known) = (word.contents, told);
            } else {
                add_told(known, &told);
            }
        }
    }

    /// Returns the accesses that a write passes on to other blocks, and its own; the second is `None` where it is the same.
    fn told(
        &mut self,
        who: &GlobalThread<'_>,
        address: u64,
        spans_blocks: bool,
        released: Option<&Fenced>,
    ) -> [Option<Arc<Told>>; 2] {
        let (mut far, near) = who.order.fenced(who.warp, who.lane);
        let mut near = near.or_else(|| (!spans_blocks).then(|| far.clone()));
        if let Some(released) = released {
            far.join(released);
            if let Some(near) = &mut near {
                near.join(released);
            }
        }
        let is_told = |fenced: &Option<Fenced>| fenced.as_ref().is_some_and(|fenced| !fenced.is_empty());
        let both = [spans_blocks.then_some(far), near];
        if !both.iter().any(is_told) && !self.left.contains_key(&who.number) {
            return [None, None];
        }
        let learned = self.learned.get(&who.number);
        let left = self.left.entry(who.number).or_default();
        let mut told =
            both.map(|fenced| Some(left.told(who.number, fenced.filter(|fenced| !fenced.is_empty())?, learned)));
        let at = (address, who.thread());
        if released.is_some() {
            left.released.insert(at, told.clone());
        } else if let Some(known) = left.released.get(&at) {
            let [known_far, known_near] = known;
            let [far, near] = &mut told;
            if let Some(told) = known_far.as_ref().filter(|_| spans_blocks) {
                join_told(far, told);
            }
            if near.is_none() && known_near.is_some() {
                near.clone_from(far);
            }
            if near.is_some() || !spans_blocks {
                [known_far, known_near].into_iter().flatten().for_each(|told| join_told(near, told));
            }
        }
        told
    }

    /// Whether a lane of a block has learned of an access: its block's number, its thread and its tick.
    pub(super) fn has(&self, who: &GlobalThread<'_>, access: (u64, u32, Tick)) -> bool {
        self.learned.get(&who.number).is_some_and(|block| block.knows(who, access))
    }

    /// A block has ended.
    pub(super) fn finish(&mut self, number: u64) {
        self.learned.remove(&number);
        self.left.remove(&number);
    }
}
