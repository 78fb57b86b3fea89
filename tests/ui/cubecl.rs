//! The functions of CubeCL: without the crate, with a value, twice, and where the numbers are constants.

use smem_derive::smem_tile;

#[smem_tile(32, 32, cubecl)]
struct WithoutTheCrate(f32);

#[smem_tile(32, 32, cubecl = true)]
struct WithAValue(f32);

#[smem_tile(32, 32, cubecl, pad = auto, cubecl)]
struct Twice(f32);

const SIDE: usize = 32;

#[smem_tile(SIDE, SIDE, cubecl)]
struct OfConstants(f32);

fn main() {}
