smem_layout::shared_tile!(fn nothing() -> *mut ());

fn main() {}
