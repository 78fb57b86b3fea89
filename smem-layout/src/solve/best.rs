//! The outcomes of a search.

use crate::layout::Layout;

/// The best layout that a search found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    pub(crate) layout: Layout,
    /// True if every class that can have a better one was searched to its end.
    pub(crate) proven: bool,
}

/// The outcome of a search that found no layout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NotFound {
    /// True when there is none; false when the search gave up before it had seen every layout of its classes.
    pub(crate) proven: bool,
}
