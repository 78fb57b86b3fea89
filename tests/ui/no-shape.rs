use smem_derive::smem_tile;

#[smem_tile]
struct NoParentheses(f32);

#[smem_tile()]
struct Empty(f32);

#[smem_tile(pad = auto)]
struct OnlyOption(f32);

fn main() {}
