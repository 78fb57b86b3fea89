//! The front end for PTX: parses text to a syntax tree, and lowers the tree to decoded kernels.

mod declared;
mod header;
mod lower;
mod parse;
mod source_lines;
mod type_names;

pub use declared::{PtxDeclarations, PtxKernel, PtxParameter};
pub use header::PtxHeader;
pub(crate) use lower::{Symbols, constant_bytes, lower_kernel, lower_variables};
pub(crate) use parse::read;
pub use source_lines::ptx_has_source_lines;
