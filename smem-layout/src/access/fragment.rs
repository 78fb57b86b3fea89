//! Fragments: the elements of a tensor-core operand that each lane of a warp holds, as the PTX manual draws them for `mma.sync`.
//!
//! With `group = lane / 4` and `thread = lane % 4`, register `r` of an operand whose elements have `e` to a register holds
//!
//! | operand | row | column |
//! | --- | --- | --- |
//! | A, m x k | `group + 8 (r % (m / 8))` | `e thread + i`, for `i < e`, `+ 4 e (r / (m / 8))` |
//! | B, stored as n x k | `group` | `e thread + i`, for `i < e`, `+ 4 e r` |
//! | C and D, m x n | `group + 8 (i / 2)` | `2 thread + i % 2`, for its element `i` |
//!
//! So a register is a block of 8 rows of 4 lanes, and those of an operand are such blocks side by side.

#[cfg(feature = "alloc")]
use alloc::{format, string::String, vec::Vec};
use core::fmt;

use smem_banks::WIDEST_BYTES;

/// Bytes of a register.
const REGISTER_BYTES: u32 = 4;

/// The shape of an `mma.sync` instruction, `m` x `n` x `k`: A has m x k elements, B k x n, C and D m x n.
///
/// These are the shapes of elements of a byte and more. An operand of smaller elements is that of bytes with as many of
/// them: `m16n8k64` of 4-bit integers, with rows of 32 bytes, is [`M16N8K32`](MmaShape::M16N8K32) of bytes.
///
#[cfg_attr(feature = "alloc", doc = "```")]
#[cfg_attr(not(feature = "alloc"), doc = "```ignore")]
/// use smem_layout::{MmaShape, Operand};
///
/// let shape = MmaShape::from_name("m16n8k16").unwrap();
/// assert_eq!((shape.m(), shape.n(), shape.k()), (16, 8, 16));
/// assert_eq!(shape.element_bytes(Operand::A), [1, 2, 8]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MmaShape {
    /// 8 x 8 x 4, of 8-byte elements. (Of 2-byte elements it is four products at once, whose places in a tile the manual
    /// leaves open.)
    M8N8K4,
    /// 8 x 8 x 16, of 1-byte elements.
    M8N8K16,
    /// 16 x 8 x 4, of 4 and 8-byte elements.
    M16N8K4,
    /// 16 x 8 x 8, of 2, 4 and 8-byte elements.
    M16N8K8,
    /// 16 x 8 x 16, of 1, 2 and 8-byte elements.
    M16N8K16,
    /// 16 x 8 x 32, of 1-byte elements.
    M16N8K32,
}

/// An operand of `mma.sync`; [`Access::fragment`](crate::Access::fragment) has an example.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// The first factor, m x k.
    A,
    /// The second factor, k x n, which `mma.sync` takes by columns: a tile holds it as n rows of k elements.
    B,
    /// The accumulator C or the result D, m x n.
    C,
}

/// A type of operands: bytes of an element of A and B, bytes of one of C, the first architecture that has it.
pub(super) type OperandTypes = &'static [(u32, u32, u32)];

impl MmaShape {
    /// Every shape, the smallest first.
    pub const ALL: [MmaShape; 6] = [
        MmaShape::M8N8K4,
        MmaShape::M8N8K16,
        MmaShape::M16N8K4,
        MmaShape::M16N8K8,
        MmaShape::M16N8K16,
        MmaShape::M16N8K32,
    ];

    /// Returns the shape that PTX spells `name`: `m16n8k16`.
    pub fn from_name(name: &str) -> Option<MmaShape> {
        MmaShape::ALL.into_iter().find(|shape| shape.name() == name)
    }

    /// Returns the name in PTX: `m16n8k16`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            MmaShape::M8N8K4 => "m8n8k4",
            MmaShape::M8N8K16 => "m8n8k16",
            MmaShape::M16N8K4 => "m16n8k4",
            MmaShape::M16N8K8 => "m16n8k8",
            MmaShape::M16N8K16 => "m16n8k16",
            MmaShape::M16N8K32 => "m16n8k32",
        }
    }

    /// Returns the rows of A, C and D.
    pub const fn m(self) -> u32 {
        self.sides().0
    }

    /// Returns the columns of B, C and D.
    pub const fn n(self) -> u32 {
        self.sides().1
    }

    /// Returns the columns of A, which are the rows of B.
    pub const fn k(self) -> u32 {
        self.sides().2
    }

    const fn sides(self) -> (u32, u32, u32) {
        match self {
            MmaShape::M8N8K4 => (8, 8, 4),
            MmaShape::M8N8K16 => (8, 8, 16),
            MmaShape::M16N8K4 => (16, 8, 4),
            MmaShape::M16N8K8 => (16, 8, 8),
            MmaShape::M16N8K16 => (16, 8, 16),
            MmaShape::M16N8K32 => (16, 8, 32),
        }
    }

    const fn types(self) -> OperandTypes {
        match self {
            MmaShape::M8N8K4 => &[(8, 8, 80)],
            MmaShape::M8N8K16 => &[(1, 4, 75)],
            MmaShape::M16N8K4 => &[(4, 4, 80), (8, 8, 90)],
            MmaShape::M16N8K8 => &[(2, 2, 75), (2, 4, 75), (4, 4, 80), (8, 8, 90)],
            MmaShape::M16N8K16 => &[(1, 4, 80), (1, 2, 89), (2, 2, 80), (2, 4, 80), (8, 8, 90)],
            MmaShape::M16N8K32 => &[(1, 4, 80), (1, 2, 89)],
        }
    }

    /// Returns the bytes that elements of `operand` can have, in ascending order.
    #[cfg(feature = "alloc")]
    pub fn element_bytes(self, operand: Operand) -> Vec<u32> {
        operand.bytes(self.types())
    }

    /// Returns ten times the first compute capability that has `operand` with elements of `elem_bytes` bytes: 80 for
    /// `sm_80`.
    pub(crate) const fn since(self, operand: Operand, elem_bytes: u32) -> Option<u32> {
        operand.since(self.types(), elem_bytes)
    }
}

