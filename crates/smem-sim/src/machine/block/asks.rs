//! Whom a stuck block asks.

/// A question about a block that is stuck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::machine) enum Asks {
    /// Only its own shared memory, or nothing.
    Itself,
    /// Global memory, which other blocks may change.
    Others,
}
