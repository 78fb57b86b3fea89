//! Plans with tiles small enough for a small picture to have many.

use smem_examples::single_pass::{BlockShape, CarryScheme, Plan};

mod small {
    use smem_tile::smem_tile;

    #[smem_tile(16, 64, layout = plain, access(row(vec = 8), row(vec = 2)), cuda = "PixelTile")]
    pub struct Pixels(u8);
    #[smem_tile(2, 64, layout = plain, access(row, row(vec = 2), row(vec = 4)), cuda = "ColumnSums")]
    pub struct Sums(u32);
    #[smem_tile(4, 64, layout = plain, access(row, row(vec = 2), row(vec = 4)), cuda = "ColumnSums")]
    pub struct SumsOf4Warps(u32);
    #[smem_tile(16, 64, layout = plain, access(row(vec = 16), row(vec = 2)), cuda = "PixelTile")]
    pub struct PixelsBy16(u8);
    #[smem_tile(16, 64, layout = plain, access(row(vec = 8), row(vec = 2)), cuda = "PixelTile")]
    pub struct Pixels16(u16);
    #[smem_tile(2, 64, layout = plain, access(row, row(vec = 2)), cuda = "ColumnSums")]
    pub struct WideSums(u64);
    #[smem_tile(16, 64, layout = plain, access(row(vec = 4), row(vec = 2)), cuda = "PixelTile")]
    pub struct PixelsF32(f32);
    #[smem_tile(2, 64, layout = plain, access(row, row(vec = 2)), cuda = "ColumnSums")]
    pub struct FloatSums(f64);
    #[smem_tile(16, 16, layout = plain, access(row, row(vec = 2)), cuda = "ChunkSums")]
    pub struct Chunks(u64);
    #[smem_tile(16, 16, layout = plain, access(row, row(vec = 2)), cuda = "ChunkSums")]
    pub struct FloatChunks(f64);
}

pub(super) const SMALL: Plan =
    Plan::of(BlockShape::of::<small::Pixels, small::Sums>("16 x 64", 4, CarryScheme::LookBack, 8));
pub(super) const SMALL_FLAT: Plan =
    Plan::of(BlockShape::of::<small::Pixels, small::SumsOf4Warps>("16 x 64, flat", 4, CarryScheme::Flat, 8));
pub(super) const SMALL_BY_16: Plan =
    Plan::of(BlockShape::of::<small::PixelsBy16, small::Sums>("16 x 64", 4, CarryScheme::LookBack, 16));
pub(super) const SMALL_U16: Plan =
    Plan::of(BlockShape::of::<small::Pixels16, small::WideSums>("16 x 64", 4, CarryScheme::LookBack, 16));
pub(super) const SMALL_F32: Plan =
    Plan::of(BlockShape::of::<small::PixelsF32, small::FloatSums>("16 x 64", 4, CarryScheme::LookBack, 16));

/// Rows whose chunks have sums before them: two a lane, and one.
pub(super) const CHUNKS_U16: Plan = Plan::of(
    BlockShape::of::<small::Pixels16, small::WideSums>("16 x 64, chunks", 4, CarryScheme::LookBack, 16)
        .with_chunks::<small::Chunks>(),
);
pub(super) const CHUNKS_F32: Plan = Plan::of(
    BlockShape::of::<small::PixelsF32, small::FloatSums>("16 x 64, chunks", 4, CarryScheme::LookBack, 16)
        .with_chunks::<small::FloatChunks>(),
);
