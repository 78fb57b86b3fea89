//! The tiles of the single pass in several shapes, and what a block of each is.

use smem_tile::smem_tile;
use smem_tile::{Layout, SmemTile};

/// Pixels as they came, 8 a lane in and 2 a lane out: nothing in it can conflict, so it stays dense.
#[smem_tile(128, 256, layout = plain, access(row(vec = 8), row(vec = 2)), cuda = "PixelTile")]
pub struct Pixels128x256(u8);

/// Sums of 256 columns over the rows of each of 8 warps. A warp writes 8 neighbours a lane, 4 at once, which conflicts
/// where the tile is dense.
#[smem_tile(
    8,
    256,
    access(
        row,
        row(vec = 2),
        lanes(|lane, warp| (warp, 8 * lane), vec = 4, warps = 8),
        lanes(|lane, warp| (warp, 8 * lane + 4), vec = 4, warps = 8)
    ),
    cuda = "ColumnSums"
)]
pub struct Sums8x256(u32);

/// Half as wide as high, for pictures of up to 2 million pixels.
#[smem_tile(128, 64, layout = plain, access(row(vec = 8), row(vec = 2)), cuda = "PixelTile")]
pub struct Pixels128x64(u8);

/// Sums of 64 columns over the rows of each of 16 warps. Dense: two stores a warp conflict two ways then, and a swizzle that
/// frees them was slower.
#[smem_tile(
    16,
    64,
    layout = plain,
    access(
        row,
        row(vec = 2),
        lanes(|lane, warp| (warp, 8 * lane % 64), vec = 4, warps = 16, max_ways = 2),
        lanes(|lane, warp| (warp, 8 * lane % 64 + 4), vec = 4, warps = 16, max_ways = 2)
    ),
    cuda = "ColumnSums"
)]
pub struct Sums16x64(u32);

/// Sums in shared memory, dense: every column of it lies in one bank.
#[smem_tile(64, 128, layout = plain, conflicts = allow, cuda = "SumTile")]
pub struct DenseWords(u32);

/// The same with the smallest padding without conflicts in rows or columns.
#[smem_tile(64, 128, pad = auto, cuda = "SumTile")]
pub struct PaddedWords(u32);

/// The same, dense, the columns of each row permuted by XOR.
#[smem_tile(64, 128, swizzle = auto, cuda = "SumTile")]
pub struct SwizzledWords(u32);

/// The contents of a tile while its block waits for the sums before it.
#[derive(Debug, Clone, Copy)]
pub enum Held {
    /// Pixels, as they came, and sums of columns: `kernels/scan2d_single.cu`. The structs `PixelTile` and `ColumnSums` in
    /// CUDA C++.
    Pixels([&'static str; 2]),
    /// The scan within the tile: `kernels/scan2d_single_words.cu`. The struct `SumTile` in CUDA C++, and where its elements
    /// lie.
    Sums(&'static str, Layout),
}

/// The way in which blocks get the sums before their tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CarryScheme {
    /// Blocks look back to the nearest prefix, and publish prefixes. For any number of tiles.
    LookBack,
    /// Blocks add up all sums before them, in one step. For up to [`FLAT_TILES`] tiles across and down.
    Flat,
}

/// The most tiles across and down with [`CarryScheme::Flat`].
pub const FLAT_TILES: u32 = 16;

/// A tile's shape, and the block that scans it.
#[derive(Debug, Clone, Copy)]
pub struct BlockShape {
    /// The name in tables.
    pub name: &'static str,
    /// Rows of the tile, the most there are.
    pub rows: u32,
    /// Columns of the tile.
    pub cols: u32,
    /// Warps of a block.
    pub warps: u32,
    /// Blocks that a multiprocessor is to hold, which bounds the registers.
    pub blocks: u32,
    /// The way in which blocks get the sums before their tiles.
    pub carries: CarryScheme,
    /// The contents of shared memory.
    pub held: Held,
}

impl BlockShape {
    /// Tiles of 128 x 256, whose carries take 1 % of the bytes of the sums.
    pub const LARGE: BlockShape = BlockShape::of::<Pixels128x256, Sums8x256>("128 x 256", 4, CarryScheme::LookBack);
    /// Tiles of 128 x 64 that add up all sums before them: up to [`FLAT_TILES`] of them across and down.
    pub const SMALL: BlockShape = BlockShape::of::<Pixels128x64, Sums16x64>("128 x 64, flat", 1, CarryScheme::Flat);

    /// Returns a shape from the tile of its pixels and that of its column sums, which has a row a warp.
    pub const fn of<P: SmemTile<Elem = u8>, S: SmemTile<Elem = u32>>(
        name: &'static str,
        blocks: u32,
        carries: CarryScheme,
    ) -> BlockShape {
        BlockShape {
            name,
            rows: P::LAYOUT.rows(),
            cols: P::LAYOUT.cols(),
            warps: S::LAYOUT.rows(),
            blocks,
            carries,
            held: Held::Pixels([P::CUDA, S::CUDA]),
        }
    }

    /// A tile of sums in three layouts: dense, padded, swizzled.
    pub const WORDS: [BlockShape; 3] = [
        BlockShape::words::<DenseWords>("dense"),
        BlockShape::words::<PaddedWords>("padded"),
        BlockShape::words::<SwizzledWords>("swizzled"),
    ];

    const fn words<T: SmemTile<Elem = u32>>(name: &'static str) -> BlockShape {
        let (rows, cols) = (T::LAYOUT.rows(), T::LAYOUT.cols());
        let held = Held::Sums(T::CUDA, T::LAYOUT);
        BlockShape { name, rows, cols, warps: 8, blocks: 6, carries: CarryScheme::LookBack, held }
    }

    /// Returns the threads of a block.
    pub const fn threads(&self) -> u32 {
        32 * self.warps
    }

    /// Returns the constants that the kernels' text asks for.
    pub(super) fn constants(&self, power: u32, evict_first: bool) -> String {
        let BlockShape { rows, cols, blocks, .. } = self;
        let (threads, flat) = (self.threads(), u32::from(self.carries == CarryScheme::Flat));
        let evict_first = u32::from(evict_first);
        format!(
            "enum : unsigned {{ ROWS = {rows}, COLS = {cols}, THREADS = {threads}, BLOCKS = {blocks}, POWER = {power}, \
             FLAT = {flat}, FLAT_TILES = {FLAT_TILES}, EVICT_FIRST = {evict_first} }};\n"
        )
    }
}
