//! Accesses beyond arrays in places of the user's files.

use serde::Serialize;
use smem_launch::readable_name;
use smem_sim::{Overrun, SharedVariable};

use super::side::{PlacedSide, shown};
use crate::profile::files::Files;

/// Accesses of a source line beyond the array that it names.
#[derive(Debug, Serialize)]
pub(crate) struct PlacedOverrun {
    /// As the compiler names it in the source: `kernel(int*)::tile`.
    pub(super) array: String,
    /// The bytes of the array, from its first to behind its last; null for dynamic shared memory, which has no end.
    bytes: [Option<u32>; 2],
    #[serde(flatten)]
    pub(crate) access: PlacedSide,
    block: [u32; 3],
    /// The first byte outside.
    address: u32,
    /// The array that the byte is in.
    into: Option<String>,
    pub(super) times: u64,
}

impl PlacedOverrun {
    pub(super) fn of(overrun: &Overrun, files: &Files) -> PlacedOverrun {
        let SharedVariable { name, offset, bytes, .. } = &overrun.array;
        PlacedOverrun {
            array: readable_name(name),
            bytes: [Some(*offset), bytes.map(|bytes| offset + bytes)],
            access: PlacedSide::of(&overrun.side, files),
            block: overrun.block,
            address: overrun.address,
            into: overrun.into.as_ref().map(|into| readable_name(&into.name)),
            times: overrun.times,
        }
    }

    /// Where the byte is, and where the array.
    fn whereabouts(&self) -> String {
        let extent = match self.bytes {
            [Some(first), Some(end)] => format!("has the bytes {first:#x} to {end:#x}"),
            [first, _] => format!("begins at byte {:#x}", first.unwrap_or_default()),
        };
        let into = self.into.as_ref().map(|into| format!(": the byte is in `{into}`"));
        format!("`{}` {extent}{}", self.array, into.unwrap_or_default())
    }

    /// The overrun in one sentence.
    pub(crate) fn sentence(&self) -> String {
        format!(
            "{} beyond `{}`, at byte {:#x} of shared memory, by thread {} of block {}; {}",
            self.access.access(),
            self.array,
            self.address,
            shown(self.access.thread),
            shown(self.block),
            self.whereabouts()
        )
    }

    /// The overrun as a few lines of a report.
    pub(crate) fn lines(&self, files: &Files) -> Vec<String> {
        vec![format!(
            "{} beyond a shared array, at byte {:#x}, block {}:",
            self.access.access(),
            self.address,
            shown(self.block)
        )]
        .into_iter()
        .chain(self.access.lines(files).into_iter().chain([self.whereabouts()]).map(|line| format!("  {line}")))
        .collect()
    }
}
