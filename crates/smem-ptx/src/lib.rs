//! The front end for PTX: parses text to a syntax tree, and lowers the tree to kernels that [`smem_sim`] runs.
//!
//! PTX says what a program means: which lanes an instruction names, which accesses are volatile, how arrays are called. What a launch costs is
//! counted from machine code.
//!
//! ```
//! let text = ".version 8.8 .target sm_90 .address_size 64 .visible .entry k() { ret; }";
//! let module = smem_ptx::module(text)?;
//! assert_eq!(module.kernels().collect::<Vec<_>>(), ["k"]);
//! # Ok::<(), smem_sim::ParseError>(())
//! ```

#![forbid(unsafe_code)]
// An input that makes this crate panic is a defect of it: readers have no index and no `unwrap`, and the others say why theirs hold.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable,
        clippy::indexing_slicing,
        clippy::string_slice
    )
)]

mod declared;
mod header;
mod lower;
mod module;
mod parse;
mod ptx_text;
mod source_lines;
mod type_names;

pub use declared::{PtxDeclarations, PtxKernel, PtxParameter};
pub use header::PtxHeader;
pub use module::module;
pub use ptx_text::PtxText;
pub use source_lines::ptx_has_source_lines;
