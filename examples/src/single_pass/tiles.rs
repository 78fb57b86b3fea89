//! The annotated tiles of the single pass.

use smem_tile::smem_tile;

/// Declares a tile of the sums of columns over the rows of each warp, free of conflicts: a lane stores `by` neighbours, `vec` at once.
macro_rules! column_sums {
    ($(#[$doc:meta])* $name:ident($sum:ty), $warps:tt x $cols:tt, by = $by:tt, vec = $vec:tt, at = [$($at:tt)+]) => {
        $(#[$doc])*
        #[smem_tile(
            $warps,
            $cols,
            access(row, row(vec = 2), $(lanes(|lane, warp| (warp, $by * lane % $cols + $at), vec = $vec, warps = $warps)),+),
            cuda = "ColumnSums"
        )]
        pub(super) struct $name($sum);
    };
}

/// Pixels as they came, 8 a lane in and 2 a lane out: nothing in it can conflict, so it stays dense.
#[smem_tile(256, 256, layout = plain, memory = dynamic, arch = sm_90, access(row(vec = 8), row(vec = 2)), cuda = "PixelTile")]
pub struct Pixels256x256(u8);

/// Sums of 256 columns over the rows of each of 16 warps. Dense: two stores a warp conflict two ways then, and a swizzle that frees them
/// was 1 to 2 % slower on an H200 from 8192 x 8192 on.
#[smem_tile(
    16,
    256,
    layout = plain,
    access(
        row,
        row(vec = 2),
        lanes(|lane, warp| (warp, 8 * lane), vec = 4, warps = 16, max_ways = 2),
        lanes(|lane, warp| (warp, 8 * lane + 4), vec = 4, warps = 16, max_ways = 2)
    ),
    cuda = "ColumnSums"
)]
pub struct Sums16x256(u32);

/// Half as wide, for pictures of up to 4 million pixels.
#[smem_tile(256, 128, layout = plain, access(row(vec = 8), row(vec = 2)), cuda = "PixelTile")]
pub struct Pixels256x128(u8);

/// Sums of 128 columns over the rows of each of 16 warps, dense likewise.
#[smem_tile(
    16,
    128,
    layout = plain,
    access(
        row,
        row(vec = 2),
        lanes(|lane, warp| (warp, 8 * lane % 128), vec = 4, warps = 16, max_ways = 2),
        lanes(|lane, warp| (warp, 8 * lane % 128 + 4), vec = 4, warps = 16, max_ways = 2)
    ),
    cuda = "ColumnSums"
)]
pub struct Sums16x128(u32);

/// For pictures of up to a million pixels.
#[smem_tile(64, 128, layout = plain, access(row(vec = 8), row(vec = 2)), cuda = "PixelTile")]
pub struct Pixels64x128(u8);

column_sums! {
    /// Sums of 128 columns over the rows of each of 8 warps, 8 neighbours a lane.
    Sums8x128(u32), 8 x 128, by = 8, vec = 4, at = [0 4]
}

/// Pixels of 16 bits, 8 a lane in.
#[smem_tile(128, 128, layout = plain, access(row(vec = 8), row(vec = 2)), cuda = "PixelTile")]
pub struct Pixels128x128OfU16(u16);

column_sums! {
    /// Sums of 128 columns of them, 8 neighbours a lane, 2 at once.
    WideSums16x128By8(u64), 16 x 128, by = 8, vec = 2, at = [0 2 4 6]
}

/// Pixels of `f32`, 4 a lane in.
#[smem_tile(128, 128, layout = plain, memory = dynamic, arch = sm_90, access(row(vec = 4), row(vec = 2)), cuda = "PixelTile")]
pub struct Pixels128x128OfF32(f32);

column_sums! {
    /// Sums of 128 columns of them, 4 neighbours a lane, 2 at once.
    WideSums16x128(f64), 16 x 128, by = 4, vec = 2, at = [0 2]
}

/// A picture of a batch.
#[smem_tile(64, 64, layout = plain, access(row(vec = 8), row(vec = 2)), cuda = "PixelTile")]
pub struct Pixels64x64(u8);

column_sums! {
    /// Sums of 64 columns over the rows of each of 8 warps, 8 neighbours a lane.
    Sums8x64(u32), 8 x 64, by = 8, vec = 4, at = [0 4]
}

/// The same of 16 bits.
#[smem_tile(64, 64, layout = plain, access(row(vec = 8), row(vec = 2)), cuda = "PixelTile")]
pub struct Pixels64x64OfU16(u16);

column_sums! {
    /// Sums of 64 columns of them, 8 neighbours a lane, 2 at once.
    WideSums8x64By8(u64), 8 x 64, by = 8, vec = 2, at = [0 2 4 6]
}

/// The same of `f32`.
#[smem_tile(64, 64, layout = plain, access(row(vec = 4), row(vec = 2)), cuda = "PixelTile")]
pub struct Pixels64x64OfF32(f32);

column_sums! {
    /// Sums of 64 columns over the rows of each of 4 warps, 4 neighbours a lane, 2 at once.
    WideSums4x64(f64), 4 x 64, by = 4, vec = 2, at = [0 2]
}

/// A larger one.
#[smem_tile(128, 128, layout = plain, access(row(vec = 8), row(vec = 2)), cuda = "PixelTile")]
pub struct Pixels128x128(u8);

/// Half as many rows of `f32`, whose block is one of three on a multiprocessor.
#[smem_tile(64, 128, layout = plain, access(row(vec = 4), row(vec = 2)), cuda = "PixelTile")]
pub struct Pixels64x128OfF32(f32);

column_sums! {
    /// Sums of 128 columns over the rows of each of 8 warps, 4 neighbours a lane, 2 at once.
    WideSums8x128(f64), 8 x 128, by = 4, vec = 2, at = [0 2]
}

/// Sums before every fourth of 128 columns of `u16`: two a lane on the way in, one for two lanes on the way out.
#[smem_tile(
    128,
    32,
    access(
        lanes(|lane| (lane / 16, 2 * lane % 32), vec = 2),
        lanes(|lane| (0, lane / 2)),
        lanes(|lane| (0, lane / 2 + 16))
    ),
    cuda = "ChunkSums"
)]
pub struct WideChunks128(u64);

/// The same of `f32`: one a lane on the way in.
#[smem_tile(
    64,
    32,
    access(row, row(vec = 2), lanes(|lane| (0, lane / 2)), lanes(|lane| (0, lane / 2 + 16))),
    cuda = "ChunkSums"
)]
pub struct WideChunks64(f64);

/// Sums before every fourth of 64 columns of `u16`.
#[smem_tile(
    64,
    16,
    access(lanes(|lane| (lane / 8, 2 * lane % 16), vec = 2), lanes(|lane| (0, lane / 2))),
    cuda = "ChunkSums"
)]
pub struct WideChunks64By16(u64);

/// In place of sums before chunks of columns, where there are none: the least that 16 bytes hold.
#[smem_tile(1, 2, layout = plain, access(row, row(vec = 2)), cuda = "ChunkSums")]
pub struct NoChunks(u64);

/// Sums in shared memory, dense: every column of it lies in one bank.
#[smem_tile(64, 128, layout = plain, conflicts = allow, cuda = "SumTile")]
pub struct DenseWords(u32);

/// The same with the smallest padding without conflicts in rows or columns.
#[smem_tile(64, 128, pad = auto, cuda = "SumTile")]
pub struct PaddedWords(u32);

/// The same, dense, the columns of each row permuted by XOR.
#[smem_tile(64, 128, swizzle = auto, cuda = "SumTile")]
pub struct SwizzledWords(u32);
