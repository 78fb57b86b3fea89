//! One message for each of these, though a side comes twice and a type has neither name nor size.

use smem_derive::smem_tile;

const FIVE: usize = 5;
const SIDES: [usize; 2] = [32, 64];

fn side() -> usize {
    32
}

const fn endless() -> usize {
    loop {}
}

struct Nothing;

#[smem_tile(FIVE - 6, 32)]
struct Negative(f32);

#[smem_tile(SIDES[2], 32)]
struct Beyond(f32);

#[smem_tile(side(), side())]
struct NotConstant(f32);

#[smem_tile(endless(), 32)]
struct Endless(f32);

#[smem_tile(32, 32)]
struct OfNothing(Nothing);

fn main() {}
