//! Results of votes.

/// The value that a vote gives a predicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vote {
    All,
    Any,
    Equal,
}

/// How a barrier counts votes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BarrierVotes {
    Count,
    And,
    Or,
}
