//! The last accesses to each word of global memory: the last store, the last atomic, and the last reads of three warps.
//!
//! A page of words is kept as bytes where some access is smaller than a word. Requests are numbered, and a piece of memory has the numbers.

use crate::isa::MemoryScope;
use crate::machine::hazards::order::Tick;
use crate::machine::hazards::shadow::Touch;
use std::collections::HashMap;

/// Bytes of a page.
const PAGE: u64 = 4096;
/// Reads of a piece that are kept, each of another warp.
const READS: usize = 3;

/// An access of one request: whose it is and where it is in the code and in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GlobalAccess {
    /// The block's number in the grid.
    pub(super) number: u64,
    pub(super) block: [u32; 3],
    pub(super) warp: u32,
    pub(super) tick: Tick,
    pub(super) pc: u32,
    pub(super) touch: Touch,
    /// Of what is meant for words that others change, atomics, `volatile` and stronger: for which others.
    pub(super) scope: Option<MemoryScope>,
}

impl GlobalAccess {
    /// Whether each is meant for the other's thread: PTX calls them morally strong.
    pub(super) fn meets(&self, other: &Self) -> bool {
        match (self.scope, other.scope) {
            (Some(one), Some(two)) => self.number == other.number || one.spans_blocks() && two.spans_blocks(),
            _ => false,
        }
    }
}

/// The number of a request, from 1, and the lane; 0 for none. The highest bit of a read: an atomic came after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct TouchMark(u64);

impl TouchMark {
    fn of(request: usize, lane: u32) -> Self {
        Self((request as u64 + 1) << 5 | u64::from(lane))
    }

    fn seen(self, requests: &[GlobalAccess]) -> Option<SeenTouch> {
        let access = *requests.get(((self.0 & !BEFORE_ATOMIC) >> 5).checked_sub(1)? as usize)?;
        Some(SeenTouch { access, lane: (self.0 & 31) as u32 })
    }
}

const BEFORE_ATOMIC: u64 = 1 << 63;

/// An access of one lane.
#[derive(Debug, Clone, Copy)]
pub(super) struct SeenTouch {
    pub(super) access: GlobalAccess,
    pub(super) lane: u32,
}

/// An earlier access to a piece, and who has seen what it wrote.
pub(super) struct GlobalRival<'s> {
    pub(super) seen: SeenTouch,
    /// The address and the bytes of the piece.
    pub(super) piece: [u64; 2],
    marks: ShadowPiece,
    requests: &'s [GlobalAccess],
}

impl GlobalRival<'_> {
    /// The strong accesses that have found what this one wrote. What comes after one of them comes after this one.
    pub(super) fn observers(&self) -> impl Iterator<Item = SeenTouch> {
        let after_atomics = self.seen.access.touch == Touch::Atomic;
        let ShadowPiece { atomic, reads, .. } = self.marks;
        let reads = reads.into_iter().filter(move |read| !after_atomics || read.0 & BEFORE_ATOMIC == 0);
        let marks = (!after_atomics).then_some(atomic).into_iter().chain(reads);
        let is_of_read = self.seen.access.touch == Touch::Read;
        marks
            .filter_map(|mark| mark.seen(self.requests))
            .filter(move |found| !is_of_read && found.access.meets(&self.seen.access))
    }
}

/// The last accesses to a word or a byte.
#[derive(Debug, Clone, Copy, Default)]
struct ShadowPiece {
    write: TouchMark,
    atomic: TouchMark,
    reads: [TouchMark; READS],
}

#[derive(Debug)]
struct ShadowPage {
    /// Bytes of a piece.
    each: u64,
    pieces: Vec<ShadowPiece>,
}

impl ShadowPage {
    fn split(&mut self) {
        if self.each > 1 {
            self.pieces =
                self.pieces.iter().flat_map(|piece| std::iter::repeat_n(*piece, self.each as usize)).collect();
            self.each = 1;
        }
    }
}

/// The last accesses to all global memory of a launch.
#[derive(Debug, Default)]
pub(super) struct GlobalShadow {
    pages: HashMap<u64, ShadowPage>,
    requests: Vec<GlobalAccess>,
    /// The last request of each instruction: a warp in a loop repeats it.
    last: HashMap<u32, usize>,
}

impl GlobalShadow {
    fn number(&mut self, access: GlobalAccess) -> usize {
        let requests = &mut self.requests;
        let last = self.last.entry(access.pc).or_insert(usize::MAX);
        if requests.get(*last) != Some(&access) {
            *last = requests.len();
            requests.push(access);
        }
        *last
    }

    /// Notes that a lane touches these bytes, and calls `f` with each earlier access to one of their pieces by another thread, one of both a
    /// write.
    pub(super) fn touch(
        &mut self,
        access: GlobalAccess,
        lane: u32,
        [address, bytes]: [u64; 2],
        f: &mut impl FnMut(&GlobalRival<'_>),
    ) {
        let request = self.number(access);
        let (mut at, end) = (address, address.saturating_add(bytes));
        while at < end {
            let page = self
                .pages
                .entry(at / PAGE)
                .or_insert_with(|| ShadowPage { each: 4, pieces: vec![ShadowPiece::default(); (PAGE / 4) as usize] });
            if bytes < 4 {
                page.split();
            }
            let each = page.each;
            let stop = end.min((at / PAGE + 1) * PAGE);
            while at < stop {
                let piece = &mut page.pieces[(at % PAGE / each) as usize];
                let (marks, requests) = (*piece, &self.requests[..]);
                touch_piece(piece, access, TouchMark::of(request, lane), requests, &mut |seen| {
                    f(&GlobalRival { seen, piece: [at / each * each, each], marks, requests });
                });
                at = (at / each + 1) * each;
            }
        }
    }
}

fn touch_piece(
    piece: &mut ShadowPiece,
    access: GlobalAccess,
    mark: TouchMark,
    requests: &[GlobalAccess],
    f: &mut impl FnMut(SeenTouch),
) {
    let lane = (mark.0 & 31) as u32;
    let mut rival = |other: TouchMark| {
        let Some(seen) = other.seen(requests) else { return };
        let is_own = (seen.access.number, seen.access.warp, seen.lane) == (access.number, access.warp, lane);
        if !is_own {
            f(seen);
        }
    };
    rival(piece.write);
    rival(piece.atomic);
    if access.touch != Touch::Read {
        piece.reads.into_iter().for_each(&mut rival);
    }
    match access.touch {
        Touch::Write => *piece = ShadowPiece { write: mark, ..ShadowPiece::default() },
        Touch::Atomic => {
            piece.atomic = mark;
            piece.reads.iter_mut().filter(|read| read.0 != 0).for_each(|read| read.0 |= BEFORE_ATOMIC);
        }
        Touch::Read => {
            // Of each warp the last: of a warp that is there already, or in the place of the oldest.
            let of_warp = |other: &TouchMark| {
                other
                    .seen(requests)
                    .is_none_or(|seen| (seen.access.number, seen.access.warp) == (access.number, access.warp))
            };
            let place = piece.reads.iter().position(of_warp).unwrap_or(READS - 1);
            piece.reads[..=place].rotate_right(1);
            piece.reads[0] = mark;
        }
    }
}
