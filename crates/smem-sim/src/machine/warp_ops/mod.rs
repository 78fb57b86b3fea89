//! Exchanges between the lanes of a warp, over values and masks: the meaning of PTX's and of machine code's.
//!
//! ```text
//! shuffle  the lane that each lane takes a value from
//! vote     predicates of all lanes
//! alike    lanes with the same value
//! reduce   one number of all lanes
//! elect    one lane of several
//! ```

mod alike;
mod elect;
mod reduce;
mod shuffle;
mod vote;

pub(super) use alike::{alike, all_alike};
pub(super) use elect::elect;
pub(super) use reduce::reduce;
pub(super) use shuffle::shuffle;
pub(super) use vote::LaneVotes;
