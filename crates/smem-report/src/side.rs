//! Accesses in places of the user's files, with the calls that they were inlined through.

use serde::{Deserialize, Serialize};
use smem_sim::{RaceAccess, RaceSide};

use crate::place::{CallPlace, LinePlace, PlaceNames};

/// An access of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlacedSide {
    /// `read`, `write` or what else it does.
    #[serde(with = "crate::named")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::named::<RaceAccess>"))]
    pub access: RaceAccess,
    /// Its line.
    #[serde(flatten)]
    pub place: LinePlace,
    /// `threadIdx`.
    pub thread: [u32; 3],
    /// The block of the thread, where that is another block of the cluster than the one whose memory it accesses; else left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<[u32; 3]>,
    /// Where the function that the line is in was inlined, where that was, and so on up to the kernel.
    pub calls: Vec<CallPlace>,
}

impl PlacedSide {
    pub(crate) fn of(side: &RaceSide, places: &dyn PlaceNames) -> PlacedSide {
        let place = places.place(side.loc.as_deref(), side.line);
        let calls = side.loc.as_deref().map_or(Vec::new(), |loc| places.call_places(loc));
        PlacedSide { access: side.access, place, thread: side.thread, block: None, calls }
    }

    /// The same of a thread of this block, which accesses the memory of another.
    pub(crate) fn of_block(self, block: Option<[u32; 3]>) -> PlacedSide {
        PlacedSide { block, ..self }
    }

    /// The thread, and its block where it is another one: `thread (0, 0, 0) of block (1, 0, 0)`.
    pub(crate) fn who(&self) -> String {
        let block = self.block.map_or(String::new(), |block| format!(" of block {}", shown(block)));
        format!("thread {}{block}", shown(self.thread))
    }

    pub(crate) fn is_same(&self, other: &PlacedSide) -> bool {
        (&self.access, &self.place, &self.calls) == (&other.access, &other.place, &other.calls)
    }

    /// The access as part of a sentence: `read by thread (0, 0, 0) at a.cu:2, called at a.cu:11`.
    pub(crate) fn phrase(&self) -> String {
        let calls: String = self.calls.iter().map(|call| format!(", called at {}:{}", call.file, call.line)).collect();
        format!("{} by {} at {}{calls}", self.access, self.who(), self.place)
    }
}

/// `(x, y, z)`
pub fn shown([x, y, z]: [u32; 3]) -> String {
    format!("({x}, {y}, {z})")
}
