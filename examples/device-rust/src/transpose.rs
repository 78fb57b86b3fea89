//! Transposes: `dst[x][y] = src[y][x]`, both sides read and written along rows of global memory.
//!
//! A block of 32 x 32 threads a tile. `src` has `ny` rows of `nx` columns; neither need be a multiple of 32.

use smem_layout::shared_tile;

use crate::thread::{barrier, block, thread};
use crate::tiles::{FloatTile, WordTile};

shared_tile!(static FLOATS: FloatTile, "float_tile");
shared_tile!(static WORDS: WordTile, "word_tile");

/// Through a padded tile.
///
/// # Safety
///
/// `src` and `dst` each hold `nx * ny` elements, and blocks have 32 x 32 threads.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn transpose_f32(src: *const f32, dst: *mut f32, nx: u32, ny: u32) {
    let (tx, ty) = thread();
    let there = Transposed::of(nx, ny);
    // SAFETY: the thread is inside the tile, `there` keeps inside the pictures, and all threads come to the barrier.
    unsafe {
        if let Some(from) = there.from {
            FLOATS.store(ty, tx, *src.add(from));
        }
        barrier();
        if let Some(to) = there.to {
            *dst.add(to) = FLOATS.load(tx, ty);
        }
    }
}

/// Through a swizzled tile.
///
/// # Safety
///
/// As for [`transpose_f32`].
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn transpose_u32(src: *const u32, dst: *mut u32, nx: u32, ny: u32) {
    let (tx, ty) = thread();
    let there = Transposed::of(nx, ny);
    // SAFETY: as in `transpose_f32`.
    unsafe {
        if let Some(from) = there.from {
            WORDS.store(ty, tx, *src.add(from));
        }
        barrier();
        if let Some(to) = there.to {
            *dst.add(to) = WORDS.load(tx, ty);
        }
    }
}

/// What this thread reads and what it writes, in elements of the pictures. `None` outside.
struct Transposed {
    from: Option<usize>,
    to: Option<usize>,
}

impl Transposed {
    #[inline(always)]
    fn of(nx: u32, ny: u32) -> Transposed {
        let ((tx, ty), (bx, by)) = (thread(), block());
        Transposed {
            from: offset(bx * FloatTile::COLS + tx, by * FloatTile::ROWS + ty, nx, ny),
            to: offset(by * FloatTile::ROWS + tx, bx * FloatTile::COLS + ty, ny, nx),
        }
    }
}

#[inline(always)]
fn offset(x: u32, y: u32, nx: u32, ny: u32) -> Option<usize> {
    (x < nx && y < ny).then(|| y as usize * nx as usize + x as usize)
}
