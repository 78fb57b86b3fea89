//! The counters of Nsight Compute beside a report's counts, as JSON.

use serde::Serialize;

use crate::nsight::ComparedLaunch;

/// A launch of the report, and the counters of its launch on the page.
#[derive(Serialize)]
pub(super) struct JsonComparison<'a> {
    kernel: &'a str,
    /// Why the counts are not of the same work, or null.
    differs: Option<&'a str>,
    counters: Vec<JsonCounter>,
}

#[derive(Serialize)]
struct JsonCounter {
    counter: &'static str,
    nsight: u64,
    own: u64,
    /// Null where the count is 0.
    percent: Option<f64>,
    why: Option<&'static str>,
}

impl JsonComparison<'_> {
    pub(super) fn of(launch: &ComparedLaunch) -> JsonComparison<'_> {
        let counters = launch.counts.iter().map(|count| JsonCounter {
            counter: count.counter,
            nsight: count.nsight,
            own: count.own,
            percent: count.percent(),
            why: count.why,
        });
        JsonComparison { kernel: &launch.kernel, differs: launch.differs.as_deref(), counters: counters.collect() }
    }
}
