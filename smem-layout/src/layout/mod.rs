//! Where an element of a tile is stored.

#[cfg(feature = "alloc")]
mod cute_layout;
#[cfg(feature = "alloc")]
mod cute_text;
mod description;
#[expect(clippy::module_inception, reason = "the folder is named for its main type")]
mod layout;
mod matrix;
mod offset_matrix;
mod prefer;
mod quick_index;
mod rotation;
mod row_pitch;
mod swizzle;

#[cfg(feature = "alloc")]
pub use cute_layout::CuteLayout;
#[cfg(feature = "alloc")]
pub use cute_text::CuteLayoutError;
#[cfg(feature = "alloc")]
pub(crate) use description::InPlanes;
pub use layout::{Layout, LayoutError};
pub use matrix::{Matrix, ROW_BITS};
pub use offset_matrix::{OFFSET_BITS, OffsetMatrix, OffsetMatrixError};
pub use prefer::Prefer;
pub(crate) use prefer::Rank;
pub use rotation::Rotation;
pub use row_pitch::NoPitch;
pub use swizzle::Swizzle;
