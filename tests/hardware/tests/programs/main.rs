//! The programs that measure, as a user calls them: what they print, and what they refuse; and what else no data is replayed for. One
//! program, so that all tests share the helpers.

mod architectures;
mod bench;
mod block_scan;
mod calibrate;
mod index_cost;
#[path = "../../../../examples/tests/programs/output.rs"]
mod output;
mod random_tiles;
mod run_on_gpu;
mod wavefronts;
mod worth;