impl Operand {
    /// Returns the operand that PTX calls `name`, `a`, `b` or `c`; `d` has the fragments of `c`.
    pub fn from_name(name: &str) -> Option<Operand> {
        [Operand::A, Operand::B, Operand::C].into_iter().find(|operand| operand.name() == name)
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Operand::A => "a",
            Operand::B => "b",
            Operand::C => "c",
        }
    }

    const fn of(self, (factor, sum, _): (u32, u32, u32)) -> u32 {
        match self {
            Operand::A | Operand::B => factor,
            Operand::C => sum,
        }
    }

    /// Returns the bytes that its elements have in `types`, in ascending order.
    #[cfg(feature = "alloc")]
    pub(super) fn bytes(self, types: OperandTypes) -> Vec<u32> {
        let mut bytes: Vec<u32> = types.iter().map(|types| self.of(*types)).collect();
        bytes.sort_unstable();
        bytes.dedup();
        bytes
    }

    /// Returns the first architecture of those `types` in which its elements have `elem_bytes` bytes.
    pub(super) const fn since(self, types: OperandTypes, elem_bytes: u32) -> Option<u32> {
        let (mut first, mut at) = (None, 0);
        while at < types.len() {
            let since = types[at].2;
            first = match first {
                _ if self.of(types[at]) != elem_bytes => first,
                Some(first) if first < since => Some(first),
                _ => Some(since),
            };
            at += 1;
        }
        first
    }

    /// Returns the rows and columns that the operand takes of a tile.
    pub(crate) const fn extent(self, shape: MmaShape) -> (u32, u32) {
        match self {
            Operand::A => (shape.m(), shape.k()),
            Operand::B => (shape.n(), shape.k()),
            Operand::C => (shape.m(), shape.n()),
        }
    }

    /// Returns what the rows and columns are called.
    #[cfg(feature = "alloc")]
    pub(crate) const fn side_names(self) -> (&'static str, &'static str) {
        match self {
            Operand::A => ("m", "k"),
            Operand::B => ("n", "k"),
            Operand::C => ("m", "n"),
        }
    }

    /// Returns the neighbours in a row that a lane holds: as many as a register of A or B has, and two of C.
    pub(crate) const fn neighbours(self, elem_bytes: u32) -> u32 {
        match self {
            Operand::A | Operand::B => register_elements(elem_bytes),
            Operand::C => 2,
        }
    }

    /// Returns true if a lane can load `vec` elements at once: one, those of a register, or of C both neighbours.
    pub(crate) const fn is_loaded_by(self, vec: u32, elem_bytes: u32) -> bool {
        let pairs = matches!(self, Operand::C) && vec == 2 && 2 * elem_bytes <= WIDEST_BYTES;
        vec == 1 || vec == self.lane_elements(elem_bytes) || pairs
    }

    /// Returns the neighbours in a row that a lane loads at once if nothing else is said: those of one register.
    pub(crate) const fn lane_elements(self, elem_bytes: u32) -> u32 {
        register_elements(elem_bytes)
    }
}

/// Returns the elements of a register, at least one.
const fn register_elements(elem_bytes: u32) -> u32 {
    if elem_bytes < REGISTER_BYTES { REGISTER_BYTES / elem_bytes } else { 1 }
}

/// Writes `m16n8k16`.
impl fmt::Display for MmaShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Writes `a`.
impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns the shapes that have `operand` with elements of `elem_bytes` bytes, each in backticks.
#[cfg(feature = "alloc")]
pub(super) fn shapes_of(operand: Operand, elem_bytes: u32) -> Vec<String> {
    let has = |shape: &MmaShape| shape.since(operand, elem_bytes).is_some();
    MmaShape::ALL.iter().filter(|shape| has(shape)).map(|shape| format!("`{shape}`")).collect()
}
