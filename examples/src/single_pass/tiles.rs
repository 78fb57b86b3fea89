//! The annotated tiles of the single pass.

use smem_tile::smem_tile;

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

/// Sums of 128 columns over the rows of each of 8 warps, 8 neighbours a lane.
#[smem_tile(
    8,
    128,
    access(
        row,
        row(vec = 2),
        lanes(|lane, warp| (warp, 8 * lane % 128), vec = 4, warps = 8),
        lanes(|lane, warp| (warp, 8 * lane % 128 + 4), vec = 4, warps = 8)
    ),
    cuda = "ColumnSums"
)]
pub struct Sums8x128(u32);

/// Pixels of 16 bits, 8 a lane in.
#[smem_tile(128, 128, layout = plain, access(row(vec = 8), row(vec = 2)), cuda = "PixelTile")]
pub struct Pixels128x128OfU16(u16);

/// Sums of 128 columns of them, 8 neighbours a lane, 2 at once.
#[smem_tile(
    16,
    128,
    access(
        row,
        row(vec = 2),
        lanes(|lane, warp| (warp, 8 * lane % 128), vec = 2, warps = 16),
        lanes(|lane, warp| (warp, 8 * lane % 128 + 2), vec = 2, warps = 16),
        lanes(|lane, warp| (warp, 8 * lane % 128 + 4), vec = 2, warps = 16),
        lanes(|lane, warp| (warp, 8 * lane % 128 + 6), vec = 2, warps = 16)
    ),
    cuda = "ColumnSums"
)]
pub struct WideSums16x128By8(u64);

/// Pixels of `f32`, 4 a lane in.
#[smem_tile(128, 128, layout = plain, memory = dynamic, arch = sm_90, access(row(vec = 4), row(vec = 2)), cuda = "PixelTile")]
pub struct Pixels128x128OfF32(f32);

/// Sums of 128 columns of them, 4 neighbours a lane, 2 at once.
#[smem_tile(
    16,
    128,
    access(
        row,
        row(vec = 2),
        lanes(|lane, warp| (warp, 4 * lane), vec = 2, warps = 16),
        lanes(|lane, warp| (warp, 4 * lane + 2), vec = 2, warps = 16)
    ),
    cuda = "ColumnSums"
)]
pub struct WideSums16x128(f64);

/// Sums in shared memory, dense: every column of it lies in one bank.
#[smem_tile(64, 128, layout = plain, conflicts = allow, cuda = "SumTile")]
pub struct DenseWords(u32);

/// The same with the smallest padding without conflicts in rows or columns.
#[smem_tile(64, 128, pad = auto, cuda = "SumTile")]
pub struct PaddedWords(u32);

/// The same, dense, the columns of each row permuted by XOR.
#[smem_tile(64, 128, swizzle = auto, cuda = "SumTile")]
pub struct SwizzledWords(u32);
