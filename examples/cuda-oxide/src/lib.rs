//! Kernels of cuda-oxide whose shared memory has the layout of a tile.

use cuda_device::{SharedArray, kernel, thread};
use smem_tile::{SmemTile, shared_block, smem_tile};

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

/// Two stages of two planes of 16 x 32 numbers.
#[smem_tile(2, 16, 32, stages = 2, access(row, block(16, 2)))]
pub struct Planes(f32);

/// Sums a row of any tile of numbers, whose storage has `LEN` of them.
#[inline(always)]
pub fn row_sum<T: SmemTile<Elem = f32>, const LEN: usize>(tile: &[f32; LEN], row: u32) -> f32 {
    let mut sum = 0.0;
    for col in 0..T::COLS {
        sum += tile[T::index(row, col) as usize];
    }
    sum
}

/// Copies a plane through the first stage and one through the second, for blocks of 32 x 16 threads.
///
/// # Safety
/// `input` and `output` have 1,024 elements.
#[kernel]
pub unsafe fn copy_by_planes(input: *const f32, output: *mut f32) {
    static mut TILE: SharedArray<f32, { Planes::LEN }, { Planes::ALIGN }> = SharedArray::UNINIT;
    let (x, y) = (thread::threadIdx_x(), thread::threadIdx_y());
    // SAFETY: as in `turn`.
    unsafe {
        TILE[Planes::stage_index(0, 0, y, x) as usize] = *input.add((y * 32 + x) as usize);
        TILE[Planes::stage_index(1, 1, y, x) as usize] = *input.add((512 + y * 32 + x) as usize);
        thread::sync_threads();
        *output.add((y * 32 + x) as usize) = TILE[Planes::stage_index(0, 0, y, x) as usize];
        *output.add((512 + y * 32 + x) as usize) = TILE[Planes::stage_index(1, 1, y, x) as usize];
    }
}

/// A square whose layout a feature chooses.
#[cfg_attr(feature = "padded", smem_tile(32, 32, pad = auto))]
#[cfg_attr(not(feature = "padded"), smem_tile(32, 32, swizzle = auto))]
pub struct Chosen(f32);

/// The shared memory of a kernel with several tiles.
#[shared_block]
pub struct Storage {
    /// The square.
    pub chosen: Chosen,
    /// The stages of planes.
    pub planes: Planes,
}

/// Copies a square through two tiles of one allocation, for blocks of 32 x 32 threads.
///
/// # Safety
/// `input` and `output` have 1,024 elements.
#[kernel]
pub unsafe fn copy_by_block(input: *const f32, output: *mut f32) {
    static mut STORAGE: SharedArray<u8, { size_of::<Storage>() }, { align_of::<Storage>() }> = SharedArray::UNINIT;
    let (x, y) = (thread::threadIdx_x(), thread::threadIdx_y());
    // SAFETY: as in `turn`, by pointers to the fields.
    unsafe {
        let storage = SharedArray::as_raw_mut_ptr(&raw mut STORAGE).cast::<Storage>();
        let (chosen, planes) = (&raw mut (*storage).chosen, &raw mut (*storage).planes);
        *Chosen::at(chosen, x, y) = *input.add((y * 32 + x) as usize);
        thread::sync_threads();
        *Planes::at(planes, y / 16, y % 16, x) = *Chosen::at(chosen, x, y);
        *output.add((y * 32 + x) as usize) = *Planes::at(planes, y / 16, y % 16, x);
    }
}

#[test]
fn a_feature_chooses_the_layout() {
    assert_eq!(Chosen::BYTES, if cfg!(feature = "padded") { 4220 } else { 4096 });
    assert!(size_of::<Storage>() >= Chosen::BYTES + Planes::BYTES);
}

#[test]
fn rows_of_any_tile_are_summed_by_its_index() {
    let mut tile = [0.0; Tile::LEN];
    for col in 0..32 {
        tile[Tile::index(3, col) as usize] = 1.0;
    }
    assert_eq!((row_sum::<Tile, _>(&tile, 3), row_sum::<Tile, _>(&tile, 4)), (32.0, 0.0));
}
