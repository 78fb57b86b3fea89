//! `libnvidia-ml.so.1`: the questions that programs ask about devices before they use CUDA.

#[macro_use]
mod function;

mod devices;
mod error;
mod missing;
mod system;
