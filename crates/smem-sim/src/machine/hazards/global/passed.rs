//! Knowledge that blocks pass on: by a fence and an atomic or a flag of one, and an atomic or a load of that word by another.

use crate::machine::hazards::order::{Fenced, Maker, Order, Tick};
use std::collections::HashMap;
use std::sync::Arc;

/// Known accesses of each block, by its number.
#[derive(Debug, Default, Clone)]
struct Told(HashMap<u64, Arc<Fenced>>);

impl Told {
    fn has(&self, (number, thread, tick): (u64, u32, Tick)) -> bool {
        self.0.get(&number).is_some_and(|fenced| fenced.has(thread, tick))
    }

    fn join_block(&mut self, number: u64, fenced: &Arc<Fenced>) {
        match self.0.get_mut(&number) {
            None => drop(self.0.insert(number, Arc::clone(fenced))),
            Some(known) if Arc::ptr_eq(known, fenced) => {}
            Some(known) => Arc::make_mut(known).join(fenced),
        }
    }

    fn join(&mut self, other: &Self) {
        other.0.iter().for_each(|(number, fenced)| self.join_block(*number, fenced));
    }
}

/// The knowledge that a thread has gained from a word.
#[derive(Debug)]
struct LearnedOrder {
    thread: u32,
    tick: Tick,
    told: Arc<Told>,
}

/// The knowledge that the threads of a running block have gained.
#[derive(Debug, Default)]
struct BlockLearned {
    recent: Vec<LearnedOrder>,
    /// The knowledge of every thread.
    settled: Told,
}

impl BlockLearned {
    fn settle(&mut self, order: &Order) {
        let settled = &mut self.settled;
        self.recent.retain(|learned| {
            let is_old = learned.tick < order.start;
            if is_old {
                settled.join(&learned.told);
            }
            !is_old
        });
    }
}

/// As many are kept before those that every thread knows are taken together.
const MANY: usize = 64;

/// The knowledge that words hold, and the threads that have gained it.
#[derive(Debug, Default)]
pub(super) struct PassedOn {
    words: HashMap<u64, Arc<Told>>,
    blocks: HashMap<u64, BlockLearned>,
}

impl PassedOn {
    /// A lane asks a word.
    pub(super) fn acquire(&mut self, number: u64, order: &Order, (warp, lane): (u32, u32), address: u64) {
        if self.words.is_empty() {
            return;
        }
        let Some(told) = self.words.get(&address) else { return };
        let (thread, tick) = (32 * warp + lane, order.now(warp));
        let block = self.blocks.entry(number).or_default();
        let knows = |learned: &LearnedOrder| learned.thread == thread && Arc::ptr_eq(&learned.told, told);
        if block.recent.iter().rev().take(MANY).any(knows) {
            return;
        }
        if block.recent.len() >= MANY {
            block.settle(order);
        }
        block.recent.push(LearnedOrder { thread, tick, told: Arc::clone(told) });
    }

    /// A lane leaves in a word what it knows and has fenced; a store makes the word forget what others left.
    pub(super) fn publish(
        &mut self,
        number: u64,
        order: &Order,
        (warp, lane): (u32, u32),
        address: u64,
        is_store: bool,
    ) {
        let fenced = order.fenced(warp, lane);
        if fenced.is_none() {
            if is_store {
                self.words.remove(&address);
            }
            return;
        }
        let word = self.words.entry(address).or_default();
        let told = Arc::make_mut(word);
        if is_store {
            *told = Told::default();
        }
        if let Some(block) = self.blocks.get(&number) {
            told.join(&block.settled);
            for learned in block.recent.iter().filter(|learned| is_known(learned, order, warp, lane)) {
                told.join(&learned.told);
            }
        }
        if let Some(fenced) = fenced {
            told.join_block(number, &Arc::new(fenced));
        }
    }

    /// Whether a lane of a block has learned of an access: its block's number, its thread and its tick.
    pub(super) fn has(&self, number: u64, order: &Order, (warp, lane): (u32, u32), access: (u64, u32, Tick)) -> bool {
        let Some(block) = self.blocks.get(&number) else { return false };
        let knows = |learned: &LearnedOrder| learned.told.has(access) && is_known(learned, order, warp, lane);
        block.settled.has(access) || block.recent.iter().any(knows)
    }

    /// A block has ended.
    pub(super) fn finish(&mut self, number: u64) {
        self.blocks.remove(&number);
    }
}

fn is_known(learned: &LearnedOrder, order: &Order, warp: u32, lane: u32) -> bool {
    order.is_before(Maker::Thread { thread: learned.thread, tick: learned.tick }, warp, lane)
}
