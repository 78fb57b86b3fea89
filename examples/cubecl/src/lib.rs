//! Kernels of CubeCL that turn a square: by an array as one writes it, and by tiles, whose `index` is a function of CubeCL as well.
//!
//! `smem-tile run -- cargo test` runs them without a GPU, and reports the bank conflicts of each.

pub mod kernels;
pub mod tiles;

#[cfg(test)]
mod tests;
