//! The exact verdict on a layout: the bank model at every position that can differ.
//!
//! Which positions can differ is decided as by the solver of the crate; a test compares the worst cost with that of all.

use smem_banks::Cost;

use crate::{
    access::{Positions, is_linear},
    constant::{
        counterexample::{Counterexamples, counterexample, is_ruled_out},
        requests::{LaneMeeting, meeting},
        spec::SimpleTile,
        work_budget::WorkBudget,
        worst_position::WorstPosition,
    },
    layout::{Layout, Swizzle},
    tile_numbers::TileNumbers,
};

/// Returns true if every access has at most the ways that it accepts; false if the budget ended before.
pub(super) const fn is_free(
    tile: &SimpleTile<'_>,
    layout: &Layout,
    counterexamples: &mut Counterexamples,
    budget: &mut WorkBudget,
) -> bool {
    if is_ruled_out(tile, layout, counterexamples, budget) {
        return false;
    }
    let (first, mut judged) = (counterexamples.last_access, 0);
    while judged < tile.accesses.len() {
        let number = (first + judged) % tile.accesses.len();
        let max_ways = tile.accesses[number].max_ways;
        let positions = tile.positions(number);
        let worst = worst(tile, &positions, layout, max_ways, budget);
        if worst.ways > max_ways {
            counterexamples.add(counterexample(tile, number, &positions, &worst));
            counterexamples.last_access = number;
            return false;
        }
        if budget.is_spent() {
            return false;
        }
        judged += 1;
    }
    true
}

/// Returns the cost of the request of most ways at the positions of an access; of the first above `enough` ways, if there is one. Where one way is enough,
/// the passes of a request are not counted.
pub(super) const fn worst(
    tile: &SimpleTile<'_>,
    positions: &Positions<'_>,
    layout: &Layout,
    enough: u32,
    budget: &mut WorkBudget,
) -> WorstPosition {
    let mut search = WorstSearch {
        tile,
        positions,
        layout,
        enough,
        worst: WorstPosition { ways: 0, wavefronts: 0, ideal: 0, number: 0, lanes: None },
    };
    search.walk(budget);
    search.worst
}

struct WorstSearch<'a> {
    tile: &'a SimpleTile<'a>,
    positions: &'a Positions<'a>,
    layout: &'a Layout,
    enough: u32,
    worst: WorstPosition,
}

impl WorstSearch<'_> {
    /// Costs a position; returns false if the search ends with it.
    const fn visit(&mut self, number: u32, budget: &mut WorkBudget) -> bool {
        if !budget.take(WorkBudget::REQUEST) {
            return false;
        }
        let TileNumbers { elem_bytes, model, .. } = &self.tile.numbers;
        if self.enough == 1 {
            match meeting(self.positions, number, self.layout, *elem_bytes, model) {
                LaneMeeting::Never => return true,
                LaneMeeting::Of(one, other) => {
                    self.worst =
                        WorstPosition { number, lanes: Some((one, other)), ..WorstPosition::MORE_THAN_ONE_WAY };
                    return false;
                }
                LaneMeeting::Unknown => {}
            }
        }
        let cost = model.cost(&self.tile.request(self.positions, number, self.layout));
        if cost.ways > self.worst.ways {
            let Cost { ways, wavefronts, ideal, .. } = cost;
            self.worst = WorstPosition { ways, wavefronts, ideal, number, lanes: None };
        }
        cost.ways <= self.enough
    }

    /// Costs the positions that can differ. Without a swizzle those that start whole words apart cost the same.
    const fn walk(&mut self, budget: &mut WorkBudget) {
        let TileNumbers { elem_bytes, model, .. } = &self.tile.numbers;
        let linear = is_linear(self.layout, *elem_bytes, model);
        if linear && self.positions.are_aligned_blocks() {
            self.visit(0, budget);
            return;
        }
        let mut numbers =
            self.positions.numbers(self.positions.periods(self.layout, *elem_bytes, model, linear), linear);
        if linear || !self.layout.is_in_rows() || !matches!(self.layout.swizzle(), Swizzle::None) {
            while let Some(number) = numbers.next()
                && self.visit(number, budget)
            {}
            return;
        }
        let pitch = self.layout.pitch();
        let mut classes = SeenClasses::new(model.translation_period(*elem_bytes));
        while classes.left > 0
            && let Some(number) = numbers.next()
        {
            let ((row, col), is_complete) = self.positions.start(number, pitch);
            let offset = row * pitch + col;
            if !classes.has(offset) {
                if !self.visit(number, budget) {
                    return;
                }
                // The lanes of a position that is cut off are part of those of a complete one.
                if is_complete {
                    classes.add(offset);
                }
            }
        }
    }
}

/// The first elements of positions that were visited, but for whole words.
struct SeenClasses {
    period: u32,
    seen: [bool; 256],
    /// Those that were not seen.
    left: u32,
}

impl SeenClasses {
    const fn new(period: u32) -> SeenClasses {
        SeenClasses { period, seen: [false; 256], left: period }
    }

    const fn has(&self, offset: u32) -> bool {
        let class = (offset % self.period) as usize;
        class < self.seen.len() && self.seen[class]
    }

    const fn add(&mut self, offset: u32) {
        let class = (offset % self.period) as usize;
        if class < self.seen.len() && !self.seen[class] {
            self.seen[class] = true;
            self.left -= 1;
        }
    }
}
