//! Barriers of a block that not all of its threads reached, by source line.

use serde::Serialize;
use smem_sim::DivergentBarrier;

use super::files::{Files, LinePlace};

/// Such a barrier in a place of the user's files.
#[derive(Debug, Serialize)]
pub(crate) struct PlacedBarrier {
    file: String,
    line: u32,
    block: [u32; 3],
    warp: u32,
    /// Numbers of threads in the block: `0 to 15`; empty where no lane of the warp arrived.
    arrived: String,
    missing: String,
    /// Where the missing threads ended, if they did.
    ended: Option<String>,
    times: u64,
}

impl PlacedBarrier {
    pub(crate) fn of(barrier: &DivergentBarrier, files: &Files) -> PlacedBarrier {
        let LinePlace { file, line } = files.place(barrier.loc.as_deref(), barrier.line);
        let ended = barrier.ended.as_ref().map(|(line, loc)| {
            let LinePlace { file, line } = files.place(loc.as_deref(), *line);
            format!("{file}:{line}")
        });
        PlacedBarrier {
            file,
            line,
            block: barrier.block,
            warp: barrier.warp,
            arrived: barrier.threads(barrier.arrived),
            missing: barrier.threads(barrier.missing),
            ended,
            times: barrier.times,
        }
    }

    pub(crate) fn place(&self) -> LinePlace {
        LinePlace { file: self.file.clone(), line: self.line }
    }

    pub(crate) fn is_same(&self, other: &PlacedBarrier) -> bool {
        (&self.file, self.line) == (&other.file, other.line)
    }

    pub(crate) fn join(&mut self, other: &PlacedBarrier) {
        self.times += other.times;
    }

    /// The lanes that arrived and those that did not.
    fn threads(&self) -> String {
        let PlacedBarrier { warp, arrived, missing, ended, .. } = self;
        let who = match arrived.as_str() {
            "" => format!("no thread of warp {warp} arrives"),
            arrived => format!("of warp {warp}, threads {arrived} arrive"),
        };
        match ended {
            None => format!("{who}, and threads {missing} do not"),
            Some(place) => format!("{who}: threads {missing} passed it by and ended at {place}"),
        }
    }

    /// The finding in one sentence.
    pub(crate) fn sentence(&self) -> String {
        let [x, y, z] = self.block;
        format!("barrier not reached by every thread of block ({x}, {y}, {z}): {}", self.threads())
    }

    /// The finding as a few lines of a report.
    pub(crate) fn lines(&self, files: &Files) -> Vec<String> {
        let [x, y, z] = self.block;
        let text = files.text(&self.place()).map(|text| format!("  {}", text.trim()));
        vec![
            format!("barrier not reached by every thread, block ({x}, {y}, {z}):"),
            format!("  {}:{}{}", self.file, self.line, text.unwrap_or_default()),
            format!("  {}", self.threads()),
        ]
    }
}
