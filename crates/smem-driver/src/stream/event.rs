//! Events: marks in streams.

use std::sync::Arc;

use parking_lot::Mutex;

use super::{Capture, Completion};

/// A mark that streams pass, with the time at which they did.
#[derive(Debug)]
pub(crate) struct Event {
    /// Whether it was made without `CU_EVENT_DISABLE_TIMING`.
    pub(crate) is_timed: bool,
    /// The number of the context that it was made in.
    pub(crate) context: u64,
    recorded: Mutex<Recorded>,
}

/// The last place that an event was recorded at.
#[derive(Debug, Clone, Default)]
pub(crate) enum Recorded {
    #[default]
    Never,
    Behind(Arc<Completion>),
    /// In a stream that is being captured, after these nodes of the graph.
    Captured(Arc<Capture>, Vec<u64>),
}

impl Event {
    pub(crate) fn new(is_timed: bool, context: u64) -> Event {
        Event { is_timed, context, recorded: Mutex::default() }
    }

    pub(crate) fn record(&self, at: Recorded) {
        *self.recorded.lock() = at;
    }

    pub(crate) fn recorded(&self) -> Recorded {
        self.recorded.lock().clone()
    }
}
