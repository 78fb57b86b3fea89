//! Representative positions: those of an access whose costs include the worst on one layout.
//!
//! A 128 x 128 tile has 512 row positions and 16,384 windows of one element, but few of them differ in cost: two positions
//! cost the same when the addresses of one are those of the other plus whole words (banks rotate), or, where the layout
//! is linear over F2, those of the other XOR a constant (banks are relabelled). [`representatives`] keeps one of each
//! kind; a property test compares its verdict with that of all positions.

use smem_banks::BankModel;

use crate::{
    access::{
        access::Access,
        offset_classes::OffsetClasses,
        periods::is_linear,
        positions::{Positions, WarpLanes},
        shape::Shape,
    },
    layout::Layout,
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
    let positions = Positions::of(&access.borrowed(), shape, elem_bytes);
    let linear = is_linear(layout, elem_bytes, model);
    if linear && positions.are_aligned_blocks() {
        return visit(positions.lanes(0));
    }
    let periods = positions.periods(layout, elem_bytes, model, linear);
    let pitch = if layout.is_in_rows() { layout.pitch() } else { layout.cols() };
    let classes =
        positions.distances(pitch).and_then(|distances| OffsetClasses::new(layout, elem_bytes, model, &distances));
    let Some(mut classes) = classes else {
        return positions.visit(periods, linear, |number| visit(positions.lanes(number)));
    };
    let (mut wanted, mut seen_until) = (true, 0);
    positions.visit(periods, false, |number| {
        if number < seen_until {
            return true;
        }
        let ((row, col), complete) = positions.start(number, pitch);
        if classes.is_new(row, col, complete) {
            wanted = visit(positions.lanes(number));
        } else if let Some((step, most)) = positions.starts_in_row(number) {
            seen_until = number + classes.run_of_seen(row, col, step, most);
        }
        wanted && !classes.are_complete()
    });
    wanted
}
