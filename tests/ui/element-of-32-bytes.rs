use smem_derive::smem_tile;

#[smem_tile(32, 32)]
struct Doubles([f64; 4]);

#[smem_tile(256, access(row))]
struct Words([u64; 4]);

fn main() {}
