//! Transposes: `dst[x][y] = src[y][x]`, both sides read and written along rows of global memory.
//!
//! A block of 32 x 32 threads a tile. `src` has `ny` rows of `nx` columns; neither need be a multiple of 32.

use smem_tile::shared_tile;

use crate::thread::{barrier, block, offset, thread};
use crate::tiles::{FloatTile, WordTile};

/// Declares a tile in shared memory and the kernel that transposes through it.
///
/// A macro, because each handle is a type of its own: a pointer would serve both, but its accesses are not `ld.shared`.
macro_rules! kernel {
    ($(#[$doc:meta])* $kernel:ident($elem:ty), $tile:ident: $type:ident, $name:literal) => {
        shared_tile!(static $tile: $type, $name);

        $(#[$doc])*
        ///
        /// # Safety
        ///
        /// `src` and `dst` each hold `nx * ny` elements, and blocks have 32 x 32 threads.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $kernel(src: *const $elem, dst: *mut $elem, nx: u32, ny: u32) {
            let ((tx, ty), (bx, by)) = (thread(), block());
            let from = inside(bx * $type::COLS + tx, by * $type::ROWS + ty, nx, ny);
            let to = inside(by * $type::ROWS + tx, bx * $type::COLS + ty, ny, nx);
            // SAFETY: the thread is inside the tile, `from` and `to` are inside the pictures, and all threads come to the
            // barrier.
            unsafe {
                if let Some(from) = from {
                    $tile.store(ty, tx, *src.add(from));
                }
                barrier();
                if let Some(to) = to {
                    *dst.add(to) = $tile.load(tx, ty);
                }
            }
        }
    };
}

kernel! {
    /// Through a padded tile.
    transpose_f32(f32), FLOATS: FloatTile, "float_tile"
}
kernel! {
    /// Through a swizzled tile.
    transpose_u32(u32), WORDS: WordTile, "word_tile"
}

/// Returns the offset of column `x` of row `y`, in elements. `None` outside a picture of `nx` columns and `ny` rows.
#[inline(always)]
fn inside(x: u32, y: u32, nx: u32, ny: u32) -> Option<usize> {
    (x < nx && y < ny).then(|| offset(x, y, nx))
}
