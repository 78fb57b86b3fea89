//! The requests of an access in const evaluation, and whether one conflicts.

use smem_banks::{BankModel, BankUnits, LANES, OneWordABank};

use crate::{
    access::{LaneRuns, Positions},
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
    let phase = model.lanes_per_phase(lane_bytes);
    if let Some(runs) = positions.runs(number) {
        match meeting_in_runs(&runs, layout, elem_bytes, &units, phase) {
            LaneMeeting::Unknown => {}
            known => return known,
        }
    }
    let mut banks = OneWordABank::new(units);
    let last_of_phase = phase - 1;
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

/// Returns ways that the first position of an access has on a layout without a swizzle: those of lanes that are equally far apart.
pub(super) const fn least_ways(positions: &Positions<'_>, layout: &Layout, elem_bytes: u32, model: &BankModel) -> u32 {
    let lane_bytes = elem_bytes * positions.lane_elements();
    let (Some(units), Some(runs)) = (BankUnits::of(model, lane_bytes), positions.runs(0)) else { return 1 };
    if layout.line() != layout.cols() {
        return 1;
    }
    let phase = model.lanes_per_phase(lane_bytes);
    let LaneRuns { length, count, step, next, .. } = runs;
    let lanes = if count < phase { count } else { phase };
    let in_run = if length < lanes { length } else { lanes };
    let of_run = ways_of(in_run, step, layout, elem_bytes, &units);
    let of_starts = ways_of(lanes / in_run, next, layout, elem_bytes, &units);
    (if of_run > of_starts { of_run } else { of_starts }).div_ceil(model.words_a_pass())
}

/// Returns the words in one bank of `count` lanes that are so many rows and columns apart.
const fn ways_of(count: u32, apart: (u32, u32), layout: &Layout, elem_bytes: u32, units: &BankUnits) -> u32 {
    let (shift, apart) = (units.shift - elem_bytes.trailing_zeros(), apart.0 * layout.pitch() + apart.1);
    let (units_apart, elements_left) = (apart >> shift, apart & ((1 << shift) - 1));
    if units_apart == 0 || elements_left != 0 {
        return 1;
    }
    let shared = units_apart.trailing_zeros();
    let last = units.last_group.trailing_ones();
    count.div_ceil((units.last_group + 1) >> if shared < last { shared } else { last })
}

/// Returns the first two lanes of a phase in one bank, unless they are on one word, of which this says nothing: it is the quick answer for most
/// requests, a fraction of the statements of asking lane by lane.
const fn meeting_in_runs(
    runs: &LaneRuns,
    layout: &Layout,
    elem_bytes: u32,
    units: &BankUnits,
    phase: u32,
) -> LaneMeeting {
    let LaneRuns { first, length, count, step, next } = *runs;
    let (moved, down, block) = match layout.swizzle() {
        Swizzle::None => (0, 0, u32::MAX),
        Swizzle::Cute(cute) if cute.shift() >= 0 => (cute.source(), cute.shift() as u32, 1 << cute.base()),
        _ => return LaneMeeting::Unknown,
    };
    let chunk = if length < phase { length } else { phase };
    if layout.line() != layout.cols()
        || chunk != count && (!phase.is_multiple_of(chunk) || !length.is_multiple_of(chunk))
    {
        return LaneMeeting::Unknown;
    }
    let pitch = layout.pitch();
    let shift = units.shift - elem_bytes.trailing_zeros();
    let (step, next) = (step.0 * pitch + step.1, next.0 * pitch + next.1);
    if moved == 0 && (chunk == phase || chunk == count) {
        // Each phase is one run, whose banks are equally far apart wherever it starts.
        let (units_apart, elements_left) = (step >> shift, step & ((1 << shift) - 1));
        if elements_left == 0 && units_apart > 0 && chunk <= (units.last_group + 1) >> units_apart.trailing_zeros() {
            return LaneMeeting::Never;
        }
    }
    // Neighbours stay neighbours within a block.
    let are_neighbours = step == 1 && shift == 0 && block > 1;
    let mut start = first.0 * pitch + first.1;
    let (mut offset, mut lane, mut seen, mut last) = (start, 0, 0u32, u32::MAX);
    while lane < count {
        let end = lane + chunk;
        while lane < end {
            let unit = (if moved == 0 { offset } else { offset ^ (offset & moved) >> down }) >> shift;
            let group = unit & units.last_group;
            if are_neighbours {
                let (mut piece, of_block, of_banks) =
                    (end - lane, block - (offset & (block - 1)), units.last_group + 1 - group);
                piece = if piece < of_block { piece } else { of_block };
                piece = if piece < of_banks { piece } else { of_banks };
                let banks = (((1u64 << piece) - 1) as u32) << group;
                if seen & banks != 0 {
                    let other = lane + ((seen & banks) >> group).trailing_zeros();
                    return in_one_bank(runs, other, layout, (shift, phase), units);
                }
                seen |= banks;
                offset += piece;
                lane += piece;
                continue;
            }
            if unit != last {
                let bank = 1 << group;
                if seen & bank != 0 {
                    return in_one_bank(runs, lane, layout, (shift, phase), units);
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
    LaneMeeting::Never
}

/// Returns the first lane of the phase of `lane` in its bank, with it, where it is on another word.
const fn in_one_bank(
    runs: &LaneRuns,
    lane: u32,
    layout: &Layout,
    (shift, phase): (u32, u32),
    units: &BankUnits,
) -> LaneMeeting {
    let unit = unit_of(runs, lane, layout, shift);
    let mut earlier = lane & !(phase - 1);
    // Stepped through, not asked for one by one: most of these are in another bank.
    let (mut row, mut col) = runs.element(earlier);
    let mut left = runs.length - earlier % runs.length;
    while earlier < lane {
        let between = unit ^ layout.quick_index(row, col) >> shift;
        if between & units.last_group == 0 {
            let is_shared = between & !units.partner == 0;
            return if is_shared { LaneMeeting::Unknown } else { LaneMeeting::Of(earlier, lane) };
        }
        (earlier, left) = (earlier + 1, left - 1);
        if left == 0 {
            (row, col) = runs.element(earlier);
            left = runs.length;
        } else {
            (row, col) = (row + runs.step.0, col + runs.step.1);
        }
    }
    LaneMeeting::Unknown
}

const fn unit_of(runs: &LaneRuns, lane: u32, layout: &Layout, shift: u32) -> u32 {
    let (row, col) = runs.element(lane);
    layout.quick_index(row, col) >> shift
}
