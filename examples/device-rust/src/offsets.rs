//! The index alone: the offsets of elements in a tile.

use smem_tile::SmemTile;

use crate::thread::thread;
use crate::tiles::{PaddedScanTile, SwizzledScanTile};

/// `out[i]` = the offset of `cells[i]`, a row and a column, in the padded tile, in elements. A thread an element.
///
/// # Safety
///
/// `cells` and `out` have an element for each thread of the one block, and the cells are inside the tile.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn offsets_padded(cells: *const [u32; 2], out: *mut u32) {
    // SAFETY: the caller's word.
    unsafe { offset::<PaddedScanTile>(cells, out) }
}

/// The same of the swizzled tile.
///
/// # Safety
///
/// As for [`offsets_padded`].
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn offsets_swizzled(cells: *const [u32; 2], out: *mut u32) {
    // SAFETY: the caller's word.
    unsafe { offset::<SwizzledScanTile>(cells, out) }
}

#[inline(always)]
unsafe fn offset<T: SmemTile>(cells: *const [u32; 2], out: *mut u32) {
    let i = thread().0 as usize;
    // SAFETY: there is a cell and a place for it.
    unsafe {
        let [row, col] = *cells.add(i);
        *out.add(i) = T::index(row, col);
    }
}
