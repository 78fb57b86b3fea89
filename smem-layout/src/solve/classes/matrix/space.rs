//! The space of matrices at one pitch, and the positions of an access that can differ under them.

use crate::{
    access::{Access, WarpLanes},
    layout::ROW_BITS,
    solve::checked_tile::CheckedTile,
};

/// The columns of a matrix, one for each bit of the line index, in granules.
pub(crate) type Columns = [u8; ROW_BITS];

/// The matrices that a pitch has room for.
pub(crate) struct MatrixSpace<'a> {
    pub(crate) tile: CheckedTile<'a>,
    /// Elements from a line to the next.
    pub(crate) pitch: u32,
    /// The number of bits of the line index, which is that of the matrix's columns.
    pub(crate) line_bits: u32,
    /// The number of bits of the granule index that a swizzle can change and the banks can see.
    pub(crate) granule_bits: u32,
    /// The number of bits of the granule index that a swizzle can change, those beyond the banks among them.
    pub(crate) column_bits: u32,
    /// The binary logarithm of the granule, in elements.
    pub(crate) base: u32,
}

impl<'a> MatrixSpace<'a> {
    /// Returns the space at `pitch` (elements), or `None` where nothing can be permuted.
    pub(crate) fn new(tile: CheckedTile<'a>, pitch: u32) -> Option<Self> {
        let elem_bytes = tile.elem_bytes;
        // Moving bytes within a word moves nothing between banks: a granule is a word or more.
        let granule = tile.granule().max(tile.model.bank_bytes() / elem_bytes);
        let base = granule.trailing_zeros();
        let span_bits = (tile.model.span() / elem_bytes).max(1).trailing_zeros();
        let block_bits = pitch.trailing_zeros().min(span_bits);
        let granule_bits = block_bits.checked_sub(base).filter(|bits| *bits > 0)?;
        let line_bits = tile.lines().next_power_of_two().trailing_zeros();
        // A matrix has eight bits a column.
        let column_bits = (pitch.trailing_zeros() - base).min(u8::BITS);
        Some(MatrixSpace { tile, pitch, line_bits, granule_bits, column_bits, base })
    }

    /// Calls `visit` with the positions of `access` that can differ under some matrix, and with whether their lanes are
    /// an affine set, all of them active. Stops at the first `false`, and then returns false.
    pub(crate) fn visit(&self, access: &Access, mut visit: impl FnMut(&WarpLanes, bool) -> bool) -> bool {
        let CheckedTile { rows, cols, elem_bytes, model, .. } = self.tile;
        let positions = self.tile.positions(access);
        let block = 1u64 << (self.base + self.granule_bits);
        let repeats = block * u64::from(elem_bytes) == u64::from(model.span()) && model.is_xor_invariant();
        let linear = self.pitch.is_power_of_two() || repeats;
        if linear && positions.are_aligned_blocks() {
            let lanes = positions.lanes(0);
            return visit(&lanes, lanes.active == u32::MAX);
        }
        // Where words are paired, a move by the block can change which words are partners.
        let segment = model.translation_period(elem_bytes);
        let across = if rows == 1 { u64::from(cols) } else { block.max(u64::from(segment)) };
        positions.visit((u64::from(rows.next_power_of_two()), across), linear, |number| {
            visit(&positions.lanes(number), false)
        })
    }
}
