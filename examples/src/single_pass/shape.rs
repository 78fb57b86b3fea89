//! The shape of a block of the single pass: its tile, its warps, and the way in which it gets the sums before its tile.

use smem_tile::{Layout, SmemTile};

use super::pixel::{Described, Pixel};
use super::tiles::{
    DenseWords, NoChunks, PaddedWords, Pixels64x64, Pixels64x64OfF32, Pixels64x64OfU16, Pixels64x128,
    Pixels64x128OfF32, Pixels128x128, Pixels128x128OfF32, Pixels128x128OfU16, Pixels256x128, Pixels256x256, Sums8x64,
    Sums8x128, Sums16x128, Sums16x256, SwizzledWords, WideChunks64, WideChunks64By16, WideChunks128, WideSums4x64,
    WideSums8x64By8, WideSums8x128, WideSums16x128, WideSums16x128By8,
};

/// The contents of a tile while its block waits for the sums before it.
#[derive(Debug, Clone, Copy)]
pub enum Held {
    /// Pixels, as they came, and sums of columns: `kernels/scan2d_single.cu`.
    Pixels {
        /// The structs `PixelTile`, `ColumnSums` and `ChunkSums` in CUDA C++.
        cuda: [&'static str; 3],
        /// Their bytes.
        bytes: [usize; 3],
        /// Bytes that a lane loads at once, 8 or 16.
        load_bytes: u32,
    },
    /// The scan within the tile: `kernels/scan2d_single_words.cu`. The struct `SumTile` in CUDA C++, and where its elements
    /// lie.
    Sums(&'static str, Layout),
}

/// The way in which blocks get the sums before their tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CarryScheme {
    /// Blocks look back to the nearest prefix, and publish prefixes. For any number of tiles.
    LookBack,
    /// Blocks add up all sums before them, in one step. For pixels of 8 bits, and up to [`FLAT_TILES`] tiles across and down.
    Flat,
}

/// The most tiles across and down with [`CarryScheme::Flat`].
pub const FLAT_TILES: u32 = 16;

/// A tile's shape, and the block that scans it.
#[derive(Debug, Clone, Copy)]
pub struct BlockShape {
    /// The name in tables.
    pub name: &'static str,
    /// The type of the pixels in CUDA C++.
    pub(super) pixel: &'static str,
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
    /// Tiles of 64 x 64 that look back: for batches of pictures that one of them holds.
    pub const TINY: BlockShape = BlockShape::of::<Pixels64x64, Sums8x64>("64 x 64", 4, CarryScheme::LookBack, 8);
    /// The same of `u16`.
    pub const TINY_U16: BlockShape =
        BlockShape::of::<Pixels64x64OfU16, WideSums8x64By8>("64 x 64 of u16", 6, CarryScheme::LookBack, 16)
            .with_chunks::<WideChunks64By16>();
    /// The same of `f32`.
    pub const TINY_F32: BlockShape =
        BlockShape::of::<Pixels64x64OfF32, WideSums4x64>("64 x 64 of f32", 8, CarryScheme::LookBack, 16);
    /// Tiles of 128 x 128, for batches of larger ones, which add up all sums before them.
    pub const SQUARE: BlockShape =
        BlockShape::of::<Pixels128x128, Sums8x128>("128 x 128, flat", 4, CarryScheme::Flat, 8);
    /// Tiles of 64 x 128 that add up all sums before them: up to [`FLAT_TILES`] of them across and down.
    pub const SMALL: BlockShape = BlockShape::of::<Pixels64x128, Sums8x128>("64 x 128, flat", 2, CarryScheme::Flat, 8);
    /// Tiles of 256 x 128, likewise.
    pub const MEDIUM: BlockShape =
        BlockShape::of::<Pixels256x128, Sums16x128>("256 x 128, flat", 1, CarryScheme::Flat, 8);
    /// Tiles of 256 x 256, likewise.
    pub const LARGE: BlockShape =
        BlockShape::of::<Pixels256x256, Sums16x256>("256 x 256, flat", 2, CarryScheme::Flat, 8);
    /// Tiles of 256 x 256 that look back, for any number of them. Their carries take 2 % of the bytes of the sums.
    pub const HUGE: BlockShape = BlockShape::of::<Pixels256x256, Sums16x256>("256 x 256", 2, CarryScheme::LookBack, 8);
    /// Tiles of 128 x 128 pixels of 16 bits.
    pub const U16: BlockShape =
        BlockShape::of::<Pixels128x128OfU16, WideSums16x128By8>("128 x 128 of u16", 2, CarryScheme::LookBack, 16);
    /// Tiles of 128 x 128 pixels of `f32`.
    pub const F32: BlockShape =
        BlockShape::of::<Pixels128x128OfF32, WideSums16x128>("128 x 128 of f32", 2, CarryScheme::LookBack, 16);

