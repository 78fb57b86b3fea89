//! The last accesses to each word of a block's shared memory, and to each byte of the words that are accessed in parts.

mod reads;
mod table;

pub(super) use reads::NotedRead;

use super::order::{Maker, Order, Tick};
use crate::lanes::lanes;
use std::collections::HashMap;
use table::{AccessTable, AccessTime};

/// Marks accesses of asynchronous copies, whose ticks do not say when they are done.
const COPIED: Tick = Tick::MAX;
/// Marks in `by` a copy that completes at an `mbarrier`.
const AT_BARRIER: u32 = 1 << 31;

/// The last write of a piece of memory.
#[derive(Debug, Clone, Copy, Default)]
struct LastWrite {
    tick: Tick,
    pc: u32,
    /// The thread, and a mark.
    by: u32,
    /// Of a copy its group, or its agent; of a thread's store whether it passes on what the thread knows.
    part: u32,
    /// Of a copy, the tick at which it was made.
    copied: Tick,
}

impl LastWrite {
    fn of(maker: Maker, pc: u32, published: bool) -> Self {
        match maker {
            Maker::Thread { thread, tick } => Self { tick, pc, by: thread, part: published.into(), copied: 0 },
            Maker::Copy { thread, group, tick } => Self { tick: COPIED, pc, by: thread, part: group, copied: tick },
            Maker::Agent { thread, agent, tick } => {
                Self { tick: COPIED, pc, by: thread | AT_BARRIER, part: agent, copied: tick }
            }
        }
    }

    /// Whether it may not be done before the present stretch: it is no older than the block, and a thread's no older than its last barrier.
    #[inline]
    fn is_recent(&self, order: &Order) -> bool {
        match self.tick {
            // A barrier of the block does not wait for copies; the end of a block does.
            COPIED => self.copied >= order.first,
            tick => tick >= order.start,
        }
    }

    fn maker(&self) -> Maker {
        let thread = self.by & !AT_BARRIER;
        match (self.tick, self.by & AT_BARRIER != 0) {
            (COPIED, true) => Maker::Agent { thread, agent: self.part, tick: self.copied },
            (COPIED, false) => Maker::Copy { thread, group: self.part, tick: self.copied },
            (tick, _) => Maker::Thread { thread, tick },
        }
    }
}

/// Pieces of one size, words or bytes.
#[derive(Debug, Default)]
struct Pieces {
    written: Vec<LastWrite>,
    reads: AccessTable,
    atomics: Option<AccessTable>,
    /// By piece, the last store that passes nothing on, where one that does has taken its place: who finds the later one may have come
    /// before the earlier one.
    plain: HashMap<usize, LastWrite>,
    /// Whether every lane of a warp that races is named, and not the first alone.
    names_all_lanes: bool,
    /// The number of the block's first warp in its cluster.
    first_warp: u32,
}

impl Pieces {
    fn resize(&mut self, pieces: usize, warps: usize, first_warp: u32) {
        self.first_warp = first_warp;
        self.written.resize(pieces, LastWrite::default());
        self.reads.resize(pieces, warps, first_warp);
        self.plain.clear();
        if let Some(atomics) = &mut self.atomics {
            atomics.resize(pieces, warps, first_warp);
        }
    }

    /// A store takes the place of the last one: keeps that if it passes nothing on, and the new one does.
    #[inline]
    fn note_plain(&mut self, piece: usize, published: bool, order: &Order) {
        let last = self.written[piece];
        if published && last.tick != COPIED && last.part == 0 && last.is_recent(order) {
            self.plain.insert(piece, last);
        } else if !published && !self.plain.is_empty() {
            self.plain.remove(&piece);
        }
    }

    fn copy_piece(&self, from: usize, to: &mut Self, pieces: std::ops::Range<usize>) {
        to.written[pieces.clone()].fill(self.written[from]);
        self.reads.copy_piece(from, &mut to.reads, pieces.clone());
        if let Some(atomics) = &self.atomics {
            let (count, warps) = (to.written.len(), to.reads.by_warp.len());
            let theirs = to.atomics.get_or_insert_with(AccessTable::default);
            if theirs.recent.len() != count {
                theirs.resize(count, warps, self.first_warp);
            }
            atomics.copy_piece(from, theirs, pieces);
        }
    }
}

/// How an access touches memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Touch {
    Read,
    Write,
    /// A read and a write in one, which no other atomic comes between.
    Atomic,
}

/// Lanes of a warp that touch one place in one instruction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Toucher {
    pub(super) warp: u32,
    /// The first of the lanes.
    pub(super) lane: u32,
    pub(super) lanes: u32,
    pub(super) pc: u32,
    pub(super) touch: Touch,
    /// A store that passes on what its thread knew at a fence.
    pub(super) published: bool,
    pub(super) maker: Maker,
}

