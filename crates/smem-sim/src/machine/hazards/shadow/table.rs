//! The accesses of one kind to each piece of memory, by warp.

use super::super::order::{LaneRead, Maker, Order, Tick};
use crate::lanes::lanes;

/// The warps that accessed a piece of memory since a barrier of the block, or of a cluster's block since the cluster began.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RecentWarps {
    /// The tick of that barrier.
    pub(super) start: Tick,
    pub(super) warps: u32,
    /// Warps of other blocks are among them.
    pub(super) has_guests: bool,
}

/// An access of a warp's lanes to a piece of memory: the stretch, the instruction and the lanes.
#[derive(Debug, Clone, Copy, Default)]
struct AccessRecord {
    tick: Tick,
    lanes: u32,
    pc: u32,
}

/// The last accesses of a warp's lanes to a piece of memory that nothing has ordered for all of its lanes since, the last one first.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct WarpAccesses([AccessRecord; RECORDS]);

/// Instructions of a warp that are known of a piece of memory. Of more in one stretch the lanes of the first ones count as those of a later one.
const RECORDS: usize = 4;

impl WarpAccesses {
    /// The instruction of a lane's last access in a stretch.
    pub(super) fn last(&self, lane: u32, now: Tick) -> Option<u32> {
        let of_lane = |record: &&AccessRecord| record.tick == now && record.lanes >> lane & 1 == 1;
        self.0.iter().find(of_lane).map(|record| record.pc)
    }

    fn lanes(&self) -> u32 {
        self.0.iter().fold(0, |all, record| all | record.lanes)
    }

    #[inline]
    fn note(&mut self, lanes: u32, pc: u32, time: AccessTime) {
        let AccessTime { now, together, start } = time;
        let is_same = |record: &AccessRecord| record.tick == now && record.pc == pc && record.lanes != 0;
        if let Some(at) = self.0.iter().position(is_same) {
            self.0[at].lanes |= lanes;
            self.0.swap(0, at);
            return;
        }
        let is_old = self.0[0].tick < together || self.0[0].tick < start;
        if is_old {
            self.0 = Default::default();
        }
        self.0.rotate_right(1);
        let dropped = std::mem::replace(&mut self.0[0], AccessRecord { tick: now, lanes, pc });
        let last = &mut self.0[RECORDS - 1];
        if last.tick == dropped.tick {
            last.lanes |= dropped.lanes;
        }
    }
}

/// When a warp accesses: the tick of its present stretch, that of its last barrier, at which all of its lanes were, and that of the block's.
#[derive(Debug, Clone, Copy)]
pub(super) struct AccessTime {
    pub(super) now: Tick,
    pub(super) together: Tick,
    pub(super) start: Tick,
}

/// Accesses of one kind to each piece: by warp of the block, which are allocated when they come, and by piece those of other blocks' warps.
#[derive(Debug, Default)]
pub(super) struct AccessTable {
    pub(super) recent: Vec<RecentWarps>,
    pub(super) by_warp: Vec<Vec<WarpAccesses>>,
    /// The number of the block's first warp in its cluster.
    first_warp: u32,
    /// By piece; empty where there were none.
    guests: Vec<Vec<(u32, WarpAccesses)>>,
}

