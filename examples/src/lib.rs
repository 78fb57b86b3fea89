//! Programs that take an annotated Rust tile to a checked result: CUDA C++ text, NVRTC, then a GPU or the simulator.
//!
//! The parts, from the ground up:
//!
//! - [`Nvrtc`]: finds NVRTC, installs it where there is none, compiles;
//! - [`Device`]: runs kernels, on a GPU where there is one and else in smem-sim;
//! - [`Picture`] and [`squared_integral`]: an input, and the CPU's answer to it;
//! - [`scan2d`]: the 2D scan of squares with its tile in three layouts;
//! - [`bank_table`]: which bank each element lies in;
//! - [`calibrate`]: the bank model against what simulator and hardware count.
//!
//! The programs `scan2d`, `memory_bank` and `calibrate` put them on the command line.

mod bank_table;
pub mod calibrate;
mod device;
mod error;
mod nvrtc;
mod picture;
mod reference;
pub mod scan2d;

pub use bank_table::{MAX_COLS, bank_table};
pub use device::{Address, Arg, Buffer, Choice, Device, Element, Kernel, Launch, Program, Timing};
pub use error::{Error, exit_code};
pub use nvrtc::{Install, Nvrtc, Wheel};
pub use picture::{MAX_PIXELS, MAX_SIDE, Picture};
pub use reference::squared_integral;
