//! The three tiles of the block scan: one shape, three layouts, one name in CUDA C++.

use smem_tile::smem_tile;

use crate::TileVariant;

/// Row-major: each column lies in one pair of banks.
#[smem_tile(32, 32, layout = plain, conflicts = allow, cuda = "ScanTile")]
pub struct DenseTile(u64);

/// Row-major with the smallest padding without conflicts in rows or columns.
#[smem_tile(32, 32, pad = auto, cuda = "ScanTile")]
pub struct PaddedTile(u64);

/// Dense, the columns of each row permuted by XOR so that rows and columns are free of conflicts.
#[smem_tile(32, 32, swizzle = auto, cuda = "ScanTile")]
pub struct SwizzledTile(u64);

/// Dense, padded, swizzled.
pub const TILES: [TileVariant; 3] = [
    TileVariant::of::<DenseTile>("dense"),
    TileVariant::of::<PaddedTile>("padded"),
    TileVariant::of::<SwizzledTile>("swizzled"),
];
