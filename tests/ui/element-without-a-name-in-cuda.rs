use smem_derive::smem_tile;

#[derive(Clone, Copy)]
struct Pixel(u8, u8, u8, u8);

#[derive(Clone, Copy)]
struct Triple(f32, f32, f32);

type Real = f64;

#[smem_tile(32, 32)]
struct Pixels(Pixel);

#[smem_tile(32, 32, elem(cuda = "float3"))]
struct Triples(Triple);

#[smem_tile(64, 128)]
struct Reals(Real);

fn main() {
    println!("{}", Pixels::CUDA);
}
