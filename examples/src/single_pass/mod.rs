//! The 2D scan in one pass: one launch that reads every pixel once and writes every sum once.
//!
//! Blocks take tiles in turn, publish the sums of their rows and columns, and look back for the sums left of their tile and
//! above it: `kernels/scan2d_carries.cuh` explains how. `kernels/scan2d_single.cu` keeps the pixels of a tile as bytes in
//! shared memory until it knows. `kernels/scan2d_single_words.cu` scans its tile there, by rows and by columns, so the tile's
//! layout decides what that costs.

mod plan;
mod scan;
mod shape;
mod table;

pub use plan::Plan;
pub use scan::{Power, SinglePass, View, source};
pub use shape::{BlockShape, CarryScheme, FLAT_TILES, Held};
pub use table::{PassResult, table, times_table};

/// The functions that pass carries from tile to tile.
const CARRIES: &str = include_str!("../../kernels/scan2d_carries.cuh");
const CARRIES_NAME: &str = "scan2d_carries.cuh";

/// The kernel whose tiles stay pixels in shared memory.
const PIXELS_KERNEL: &str = include_str!("../../kernels/scan2d_single.cu");
const PIXELS_KERNEL_NAME: &str = "scan2d_single.cu";

/// The kernel whose tiles are scanned in shared memory.
const SUMS_KERNEL: &str = include_str!("../../kernels/scan2d_single_words.cu");
const SUMS_KERNEL_NAME: &str = "scan2d_single_words.cu";
