use smem_derive::smem_tile;

fn scan<const N: usize>() {
    #[smem_tile(N, N)]
    struct ScanTile(f32);
}

fn main() {
    scan::<32>();
}
