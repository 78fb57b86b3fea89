use smem_derive::smem_tile;
use smem_layout::SmemTile;

const N: usize = 32;
const SIDE: usize = 20;

#[smem_tile(N, N, pad = 0)]
#[derive(Clone)]
struct Dense(f32);

#[smem_tile(N, 2 * N, layout = plain, access(row(vec = 4), col(vec = 4)), cuda = "Vectors4")]
struct Vectors(f32);

#[smem_tile(SIDE, SIDE, pad = auto)]
struct Ragged(f32);

#[smem_tile(N, N, swizzle = (2, 0, 2), access(row(vec = 4)))]
struct Torn(f32);

const LAST: u32 = Dense::index(31, 31);

fn rows<T: SmemTile>() -> u32 {
    T::ROWS
}

fn main() {
    let tile = Dense([0.0; Dense::LEN]).clone();
    println!("{} {} {} {}", tile.0.len(), LAST, rows::<Ragged>(), Vectors::CUDA);
}
