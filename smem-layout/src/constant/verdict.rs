//! The exact verdict on a layout: the bank model at every position that can differ.
//!
//! Which positions can differ is decided as by the solver of the crate; a test compares the worst cost with that of all.

use crate::{
    banks::{BankModel, LANES},
    constant::{
        access::SimplePattern,
        counterexample::{Counterexamples, counterexample, is_ruled_out},
        periods::{SeenStarts, gcd, is_linear, periods},
        positions::SimplePositions,
        spec::SimpleTile,
        work_budget::WorkBudget,
    },
    layout::{Layout, Swizzle},
};

/// The cost of the request of most ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WorstPosition {
    pub(super) ways: u32,
    pub(super) wavefronts: u32,
    pub(super) ideal: u32,
    /// The position.
    pub(super) number: u32,
}

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
    let mut number = 0;
    while number < tile.accesses.len() {
        let access = &tile.accesses[number];
        let worst = worst(&SimplePositions::of(access, tile), layout, &tile.model, access.max_ways, budget);
        if worst.ways > access.max_ways {
            counterexamples.add(counterexample(tile, layout, number, worst.number));
            return false;
        }
        if budget.is_spent() {
            return false;
        }
        number += 1;
    }
    true
}

/// Returns the cost of the request of most ways; of the first above `enough` ways, if there is one.
pub(super) const fn worst(
    positions: &SimplePositions,
    layout: &Layout,
    model: &BankModel,
    enough: u32,
    budget: &mut WorkBudget,
) -> WorstPosition {
    let mut search = WorstSearch {
        positions,
        layout,
        model,
        enough,
        worst: WorstPosition { ways: 0, wavefronts: 0, ideal: 0, number: 0 },
    };
    search.walk(budget);
    search.worst
}

struct WorstSearch<'a> {
    positions: &'a SimplePositions,
    layout: &'a Layout,
    model: &'a BankModel,
    enough: u32,
    worst: WorstPosition,
}

impl WorstSearch<'_> {
    /// Costs a position; returns false if the search ends with it.
    const fn visit(&mut self, number: u32, budget: &mut WorkBudget) -> bool {
        if !budget.take(WorkBudget::REQUEST) {
            return false;
        }
        let cost = self.model.cost(&self.positions.request(number, self.layout));
        if cost.ways > self.worst.ways {
            self.worst = WorstPosition { ways: cost.ways, wavefronts: cost.wavefronts, ideal: cost.ideal, number };
        }
        cost.ways <= self.enough
    }

    const fn walk(&mut self, budget: &mut WorkBudget) {
        let linear = is_linear(self.layout, self.positions.elem_bytes(), self.model);
        if linear && self.positions.are_aligned_blocks() {
            self.visit(0, budget);
            return;
        }
        let (down, across) = periods(self.layout, self.positions.elem_bytes(), self.model);
        let (count, vec) = (self.positions.count(), self.positions.vec as u64);
        match self.positions.access.pattern {
            SimplePattern::Row { wrap: true } | SimplePattern::Col { wrap: true } => {
                // The walk repeats once it has passed `down` rows of the tile and is at the same column again (or the other
                // way about).
                let by_rows =
                    matches!(self.positions.access.pattern, SimplePattern::Row { .. }) && self.layout.rows() > 1;
                let lap = match by_rows {
                    true => self.positions.vectors() as u64 * down,
                    false => self.layout.rows() as u64 * at_least_one(across / vec),
                };
                let period = lap / gcd(lap, LANES as u64);
                let end = least(count, period);
                // The last may lack lanes, which makes it part of a complete one, if there is one like it.
                if self.visit_all(end, budget) && end < count {
                    self.visit(count - 1, budget);
                }
            }
            SimplePattern::Stride { .. } => {
                self.visit_all(least(count, at_least_one(across / vec)), budget);
            }
            _ => {
                let (down_count, across_count) = self.positions.grid();
                let (down_step, across_step) = self.positions.steps();
                let end = (
                    least(down_count, down / gcd(down, down_step as u64)),
                    least(across_count, across / gcd(across, across_step as u64)),
                );
                if linear {
                    self.visit_carries(end, budget);
                } else {
                    self.visit_classes(end, budget);
                }
            }
        }
    }

    const fn visit_all(&mut self, end: u32, budget: &mut WorkBudget) -> bool {
        let mut number = 0;
        while number < end {
            if !self.visit(number, budget) {
                return false;
            }
            number += 1;
        }
        true
    }

    /// Visits the positions of a grid at which rows and columns can differ on a layout that is linear over F2.
    const fn visit_carries(&mut self, (down_end, across_end): (u32, u32), budget: &mut WorkBudget) {
        let (height, width) = self.positions.extent();
        let (down_step, across_step) = self.positions.steps();
        let (_, across_count) = self.positions.grid();
        let mut rows = SeenStarts::new(down_step, height);
        let mut down = 0;
        while down < down_end {
            if rows.is_new(down) {
                let mut cols = SeenStarts::new(across_step, width * self.positions.vec);
                let mut across = 0;
                while across < across_end {
                    if cols.is_new(across) && !self.visit(down * across_count + across, budget) {
                        return;
                    }
                    across += 1;
                }
            }
            down += 1;
        }
    }

    /// Visits the positions of a grid; without a swizzle one of those whose first elements are whole words apart.
    const fn visit_classes(&mut self, (down_end, across_end): (u32, u32), budget: &mut WorkBudget) {
        let (_, across_count) = self.positions.grid();
        let in_rows = self.layout.line() == self.layout.cols() && matches!(self.layout.swizzle(), Swizzle::None);
        let period = self.model.translation_period(self.positions.elem_bytes());
        let mut seen = [false; 256];
        let classified = in_rows && period as usize <= seen.len();
        let mut down = 0;
        while down < down_end {
            let mut across = 0;
            while across < across_end {
                let number = down * across_count + across;
                let ((row, col), is_complete) = self.positions.start(number);
                let class = ((row * self.layout.pitch() + col) % period) as usize;
                if !(classified && seen[class]) {
                    if !self.visit(number, budget) {
                        return;
                    }
                    // The lanes of a position that is cut off are part of those of a complete one.
                    if classified && is_complete {
                        seen[class] = true;
                    }
                }
                across += 1;
            }
            down += 1;
        }
    }
}

const fn least(count: u32, period: u64) -> u32 {
    if (count as u64) < period { count } else { period as u32 }
}

const fn at_least_one(number: u64) -> u64 {
    if number == 0 { 1 } else { number }
}
