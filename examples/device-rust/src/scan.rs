//! The block scan of the 2D scan of squares, as `scan_tiles` of `kernels/scan2d.cu` has it: a block of 32 x 32 threads a
//! tile, a thread a pixel, a warp a row.
//!
//! The carries come from the kernels of that file: `row_carry` holds what is above each row of tiles, `col_carry` what is
//! left of each column of tiles.

use smem_tile::{SmemTile, shared_tile};

use crate::thread::{barrier, block, offset, thread};
use crate::tiles::{DenseScanTile, PaddedScanTile, SwizzledScanTile};
use crate::warp::inclusive_sum;

/// Declares a tile in shared memory and the kernel that scans through it.
macro_rules! kernel {
    ($(#[$doc:meta])* $kernel:ident, $tile:ident: $type:ty, $name:literal) => {
        shared_tile!(fn $tile() -> *mut $type, $name);

        $(#[$doc])*
        ///
        /// # Safety
        ///
        /// `src` and `dst` each hold `nx * ny` elements, `row_carry` has `nx` for each row of tiles and `col_carry` `ny` for
        /// each column of tiles, and blocks have 32 x 32 threads.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $kernel(
            src: *const u8,
            row_carry: *const u64,
            col_carry: *const u64,
            dst: *mut u64,
            nx: u32,
            ny: u32,
        ) {
            // SAFETY: the caller's word.
            unsafe { scan($tile(), src, row_carry, col_carry, dst, nx, ny) }
        }
    };
}

kernel! {
    /// Through a row-major tile, whose columns conflict.
    scan_dense, dense: DenseScanTile, "dense_scan_tile"
}
kernel! {
    /// Through a padded tile.
    scan_padded, padded: PaddedScanTile, "padded_scan_tile"
}
kernel! {
    /// Through a swizzled tile.
    scan_swizzled, swizzled: SwizzledScanTile, "swizzled_scan_tile"
}

/// Scans the block's part of the picture, through a tile of any layout.
#[inline(always)]
unsafe fn scan<T: SmemTile<Elem = u64>>(
    tile: *mut T,
    src: *const u8,
    row_carry: *const u64,
    col_carry: *const u64,
    dst: *mut u64,
    nx: u32,
    ny: u32,
) {
    let ((tx, ty), (bx, by)) = (thread(), block());
    let (x, y) = (bx * T::COLS + tx, by * T::ROWS + ty);
    let (here, inside) = (offset(x, y, nx), x < nx && y < ny);
    // SAFETY: the tile has 32 x 32 elements, one for each thread; every other offset is checked against the picture
    // first. Threads outside the picture hold zeros: they take part in every shuffle and barrier.
    unsafe {
        let pixel = if inside { u32::from(*src.add(here)) } else { 0 };
        *T::at(tile, ty, tx) = u64::from(pixel * pixel);
        barrier();

        // Along the rows. The carry from the left goes in here, so that the next step carries it down.
        let left = if bx > 0 && y < ny { *col_carry.add(offset(y, bx - 1, ny)) } else { 0 };
        *T::at(tile, ty, tx) = inclusive_sum(*T::at(tile, ty, tx), tx) + left;
        barrier();

        // Down the columns: lane tx of warp ty at row tx of column ty.
        *T::at(tile, tx, ty) = inclusive_sum(*T::at(tile, tx, ty), tx);
        barrier();

        // Out, with the carry from above.
        let above = if by > 0 && x < nx { *row_carry.add(offset(x, by - 1, nx)) } else { 0 };
        if inside {
            *dst.add(here) = *T::at(tile, ty, tx) + above;
        }
    }
}
