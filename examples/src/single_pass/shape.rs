//! The shape of a block of the single pass: its tile, its warps, and the way in which it gets the sums before its tile.

use smem_tile::{Layout, SmemTile};

use super::pixel::{Described, Pixel};
use super::tiles::{
    DenseWords, PaddedWords, Pixels64x128, Pixels128x128OfF32, Pixels128x128OfU16, Pixels256x128, Pixels256x256,
    Sums8x128, Sums16x128, Sums16x256, SwizzledWords, WideSums16x128, WideSums16x128By8,
};

/// The contents of a tile while its block waits for the sums before it.
#[derive(Debug, Clone, Copy)]
pub enum Held {
    /// Pixels, as they came, and sums of columns: `kernels/scan2d_single.cu`.
    Pixels {
        /// The structs `PixelTile` and `ColumnSums` in CUDA C++.
        cuda: [&'static str; 2],
        /// Their bytes.
        bytes: [usize; 2],
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
            held: Held::Pixels { cuda: [P::CUDA, S::CUDA], bytes: [size_of::<P>(), size_of::<S>()], load_bytes },
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
        BlockShape { name, pixel: u8::PIXEL, rows, cols, warps: 8, blocks: 6, carries: CarryScheme::LookBack, held }
    }

    /// Returns the bytes of dynamic shared memory that a block has for as many integrals of pixels of type `P`.
    pub fn shared_bytes<P: Pixel>(&self, integrals: usize) -> u32 {
        let Held::Pixels { bytes: [pixels, sums], .. } = self.held else { return 0 };
        let (rows, cols, warps) = (self.rows as usize, self.cols as usize, self.warps as usize);
        let before = if self.carries == CarryScheme::Flat { 2 } else { rows + cols };
        // `Bases` in `scan2d_carries.cuh`, whose size the kernel checks; and the count of blocks.
        let bases = (8 * (rows + cols + before + 1 + 3 * warps)).next_multiple_of(16);
        (pixels + integrals * (sums + bases) + 16) as u32
    }

    /// Returns the threads of a block.
    pub const fn threads(&self) -> u32 {
        32 * self.warps
    }
}
