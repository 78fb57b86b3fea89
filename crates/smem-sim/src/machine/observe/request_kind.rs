//! Kinds of requests to shared memory, one for each rule of cost.

use crate::isa::{AtomicPasses, Space};
use smem_banks::{BankModel, Cost, WarpRequest};

/// A kind of request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::machine) enum RequestKind {
    /// `ld.shared`
    Load,
    /// `ld` of a generic address
    GenericLoad,
    /// `st`, through either address
    Store,
    LoadMatrix,
    StoreMatrix,
    /// `cp.async`, whose cost depends on where it reads as well.
    AsyncCopy(Cost),
    Atomic(AtomicPasses),
}

impl RequestKind {
    /// The kind of a load through an address of this space.
    pub(in crate::machine) fn load(space: Space) -> Self {
        if space == Space::Generic { Self::GenericLoad } else { Self::Load }
    }

    /// Whether threads may wait by it for a change of memory.
    pub(in crate::machine) fn asks(self) -> bool {
        self.loads() || matches!(self, Self::Atomic(_))
    }

    /// True for loads of either kind.
    pub(in crate::machine) fn loads(self) -> bool {
        matches!(self, Self::Load | Self::GenericLoad)
    }

    pub(in crate::machine) fn cost(self, banks: &BankModel, request: &WarpRequest) -> Cost {
        match self {
            RequestKind::Load => banks.load_cost(request),
            RequestKind::GenericLoad => banks.generic_load_cost(request),
            RequestKind::Store | RequestKind::LoadMatrix | RequestKind::StoreMatrix => banks.cost(request),
            RequestKind::AsyncCopy(cost) => cost,
            RequestKind::Atomic(passes) => match passes {
                AtomicPasses::Words => banks.cost(request),
                AtomicPasses::Lanes => banks.atomic_cost(request),
                AtomicPasses::LanesTwice => banks.compare_and_swap_cost(request),
                AtomicPasses::Retried { failed } => {
                    let all = banks.compare_and_swap_cost(request);
                    let again = match WarpRequest::new(request.bytes(), *request.addresses(), failed) {
                        Ok(again) => banks.compare_and_swap_cost(&again),
                        Err(_) => Cost::default(),
                    };
                    Cost {
                        wavefronts: all.wavefronts.saturating_sub(again.wavefronts),
                        ideal: all.ideal.saturating_sub(again.ideal),
                        ..all
                    }
                }
                AtomicPasses::LanesTwiceAndPhases => banks.generic_float_add_cost(request),
                AtomicPasses::Phases => {
                    let phases = banks.phases(request);
                    Cost { wavefronts: phases, ideal: phases, ways: 1, at_least: phases }
                }
            },
        }
    }
}
