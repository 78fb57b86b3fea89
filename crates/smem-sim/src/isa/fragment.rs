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
pub struct FragmentAccess {
    pub space: Space,
    pub address: AddressOperand,
    /// Elements from a row to the next, or from a column to the next.
    pub stride: Slot,
    /// Bits of an element.
    pub bits: u32,
    /// Neighbouring elements of a lane in a core.
    pub each: u32,
    /// First line and first depth of each core.
    pub cores: Vec<[u32; 2]>,
    /// The registers, those of a core together.
    pub slots: Vec<Slot>,
    /// Bits of a register.
    pub register_bits: u32,
    /// The elements of a line are neighbours in memory; otherwise those of all lines at one depth are.
    pub contiguous: bool,
    /// Registers of its own, one for each of the neighbouring elements.
    pub scratch: Slot,
}

/// Products of one shape, of registers in any place.
#[derive(Debug, Clone)]
pub struct TiledProduct {
    pub shape: ProductShape,
    pub tiles: Vec<ProductTile>,
}

/// The registers of one result `d = a * b + c`.
#[derive(Debug, Clone)]
pub struct ProductTile {
    /// `a` and `b` of each product, whose sum goes on to the next.
    pub factors: Vec<[Vec<Slot>; 2]>,
    /// Where the elements of a sparse `a` are.
    pub metadata: Option<Slot>,
    pub c: Vec<Slot>,
    pub d: Vec<Slot>,
}
