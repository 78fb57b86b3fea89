//! How far a position can move without a change of cost.

use smem_banks::BankModel;

use crate::{
    access::{grid::Origins, lane_places::LanePlaces, positions::Positions},
    arithmetic::gcd,
    layout::{Layout, Swizzle},
};

/// Returns true if the banks of `layout` are a linear map over F2 of the bits of row and column, and no two rows share
/// a word.
pub(crate) const fn is_linear(layout: &Layout, elem_bytes: u32, model: &BankModel) -> bool {
    if matches!(layout.swizzle(), Swizzle::Rotate(_)) {
        return false;
    }
    if layout.rows() == 1 && layout.is_in_rows() {
        // The offset is the column, then swizzled: bit by bit, whatever the length.
        return true;
    }
    // A line that holds the whole span of the banks repeats them: then the row only matters through the swizzle.
    let aligned = 1 << layout.pitch().trailing_zeros();
    let repeats = aligned * elem_bytes >= model.span() && model.is_xor_invariant();
    let (linear, reach) = match layout.swizzle() {
        Swizzle::Matrix(matrix) => (true, matrix.reach()),
        Swizzle::None => (true, 0),
        Swizzle::Offset(_) => (layout.pitch().is_power_of_two(), 0),
        // Other swizzles are linear in the bits of the offset, which are those of row and column here.
        _ => (layout.pitch().is_power_of_two() && layout.cols() == layout.pitch(), 0),
    };
    let lines = layout.is_in_rows() || layout.rows() == 1 && layout.line().is_power_of_two();
    linear && lines && reach < aligned && (layout.pitch().is_power_of_two() || repeats)
}

impl Positions<'_> {
    /// Returns the rows and the columns by which these positions can move without a change of cost on `layout`, which is
    /// `linear` if [`is_linear`] says so.
    pub(crate) const fn periods(
        &self,
        layout: &Layout,
        elem_bytes: u32,
        model: &BankModel,
        linear: bool,
    ) -> (u64, u64) {
        let (down, across) = periods(layout, elem_bytes, model);
        // Rows of lanes that many rows apart have the same banks and share no word: where each phase has as many of each kind,
        // it costs the same from every row on.
        if linear
            && model.is_xor_invariant()
            && (down * layout.pitch() as u64 * elem_bytes as u64).is_multiple_of(model.span() as u64)
            && let LanePlaces::Grid(grid) = self.places
            && matches!(grid.origins, Origins::Inside)
            && !self.transposed
            && self.planes == 1
        {
            let phase = model.lanes_per_phase(elem_bytes * self.vec);
            let rows = if grid.lanes() < phase { grid.height } else { phase / grid.width };
            let is_whole =
                grid.lanes() <= phase || phase.is_multiple_of(grid.width) && grid.height.is_multiple_of(rows);
            if is_whole && (rows as u64).is_multiple_of(down) {
                return (1, across);
            }
        }
        (down, across)
    }
}

/// Returns the rows and the columns by which a position can move without a change of cost.
const fn periods(layout: &Layout, elem_bytes: u32, model: &BankModel) -> (u64, u64) {
    let (word, elem_bytes, pitch) = (model.translation_bytes() as u64, elem_bytes as u64, layout.pitch() as u64);
    let element_words = word / gcd(word, elem_bytes);
    let (row_bits, reach) = match (layout.matrix(), layout.swizzle()) {
        (Some(matrix), _) => (matrix.columns().len() as u32, matrix.reach() as u64),
        (None, Swizzle::Cute(cute)) => {
            return of_offset(layout, cute.bits() + cute.base() + cute.shift().unsigned_abs(), element_words);
        }
        (None, Swizzle::Offset(matrix)) => return of_offset(layout, matrix.bits(), element_words),
        (None, Swizzle::Rotate(rotation)) => {
            // Rows turned alike, whole words apart. Columns turn round the end of the row, so that none represents another.
            let cols = layout.cols() as u64;
            let turns = rotation.every() as u64 * (cols / gcd(cols, rotation.step() as u64));
            return (turns * (word / gcd(word, turns * pitch * elem_bytes)), u32::MAX as u64);
        }
        (None, _) => (0, 0),
    };
    let columns = (reach + 1).next_power_of_two();
    let columns = if columns > element_words { columns } else { element_words };
    let rows = 1u64 << row_bits;
    let rows = rows * (word / gcd(word, rows * pitch * elem_bytes));
    if layout.is_in_rows() { (rows, columns) } else { of_lines(layout, rows) }
}

/// Returns the periods under a swizzle of the offset that reads so many bits, on any pitch: the offset may move by multiples of the
/// lowest bit above all of them.
const fn of_offset(layout: &Layout, bits: u32, element_words: u64) -> (u64, u64) {
    let above = 1u64 << bits;
    let period = if above > element_words { above } else { element_words };
    let down = period / gcd(period, layout.pitch() as u64);
    if layout.is_in_rows() { (down, period) } else { of_lines(layout, down) }
}

/// Returns the rows and the columns by which a position moves by a multiple of `lines` lines.
const fn of_lines(layout: &Layout, lines: u64) -> (u64, u64) {
    let across = layout.line() as u64 * lines;
    (across / gcd(across, layout.cols() as u64), across)
}
