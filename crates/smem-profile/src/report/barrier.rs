//! Barriers of a block that not all of its threads reached, by source line.

use serde::Serialize;
use smem_sim::DivergentBarrier;

use super::files::Files;
use super::place::LinePlace;

/// Such a barrier in a place of the user's files.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct PlacedBarrier {
    /// As the user names it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// `blockIdx`.
    pub block: [u32; 3],
    /// The warp of the block, from 0.
    pub warp: u32,
    /// Numbers of threads in the block: `0 to 15`; empty where no lane of the warp arrived.
    pub arrived: String,
    /// Numbers of the threads that did not arrive.
    pub missing: String,
    /// Where the missing threads ended, if they did.
    pub ended: Option<String>,
    /// How often.
    pub times: u64,
}

impl PlacedBarrier {
    pub(super) fn of(barrier: &DivergentBarrier, files: &Files) -> PlacedBarrier {
        let LinePlace { file, line } = files.place(barrier.loc.as_deref(), barrier.line);
        let ended = barrier.ended.as_ref().map(|(line, loc)| files.place(loc.as_deref(), *line).to_string());
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

    /// Returns its line.
    pub fn place(&self) -> LinePlace {
        LinePlace { file: self.file.clone(), line: self.line }
    }

    pub(super) fn is_same(&self, other: &PlacedBarrier) -> bool {
        (&self.file, self.line) == (&other.file, other.line)
    }

    pub(super) fn join(&mut self, other: &PlacedBarrier) {
        self.times += other.times;
    }

    /// The lanes that arrived and those that did not.
    pub(crate) fn threads(&self) -> String {
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

    /// Returns the finding in one sentence.
    pub fn sentence(&self) -> String {
        let [x, y, z] = self.block;
        format!("barrier not reached by every thread of block ({x}, {y}, {z}): {}", self.threads())
    }
}
