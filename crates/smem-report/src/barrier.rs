//! Barriers of a block that not all of its threads reached, by source line.

use serde::{Deserialize, Serialize};
use smem_sim::DivergentBarrier;

use crate::place::PlaceNames;
use crate::side::shown;

/// A barrier that not all threads of a block reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BarrierDetail {
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
    /// The barrier at which they waited instead, which opened for both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub met: Option<String>,
}

impl BarrierDetail {
    pub(crate) fn of(barrier: &DivergentBarrier, places: &dyn PlaceNames) -> BarrierDetail {
        let ended = barrier.ended.as_ref().map(|(line, loc)| places.place(loc.as_deref(), *line).to_string());
        BarrierDetail {
            block: barrier.block,
            warp: barrier.warp,
            arrived: barrier.threads(barrier.arrived),
            missing: barrier.threads(barrier.missing),
            ended,
            met: barrier.met.as_ref().map(|(line, loc)| places.place(loc.as_deref(), *line).to_string()),
        }
    }

    /// The lanes that arrived and those that did not.
    pub(crate) fn threads(&self) -> String {
        let BarrierDetail { warp, arrived, missing, ended, met, .. } = self;
        let who = match arrived.as_str() {
            "" => format!("no thread of warp {warp} arrives"),
            arrived => format!("of warp {warp}, threads {arrived} arrive"),
        };
        match (ended, met) {
            (None, Some(place)) => format!("{who}: threads {missing} wait at {place} instead"),
            (None, None) => format!("{who}, and threads {missing} do not"),
            (Some(place), _) => format!("{who}: threads {missing} passed it by and ended at {place}"),
        }
    }

    pub(crate) fn sentence(&self) -> String {
        format!("barrier not reached by every thread of block {}: {}", shown(self.block), self.threads())
    }
}
