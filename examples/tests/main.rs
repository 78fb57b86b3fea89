//! The programs as a user calls them, and the library's kernels in the simulator. One program, so that it is linked once and all tests
//! share the helpers.

mod cudarc;
mod gallery;
mod memory_bank;
mod programs;
mod races;
mod tile;
