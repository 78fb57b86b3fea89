//! Accesses in places of the user's files, with the calls that they were inlined through.

use serde::Serialize;
use smem_sim::RaceSide;

use crate::profile::files::{CallPlace, Files, LinePlace};

/// An access of a finding.
#[derive(Debug, Serialize)]
pub(crate) struct PlacedSide {
    access: String,
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(super) thread: [u32; 3],
    /// Where the function that the line is in was inlined, where that was, and so on up to the kernel.
    pub(crate) calls: Vec<CallPlace>,
}

impl PlacedSide {
    pub(super) fn of(side: &RaceSide, files: &Files) -> PlacedSide {
        let LinePlace { file, line } = files.place(side.loc.as_deref(), side.line);
        let calls = side.loc.as_deref().map_or(Vec::new(), |loc| files.call_places(loc));
        PlacedSide { access: side.access.to_string(), file, line, thread: side.thread, calls }
    }

    pub(crate) fn place(&self) -> LinePlace {
        LinePlace { file: self.file.clone(), line: self.line }
    }

    pub(super) fn access(&self) -> &str {
        &self.access
    }

    pub(super) fn is_same(&self, other: &PlacedSide) -> bool {
        (&self.access, &self.file, self.line, &self.calls) == (&other.access, &other.file, other.line, &other.calls)
    }

    /// The access as part of a sentence: `read by thread (0, 0, 0) at a.cu:2, called at a.cu:11`.
    pub(super) fn phrase(&self) -> String {
        let calls: String = self.calls.iter().map(|call| format!(", called at {}:{}", call.file, call.line)).collect();
        format!("{} by thread {} at {}:{}{calls}", self.access, shown(self.thread), self.file, self.line)
    }

    /// The access, and a line for each call.
    pub(super) fn lines(&self, files: &Files) -> Vec<String> {
        let text = |place: &LinePlace| files.text(place).map_or(String::new(), |text| format!(": {}", text.trim()));
        let access = format!("{}:{}  {} by thread {}", self.file, self.line, self.access, shown(self.thread));
        let mut lines = vec![access + &text(&self.place())];
        for call in &self.calls {
            lines.push(format!("  called at {}:{}{}", call.file, call.line, text(&call.place())));
        }
        lines
    }
}

pub(super) fn shown([x, y, z]: [u32; 3]) -> String {
    format!("({x}, {y}, {z})")
}
