//! The elements that each warp accesses: accesses, their checks, their positions.

#[expect(clippy::module_inception, reason = "the folder is named for its main type")]
mod access;
#[cfg(feature = "alloc")]
mod access_error;
mod borrowed_table;
#[cfg(feature = "alloc")]
mod check;
#[cfg(feature = "alloc")]
mod check_fragment;
#[cfg(feature = "alloc")]
mod check_planes;
#[cfg(feature = "alloc")]
mod check_wmma;
mod const_access;
mod fragment;
mod grid;
#[cfg(feature = "alloc")]
mod instruction;
mod lane_places;
mod lane_runs;
#[cfg(feature = "alloc")]
mod lane_table;
mod lane_walk;
#[cfg(feature = "alloc")]
mod offset_classes;
mod pattern;
mod periods;
mod position_numbers;
mod positions;
#[cfg(feature = "alloc")]
mod recorded;
#[cfg(feature = "alloc")]
mod representatives;
mod shape;
mod spelling;
mod wmma;

#[cfg(not(feature = "alloc"))]
pub(crate) use access::Access;
pub use borrowed_table::BorrowedTable;
pub use const_access::{ConstAccess, ConstPattern};
pub use fragment::{MmaShape, Operand};
pub(crate) use lane_runs::LaneRuns;
pub(crate) use periods::is_linear;
pub use positions::{Positions, WarpLanes};
pub(crate) use shape::Shape;
pub(crate) use wmma::BASE_BYTES;
pub use wmma::WmmaShape;
#[cfg(feature = "alloc")]
pub use {
    access::Access,
    access_error::{AccessArgument, AccessError},
    lane_table::LaneTable,
    pattern::Pattern,
};
#[cfg(feature = "alloc")]
pub(crate) use {check::check_element, instruction::missing_instruction, representatives::representatives};
