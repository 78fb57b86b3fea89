//! `load_matrix_sync` and `store_matrix_sync`: what the lanes of a warp touch of a `wmma` fragment's matrix in shared memory.
//!
//! The instructions are macros to the assembler, which makes others of them. Of 2-byte factors, and of bytes whose rows are along k, it
//! makes `ldmatrix`; of all else loads of a lane's own elements, which lie as those of `mma.sync` do.
//!
//! They take a pointer and a leading dimension: a layout with a pitch, of a multiple of 16 bytes, at a base of 32.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt;

use smem_banks::WIDEST_BYTES;

use crate::access::fragment::{Operand, OperandTypes};

/// The alignment in bytes of a matrix that `load_matrix_sync` reads.
pub(crate) const BASE_BYTES: u32 = 32;

/// The shape of a `wmma` fragment, `m` x `n` x `k`: A has m x k elements, B k x n, C and D m x n.
///
#[cfg_attr(feature = "alloc", doc = "```")]
#[cfg_attr(not(feature = "alloc"), doc = "```ignore")]
/// use smem_layout::{Operand, WmmaShape};
///
/// let shape = WmmaShape::from_name("m16n16k16").unwrap();
/// assert_eq!(shape.to_string(), "m16n16k16");
/// assert_eq!(shape.element_bytes(Operand::C), [2, 4]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum WmmaShape {
    /// 8 x 8 x 4, of 8-byte elements.
    M8N8K4,
    /// 16 x 16 x 8, of 4-byte factors (`tf32`).
    M16N16K8,
    /// 8 x 32 x 16, of factors of 1 and 2 bytes.
    M8N32K16,
    /// 16 x 16 x 16, of factors of 1 and 2 bytes.
    M16N16K16,
    /// 32 x 8 x 16, of factors of 1 and 2 bytes.
    M32N8K16,
}

impl WmmaShape {
    /// Every shape, the smallest first.
    pub const ALL: [WmmaShape; 5] =
        [WmmaShape::M8N8K4, WmmaShape::M16N16K8, WmmaShape::M8N32K16, WmmaShape::M16N16K16, WmmaShape::M32N8K16];

    /// Returns the shape that PTX spells `name`: `m16n16k16`.
    pub fn from_name(name: &str) -> Option<WmmaShape> {
        WmmaShape::ALL.into_iter().find(|shape| shape.name() == name)
    }

    /// Returns the name in PTX: `m16n16k16`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            WmmaShape::M8N8K4 => "m8n8k4",
            WmmaShape::M16N16K8 => "m16n16k8",
            WmmaShape::M8N32K16 => "m8n32k16",
            WmmaShape::M16N16K16 => "m16n16k16",
            WmmaShape::M32N8K16 => "m32n8k16",
        }
    }

    const fn sides(self) -> (u32, u32, u32) {
        match self {
            WmmaShape::M8N8K4 => (8, 8, 4),
            WmmaShape::M16N16K8 => (16, 16, 8),
            WmmaShape::M8N32K16 => (8, 32, 16),
            WmmaShape::M16N16K16 => (16, 16, 16),
            WmmaShape::M32N8K16 => (32, 8, 16),
        }
    }

    const fn types(self) -> OperandTypes {
        match self {
            WmmaShape::M8N8K4 => &[(8, 8, 80)],
            WmmaShape::M16N16K8 => &[(4, 4, 80)],
            WmmaShape::M8N32K16 | WmmaShape::M16N16K16 | WmmaShape::M32N8K16 => &[(2, 2, 70), (2, 4, 70), (1, 4, 72)],
        }
    }

    /// Returns the bytes that elements of `operand` can have, in ascending order.
    #[cfg(feature = "alloc")]
    pub fn element_bytes(self, operand: Operand) -> Vec<u32> {
        operand.bytes(self.types())
    }

    /// Returns ten times the first compute capability that has `operand` with elements of `elem_bytes` bytes.
    pub(crate) const fn since(self, operand: Operand, elem_bytes: u32) -> Option<u32> {
        operand.since(self.types(), elem_bytes)
    }

    /// Returns the rows and columns that `operand` takes of a tile: A m x k, B as n rows of k, C m x n.
    ///
    /// ```
    /// use smem_layout::{Operand, WmmaShape};
    ///
    /// assert_eq!(WmmaShape::M8N32K16.extent(Operand::B), (32, 16));
    /// ```
    pub const fn extent(self, operand: Operand) -> (u32, u32) {
        let (m, n, k) = self.sides();
        match operand {
            Operand::A => (m, k),
            Operand::B => (n, k),
            Operand::C => (m, n),
        }
    }
}

/// Writes `m16n16k16`.
impl fmt::Display for WmmaShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns true if lanes hold the transposed sum: of 8 rows and 32 columns it is computed as one of 32 rows and 8 columns.
pub(super) const fn is_turned(shape: WmmaShape, operand: Operand, elem_bytes: u32) -> bool {
    matches!((shape, operand, elem_bytes), (WmmaShape::M8N32K16, Operand::C, 4))
}

/// Returns the neighbours in a row of the tile that a lane touches at once.
pub(super) const fn lane_elements(shape: WmmaShape, operand: Operand, elem_bytes: u32, transposed: bool) -> u32 {
    match (operand, elem_bytes, transposed != is_turned(shape, operand, elem_bytes)) {
        (Operand::A | Operand::B, 2, _) | (Operand::A | Operand::B, 1, false) => WIDEST_BYTES / elem_bytes,
        (Operand::C, 2, _) | (Operand::C, 4 | 8, false) => 2,
        _ => 1,
    }
}

/// Returns true if lanes touch the same elements of the tile however the fragment says that it is stored: they are transposed in
/// registers.
pub(super) const fn is_as_stored(operand: Operand, elem_bytes: u32) -> bool {
    matches!((operand, elem_bytes), (_, 2))
}

/// Returns the rows of lanes, the lanes in a row and the elements from one to the next, where each touches `vec` elements of
/// `elem_bytes` bytes.
pub(super) const fn lanes(operand: Operand, elem_bytes: u32, vec: u32) -> (u32, u32, u32) {
    match operand {
        Operand::A | Operand::B if vec > 1 => (8, 1, vec),
        Operand::A | Operand::B => (8, 4, if elem_bytes < 4 { 4 / elem_bytes } else { 1 }),
        Operand::C => (8, 4, 2),
    }
}