/// An earlier access that conflicts with one, and that nothing orders before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rival {
    pub(super) pc: u32,
    pub(super) touch: Touch,
    pub(super) published: bool,
    pub(super) maker: Maker,
    /// First byte and bytes of the memory that both touch.
    pub(super) address: u32,
    pub(super) bytes: u32,
}

/// The last accesses to all shared memory of a block.
#[derive(Debug, Default)]
pub(super) struct Shadow {
    words: Pieces,
    /// A bit for each word that is kept as four bytes; empty where there is none.
    split: Vec<u64>,
    bytes: Pieces,
    /// `start` when a thread last wrote, and whether a copy ever did.
    changed: Tick,
    copied: bool,
}

impl Shadow {
    /// From here on every lane of a warp that races is named, and not the first alone.
    pub(super) fn name_all_lanes(&mut self) {
        (self.words.names_all_lanes, self.bytes.names_all_lanes) = (true, true);
    }

    /// Makes room for so many bytes and warps, the first of which has this number. What is there is of earlier blocks.
    pub(super) fn resize(&mut self, bytes: usize, warps: usize, first_warp: u32) {
        let words = bytes.div_ceil(4);
        self.words.resize(words, warps, first_warp);
        if !self.split.is_empty() {
            self.split.resize(words.div_ceil(64), 0);
            self.bytes.resize(4 * words, warps, first_warp);
        }
    }

    fn split_word(&mut self, word: usize) {
        if self.split.is_empty() {
            let (words, warps) = (self.words.written.len(), self.words.reads.by_warp.len());
            self.split.resize(words.div_ceil(64), 0);
            self.bytes.resize(4 * words, warps, self.words.first_warp);
        }
        let bit = 1 << (word % 64);
        if self.split[word / 64] & bit == 0 {
            self.split[word / 64] |= bit;
            self.words.copy_piece(word, &mut self.bytes, 4 * word..4 * word + 4);
        }
    }

    /// The instruction of a warp's last load of a word in its present stretch, if this lane took part.
    pub(super) fn last_read(&self, address: usize, warp: u32, lane: u32, now: Tick) -> Option<u32> {
        let word = address / 4;
        let (pieces, piece) = if self.is_split(word) { (&self.bytes, address) } else { (&self.words, word) };
        pieces.reads.of_warp(piece, warp)?.last(lane, now)
    }

    /// Calls `f` with the last store to each piece of these bytes, if a thread of the block made it: who, with which instruction, and the
    /// piece.
    pub(super) fn stores(
        &self,
        address: usize,
        bytes: usize,
        order: &Order,
        mut f: impl FnMut((u32, Tick), u32, [u32; 2]),
    ) {
        let mut of = |written: &LastWrite, address: usize, bytes: u32| {
            if written.tick != COPIED && written.tick >= order.first {
                f((written.by, written.tick), written.pc, [address as u32, bytes]);
            }
        };
        for word in address / 4..(address + bytes).div_ceil(4) {
            if self.is_split(word) {
                (4 * word..4 * word + 4).for_each(|byte| of(&self.bytes.written[byte], byte, 1));
            } else if let Some(written) = self.words.written.get(word) {
                of(written, 4 * word, 4);
            }
        }
    }

    /// Forgets the reads of a word.
    pub(super) fn forget_reads(&mut self, address: usize) {
        let word = address / 4;
        if self.is_split(word) {
            (4 * word..4 * word + 4).for_each(|byte| self.bytes.reads.forget(byte));
        } else if word < self.words.reads.recent.len() {
            self.words.reads.forget(word);
        }
    }

    fn is_split(&self, word: usize) -> bool {
        self.split.get(word / 64).is_some_and(|bits| bits >> (word % 64) & 1 == 1)
    }

    /// Notes a thread's store of a whole word that nothing has touched since the last barrier of the block. Returns false, and notes nothing,
    /// where it takes a closer look.
    #[inline]
    pub(super) fn notes_first_store(&mut self, address: usize, maker: Maker, pc: u32, order: &Order) -> bool {
        let Pieces { written, reads, atomics, plain, .. } = &mut self.words;
        if !self.split.is_empty() || atomics.is_some() || !plain.is_empty() {
            return false;
        }
        let (last, recent) = (&mut written[address / 4], &mut reads.recent[address / 4]);
        let is_read = recent.start == order.start && (recent.warps != 0 || recent.has_guests);
        if last.is_recent(order) || is_read {
            return false;
        }
        *last = LastWrite::of(maker, pc, false);
        recent.warps = 0;
        self.changed = order.start;
        true
    }

