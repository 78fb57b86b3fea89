//! The knowledge at one `mbarrier`.

use super::known::Known;

/// The order at an `mbarrier`.
#[derive(Debug)]
pub(super) struct MbarrierOrder {
    /// The place of its copies in [`Known`].
    pub(super) agent: usize,
    /// The knowledge of threads that have arrived in the present phase and in earlier ones.
    pub(super) filling: Known,
    /// The same as of the last phase that is complete.
    pub(super) complete: Known,
}
