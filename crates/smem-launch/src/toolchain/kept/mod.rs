//! Results of tools, kept in the folder of installed parts: a tool takes longer to start than a small kernel takes to run.
//!
//! ```text
//! key        all that a result depends on -> SHA-256
//! files      a folder of results by their keys, bounded, which others cannot write
//! listings   of the disassembler, by cubin
//! programs   of the compilers and the assembler, by source
//! ```

mod files;
mod key;
mod listings;
mod programs;

pub(super) use key::KeptKey;
pub(super) use listings::KeptListings;
pub(super) use programs::KeptPrograms;
