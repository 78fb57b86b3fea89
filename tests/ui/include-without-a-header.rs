use smem_derive::smem_tile;

#[smem_tile(32, 32, elem(bytes = 2, cuda = "__half", include = ""))]
struct Empty(u16);

#[smem_tile(32, 32, elem(bytes = 2, cuda = "__half", include = cuda_fp16))]
struct NotText(u16);

#[smem_tile(32, 32, elem(bytes = 2, cuda = "__half", include = "a.h", include = "b.h"))]
struct Twice(u16);

#[smem_tile(32, 32, elem(bytes = 2, cuda = "__half", include = "cuda_fp16.h\n#error"))]
struct Lines(u16);

fn main() {}
