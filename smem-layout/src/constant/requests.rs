//! The requests of an access in const evaluation, and whether one conflicts.

use crate::{
    access::{LaneRuns, Positions},
    banks::{BankModel, BankUnits, LANES, OneWordABank},
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
    let Some(units) = BankUnits::of(model, lane_bytes) else { return LaneMeeting::Unknown };
    if let Some(runs) = positions.runs(number)
        && are_in_banks_of_their_own(&runs, layout, elem_bytes, &units, model.lanes_per_phase(lane_bytes))
    {
        return LaneMeeting::Never;
    }
    let mut banks = OneWordABank::new(units);
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

/// Returns true if every lane of a phase has a bank of its own, or the word of the lane before. False says nothing: it is the quick answer
/// for most requests without conflicts, a fraction of the statements of asking lane by lane.
const fn are_in_banks_of_their_own(
    runs: &LaneRuns,
    layout: &Layout,
    elem_bytes: u32,
    units: &BankUnits,
    phase: u32,
) -> bool {
    let LaneRuns { first, length, count, step, next } = *runs;
    let (moved, down) = match layout.swizzle() {
        Swizzle::None => (0, 0),
        Swizzle::Cute(cute) if cute.shift() >= 0 => (cute.source(), cute.shift() as u32),
        _ => return false,
    };
    let chunk = if length < phase { length } else { phase };
    if layout.line() != layout.cols() || !phase.is_multiple_of(chunk) || !length.is_multiple_of(chunk) {
        return false;
    }
    let pitch = layout.pitch();
    let shift = units.shift - elem_bytes.trailing_zeros();
    let (step, next) = (step.0 * pitch + step.1, next.0 * pitch + next.1);
    if moved == 0 && (chunk == phase || chunk == count) {
        // Each phase is one run, whose banks are equally far apart wherever it starts.
        let (units_apart, elements_left) = (step >> shift, step & ((1 << shift) - 1));
        if elements_left == 0 && units_apart > 0 {
            return chunk <= (units.last_group + 1) >> units_apart.trailing_zeros();
        }
    }
    let mut start = first.0 * pitch + first.1;
    let (mut offset, mut lane, mut seen, mut last) = (start, 0, 0, u32::MAX);
    while lane < count {
        let end = lane + chunk;
        while lane < end {
            let unit = (if moved == 0 { offset } else { offset ^ (offset & moved) >> down }) >> shift;
            if unit != last {
                let bank = 1 << (unit & units.last_group);
                if seen & bank != 0 {
                    return false;
                }
                seen |= bank;
                last = unit;
            }
            offset += step;
            lane += 1;
        }
        if lane.is_multiple_of(length) {
            start += next;
            offset = start;
        }
        if lane & (phase - 1) == 0 {
            (seen, last) = (0, u32::MAX);
        }
    }
    true
}
