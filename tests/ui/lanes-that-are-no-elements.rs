use smem_derive::smem_tile;

#[smem_tile(32, 32, access(lanes(|lane| lane)))]
struct OneNumber(f32);

#[smem_tile(32, 32, access(lanes(|lane| (0, lane, 0))))]
struct ThreeNumbers(f32);

#[smem_tile(32, 32, access(lanes(lane, 0)))]
struct NoClosure(f32);

#[smem_tile(32, 32, access(lanes(|lane| (lane, 0), warps = 4)))]
struct SameForEveryWarp(f32);

#[smem_tile(32, 32, access(lanes(|lane, warp| (lane, warp), warps = 33)))]
struct TooManyWarps(f32);

#[smem_tile(32, 32, access(lanes(|lane| (lane, lane), vec = 2)))]
struct Misaligned(f32);

fn main() {}
