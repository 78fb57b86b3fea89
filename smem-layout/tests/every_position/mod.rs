//! The cost of an access at every position, without the solver's short cuts.

use proptest::{prelude::ProptestConfig, test_runner::FileFailurePersistence};
use smem_exhaustive::count;
use smem_layout::{Access, BankModel, Layout, Positions};

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

/// A configuration of 4,000 cases in an exhaustive run, and of 256 otherwise. Most accesses do not fit their tile, so millions may be rejected; failing cases are kept beside the
/// test.
pub(crate) fn many_cases() -> ProptestConfig {
    ProptestConfig {
        cases: count(4000, 256),
        max_global_rejects: 10_000_000,
        max_local_rejects: 10_000_000,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..Default::default()
    }
}

/// One access in four transposed, the others with vectors.
pub(crate) fn transposed_or_wide((access, log_vec, transposed): (Access, u32, u32)) -> Access {
    match transposed {
        0 => access.transposed(),
        _ => access.vec(1 << log_vec),
    }
}
