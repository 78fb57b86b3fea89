//! Requests that ruled out a layout: tried first on the next, they rule out most of those at once.

use crate::{
    access::Positions,
    constant::{spec::SimpleTile, work_budget::WorkBudget, worst_position::WorstPosition},
    layout::Layout,
};

/// Two lanes, or a request, that ruled out a layout and are likely to rule out the next.
#[derive(Clone, Copy)]
pub(super) enum Counterexample {
    /// Two lanes of one phase, (row, column) of each, that may not meet: both are in one bank if the XOR of their offsets has none of the
    /// bits of `bank`, and then need two passes if it has one of `word`.
    Lanes { one: (u32, u32), other: (u32, u32), bank: u32, word: u32 },
    /// A request, by the number of its access and its position.
    Request { access: usize, number: u32 },
}

/// The counterexamples that ruled out most layouts of late, those first.
pub(super) struct Counterexamples {
    found: [Counterexample; 12],
    count: usize,
    /// The access of the last one, which is likely to rule out the next.
    pub(super) last_access: usize,
}

impl Counterexamples {
    pub(super) const fn new() -> Counterexamples {
        Counterexamples { found: [Counterexample::Request { access: 0, number: 0 }; 12], count: 0, last_access: 0 }
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
            Counterexample::Lanes { one, other, bank, word } => {
                let between = layout.between(one, other);
                budget.take(1) && between & bank == 0 && between & word != 0
            }
            Counterexample::Request { access, number } => {
                let request = tile.request(&tile.positions(access), number, layout);
                budget.take(WorkBudget::REQUEST)
                    && tile.numbers.model.cost(&request).ways > tile.accesses[access].max_ways
            }
        };
        if is_met {
            if at > 0 {
                counterexamples.move_up(at);
            }
            return true;
        }
        at += 1;
    }
    false
}

/// Returns the two lanes that meet at the worst of the `positions` of an access, where no two may; otherwise the request.
pub(super) const fn counterexample(
    tile: &SimpleTile<'_>,
    access: usize,
    positions: &Positions<'_>,
    worst: &WorstPosition,
) -> Counterexample {
    let number = worst.number;
    if let Some((one, other)) = worst.lanes {
        let (bank, word) = tile.numbers.model.meeting_bits(tile.numbers.elem_bytes * positions.lane_elements());
        let bytes = tile.numbers.elem_bytes.trailing_zeros();
        let [one, other] = positions.two_lanes(number, [one, other]);
        return Counterexample::Lanes { one, other, bank: bank >> bytes, word: word >> bytes };
    }
    Counterexample::Request { access, number }
}
