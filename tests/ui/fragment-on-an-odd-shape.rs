use smem_derive::smem_tile;

#[smem_tile(24, 32, access(fragment(m16n8k16, a)))]
struct Rows(u16);

#[smem_tile(16, 8, access(fragment(m16n8k16, b)))]
struct ByRows(u16);

#[smem_tile(1024, access(fragment(m16n8k16, b)))]
struct Line(u16);

#[smem_tile(64, 64, arch = sm_75, access(fragment(m16n8k16, a)))]
struct Turing(u16);

fn main() {}
