//! Tiles in a crate that knows `smem-layout` as `layouts`: no path in the expansion may say `smem_layout`.
#![no_std]

use smem_derive::{shared_block, smem_tile};

/// Padded, on the default architecture.
#[smem_tile(32, 32, pad = auto, crate = layouts)]
pub struct Padded(pub f32);

/// Every part of the expansion that names the crate: a swizzle, an architecture, stages and a stated element.
#[smem_tile(64, 64, swizzle = auto, arch = sm_90, stages = 2, elem(bytes = 2, cuda = "__half"), crate = ::layouts)]
pub struct Staged(pub Half);

/// A matrix that CuTe has no name for, on eight-byte banks.
#[smem_tile(
    32, 32,
    access(row, col, lanes(|lane| (lane, lane)), lanes(|lane| (lane, 31 - lane))),
    arch = sm_35(bank_bytes = 8),
    conflicts = allow,
    crate = layouts
)]
pub struct Diagonals(pub f64);

/// A swizzle that the bulk tensor copy knows.
#[smem_tile(8, 64, swizzle = tma128, elem(cuda = "__half"), access(ldmatrix), crate = layouts)]
pub struct Tensor(pub u16);

/// Several of them in one allocation.
#[shared_block(arch = sm_90, memory = dynamic, crate = layouts)]
pub struct Block {
    /// Padded.
    pub padded: Padded,
    /// The same twice.
    pub tensors: [Tensor; 2],
}

layouts::shared_tile!(
    /// Storage of all.
    pub fn block() -> *mut Block
);

layouts::shared_tile! {
    /// Storage whose methods name the crate too.
    pub static PADDED: Padded
}

/// Sixteen bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Half(pub u16);

#[cfg(test)]
mod tests {
    use super::*;

    fn elements<T: layouts::SmemTile>() -> u32 {
        T::STAGES * T::ROWS * T::COLS
    }

    #[test]
    fn tiles_work_where_the_layout_crate_has_another_name() {
        assert_eq!(elements::<Padded>(), 32 * 32);
        assert_eq!(elements::<Staged>(), 2 * 64 * 64);
        assert_eq!(Staged::stage_index(1, 0, 0) as usize, Staged::STAGE_LEN);
        // SAFETY: inside the tile, and nothing else uses it.
        unsafe {
            PADDED.store(31, 31, 2.5);
            assert_eq!(PADDED.load(31, 31), 2.5);
        }
        assert_eq!(Block::TENSORS_OFFSET, 5 * 1024);
        assert!(Block::CUDA.contains("Tensor tensors[2];") && block().is_aligned());
        assert_eq!(Diagonals::LAYOUT.index(3, 5), Diagonals::index(3, 5));
        // Rows of 32 banks: the second is moved by a chunk of 16 bytes.
        assert_eq!(Tensor::bank(1, 0), 4);
    }
}
