use smem_derive::smem_tile;

#[smem_tile(32, 32, access(lanes(|lane| (lane, lane + 1))))]
struct Column(f32);

#[smem_tile(32, 32, access(lanes(|lane, warp| (lane * 2 + warp - 2, 0), warps = 2)))]
struct Row(f32);

fn main() {}
