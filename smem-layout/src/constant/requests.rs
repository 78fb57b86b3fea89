//! The requests of an access in const evaluation, and whether one conflicts.

use crate::{
    access::Positions,
    banks::{BankModel, LANES, OneWordABank},
    layout::{Layout, Swizzle},
};

/// Whether two lanes of a request need two passes.
#[derive(Clone, Copy)]
pub(super) enum LaneMeeting {
    /// It takes the bank model to say.
    Unknown,
    /// All phases are free of conflict.
    Never,
    /// These two do.
    Of(u32, u32),
}

/// Returns whether two lanes of one phase need two passes at position `number`, and the first two that do.
pub(super) const fn meeting(
    positions: &Positions<'_>,
    number: u32,
    layout: &Layout,
    elem_bytes: u32,
    model: &BankModel,
) -> LaneMeeting {
    let lane_bytes = elem_bytes * positions.lane_elements();
    let Some(mut banks) = OneWordABank::of(model, lane_bytes) else { return LaneMeeting::Unknown };
    let last_of_phase = model.lanes_per_phase(lane_bytes) - 1;
    let (pitch, is_by_rows) = (layout.pitch(), layout.is_in_rows() && matches!(layout.swizzle(), Swizzle::None));
    let mut lanes = positions.walk(number);
    let mut lane = 0;
    while lane < LANES as u32 {
        if lanes.step(positions) {
            let (row, col) = lanes.element;
            let offset = if is_by_rows { row * pitch + col } else { layout.quick_index(row, col) };
            let earlier = banks.add(lane, offset * elem_bytes);
            if earlier < lane {
                return LaneMeeting::Of(earlier, lane);
            }
        }
        if lane & last_of_phase == last_of_phase {
            banks.next_phase();
        }
        lane += 1;
    }
    LaneMeeting::Never
}
