//! Representative positions: those of an access whose costs include the worst on one layout.
//!
//! A 128 x 128 tile has 512 row positions and 16,384 windows of one element, but few of them differ in cost: two positions
//! cost the same when the addresses of one are those of the other plus whole words (banks rotate), or, where the layout
//! is linear over F2, those of the other XOR a constant (banks are relabelled). [`representatives`] keeps one of each
//! kind; a property test compares its verdict with that of all positions.

use crate::{
    access::{
        access::Access,
        offset_classes::OffsetClasses,
        periods::gcd,
        positions::{Positions, WarpLanes},
        shape::Shape,
    },
    banks::BankModel,
    layout::{Layout, Swizzle},
};

/// Calls `visit` with positions of `access` whose costs on `layout`, whose rows are in as many planes, include the worst; stops at
/// the first `false`, and returns whether none was.
pub(crate) fn representatives(
    access: &Access,
    planes: Option<u32>,
    layout: &Layout,
    elem_bytes: u32,
    model: &BankModel,
    mut visit: impl FnMut(WarpLanes) -> bool,
) -> bool {
    let shape = Shape::of_all_rows(planes, layout.rows(), layout.cols());
    let positions = Positions::of(access, shape, elem_bytes);
    let linear = is_linear(layout, elem_bytes, model);
    if linear && positions.are_aligned_blocks() {
        return visit(positions.lanes(0));
    }
    let periods = periods(layout, elem_bytes, model);
    let pitch = if layout.is_in_rows() { layout.pitch() } else { layout.cols() };
    let classes =
        positions.distances(pitch).and_then(|distances| OffsetClasses::new(layout, elem_bytes, model, &distances));
    let Some(mut classes) = classes else {
        return positions.visit_periods(periods, linear, |number| visit(positions.lanes(number)));
    };
    let (mut wanted, mut seen_until) = (true, 0);
    positions.visit_periods(periods, false, |number| {
        if number < seen_until {
            return true;
        }
        let ((row, col), complete) = positions.start(number);
        if classes.is_new(row, col, complete) {
            wanted = visit(positions.lanes(number));
        } else if let Some((step, most)) = positions.starts_in_row(number) {
            seen_until = number + classes.run_of_seen(row, col, step, most);
        }
        wanted && !classes.are_complete()
    });
    wanted
}

/// Returns true if the banks of `layout` are a linear map over F2 of the bits of row and column, and no two rows share
/// a word.
fn is_linear(layout: &Layout, elem_bytes: u32, model: &BankModel) -> bool {
    // A line that holds the whole span of the banks repeats them: then the row only matters through the swizzle.
    let aligned = 1 << layout.pitch().trailing_zeros();
    let repeats = aligned * elem_bytes >= model.span() && model.is_xor_invariant();
    let (linear, reach) = match (layout.matrix(), layout.swizzle()) {
        (Some(matrix), _) => (true, matrix.reach()),
        (None, Swizzle::None) => (true, 0),
        (None, Swizzle::Rotate(_)) => return false,
        (None, Swizzle::Offset(_)) => (layout.pitch().is_power_of_two(), 0),
        // Other swizzles are linear in the bits of the offset, which are those of row and column here.
        (None, _) => (layout.pitch().is_power_of_two() && layout.cols() == layout.pitch(), 0),
    };
    if layout.rows() == 1 && layout.is_in_rows() {
        // The offset is the column, then swizzled: bit by bit, whatever the length.
        return true;
    }
    let lines = layout.is_in_rows() || layout.rows() == 1 && layout.line().is_power_of_two();
    linear && lines && reach < aligned && (layout.pitch().is_power_of_two() || repeats)
}

/// Returns the rows and the columns by which a position can move without a change of cost.
fn periods(layout: &Layout, elem_bytes: u32, model: &BankModel) -> (u64, u64) {
    let word = u64::from(model.translation_bytes());
    let elem_bytes = u64::from(elem_bytes);
    let pitch = u64::from(layout.pitch());
    // The distances in lines by which all offsets move by whole words, or more where a swizzle reads higher bits.
    let lines_apart = |period: u64| period / gcd(period, pitch);
    let (row_bits, reach) = match (layout.matrix(), layout.swizzle()) {
        (Some(matrix), _) => (matrix.columns().len() as u32, u64::from(matrix.reach())),
        // A swizzle of the offset, on any pitch: the offset may move by multiples of the lowest bit above all that it reads.
        (None, Swizzle::Cute(_) | Swizzle::Offset(_)) => {
            let bits = match layout.swizzle() {
                Swizzle::Cute(cute) => cute.bits() + cute.base() + cute.shift().unsigned_abs(),
                Swizzle::Offset(matrix) => matrix.bits(),
                _ => 0,
            };
            let period = (1u64 << bits).max(word / gcd(word, elem_bytes));
            let down = lines_apart(period);
            return if layout.is_in_rows() { (down, period) } else { of_lines(layout, down) };
        }
        (None, Swizzle::Rotate(rotation)) => {
            // Rows turned alike, whole words apart. Columns turn round the end of the row, so that none represents another.
            let cols = u64::from(layout.cols());
            let turns = u64::from(rotation.every()) * (cols / gcd(cols, u64::from(rotation.step())));
            return (turns * (word / gcd(word, turns * pitch * elem_bytes)), u64::from(u32::MAX));
        }
        (None, _) => (0, 0),
    };
    let columns = (reach + 1).next_power_of_two().max(word / gcd(word, elem_bytes));
    let rows = 1u64 << row_bits;
    let rows = rows * (word / gcd(word, rows * pitch * elem_bytes));
    if layout.is_in_rows() { (rows, columns) } else { of_lines(layout, rows) }
}

/// Returns the rows and the columns by which a position moves by a multiple of `lines` lines.
fn of_lines(layout: &Layout, lines: u64) -> (u64, u64) {
    let across = u64::from(layout.line()) * lines;
    (across / gcd(across, u64::from(layout.cols())), across)
}
