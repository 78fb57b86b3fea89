//! The 2D scan in one pass: one launch that reads every pixel once and writes every sum once.
//!
//! A block publishes the sums of the rows and columns of its tile, and gets those left of the tile and above it from what other blocks
//! publish: `kernels/scan2d_carries.cuh` explains how, `scan2d_published.cuh` what a published word is, and `scan2d_picture.cuh` has the way
//! out for a block that waits in vain. `kernels/scan2d_single.cu` keeps the pixels of a tile as they came in shared memory until it knows;
//! `scan2d_read.cuh` brings them there. `kernels/scan2d_single_words.cu` scans its tile there, by rows and by columns, so the tile's layout
//! decides what that costs.
//!
//! [`SinglePass`] is the call: pixels of `u8`, `u16` or `f32` ([`Pixel`]), the integral of the pixels, of their squares, or both at once
//! ([`Power`]), any size, any pitch, and any first element ([`View`]). [`Plan`] chooses the tiles ([`BlockShape`]).

mod pixel;
mod plan;
mod power;
mod scan;
mod shape;
mod source;
mod table;
mod tiles;
mod types;

pub use pixel::{Described, Pixel};
pub use plan::Plan;
pub use power::Power;
pub use scan::{Batch, SinglePass, View};
pub use shape::{BlockShape, CarryScheme, FLAT_TILES, Held};
pub use source::source;
pub use table::{PassResult, table, times_table};
pub use types::scan_every_type;