    /// Notes that `toucher` touches these bytes, which are inside, and calls `f` with what it races with and the lanes that do.
    #[inline]
    pub(super) fn touch(
        &mut self,
        toucher: &Toucher,
        address: usize,
        bytes: usize,
        order: &Order,
        f: &mut impl FnMut(Rival, u32),
    ) {
        if toucher.touch != Touch::Read {
            self.changed = order.start;
            self.copied |= maker_is_copy(toucher.maker);
        }
        if bytes < 4 {
            self.split_word(address / 4);
            for byte in address..address + bytes {
                touch_piece(&mut self.bytes, byte, 1, toucher, order, f);
            }
            return;
        }
        for word in address / 4..(address + bytes) / 4 {
            if !self.split.is_empty() && self.split[word / 64] >> (word % 64) & 1 == 1 {
                for byte in 4 * word..4 * word + 4 {
                    touch_piece(&mut self.bytes, byte, 1, toucher, order, f);
                }
            } else {
                touch_piece(&mut self.words, word, 4, toucher, order, f);
            }
        }
    }
}

#[inline]
fn touch_piece(
    pieces: &mut Pieces,
    piece: usize,
    size: u32,
    toucher: &Toucher,
    order: &Order,
    f: &mut impl FnMut(Rival, u32),
) {
    let &Toucher { warp, lane, lanes, pc, touch, published, maker } = toucher;
    let start = order.start;
    let written = &pieces.written[piece];
    // One lane may be the writer itself; of several, others are not.
    let is_own = written.tick != COPIED && written.by == 32 * warp + lane && lanes & (lanes - 1) == 0;
    let mut suspect = written.is_recent(order) && !is_own;
    if touch != Touch::Read {
        suspect |= pieces.reads.has_others(piece, warp, 1 << lane, start);
    }
    if touch != Touch::Atomic
        && let Some(atomics) = &pieces.atomics
    {
        suspect |= atomics.has_others(piece, warp, 1 << lane, start);
    }
    if suspect || maker_is_copy(maker) {
        rivals(pieces, piece, size, toucher, order, f);
    }
    let time = || AccessTime { now: order.now(warp), together: order.together(warp), start };
    match touch {
        Touch::Read => pieces.reads.note(piece, warp, lanes, pc, time()),
        Touch::Write => {
            pieces.note_plain(piece, published, order);
            pieces.written[piece] = LastWrite::of(maker, pc, published);
            // Anything ordered after this write is also ordered after all that it follows; the rest was just found.
            pieces.reads.forget(piece);
            if let Some(atomics) = &mut pieces.atomics {
                atomics.forget(piece);
            }
        }
        Touch::Atomic => {
            let (count, warps) = (pieces.written.len(), pieces.reads.by_warp.len());
            let atomics = pieces.atomics.get_or_insert_with(|| {
                let mut table = AccessTable::default();
                table.resize(count, warps, pieces.first_warp);
                table
            });
            atomics.note(piece, warp, lanes, pc, time());
        }
    }
}

fn maker_is_copy(maker: Maker) -> bool {
    !matches!(maker, Maker::Thread { .. })
}

#[inline(never)]
fn rivals(pieces: &Pieces, piece: usize, size: u32, toucher: &Toucher, order: &Order, f: &mut impl FnMut(Rival, u32)) {
    let (warp, touch, each) = (toucher.warp, toucher.touch, pieces.names_all_lanes);
    let (address, bytes) = (piece as u32 * size, size);
    let written = pieces.written[piece];
    let mut write = |last: &LastWrite, published: bool| {
        let maker = last.maker();
        let racing = if last.is_recent(order) { order.unordered(maker, warp, toucher.lanes) } else { 0 };
        if racing != 0 {
            f(Rival { pc: last.pc, touch: Touch::Write, published, maker, address, bytes }, racing);
        }
    };
    // One bulk copy. Copies of a group are not ordered, and of a place of several lanes the maker is the first alone.
    let is_same_copy = matches!(toucher.maker, Maker::Agent { .. }) && written.maker() == toucher.maker;
    if !is_same_copy {
        write(&written, written.tick != COPIED && written.part != 0);
    }
    if touch != Touch::Write
        && !pieces.plain.is_empty()
        && let Some(plain) = pieces.plain.get(&piece)
    {
        write(plain, false);
    }
    for lane in lanes(toucher.lanes) {
        let lane = lane as u32;
        let mut at = |pc: u32, touch: Touch, (thread, tick): (u32, Tick)| {
            let maker = Maker::Thread { thread, tick };
            f(Rival { pc, touch, published: false, maker, address, bytes }, 1 << lane);
        };
        if touch != Touch::Read {
            pieces.reads.unordered(piece, order, (warp, lane), (true, each), &mut |pc, by| at(pc, Touch::Read, by));
        }
        if touch != Touch::Atomic
            && let Some(atomics) = &pieces.atomics
        {
            atomics.unordered(piece, order, (warp, lane), (false, each), &mut |pc, by| at(pc, Touch::Atomic, by));
        }
    }
}
