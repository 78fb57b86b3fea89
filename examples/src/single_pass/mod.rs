//! The 2D scan in one pass: one launch that reads every pixel once and writes every sum once.
//!
//! Blocks take tiles in turn, publish the sums of their rows and columns, and look back for the sums left of their tile and
//! above it: `kernels/scan2d_carries.cuh` explains how. `kernels/scan2d_single.cu` keeps the pixels of a tile as they came in
//! shared memory until it knows. `kernels/scan2d_single_words.cu` scans its tile there, by rows and by columns, so the tile's
//! layout decides what that costs.
//!
//! [`SinglePass`] is the call: pixels of `u8`, `u16` or `f32` ([`Pixel`]), the integral of the pixels, of their squares, or both at once
//! ([`Power`]), any size, any pitch, and any first element ([`View`]). [`Plan`] chooses the tiles ([`BlockShape`]).

mod pixel;
mod plan;
mod scan;
mod shape;
mod source;
mod table;
mod tiles;
mod types;

pub use pixel::{Described, Pixel};
pub use plan::Plan;
pub use scan::{Power, SinglePass, View};
pub use shape::{BlockShape, CarryScheme, FLAT_TILES, Held};
pub use source::source;
pub use table::{PassResult, table, times_table};
pub use types::scan_every_type;
