//! Accesses beyond arrays in places of the user's files.

use serde::{Deserialize, Serialize};
use smem_sim::{Overrun, SharedVariable, readable_name};

use crate::place::PlaceNames;
use crate::side::{PlacedSide, shown};

/// Accesses of a source line beyond the array that it names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OverrunDetail {
    /// As the compiler names it in the source: `kernel(int*)::tile`.
    pub array: String,
    /// The bytes of the array, end exclusive; null for dynamic shared memory, which has no end.
    pub bytes: [Option<u32>; 2],
    /// The access.
    pub access: PlacedSide,
    /// `blockIdx`.
    pub block: [u32; 3],
    /// The first byte outside.
    pub address: u32,
    /// The array that the byte is in.
    pub into: Option<String>,
}

impl OverrunDetail {
    pub(crate) fn of(overrun: &Overrun, places: &dyn PlaceNames) -> OverrunDetail {
        let SharedVariable { name, offset, bytes, .. } = &overrun.array;
        OverrunDetail {
            array: readable_name(name),
            bytes: [Some(*offset), bytes.map(|bytes| offset + bytes)],
            access: PlacedSide::of(&overrun.side, places),
            block: overrun.block,
            address: overrun.address,
            into: overrun.into.as_ref().map(|into| readable_name(&into.name)),
        }
    }

    /// Where the byte is, and where the array.
    pub(crate) fn whereabouts(&self) -> String {
        let extent = match self.bytes {
            [Some(first), Some(end)] => format!("has the bytes {first:#x} to {end:#x}"),
            [first, _] => format!("begins at byte {:#x}", first.unwrap_or_default()),
        };
        let into = self.into.as_ref().map(|into| format!(": the byte is in `{into}`"));
        format!("`{}` {extent}{}", self.array, into.unwrap_or_default())
    }

    pub(crate) fn sentence(&self) -> String {
        format!(
            "{} beyond `{}`, at byte {:#x} of shared memory, by thread {} of block {}; {}",
            self.access.access,
            self.array,
            self.address,
            shown(self.access.thread),
            shown(self.block),
            self.whereabouts()
        )
    }
}
