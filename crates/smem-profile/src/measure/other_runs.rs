//! A launch with other contents in the buffers that decide.

use std::collections::BTreeSet;

use smem_report::DecidingBuffer;

use super::measurement::Measured;

/// A launch with each of the other contents that were tried.
#[derive(Debug)]
pub(crate) struct OtherRuns {
    /// The buffers that decide, whose contents nothing gives.
    pub(crate) buffers: Vec<DecidingBuffer>,
    /// The contents that they have in the launch itself: `zeros`.
    pub(crate) own: String,
    /// The blocks of the launch itself that ran again to compare, where it is too large to run all of them with each of the contents.
    pub(crate) sample: Option<Box<Measured>>,
    /// The launch with others, by their names.
    pub(crate) runs: Vec<(String, Measured)>,
    /// The contents with which it has a fault.
    pub(crate) faulted: Vec<String>,
}

impl OtherRuns {
    /// The names of the buffers.
    pub(crate) fn names(&self) -> BTreeSet<String> {
        self.buffers.iter().map(|own| own.name.clone()).collect()
    }
}
