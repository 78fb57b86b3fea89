use smem_layout::shared_tile;

struct NoTile([f32; 1024]);

shared_tile!(static TILE: NoTile);

fn main() {
    let tile = TILE.as_mut_ptr();
    let _: *mut NoTile = tile;
}