impl AccessTable {
    pub(super) fn resize(&mut self, pieces: usize, warps: usize, first_warp: u32) {
        self.first_warp = first_warp;
        self.guests.clear();
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
    pub(super) fn note(&mut self, piece: usize, warp: u32, lanes: u32, pc: u32, time: AccessTime) {
        let recent = &mut self.recent[piece];
        if recent.start != time.start {
            *recent = RecentWarps { start: time.start, ..RecentWarps::default() };
        }
        let own = warp.wrapping_sub(self.first_warp);
        let Some(table) = self.by_warp.get_mut(own as usize) else {
            recent.has_guests = true;
            if self.guests.is_empty() {
                self.guests.resize_with(self.recent.len(), Vec::new);
            }
            return note_guest(&mut self.guests[piece], warp, lanes, pc, time);
        };
        recent.warps |= 1 << own;
        if table.is_empty() {
            table.resize(self.recent.len(), WarpAccesses::default());
        }
        table[piece].note(lanes, pc, time);
    }

    /// Whether threads other than this one may have accessed the piece since the last barrier of the block.
    #[inline]
    pub(super) fn has_others(&self, piece: usize, warp: u32, lane_bit: u32, start: Tick) -> bool {
        let recent = self.recent[piece];
        if recent.start != start || recent.warps == 0 {
            return recent.start == start && recent.has_guests;
        }
        let own = warp.wrapping_sub(self.first_warp);
        let alone = self.by_warp.get(own as usize).filter(|_| recent.warps == 1 << own && !recent.has_guests);
        alone.is_none_or(|table| table[piece].lanes() & !lane_bit != 0)
    }

    /// Forgets the accesses to a piece.
    #[inline]
    pub(super) fn forget(&mut self, piece: usize) {
        let recent = &mut self.recent[piece];
        recent.warps = 0;
        // Those of an earlier cluster are gone.
        if std::mem::take(&mut recent.has_guests)
            && let Some(guests) = self.guests.get_mut(piece)
        {
            guests.clear();
        }
    }

    /// The last accesses of a warp to a piece.
    pub(super) fn of_warp(&self, piece: usize, warp: u32) -> Option<&WarpAccesses> {
        match self.by_warp.get(warp.wrapping_sub(self.first_warp) as usize) {
            Some(table) => table.get(piece),
            None => self.guests.get(piece)?.iter().find(|(of, _)| *of == warp).map(|(_, accesses)| accesses),
        }
    }

    /// Calls `f` with the instruction, the thread and the tick of each access that is not before what a lane does now, one for a warp, or `each`.
    /// `is_read`: they are reads.
    pub(super) fn unordered(
        &self,
        piece: usize,
        order: &Order,
        (warp, lane): (u32, u32),
        (is_read, each): (bool, bool),
        f: &mut impl FnMut(u32, (u32, Tick)),
    ) {
        let recent = self.recent[piece];
        if recent.start != order.start {
            return;
        }
        let is_alone = !each && order.knows_no_other_warp(warp, lane);
        let own = lanes(recent.warps).map(|own| (self.first_warp + own as u32, &self.by_warp[own][piece]));
        let guests = self.guests.get(piece).filter(|_| recent.has_guests).into_iter().flatten();
        for (other, accesses) in own.chain(guests.map(|(warp, accesses)| (*warp, accesses))) {
            let records = &accesses.0;
            let thread = |lane: usize| 32 * other + lane as u32;
            // Most races are of a block that has no order but its barriers.
            if is_alone && other != warp {
                let AccessRecord { tick, lanes, pc } = records[0];
                f(pc, (thread(lanes.trailing_zeros() as usize), tick));
                continue;
            }
            let mut seen = 0;
            'records: for &AccessRecord { tick, lanes: all, pc } in records {
                for lane_there in lanes(all & !seen) {
                    let maker = Maker::Thread { thread: thread(lane_there), tick };
                    let read = LaneRead { lane: lane_there as u32, pc, tick };
                    let is_over = is_read && other == warp && order.is_carried(warp, read, lane);
                    if !is_over && !order.is_before(maker, warp, lane) {
                        f(pc, (thread(lane_there), tick));
                        if !each {
                            break 'records;
                        }
                    }
                }
                seen |= all;
            }
        }
    }

    pub(super) fn copy_piece(&self, from: usize, to: &mut Self, pieces: std::ops::Range<usize>) {
        for piece in pieces {
            to.recent[piece] = self.recent[from];
            if let Some(guests) = self.guests.get(from).filter(|_| self.recent[from].has_guests) {
                if to.guests.is_empty() {
                    to.guests.resize_with(to.recent.len(), Vec::new);
                }
                to.guests[piece].clone_from(guests);
            }
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

fn note_guest(guests: &mut Vec<(u32, WarpAccesses)>, warp: u32, lanes: u32, pc: u32, time: AccessTime) {
    match guests.iter_mut().find(|(of, _)| *of == warp) {
        Some((_, accesses)) => accesses.note(lanes, pc, time),
        None => {
            let mut accesses = WarpAccesses::default();
            accesses.note(lanes, pc, time);
            guests.push((warp, accesses));
        }
    }
}
