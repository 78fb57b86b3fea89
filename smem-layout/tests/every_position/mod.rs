//! The cost of an access at every position, without the solver's short cuts.

use smem_layout::{BankModel, Layout, Positions};

/// The most of each figure over the requests at all positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WorstFigures {
    pub(crate) excess: u32,
    pub(crate) wavefronts: u32,
    pub(crate) ways: u32,
}

/// Costs the requests of `vec` elements of `elem_bytes` bytes a lane at all positions, none left out.
pub(crate) fn worst_of_all(
    positions: Positions<'_>,
    layout: &Layout,
    elem_bytes: u32,
    vec: u32,
    model: &BankModel,
) -> WorstFigures {
    let mut worst = WorstFigures { excess: 0, wavefronts: 0, ways: 0 };
    for number in 0..positions.count() {
        let cost = model.cost(&positions.lanes(number).request(layout, elem_bytes, vec));
        worst.excess = worst.excess.max(cost.excess());
        worst.wavefronts = worst.wavefronts.max(cost.wavefronts);
        worst.ways = worst.ways.max(cost.ways);
    }
    worst
}
