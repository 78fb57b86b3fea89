use smem_derive::smem_tile;

#[smem_tile(32, 32, access(lanes(|lane| (lane.min(3), 0))))]
struct Method(f32);

#[smem_tile(32, 32, access(lanes(|lane| (lane as u32, 0))))]
struct Cast(f32);

#[smem_tile(32, 32, access(lanes(|lane| (lane, if lane < 16 { 0 } else { 1 }))))]
struct If(f32);

#[smem_tile(32, 32, access(lanes(|lane| (lane, warp))))]
struct Warp(f32);

#[smem_tile(32, 32, access(lanes(|lane| (lane, 1.5))))]
struct Float(f32);

fn main() {}
