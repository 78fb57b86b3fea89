//! The elements that each warp accesses: accesses, their checks, their positions.

#[expect(clippy::module_inception, reason = "the folder is named for its main type")]
mod access;
mod access_error;
mod check;
mod check_fragment;
mod check_planes;
mod fragment;
mod grid;
mod instruction;
mod offset_classes;
mod pattern;
mod periods;
mod positions;
mod recorded;
mod representatives;
mod shape;
mod wmma;

pub use access::Access;
pub use access_error::{AccessArgument, AccessError};
pub(crate) use check::check_element;
pub use fragment::{MmaShape, Operand};
pub(crate) use instruction::missing_instruction;
pub use pattern::{LaneTable, Pattern};
pub use positions::{Positions, WarpLanes};
pub(crate) use representatives::representatives;
pub(crate) use shape::Shape;
pub(crate) use wmma::BASE_BYTES;
pub use wmma::WmmaShape;
