//! Several tiles in one allocation: one of stages and planes, and one whose layout a feature chooses.

use smem_tile::{SmemTile, shared_block, shared_tile, smem_tile};

use crate::thread::{barrier, offset, thread};

/// Two stages of two planes of 16 x 32 elements.
#[smem_tile(2, 16, 32, stages = 2)]
pub struct Planes(f32);

/// A square, padded with the feature `padded` and swizzled without.
#[cfg_attr(feature = "padded", smem_tile(32, 32, pad = auto))]
#[cfg_attr(not(feature = "padded"), smem_tile(32, 32, swizzle = auto))]
pub struct Square(f32);

/// The shared memory of the kernel.
#[shared_block]
pub struct Storage {
    /// The square.
    pub square: Square,
    /// The stages.
    pub planes: Planes,
}

shared_tile!(fn storage() -> *mut Storage, "stages_storage");

/// Writes the columns of a square as rows, through the square and the second stage, for a block of 32 x 32 threads.
///
/// # Safety
///
/// `src` and `dst` each hold 1,024 elements, and the block has 32 x 32 threads.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn transpose_by_stages(src: *const f32, dst: *mut f32) {
    let (tx, ty) = thread();
    let here = offset(tx, ty, 32);
    let storage = storage();
    // SAFETY: each thread has an element of each tile and of both buffers, and all threads come to the barrier between a store
    // and the load by another.
    unsafe {
        let (square, planes) = (&raw mut (*storage).square, &raw mut (*storage).planes);
        *Square::at(square, ty, tx) = *src.add(here);
        *Planes::at(planes, ty / 16, ty % 16, tx) = 0.0;
        barrier();
        let second = planes.cast::<f32>().add(Planes::stage_index(1, ty / 16, ty % 16, tx) as usize);
        *second = load(square, tx, ty);
        *dst.add(here) = *second + load(planes, ty, tx);
    }
}

/// Loads an element of any tile of floats, of its first stage, counted in the rows of all planes.
///
/// # Safety
///
/// The element is inside the tile, was stored before, and no other thread stores it meanwhile.
#[inline(always)]
unsafe fn load<T: SmemTile<Elem = f32>>(tile: *mut T, row: u32, col: u32) -> f32 {
    // SAFETY: the caller's word.
    unsafe { *T::at(tile, row, col) }
}
