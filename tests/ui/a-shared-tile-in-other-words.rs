smem_layout::shared_tile!(static mut TILE: [u8; 4]);

fn main() {}
