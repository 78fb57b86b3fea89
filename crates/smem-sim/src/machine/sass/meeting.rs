//! Outcomes of a place where lanes meet.

/// The fate of a fragment at a place where lanes meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meeting {
    /// All are here: go on.
    Here,
    /// The others were waiting, and go on as well.
    Met,
    Waits,
}
