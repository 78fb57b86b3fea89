use smem_derive::smem_tile;

const N: usize = 64;

#[smem_tile(4 * N, 4 * N)]
struct Large(f32);

#[smem_tile(N, N, stages = 9)]
struct Stages(f32);

#[smem_tile(N, N - 1, access(row, row(vec = 2)))]
struct Vectors(f32);

#[smem_tile(N - 60, N, access(row, block(8, 4)))]
struct Block(f32);

#[smem_tile(N - 2, N, access(ldmatrix))]
struct Matrix(u16);

#[smem_tile(N / 16, N / 8, N, access(row, lanes(|lane| (lane / 4, lane % 9, 0))))]
struct Lanes(f32);

#[smem_tile(N / 16, N / 8, N, access(row, transposed(lanes(|lane| (0, lane, lane % 9)))))]
struct Turned(f32);

#[smem_tile(N / 16, N / 8, N, access(row, stride(2)))]
struct Strides(f32);

fn main() {}
