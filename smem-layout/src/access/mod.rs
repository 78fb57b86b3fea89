//! What each warp touches: accesses, their checks, their positions.

#[expect(clippy::module_inception, reason = "the folder is named for its main type")]
mod access;
mod check;
mod offset_classes;
mod pattern;
mod positions;
mod representatives;

pub use access::Access;
pub(crate) use check::check_element;
pub use pattern::{AccessArgument, AccessError, LaneTable, Pattern, WIDEST_BYTES};
pub use positions::{Positions, WarpLanes};
pub(crate) use representatives::representatives;
