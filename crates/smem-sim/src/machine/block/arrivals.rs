//! The arrivals at one of a block's barriers.

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Arrivals {
    pub(super) threads: u32,
    /// The threads that have arrived, a whole warp counted as 32, for barriers with a count.
    pub(super) rounded: u32,
    /// The count that the arriving threads named, if any.
    pub(super) wanted: Option<u32>,
}
