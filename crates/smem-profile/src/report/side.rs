//! Accesses in places of the user's files, with the calls that they were inlined through.

use serde::Serialize;
use smem_sim::RaceSide;

use super::files::Files;
use super::place::{CallPlace, LinePlace};

/// An access of a finding.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct PlacedSide {
    /// `read`, `write` or what else it does.
    pub access: String,
    /// As the user names it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// `threadIdx`.
    pub thread: [u32; 3],
    /// Where the function that the line is in was inlined, where that was, and so on up to the kernel.
    pub calls: Vec<CallPlace>,
}

impl PlacedSide {
    pub(super) fn of(side: &RaceSide, files: &Files) -> PlacedSide {
        let LinePlace { file, line } = files.place(side.loc.as_deref(), side.line);
        let calls = side.loc.as_deref().map_or(Vec::new(), |loc| files.call_places(loc));
        PlacedSide { access: side.access.to_string(), file, line, thread: side.thread, calls }
    }

    /// Returns its line.
    pub fn place(&self) -> LinePlace {
        LinePlace { file: self.file.clone(), line: self.line }
    }

    pub(super) fn is_same(&self, other: &PlacedSide) -> bool {
        (&self.access, &self.file, self.line, &self.calls) == (&other.access, &other.file, other.line, &other.calls)
    }

    /// The access as part of a sentence: `read by thread (0, 0, 0) at a.cu:2, called at a.cu:11`.
    pub(super) fn phrase(&self) -> String {
        let calls: String = self.calls.iter().map(|call| format!(", called at {}:{}", call.file, call.line)).collect();
        format!("{} by thread {} at {}{calls}", self.access, shown(self.thread), self.place())
    }
}

pub(crate) fn shown([x, y, z]: [u32; 3]) -> String {
    format!("({x}, {y}, {z})")
}
