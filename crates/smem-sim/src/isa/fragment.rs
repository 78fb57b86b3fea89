//! Matrices in the registers of a warp, as `wmma` loads, multiplies and stores them.
//!
//! A fragment is made of cores of 8 lines. Lane `i` holds, of line `i / 4`, some neighbouring elements along the depth, the
//! `i % 4`-th such group. Lines are the rows of a left factor and of a sum, and the columns of a right factor.

use super::memory::AddressOperand;
use super::register::Slot;
use super::tensor::ProductShape;
use super::types::Space;

/// A load or a store of a fragment.
#[derive(Debug, Clone)]
pub(crate) struct FragmentAccess {
    pub(crate) space: Space,
    pub(crate) address: AddressOperand,
    /// Elements from a row to the next, or from a column to the next.
    pub(crate) stride: Slot,
    /// Bits of an element.
    pub(crate) bits: u32,
    /// Neighbouring elements of a lane in a core.
    pub(crate) each: u32,
    /// First line and first depth of each core.
    pub(crate) cores: Vec<[u32; 2]>,
    /// The registers, those of a core together.
    pub(crate) slots: Vec<Slot>,
    /// Bits of a register.
    pub(crate) register_bits: u32,
    /// The elements of a line are neighbours in memory; otherwise those of all lines at one depth are.
    pub(crate) contiguous: bool,
    /// Registers of its own, one for each of the neighbouring elements.
    pub(crate) scratch: Slot,
}

/// Products of one shape, of registers in any place.
#[derive(Debug, Clone)]
pub(crate) struct TiledProduct {
    pub(crate) shape: ProductShape,
    pub(crate) tiles: Vec<ProductTile>,
}

/// The registers of one result `d = a * b + c`.
#[derive(Debug, Clone)]
pub(crate) struct ProductTile {
    /// `a` and `b` of each product, whose sum goes on to the next.
    pub(crate) factors: Vec<[Vec<Slot>; 2]>,
    /// Where the elements of a sparse `a` are.
    pub(crate) metadata: Option<Slot>,
    pub(crate) c: Vec<Slot>,
    pub(crate) d: Vec<Slot>,
}
