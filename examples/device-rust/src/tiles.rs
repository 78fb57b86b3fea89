//! The tiles of the kernels, for the host as for the device.

use smem_tile::smem_tile;

/// A block's part of a picture of `f32`, padded.
#[smem_tile(32, 32, pad = auto)]
pub struct FloatTile(f32);

/// A block's part of a picture of `u32`, swizzled.
#[smem_tile(32, 32, swizzle = auto)]
pub struct WordTile(u32);

/// A block's part of the scan, row-major: its columns conflict.
#[smem_tile(32, 32, layout = plain, conflicts = allow)]
pub struct DenseScanTile(u64);

/// A block's part of the scan, padded.
#[smem_tile(32, 32, pad = auto)]
pub struct PaddedScanTile(u64);

/// A block's part of the scan, swizzled.
#[smem_tile(32, 32, swizzle = auto)]
pub struct SwizzledScanTile(u64);
