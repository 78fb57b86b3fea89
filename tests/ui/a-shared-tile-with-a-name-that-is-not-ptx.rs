smem_layout::shared_tile!(fn tile() -> *mut [u8; 4], "scan tile");

fn main() {}
