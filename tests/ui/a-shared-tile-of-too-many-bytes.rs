smem_layout::shared_tile!(fn huge() -> *mut [u8; 49153]);

fn main() {}
