use smem_derive::smem_tile;

#[smem_tile(32, 32, access(lanes(|lane| (8 / (lane - 5) + 8, 0))))]
struct Division(f32);

#[smem_tile(32, 32, access(lanes(|lane| (lane, 0x7fff_ffff_ffff_ffff * (lane + 2)))))]
struct Overflow(f32);

#[smem_tile(32, 32, access(lanes(|lane| (1 << lane - 1, 0))))]
struct Shift(f32);

fn main() {}
