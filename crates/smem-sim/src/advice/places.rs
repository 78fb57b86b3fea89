//! Where something may be added between the two accesses of a race: at boundaries of source lines, outside of loops and of branches first.

use super::code_map::CodeMap;
use crate::machine::{PathEnds, is_path};
use crate::race::Race;
use crate::remedy::RemedyPosition;
use std::collections::BTreeSet;

/// A place of the source: the instructions in front of which something goes there. They are several where the compiler has written out a
/// loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SourcePlace {
    pub(super) points: BTreeSet<u32>,
    pub(super) position: RemedyPosition,
    /// The branch that it is outside of.
    pub(super) outside: Option<u32>,
}

/// As many pairs of instructions of a race are looked at.
const MOST_PAIRS: usize = 64;
/// As many blocks outside of an access's own are tried.
const MOST_BLOCKS: usize = 6;

/// The instructions of a race, and the level of calls at which its lines are.
pub(super) struct RacePlaces<'m> {
    map: &'m CodeMap<'m>,
    race: &'m Race,
    pub(super) level: usize,
    /// From the second access to the first.
    is_swapped: bool,
    /// The barriers that no path between the accesses passes, unless all do.
    ends: PathEnds,
}

impl<'m> RacePlaces<'m> {
    /// From the first access to the second, or back in a later round.
    pub(super) fn of(map: &'m CodeMap<'m>, race: &'m Race, is_swapped: bool) -> Self {
        let [first, second] = race.instructions[0];
        let level = map.common_level(first, second, race.in_next_round || is_swapped);
        let ends = if race.in_warp { PathEnds::Barriers } else { PathEnds::BlockBarriers };
        let mut places = Self { map, race, level, is_swapped, ends };
        // A wait that is missing in front of a barrier, or a barrier that others wait at.
        if !is_swapped && !places.has_path() {
            places.ends = PathEnds::Nowhere;
        }
        places
    }

    fn has_path(&self) -> bool {
        self.pairs().any(|[first, second]| self.is_path(first, second, &BTreeSet::new()))
    }

    fn pairs(&self) -> impl Iterator<Item = [u32; 2]> {
        let pairs = self.race.instructions.iter().copied().take(MOST_PAIRS);
        pairs.map(|pair| if self.is_swapped { swapped(pair) } else { pair })
    }

    /// Returns places that every path from the first access to the second passes; none if there is no such path.
    pub(super) fn between(&self) -> Vec<SourcePlace> {
        if !self.has_path() {
            return Vec::new();
        }
        let mut places: Vec<SourcePlace> = Vec::new();
        let position = RemedyPosition::Between;
        let mut add = |points: BTreeSet<u32>, position, outside| {
            let place = SourcePlace { points, position, outside };
            let is_known = places.iter().any(|known| known.points == place.points);
            if !is_known && !place.points.is_empty() && self.is_on_all_paths(&place.points) {
                places.push(place);
            }
        };
        add(self.pairs().map(|[first, second]| self.line_start(second, first)).collect(), position, None);
        add(self.pairs().filter_map(|[first, second]| self.line_end(first, second)).collect(), position, None);
        add(self.pairs().filter_map(|[first, _]| self.group_end(first)).collect(), position, None);
        for at in 0..MOST_BLOCKS {
            let behind = self.pairs().filter_map(|[first, _]| self.map.blocks_behind(first).nth(at));
            let branch = self
                .pairs()
                .next()
                .and_then(|[first, _]| self.map.branch_to(first, self.map.blocks_behind(first).nth(at)?));
            add(behind.collect(), position, branch);
            let before: BTreeSet<u32> =
                self.pairs().filter_map(|[_, second]| self.map.blocks_before(second).nth(at)).collect();
            let branch = before.first().copied().filter(|pc| self.map.is_branch(*pc));
            add(before, position, branch);
        }
        add(self.pairs().map(|[_, second]| second).collect(), RemedyPosition::BeforeSecond, None);
        add(self.pairs().map(|[first, _]| first + 1).collect(), RemedyPosition::BehindFirst, None);
        // The sort is stable: of equals the first ones are nearer.
        places.sort_by_key(|place| place.points.iter().map(|pc| self.map.depth(*pc)).max());
        places
    }

    /// Returns the places after the first access and in front of the second: of their lines, and directly.
    pub(super) fn beside(&self) -> [[SourcePlace; 2]; 2] {
        let place = |points, position| SourcePlace { points, position, outside: None };
        let after = self.pairs().filter_map(|[first, second]| self.line_end(first, second)).collect();
        let before = self.pairs().map(|[first, second]| self.line_start(second, first)).collect();
        let directly_after = self.pairs().map(|[first, _]| first + 1).collect();
        let directly_before = self.pairs().map(|[_, second]| second).collect();
        [
            [place(after, RemedyPosition::BehindFirstLine), place(before, RemedyPosition::BeforeSecondLine)],
            [place(directly_after, RemedyPosition::BehindFirst), place(directly_before, RemedyPosition::BeforeSecond)],
        ]
    }

    fn is_path(&self, first: u32, second: u32, points: &BTreeSet<u32>) -> bool {
        is_path(&self.map.kernel.code, first, second, self.ends, |_, to| points.contains(&to))
    }

    fn is_on_all_paths(&self, points: &BTreeSet<u32>) -> bool {
        self.pairs().all(|[first, second]| !self.is_path(first, second, points))
    }

    /// The instruction after the end of the group that an asynchronous copy or product is of, in its block and in front of the next barrier.
    fn group_end(&self, pc: u32) -> Option<u32> {
        let end = self.map.block_end(pc);
        let mut behind = (pc + 1..=end).take_while(|at| !self.map.is_barrier(*at));
        behind.find(|at| self.map.ends_group(*at)).map(|at| at + 1)
    }

    /// The first instruction of the line of an access, in its block and after the last barrier and the `other` access.
    fn line_start(&self, pc: u32, other: u32) -> u32 {
        let is_own = |at: &u32| self.map.is_same_line(*at, pc, self.level);
        let block = self.map.block_start(pc)..pc;
        let own = block.rev().take_while(|at| *at != other && !self.map.is_barrier(*at));
        own.filter(is_own).last().unwrap_or(pc)
    }

    /// The instruction after the last one of the line of an access, in its block and in front of the next barrier and of the `other` access.
    fn line_end(&self, pc: u32, other: u32) -> Option<u32> {
        let end = self.map.block_end(pc);
        let own = (pc + 1..=end).take_while(|at| *at != other && !self.map.is_barrier(*at));
        let last = own.filter(|at| self.map.is_same_line(*at, pc, self.level)).last().unwrap_or(pc);
        // After a jump is another block.
        let at = if self.map.goes_on(last) { last + 1 } else { last };
        (at != pc).then_some(at)
    }
}

/// The same two instructions in the other order.
pub(super) fn swapped([one, other]: [u32; 2]) -> [u32; 2] {
    [other, one]
}
