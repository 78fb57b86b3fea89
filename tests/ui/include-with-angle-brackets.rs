use smem_derive::smem_tile;

#[smem_tile(32, 32, elem(bytes = 2, cuda = "__half", include = "<cuda_fp16.h>"))]
struct Halves(u16);

fn main() {}
