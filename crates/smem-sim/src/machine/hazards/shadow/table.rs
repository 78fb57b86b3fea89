//! The accesses of one kind to each piece of memory, by warp.

use super::super::order::{LaneRead, Maker, Order, Tick};
use crate::lanes::lanes;

/// The warps that accessed a piece of memory since a barrier of the block.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RecentWarps {
    /// The tick of that barrier.
    pub(super) start: Tick,
    pub(super) warps: u32,
}

/// The last accesses of a warp's lanes to a piece of memory.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct WarpAccesses {
    pub(super) tick: Tick,
    pub(super) lanes: u32,
    /// The instruction of the last of them, and its lanes.
    pub(super) pc: u32,
    pub(super) last: u32,
}

/// Accesses of one kind to each piece: by warp, which are allocated when they come.
#[derive(Debug, Default)]
pub(super) struct AccessTable {
    pub(super) recent: Vec<RecentWarps>,
    pub(super) by_warp: Vec<Vec<WarpAccesses>>,
}

impl AccessTable {
    pub(super) fn resize(&mut self, pieces: usize, warps: usize) {
        self.recent.resize(pieces, RecentWarps::default());
        if self.by_warp.len() < warps {
            self.by_warp.resize_with(warps, Vec::new);
        }
        self.by_warp
            .iter_mut()
            .filter(|table| !table.is_empty())
            .for_each(|t| t.resize(pieces, WarpAccesses::default()));
    }

    /// Notes an access of `lanes`, all at one place of one instruction.
    #[inline]
    pub(super) fn note(&mut self, piece: usize, warp: u32, lanes: u32, pc: u32, now: Tick, start: Tick) {
        let recent = &mut self.recent[piece];
        if recent.start != start {
            *recent = RecentWarps { start, warps: 0 };
        }
        recent.warps |= 1 << warp;
        let table = &mut self.by_warp[warp as usize];
        if table.is_empty() {
            table.resize(self.recent.len(), WarpAccesses::default());
        }
        let accesses = &mut table[piece];
        if accesses.tick != now {
            *accesses = WarpAccesses { tick: now, lanes, pc, last: lanes };
        } else if accesses.pc == pc {
            accesses.lanes |= lanes;
            accesses.last |= lanes;
        } else {
            *accesses = WarpAccesses { tick: now, lanes: accesses.lanes | lanes, pc, last: lanes };
        }
    }

    /// Whether threads other than this one may have accessed the piece since the last barrier of the block.
    #[inline]
    pub(super) fn has_others(&self, piece: usize, warp: u32, lane_bit: u32, start: Tick) -> bool {
        let recent = self.recent[piece];
        if recent.start != start || recent.warps == 0 {
            return false;
        }
        recent.warps != 1 << warp || self.by_warp[warp as usize][piece].lanes & !lane_bit != 0
    }

    /// Calls `f` with the instruction and the thread of each access that is not before what a lane does now, one for a warp, or `each`.
    /// `is_read`: they are reads.
    pub(super) fn unordered(
        &self,
        piece: usize,
        order: &Order,
        (warp, lane): (u32, u32),
        (is_read, each): (bool, bool),
        f: &mut impl FnMut(u32, u32),
    ) {
        let recent = self.recent[piece];
        if recent.start != order.start {
            return;
        }
        let is_alone = !each && order.knows_no_other_warp(warp, lane);
        for other in lanes(recent.warps) {
            let WarpAccesses { tick, lanes: all, pc, last } = self.by_warp[other][piece];
            let thread = |lane: usize| 32 * other as u32 + lane as u32;
            // Most races are of a block that has no order but its barriers.
            if is_alone && other as u32 != warp {
                f(pc, thread(last.trailing_zeros() as usize));
                continue;
            }
            let races =
                |lane_there: &usize| !order.is_before(Maker::Thread { thread: thread(*lane_there), tick }, warp, lane);
            let is_carried = |lane_there: usize| {
                let read = LaneRead { lane: lane_there as u32, pc, tick };
                is_read && other as u32 == warp && order.is_carried(warp, read, lane)
            };
            let last_races = |lane_there: &usize| races(lane_there) && !is_carried(*lane_there);
            if each {
                lanes(last).filter(last_races).for_each(|lane| f(pc, thread(lane)));
            }
            // The instruction of other lanes than the last ones is not known.
            if let Some(lane) = lanes(last).find(last_races).or_else(|| lanes(all & !last).find(races)) {
                f(pc, thread(lane));
            }
        }
    }

    pub(super) fn copy_piece(&self, from: usize, to: &mut Self, pieces: std::ops::Range<usize>) {
        for piece in pieces {
            to.recent[piece] = self.recent[from];
            for warp in lanes(self.recent[from].warps) {
                let count = to.recent.len();
                let table = &mut to.by_warp[warp];
                if table.is_empty() {
                    table.resize(count, WarpAccesses::default());
                }
                table[piece] = self.by_warp[warp][from];
            }
        }
    }
}
