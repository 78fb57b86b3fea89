use smem_derive::smem_tile;
use smem_layout::SmemTile;

#[smem_tile(32, 32, pda = 0)]
#[derive(Clone, Debug)]
pub struct ScanTile(f32);

const LAST: u32 = ScanTile::index(31, 31);
static TEXT: &str = ScanTile::CUDA;

fn rows<T: SmemTile>() -> u32 {
    T::ROWS
}

fn main() {
    let mut tile = ScanTile([0.0; ScanTile::LEN]).clone();
    let place = unsafe { ScanTile::at(&mut tile, 0, 0) };
    println!("{place:?} {LAST} {TEXT} {} {} {}", rows::<ScanTile>(), ScanTile::stage_index(0, 1, 1), ScanTile::bank(1, 1));
}
