//! Programs that take an annotated Rust tile to a checked result: CUDA C++ text, NVRTC, then a GPU or the simulator.
//!
//! - [`Picture`] and [`squared_integral`]: an input, and the result by the CPU;
//! - [`scan2d`]: the 2D scan of squares with its tile in three layouts;
//! - `single_pass`: the same scan in one launch, which reads and writes everything once, with the feature `single-pass`;
//! - `local_statistics`: a filter that uses it, for the mean and the deviation around each pixel, with the same feature;
//! - [`gallery`]: kernels that people write, each with its tile in three layouts;
//! - [`bank_table`](bank_table()): the bank of each element.
//!
//! The programs are in `src/bin`. `tile` is the one to read first, and uses nothing of this library. The others put it on the
//! command line, with [`DeviceOptions`], [`say`] and [`progress_bar`] in common. `smem_launch` compiles and launches.

mod access_count;
mod bank_table;
mod columns;
mod command_line;
/// The tiles of the kernels in Rust, from the kernels' own source file.
#[path = "../device-rust/src/tiles.rs"]
pub mod device_rust;
mod error;
mod files;
pub mod gallery;
#[cfg(feature = "single-pass")]
pub mod local_statistics;
mod picture;
mod picture_file;
mod reference;
pub mod scan2d;
#[cfg(feature = "single-pass")]
pub mod single_pass;
mod size;
mod tile_variant;

pub use access_count::AccessCount;
pub use bank_table::{MAX_COLS, bank_table};
pub use columns::{columns, exact_or_wrong, or_dash, speedup};
pub use command_line::{
    DeviceOptions, RepeatOption, SCAN_EXIT_CODES, TimingOptions, device_lines, progress_bar, say, this_program,
};
pub use error::{Error, exit_code};
pub use files::{make_folder, read_file, write_file};
pub use picture::{MAX_PIXELS, MAX_SIDE, Picture};
pub use reference::{integral, squared_integral};
pub use size::Size;
pub use tile_variant::TileVariant;
