//! Programs that take an annotated Rust tile to a checked result: CUDA C++ text, NVRTC, then a GPU or the simulator.
//!
//! The parts, from the ground up:
//!
//! - [`Nvrtc`]: finds NVRTC, installs it where there is none, compiles;
//! - [`Device`]: runs kernels, on a GPU where there is one and else in smem-sim;
//! - [`Picture`] and [`squared_integral`]: an input, and the CPU's answer to it;
//! - [`scan2d`]: the 2D scan of squares with its tile in three layouts;
//! - [`single_pass`]: the same scan in one launch, which reads and writes everything once;
//! - [`mod@bench`]: both against what bounds them and against the libraries;
//! - [`block_scan`]: the block scan alone, for tiles of several shapes and elements;
//! - [`bank_table`]: which bank each element lies in;
//! - [`calibrate`]: the bank model against what simulator and hardware count;
//! - [`Nsight`]: reads the hardware's counters;
//! - [`wavefronts`]: every kernel in every layout, predicted, simulated and measured;
//! - [`index_cost`]: what the index of each class of layouts costs.
//!
//! The programs in `src/bin` put them on the command line, with [`Place`], [`say`] and [`progress_bar`] in common.

mod bank_table;
pub mod bench;
pub mod block_scan;
pub mod calibrate;
mod columns;
mod command_line;
mod device;
/// The tiles of the kernels in Rust, by the file that the kernels have them from.
#[path = "../device-rust/src/tiles.rs"]
pub mod device_rust;
mod error;
pub mod index_cost;
mod machine;
mod nsight;
mod nvrtc;
mod picture;
mod reference;
pub mod scan2d;
pub mod single_pass;
mod size;
pub mod wavefronts;

pub use bank_table::{MAX_COLS, bank_table};
pub use command_line::{Place, progress_bar, say, this_program};
pub use device::{Address, Arg, Buffer, Call, Choice, Device, Element, Kernel, Launch, Program, Timing};
pub use error::{Error, exit_code};
pub use machine::Machine;
pub use nsight::{NO_NSIGHT, Nsight};
pub use nvrtc::{Install, Nvrtc, Wheel};
pub use picture::{MAX_PIXELS, MAX_SIDE, Picture};
pub use reference::squared_integral;
pub use size::Size;
