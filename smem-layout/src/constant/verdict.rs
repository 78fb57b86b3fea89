//! The exact verdict on a layout: the bank model at every position that can differ.
//!
//! Which positions can differ is decided as by the solver of the crate; a test compares the worst cost with that of all.

use crate::{
    banks::{BankModel, Cost, LANES},
    constant::{
        counterexample::{Counterexamples, counterexample, is_ruled_out},
        periods::{SeenStarts, gcd, is_linear, periods},
        positions::{ConstantGrid, LaneMeeting, LanePlaces, SimplePositions},
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
    /// Two lanes that meet, where no more was asked.
    pub(super) lanes: Option<(u32, u32)>,
}

impl WorstPosition {
    /// The ways of a request of which only a meeting of two lanes is known.
    const MORE_THAN_ONE_WAY: WorstPosition = WorstPosition { ways: 2, wavefronts: 2, ideal: 1, number: 0, lanes: None };
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
            counterexamples.add(counterexample(tile, number, &worst));
            return false;
        }
        if budget.is_spent() {
            return false;
        }
        number += 1;
    }
    true
}

/// Returns the cost of the request of most ways; of the first above `enough` ways, if there is one. Where one way is enough, the
/// passes of a request are not counted.
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
        worst: WorstPosition { ways: 0, wavefronts: 0, ideal: 0, number: 0, lanes: None },
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
        if self.enough == 1 {
            match self.positions.meet(number, self.layout, self.model) {
                LaneMeeting::Never => return true,
                LaneMeeting::Of(one, other) => {
                    self.worst =
                        WorstPosition { number, lanes: Some((one, other)), ..WorstPosition::MORE_THAN_ONE_WAY };
                    return false;
                }
                LaneMeeting::Unknown => {}
            }
        }
        let cost = self.model.cost(&self.positions.request(number, self.layout));
        if cost.ways > self.worst.ways {
            let Cost { ways, wavefronts, ideal, .. } = cost;
            self.worst = WorstPosition { ways, wavefronts, ideal, number, lanes: None };
        }
        cost.ways <= self.enough
    }

    const fn walk(&mut self, budget: &mut WorkBudget) {
        let positions = self.positions;
        let linear = is_linear(self.layout, positions.elem_bytes(), self.model);
        if linear && positions.are_aligned_blocks() {
            self.visit(0, budget);
            return;
        }
        // Of what the lanes walk: the columns of the tile are its rows if the access is transposed.
        let (down, across) = match periods(self.layout, positions.elem_bytes(), self.model) {
            (rows, cols) if positions.access.transposed => (cols, rows),
            periods => periods,
        };
        match positions.places() {
            LanePlaces::WalkOfRows | LanePlaces::WalkOfCols => {
                // The walk repeats once it has passed `down` rows of the tile and is at the same column again (or the other
                // way about).
                let lap = match matches!(positions.places(), LanePlaces::WalkOfRows) && positions.rows > 1 {
                    true => positions.vectors as u64 * down,
                    false => positions.rows as u64 * at_least_one(across / positions.vec as u64),
                };
                let (count, period) = (positions.count(), lap / gcd(lap, LANES as u64));
                let end = least(count, period);
                // The last may lack lanes, which makes it part of a complete one if there is one like it.
                if self.is_translated() && positions.is_the_same_walk(self.layout.pitch()) {
                    self.visit_walks(end, budget);
                } else {
                    self.visit_all(end, budget);
                }
            }
            LanePlaces::Table(warps) => {
                self.visit_all(warps.len() as u32, budget);
            }
            LanePlaces::Grid(grid) => {
                let (down, across) = grid.repeats((down, across), positions.vec);
                let end = (least(grid.down, down), least(grid.across, at_least_one(across)));
                if linear && grid.is_dense(positions.vec) {
                    self.visit_carries(&grid, end, budget);
                } else {
                    self.visit_classes(&grid, end, budget);
                }
            }
        }
    }

    /// Returns true if positions whose lanes are as far apart cost the same once their first elements are whole words apart.
    const fn is_translated(&self) -> bool {
        self.layout.line() == self.layout.cols() && matches!(self.layout.swizzle(), Swizzle::None)
    }

    /// Visits a walk whose lanes are equally far apart at all positions: one of those whose first elements are whole words apart.
    const fn visit_walks(&mut self, end: u32, budget: &mut WorkBudget) {
        let mut classes = SeenClasses::new(self.model.translation_period(self.positions.elem_bytes()));
        let mut number = 0;
        while number < end && classes.left > 0 {
            let (row, col) = self.positions.first_of_walk(number);
            let offset = row * self.layout.pitch() + col;
            if !classes.has(offset) {
                if !self.visit(number, budget) {
                    return;
                }
                // The lanes of a position that is cut off are part of those of a complete one.
                if self.positions.is_complete_walk(number) {
                    classes.add(offset);
                }
            }
            number += 1;
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
    const fn visit_carries(
        &mut self,
        grid: &ConstantGrid,
        (down_end, across_end): (u32, u32),
        budget: &mut WorkBudget,
    ) {
        let (down_step, across_step) = grid.steps(self.positions.vec);
        let mut rows = SeenStarts::new(down_step, grid.height);
        let mut down = 0;
        while down < down_end {
            if rows.is_new(down) {
                let mut cols = SeenStarts::new(across_step, grid.width * self.positions.vec);
                let mut across = 0;
                while across < across_end {
                    if cols.is_new(across) && !self.visit(down * grid.across + across, budget) {
                        return;
                    }
                    across += 1;
                }
            }
            down += 1;
        }
    }

    /// Visits the positions of a grid; without a swizzle one of those whose first elements are whole words apart.
    const fn visit_classes(
        &mut self,
        grid: &ConstantGrid,
        (down_end, across_end): (u32, u32),
        budget: &mut WorkBudget,
    ) {
        let mut classes = SeenClasses::new(self.model.translation_period(self.positions.elem_bytes()));
        let is_translated = self.is_translated();
        let mut down = 0;
        while down < down_end && !(is_translated && classes.left == 0) {
            let mut across = 0;
            while across < across_end {
                let number = down * grid.across + across;
                let ((row, col), is_complete) = self.positions.start(grid, number);
                let offset = row * self.layout.pitch() + col;
                if !(is_translated && classes.has(offset)) {
                    if !self.visit(number, budget) {
                        return;
                    }
                    // The lanes of a position that is cut off are part of those of a complete one.
                    if is_complete {
                        classes.add(offset);
                    }
                }
                across += 1;
            }
            down += 1;
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

const fn least(count: u32, period: u64) -> u32 {
    if (count as u64) < period { count } else { period as u32 }
}

const fn at_least_one(number: u64) -> u64 {
    if number == 0 { 1 } else { number }
}
