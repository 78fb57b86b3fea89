//! Several tiles in one allocation: what `#[shared_block]` generates.
//!
//! ```text
//! #[shared_block] struct Smem { a: TileA, b: TileB }
//!        |
//!     SharedField       each type with its text: a tree           field, definition, described
//!     SharedBlock       the fields with their offsets             block
//!        |
//!     CUDA              the types once each, then the struct      text
//!     errors            bytes, architectures, names               check
//! ```
//!
//! All of it is computed in const evaluation, because sizes and types have no values before: a procedural macro sees the names of
//! fields alone.

mod block;
mod check;
mod definition;
mod described;
mod expansion;
mod field;
mod text;

pub use block::SharedBlock;
pub use check::{arch, arch_message, bytes_message, check_bytes, check_field};
pub use definition::{Definition, Member};
pub use described::definition;
pub use field::SharedField;
pub use text::{own, whole};
