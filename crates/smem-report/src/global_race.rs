//! Races on global memory, by source line.

use serde::{Deserialize, Serialize};
use smem_sim::{GlobalRaceSide, RaceAccess, RaceKind};

use crate::place::{LinePlace, PlaceNames};
use crate::side::shown;

/// A race in places of the user's files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GlobalRaceDetail {
    /// The order of the two accesses: `read-after-write`, or `read-beside-write` where neither comes after the other.
    #[serde(with = "crate::named")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::named::<RaceKind>"))]
    pub hazard: RaceKind,
    /// Whether the threads are of two blocks.
    pub between_blocks: bool,
    /// The access that came first.
    pub first: PlacedGlobalSide,
    /// The access that was found to race with it.
    pub second: PlacedGlobalSide,
    /// A byte, in the simulated memory.
    pub address: u64,
}

/// One of its two accesses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlacedGlobalSide {
    /// `read`, `write` or what else it does.
    #[serde(with = "crate::named")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::named::<RaceAccess>"))]
    pub access: RaceAccess,
    /// Its line.
    #[serde(flatten)]
    pub place: LinePlace,
    /// `blockIdx`.
    pub block: [u32; 3],
    /// `threadIdx`.
    pub thread: [u32; 3],
}

impl PlacedGlobalSide {
    pub(crate) fn of(side: &GlobalRaceSide, places: &dyn PlaceNames) -> PlacedGlobalSide {
        let GlobalRaceSide { side, block, .. } = side;
        let place = places.place(side.loc.as_deref(), side.line);
        PlacedGlobalSide { access: side.access, place, block: *block, thread: side.thread }
    }

    pub(crate) fn phrase(&self) -> String {
        format!("{} by thread {} of block {}", self.access, shown(self.thread), shown(self.block))
    }
}

impl GlobalRaceDetail {
    pub(crate) fn scope(&self) -> &'static str {
        if self.between_blocks { "between blocks" } else { "in a block" }
    }

    pub(crate) fn sentence(&self) -> String {
        let GlobalRaceDetail { hazard, first, second, .. } = self;
        format!(
            "{hazard} race {} on global memory: {} at {}, {} at {}",
            self.scope(),
            first.phrase(),
            first.place,
            second.phrase(),
            second.place
        )
    }

    /// Whether both are one finding: the same accesses on the same lines.
    pub(crate) fn is_same(&self, other: &GlobalRaceDetail) -> bool {
        let is_same = |one: &PlacedGlobalSide, other: &PlacedGlobalSide| {
            (&one.access, &one.place) == (&other.access, &other.place)
        };
        (&self.hazard, self.between_blocks) == (&other.hazard, other.between_blocks)
            && is_same(&self.first, &other.first)
            && is_same(&self.second, &other.second)
    }
}
