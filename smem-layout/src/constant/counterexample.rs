//! Requests that ruled out a layout: tried first on the next, they rule out most of those at once.

use crate::{
    constant::{spec::SimpleTile, work_budget::WorkBudget, worst_position::WorstPosition},
    layout::Layout,
};

/// Two lanes, or a request, that ruled out a layout and are likely to rule out the next.
#[derive(Clone, Copy)]
pub(super) enum Counterexample {
    /// Two lanes of one phase, (row, column) of each, that may not meet.
    Lanes { one: (u32, u32), other: (u32, u32), bytes: u32 },
    /// A request, by the number of its access and its position.
    Request { access: usize, number: u32 },
}

/// The counterexamples that ruled out most layouts of late, those first.
pub(super) struct Counterexamples {
    found: [Counterexample; 12],
    count: usize,
}

impl Counterexamples {
    pub(super) const fn new() -> Counterexamples {
        Counterexamples { found: [Counterexample::Request { access: 0, number: 0 }; 12], count: 0 }
    }

    /// Keeps a counterexample, in place of the last one if there are many.
    pub(super) const fn add(&mut self, counterexample: Counterexample) {
        if self.count < self.found.len() {
            self.count += 1;
        }
        self.found[self.count - 1] = counterexample;
        self.move_up(self.count - 1);
    }

    /// Moves a counterexample to the front.
    const fn move_up(&mut self, mut at: usize) {
        let counterexample = self.found[at];
        while at > 0 {
            self.found[at] = self.found[at - 1];
            at -= 1;
        }
        self.found[0] = counterexample;
    }
}

/// Returns true if what ruled out an earlier layout rules out this one.
pub(super) const fn is_ruled_out(
    tile: &SimpleTile<'_>,
    layout: &Layout,
    counterexamples: &mut Counterexamples,
    budget: &mut WorkBudget,
) -> bool {
    let mut at = 0;
    while at < counterexamples.count {
        let is_met = match counterexamples.found[at] {
            Counterexample::Lanes { one, other, bytes } => budget.take(1) && meet(tile, layout, one, other, bytes),
            Counterexample::Request { access, number } => {
                let request = tile.request(&tile.positions(access), number, layout);
                budget.take(WorkBudget::REQUEST) && tile.model.cost(&request).ways > tile.accesses[access].max_ways
            }
        };
        if is_met {
            counterexamples.move_up(at);
            return true;
        }
        at += 1;
    }
    false
}

/// Returns the two lanes that meet at the worst position of an access, where no two may; otherwise the request.
pub(super) const fn counterexample(tile: &SimpleTile<'_>, access: usize, worst: &WorstPosition) -> Counterexample {
    let number = worst.number;
    if let Some((one, other)) = worst.lanes {
        let positions = tile.positions(access);
        let lanes = positions.lanes(number);
        return Counterexample::Lanes {
            one: lanes.at[one as usize],
            other: lanes.at[other as usize],
            bytes: tile.elem_bytes * positions.lane_elements(),
        };
    }
    Counterexample::Request { access, number }
}

/// Returns true if lanes at these elements, of one phase, need two passes.
const fn meet(tile: &SimpleTile<'_>, layout: &Layout, one: (u32, u32), other: (u32, u32), bytes: u32) -> bool {
    let (one, other) = (layout.quick_index(one.0, one.1), layout.quick_index(other.0, other.1));
    tile.model.meet(one * tile.elem_bytes, other * tile.elem_bytes, bytes)
}
