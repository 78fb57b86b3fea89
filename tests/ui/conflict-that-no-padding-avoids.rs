use smem_derive::smem_tile;

#[smem_tile(32, 32, pad = auto, access(row, col, lanes(|lane| (lane, lane)), lanes(|lane| (lane, 31 - lane))))]
struct ScanTile(f32);

fn main() {}
