//! The programs as a user calls them: what they print, and what they refuse. One program, so that all tests share the
//! helpers.

mod bench;
mod block_scan;
#[path = "../../../../examples/tests/programs/output.rs"]
mod output;
