//! One description of a tile for both languages: Rust compiles `src/tiles.rs`, and the build script writes it as a header for CUDA C++.

pub mod tiles;

/// The text of the header. A build script that calls a CUDA compiler passes it the folder, `-I$OUT_DIR`.
pub const HEADER: &str = include_str!(concat!(env!("OUT_DIR"), "/tiles.cuh"));
