//! Layouts in CuTe's notation: `'f16 (128,64):(64,1) o Swizzle<3,3,3>, access(ldmatrix)'`.
//!
//! ```text
//! notation   the text -> element, layout, accesses
//! requests   an access or a layout of threads and values -> the requests of warps
//! costs      their wavefronts, on this layout and with other swizzles
//! explained  the answer of `explain`
//! drawn      that of `map`
//! ```

mod costs;
mod drawn;
mod explained;
mod notation;
mod requests;

pub(crate) use drawn::{DrawnCute, draw};
pub(crate) use explained::{JsonCute, explain};
pub(crate) use notation::CuteTile;
