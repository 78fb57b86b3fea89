//! Kernels over handles of every width, for `tests/shared_tile.rs`: each thread stores an element, and loads its neighbour's.

#![no_std]
#![feature(abi_ptx, asm_experimental_arch, stdarch_nvptx)]

use core::arch::nvptx::{_syncthreads, _thread_idx_x};
use smem_tile::{shared_block, shared_tile, smem_tile};

/// Three bytes: no instruction moves them at once.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Rgb([u8; 3]);

/// Bytes without a value beside those with one.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Padded(u8, u16);

macro_rules! kernel {
    ($kernel:ident, $tile:ident, $handle:ident, $elem:ty $(, $($option:tt)*)?) => {
        #[smem_tile(32 $(, $($option)*)?)]
        struct $tile($elem);

        shared_tile!(static $handle: $tile);

        /// # Safety
        /// `values` has an element for each of the 32 threads.
        #[unsafe(no_mangle)]
        unsafe extern "ptx-kernel" fn $kernel(values: *mut $elem) {
            // SAFETY: the caller's word, and a barrier between a store and the load by another thread.
            unsafe {
                let lane = _thread_idx_x() as u32;
                $handle.store(0, lane, values.add(lane as usize).read());
                _syncthreads();
                values.add(lane as usize).write($handle.load(0, (lane + 1) % 32));
            }
        }
    };
}

kernel!(bytes_1, Bytes1, BYTES_1, u8);
kernel!(bytes_2, Bytes2, BYTES_2, i16);
kernel!(bytes_4, Bytes4, BYTES_4, f32);
kernel!(bytes_8, Bytes8, BYTES_8, f64);
kernel!(bytes_16, Bytes16, BYTES_16, [f32; 4]);
kernel!(bytes_32, Bytes32, BYTES_32, [u64; 4], conflicts = allow);
kernel!(padded, PaddedTile, PADDED, Padded, elem(bytes = 4, cuda = "int"));

#[smem_tile(32, 12)]
struct Pixels(u8);
shared_tile!(static PIXELS: Pixels, "pixels");

/// A `V` of another size than its element's, three bytes at a time.
///
/// # Safety
/// `values` has an element for each of the 32 threads.
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn bytes_3(values: *mut Rgb) {
    // SAFETY: the caller's word, and a barrier between a store and the load by another thread.
    unsafe {
        let lane = _thread_idx_x() as u32;
        PIXELS.store_at(3 * lane, values.add(lane as usize).read());
        _syncthreads();
        values.add(lane as usize).write(PIXELS.load_at(3 * ((lane + 1) % 32)));
    }
}

#[smem_tile(128, 128, access(row(vec = 4)), arch = sm_90, memory = dynamic)]
struct Large(f32);
shared_tile!(extern static LARGE: Large, "large");

/// Vectors in dynamic shared memory.
///
/// # Safety
/// `values` has an element for each of the 32 threads, and the launch has 64 KB of dynamic shared memory.
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn dynamic(values: *mut [f32; 4]) {
    // SAFETY: the caller's word, and a barrier between a store and the load by another thread.
    unsafe {
        let lane = _thread_idx_x() as u32;
        LARGE.store_at(Large::index(127, 4 * lane), values.add(lane as usize).read());
        _syncthreads();
        values.add(lane as usize).write(LARGE.load_at(Large::index(127, 4 * ((lane + 1) % 32))));
    }
}

#[smem_tile(32)]
struct Numbers(u32);

#[smem_tile(8, 64, swizzle = tma128, access(ldmatrix), arch = sm_90)]
struct Bulk(u16);

/// The input while it is loaded, then what comes out.
#[shared_block]
union Lives {
    input: Numbers,
    output: [u32; 32],
}

#[shared_block]
struct Block {
    first: u8,
    bulk: Bulk,
    lives: Lives,
}

shared_tile!(fn block_memory() -> *mut Block);

/// Two tiles and a union in one allocation.
///
/// # Safety
/// `values` has an element for each of the 32 threads.
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn block(values: *mut u32) {
    // SAFETY: the caller's word, and a barrier between a store and the load by another thread.
    unsafe {
        let lane = _thread_idx_x() as u32;
        let block = block_memory();
        let input = (&raw mut (*block).lives.input).cast::<Numbers>();
        let bulk = &raw mut (*block).bulk;
        Numbers::at(input, 0, lane).write(values.add(lane as usize).read());
        _syncthreads();
        let value = Numbers::at(input, 0, (lane + 1) % 32).read();
        Bulk::at(bulk, 7, lane).write((value >> 16) as u16);
        Bulk::at(bulk, 7, lane + 32).write(value as u16);
        _syncthreads();
        let (high, low) = (Bulk::at(bulk, 7, lane).read(), Bulk::at(bulk, 7, lane + 32).read());
        (*block).lives.output[lane as usize] = u32::from(high) << 16 | u32::from(low);
        values.add(lane as usize).write((*block).lives.output[lane as usize]);
    }
}
