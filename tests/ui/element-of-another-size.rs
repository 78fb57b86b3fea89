use smem_derive::smem_tile;

struct Half(u16);

#[smem_tile(32, 32, elem(bytes = 4, cuda = "__half2"))]
struct OfHalf(Half);

#[smem_tile(32, 32, elem(bytes = 2))]
struct OfFloat(f32);

fn main() {}
