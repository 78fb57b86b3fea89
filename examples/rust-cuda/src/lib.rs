//! A kernel of Rust-CUDA whose shared memory is a tile. Hosts check it; for a GPU it takes Rust-CUDA's compiler, with libNVVM.

use core::mem::MaybeUninit;
use core::ptr::addr_of_mut;

use cuda_std::prelude::*;
use cuda_std::{address_space, thread};
use smem_tile::smem_tile;

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
    // SAFETY: each thread has an element of the square and of both buffers, and the barrier is between its store and another's load.
    unsafe {
        *Square::at(square, y, x) = input[(y * 32 + x) as usize];
        thread::sync_threads();
        *output.add((y * 32 + x) as usize) = *Square::at(square, x, y);
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
