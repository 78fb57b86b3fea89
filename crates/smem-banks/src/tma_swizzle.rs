//! The swizzles with which the bulk tensor copy (TMA) writes shared memory.

use crate::cute::Cute;

/// The swizzle modes of the bulk tensor copy (TMA): chunks of 16 bytes are XORed with the row, as the hardware does.
///
/// ```
/// use smem_banks::{Cute, TmaSwizzle};
///
/// assert_eq!(TmaSwizzle::B128.row_bytes(), 128);
/// assert_eq!(TmaSwizzle::B128.cute(2), Cute::new(3, 3, 3)); // chunks of 8 elements of 2 bytes
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TmaSwizzle {
    /// Rows of 32 bytes: `CU_TENSOR_MAP_SWIZZLE_32B`.
    B32,
    /// Rows of 64 bytes: `CU_TENSOR_MAP_SWIZZLE_64B`.
    B64,
    /// Rows of 128 bytes: `CU_TENSOR_MAP_SWIZZLE_128B`.
    B128,
}

impl TmaSwizzle {
    /// Returns the number of bytes of a row in this mode.
    pub const fn row_bytes(self) -> u32 {
        match self {
            TmaSwizzle::B32 => 32,
            TmaSwizzle::B64 => 64,
            TmaSwizzle::B128 => 128,
        }
    }

    /// Returns the number of bytes after which the pattern repeats: the base of the tile is a multiple of them, because
    /// the hardware XORs address bits, not offsets.
    pub const fn alignment(self) -> u32 {
        8 * self.row_bytes()
    }

    /// Returns the value of `CUtensorMapSwizzle`, as in `cuda.h`.
    pub const fn tensor_map_swizzle(self) -> u32 {
        match self {
            TmaSwizzle::B32 => 1,
            TmaSwizzle::B64 => 2,
            TmaSwizzle::B128 => 3,
        }
    }

    /// Returns CuTe's name for the mode, in elements of `elem_bytes` bytes (1 to 16): `Swizzle<3, 4, 3>` in bytes for
    /// 128-byte rows.
    pub fn cute(self, elem_bytes: u32) -> Option<Cute> {
        let bits = self.row_bytes().ilog2() - 4;
        Cute::new(bits, 4u32.checked_sub(elem_bytes.ilog2())?, 3)
    }
}
