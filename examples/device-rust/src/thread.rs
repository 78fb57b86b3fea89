//! Where a thread is in its block, its block in the grid and its element in a picture, and the barrier of a block.

use core::arch::nvptx;

/// Returns the thread's column and row in its block.
#[inline(always)]
pub(crate) fn thread() -> (u32, u32) {
    // SAFETY: reads two special registers.
    unsafe { (nvptx::_thread_idx_x(), nvptx::_thread_idx_y()) }
}

/// Returns the block's column and row in the grid.
#[inline(always)]
pub(crate) fn block() -> (u32, u32) {
    // SAFETY: reads two special registers.
    unsafe { (nvptx::_block_idx_x(), nvptx::_block_idx_y()) }
}

/// Returns the offset of column `x` of row `y` where rows have `nx` elements, in elements.
#[inline(always)]
pub(crate) fn offset(x: u32, y: u32, nx: u32) -> usize {
    y as usize * nx as usize + x as usize
}

/// Waits for all threads of the block, and makes what they wrote visible to all of them.
///
/// # Safety
///
/// Every thread of the block comes here.
#[inline(always)]
pub(crate) unsafe fn barrier() {
    // SAFETY: the caller's word.
    unsafe { nvptx::_syncthreads() }
}
