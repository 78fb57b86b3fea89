//! The three tiles of the block scan: one shape, three layouts, one name in CUDA C++.

use smem_tile::smem_tile;
use smem_tile::{Layout, SmemTile};

/// Row-major: each column lies in one pair of banks.
#[smem_tile(32, 32, layout = plain, conflicts = allow, cuda = "ScanTile")]
pub struct DenseTile(u64);

/// Row-major with the smallest padding without conflicts in rows or columns.
#[smem_tile(32, 32, pad = auto, cuda = "ScanTile")]
pub struct PaddedTile(u64);

/// Dense, the columns of each row permuted by XOR so that rows and columns are free of conflicts.
#[smem_tile(32, 32, swizzle = auto, cuda = "ScanTile")]
pub struct SwizzledTile(u64);

/// One of the three as a value.
#[derive(Debug, Clone, Copy)]
pub struct TileVariant {
    /// The name in the table.
    pub name: &'static str,
    /// The layout of its elements.
    pub layout: Layout,
    /// Bytes of an element.
    pub elem_bytes: u32,
    /// Bytes of the tile, padding included.
    pub bytes: usize,
    /// The struct `ScanTile` in CUDA C++.
    pub cuda: &'static str,
}

impl TileVariant {
    /// Dense, padded, swizzled.
    pub const ALL: [TileVariant; 3] = [
        TileVariant::of::<DenseTile>("dense"),
        TileVariant::of::<PaddedTile>("padded"),
        TileVariant::of::<SwizzledTile>("swizzled"),
    ];

    const fn of<T: SmemTile>(name: &'static str) -> TileVariant {
        TileVariant { name, layout: T::LAYOUT, elem_bytes: size_of::<T::Elem>() as u32, bytes: T::BYTES, cuda: T::CUDA }
    }
}
