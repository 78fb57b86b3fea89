use smem_derive::smem_tile;

#[smem_tile(64, 32, access(lanes(|lane, warp| (lane / 4 + 8 * warp, lane % 4))))]
struct Fragments(f32);

#[smem_tile(64, 32, access(row, lanes(|lane, _| (lane, 0), max_ways = 32)))]
struct Unused(f32);

fn main() {}
