//! A kernel of cuda-oxide whose shared memory has the layout of a tile.

use cuda_device::{SharedArray, kernel, thread};
use smem_tile::smem_tile;

/// The square of numbers that a block turns.
#[smem_tile(32, 32)]
pub struct Tile(f32);

/// Writes the columns of a square as rows, for blocks of 32 x 32 threads.
///
/// # Safety
/// `input` and `output` have 1,024 elements.
#[kernel]
pub unsafe fn turn(input: *const f32, output: *mut f32) {
    static mut TILE: SharedArray<f32, { Tile::LEN }, { Tile::ALIGN }> = SharedArray::UNINIT;
    let (x, y) = (thread::threadIdx_x(), thread::threadIdx_y());
    // SAFETY: each thread has an element of the tile and of both buffers, and the barrier
    // is between its store and another's load.
    unsafe {
        TILE[Tile::index(y, x) as usize] = *input.add((y * 32 + x) as usize);
        thread::sync_threads();
        *output.add((y * 32 + x) as usize) = TILE[Tile::index(x, y) as usize];
    }
}
