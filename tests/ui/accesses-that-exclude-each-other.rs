use smem_derive::smem_tile;

#[smem_tile(64, 64, access(row, ldmatrix, col), elem(bytes = 2, cuda = "__half"))]
struct Operand(u16);

#[smem_tile(7, 5, swizzle = auto)]
struct OneAlone(f32);

fn main() {}
