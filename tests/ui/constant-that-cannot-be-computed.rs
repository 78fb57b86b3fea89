use smem_derive::smem_tile;

const N: u8 = 200;
static SIZE: usize = 32;

#[smem_tile(2 * N, 32)]
struct Overflow(f32);

fn generic<const WIDTH: usize>() {
    #[smem_tile(WIDTH, 32)]
    struct Generic(f32);
}

fn main() {
    let local = SIZE;
    #[smem_tile(local, 32)]
    struct Local(f32);
}