    /// The same with sums before chunks of columns, for one integral.
    pub const U16_CHUNKS: BlockShape = BlockShape::U16.with_chunks::<WideChunks128>();
    /// Tiles of 64 x 128 pixels of `f32` with sums before chunks of columns, for one integral.
    pub const F32_CHUNKS: BlockShape =
        BlockShape::of::<Pixels64x128OfF32, WideSums8x128>("64 x 128 of f32", 3, CarryScheme::LookBack, 16)
            .with_chunks::<WideChunks64>();

    /// Returns a shape from the tile of its pixels and that of its column sums, which has a row a warp. A lane loads `load_bytes` at
    /// once, 8 or 16.
    pub const fn of<P: SmemTile<Elem: Pixel>, S: SmemTile>(
        name: &'static str,
        blocks: u32,
        carries: CarryScheme,
        load_bytes: u32,
    ) -> BlockShape {
        BlockShape {
            name,
            pixel: <P::Elem as Described>::PIXEL,
            rows: P::LAYOUT.rows(),
            cols: P::LAYOUT.cols(),
            warps: S::LAYOUT.rows(),
            blocks,
            carries,
            held: Held::Pixels {
                cuda: [P::CUDA, S::CUDA, NoChunks::CUDA],
                bytes: [size_of::<P>(), size_of::<S>(), size_of::<NoChunks>()],
                load_bytes,
            },
        }
    }

    /// The same with a third tile: the sums before every fourth column in each row, which otherwise lanes add up when they write.
    pub const fn with_chunks<C: SmemTile>(self) -> BlockShape {
        let held = match self.held {
            Held::Pixels { cuda: [pixels, sums, _], bytes: [of_pixels, of_sums, _], load_bytes } => {
                Held::Pixels { cuda: [pixels, sums, C::CUDA], bytes: [of_pixels, of_sums, size_of::<C>()], load_bytes }
            }
            held => held,
        };
        BlockShape { held, ..self }
    }

    /// Whether there are sums before every fourth column.
    pub(super) fn has_chunks(&self) -> bool {
        matches!(self.held, Held::Pixels { cuda: [.., chunks], .. } if chunks != NoChunks::CUDA)
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
        BlockShape { name, pixel: u8::PIXEL, rows, cols, warps: 8, blocks: 6, carries: CarryScheme::LookBack, held }
    }

    /// Returns the bytes of dynamic shared memory that a block has for as many integrals of pixels of type `P`.
    pub fn shared_bytes<P: Pixel>(&self, integrals: usize) -> u32 {
        let Held::Pixels { bytes: [pixels, sums, chunks], .. } = self.held else { return 0 };
        let (rows, cols, warps) = (self.rows as usize, self.cols as usize, self.warps as usize);
        let before = if self.carries == CarryScheme::Flat { 2 } else { rows + cols };
        // `Bases` in `scan2d_carries.cuh`, whose size the kernel checks; and the count of blocks.
        let bases = (8 * (rows + cols + before + 1 + 3 * warps)).next_multiple_of(16);
        (pixels + integrals * (sums + chunks + bases) + 16) as u32
    }

    /// Returns the words of 64 bits of a workspace: the counter's line; for each integral a word a tile, and one a row and a column of each.
    pub const fn work_words(&self, tiles: u32, integrals: usize) -> usize {
        let sums = tiles.next_multiple_of(16) as usize + tiles as usize * (self.rows + self.cols) as usize;
        16 + integrals * sums
    }

    /// Returns the threads of a block.
    pub const fn threads(&self) -> u32 {
        32 * self.warps
    }
}
