//! Kernels of Rust-CUDA whose shared memory is a tile, or a block of tiles. Hosts check them; for a GPU it takes Rust-CUDA's compiler,
//! with libNVVM.

use core::mem::MaybeUninit;
use core::ptr::addr_of_mut;

use cuda_std::prelude::*;
use cuda_std::{address_space, thread};
use smem_tile::{shared_block, smem_tile, SmemTile};

/// The square that a block turns.
#[smem_tile(32, 32)]
pub struct Square(f32);

/// Writes the columns of a square as rows, for blocks of 32 x 32 threads.
///
/// # Safety
/// `input` and `output` have 1,024 elements.
#[kernel]
pub unsafe fn turn(input: &[f32], output: *mut f32) {
    #[address_space(shared)]
    static mut SQUARE: MaybeUninit<Square> = MaybeUninit::uninit();
    let square = addr_of_mut!(SQUARE).cast::<Square>();
    let (x, y) = (thread::thread_idx_x(), thread::thread_idx_y());
    // SAFETY: each thread has an element of the square and of both buffers, and the barrier
    // is between its store and another's load.
    unsafe {
        *Square::at(square, y, x) = input[(y * 32 + x) as usize];
        thread::sync_threads();
        *output.add((y * 32 + x) as usize) = *Square::at(square, x, y);
    }
}

/// Two planes of 16 rows, whose layout a feature chooses.
#[cfg_attr(feature = "padded", smem_tile(2, 16, 32, pad = auto))]
#[cfg_attr(not(feature = "padded"), smem_tile(2, 16, 32, swizzle = auto))]
pub struct Planes(f32);

/// Two stages of squares.
#[smem_tile(32, 32, stages = 2)]
pub struct Stages(f32);

/// The shared memory of a kernel with several tiles.
#[shared_block]
pub struct Storage {
    /// The planes.
    pub planes: Planes,
    /// The stages.
    pub stages: Stages,
}

/// Loads an element of any tile of floats, counted in the rows of all its planes.
///
/// # Safety
/// `tile` points to a tile whose element no other thread writes meanwhile.
pub unsafe fn load<T: SmemTile<Elem = f32>>(tile: *mut T, row: u32, col: u32) -> f32 {
    // SAFETY: by this function's conditions.
    unsafe { *T::at(tile, row, col) }
}

/// Copies the planes to the second stage, for blocks of 32 x 32 threads.
///
/// # Safety
/// `input` and `output` have 1,024 elements.
#[kernel]
pub unsafe fn copy_by_planes(input: &[f32], output: *mut f32) {
    #[address_space(shared)]
    static mut STORAGE: MaybeUninit<Storage> = MaybeUninit::uninit();
    let storage = addr_of_mut!(STORAGE).cast::<Storage>();
    let (x, y) = (thread::thread_idx_x(), thread::thread_idx_y());
    // SAFETY: each thread has an element of each tile and of both buffers.
    unsafe {
        let (planes, stages) = (addr_of_mut!((*storage).planes), addr_of_mut!((*storage).stages).cast::<f32>());
        *Planes::at(planes, y / 16, y % 16, x) = input[(y * 32 + x) as usize];
        thread::sync_threads();
        let second = stages.add(Stages::stage_index(1, y, x) as usize);
        *second = load(planes, y, x);
        *output.add((y * 32 + x) as usize) = *second;
    }
}

#[test]
fn each_element_of_the_square_has_a_place_of_its_own() {
    let mut square = Square([0.0; Square::LEN]);
    for i in 0..1024 {
        // SAFETY: the row and the column are inside the square.
        unsafe { *Square::at(&mut square, i / 32, i % 32) = i as f32 };
    }
    assert!((0..1024).all(|i| square.0[Square::index(i / 32, i % 32) as usize] == i as f32));
}

#[test]
fn a_feature_chooses_the_layout() {
    assert!((Planes::BYTES > 4096) == cfg!(feature = "padded"));
}
