//! Kernels in Rust over tiles of `#[smem_tile]`.
//!
//! For the target `nvptx64-nvidia-cuda` this crate is the kernels, and what comes out of the compiler is PTX:
//!
//! - `transpose`: a tile written by rows and read by columns, padded for `f32`, swizzled for `u32`;
//! - `scan`: the block scan of the 2D scan of squares, `scan_tiles` of `kernels/scan2d.cu`, over a row-major, a
//!   padded and a swizzled tile;
//! - `stages`: stages, planes, a block of tiles, generic code, and a layout that a feature chooses;
//! - `offsets`: the index alone, to compare with the host's.
//!
//! For every other target it is `tiles` alone, so that host programs use the same types as the kernels.
//!
//! Nothing here needs more than `core`, and in a release build nothing can panic: on a GPU, a panic is a call to code that
//! nothing links. With debug assertions the index checks its row and column, and would make such a call.

#![no_std]
#![cfg_attr(target_arch = "nvptx64", feature(abi_ptx, asm_experimental_arch, link_llvm_intrinsics, stdarch_nvptx))]
// The one intrinsic that core does not offer: see `warp`.
#![cfg_attr(target_arch = "nvptx64", allow(internal_features))]

pub mod tiles;

#[cfg(target_arch = "nvptx64")]
pub mod offsets;
#[cfg(target_arch = "nvptx64")]
pub mod scan;
#[cfg(target_arch = "nvptx64")]
pub mod stages;
#[cfg(target_arch = "nvptx64")]
mod thread;
#[cfg(target_arch = "nvptx64")]
pub mod transpose;
#[cfg(target_arch = "nvptx64")]
mod warp;
