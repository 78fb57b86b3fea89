struct ScanTile(f32);

fn bytes<T: smem_layout::SmemTile>() -> usize {
    T::BYTES
}

fn main() {
    bytes::<ScanTile>();
}
