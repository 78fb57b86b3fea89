//! The worst request of an access.

/// The cost of the request of most ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WorstPosition {
    pub(super) ways: u32,
    pub(super) wavefronts: u32,
    pub(super) ideal: u32,
    /// The position.
    pub(super) number: u32,
    /// Two lanes that meet, where no more was asked.
    pub(super) lanes: Option<(u32, u32)>,
}

impl WorstPosition {
    /// The ways of a request of which only a meeting of two lanes is known.
    pub(super) const MORE_THAN_ONE_WAY: WorstPosition =
        WorstPosition { ways: 2, wavefronts: 2, ideal: 1, number: 0, lanes: None };
}
