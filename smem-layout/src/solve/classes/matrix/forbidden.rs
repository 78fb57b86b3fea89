//! Forbidden values: for each argument of the matrix, those at which two lanes of an access would meet.

use smem_banks::LANES;

use crate::{
    access::{Access, Pattern, WarpLanes},
    solve::{
        budget::Budget,
        classes::matrix::{lane_pairs::LanePairs, space::MatrixSpace, stride_pairs, window_pairs},
    },
};

/// The most positions, over all accesses, whose pairs of lanes are looked at before the search.
const MOST_POSITIONS: usize = 4096;

/// Adds to `values` those that the pairs of lanes of a conflict-free access forbid; returns false if two lanes of one
/// line always meet, or if the budget is spent.
pub(super) fn by_access(space: &MatrixSpace<'_>, access: &Access, budget: &Budget, values: &mut [u32]) -> bool {
    let vec = access.lane_elements(space.tile.elem_bytes);
    if let Some((height, width)) = window(access)
        // Those of a tile of planes are in none of its two.
        && space.tile.planes.is_none()
        && let Some(possible) = window_pairs::forbid(space, height, width, vec, values)
    {
        return possible;
    }
    if let (Pattern::Stride { step, aligned: false }, false) = (&access.pattern, access.transposed)
        && let Some(possible) = stride_pairs::forbid(space, *step, vec, budget, values)
    {
        return possible;
    }
    let mut possible = true;
    let mut positions = 0;
    let most = MOST_POSITIONS / space.tile.accesses.len();
    space.visit(access, |lanes, affine| {
        possible = budget.take(8) && by_request(space, lanes, vec, affine, values);
        positions += 1;
        possible && positions < most
    });
    possible
}

/// Returns the height and the width of a window, in lanes.
fn window(access: &Access) -> Option<(u32, u32)> {
    match (&access.pattern, access.transposed) {
        (Pattern::Window { height, width }, false) => Some((*height, *width)),
        // Its lanes are those of the window with the sides exchanged, in another order.
        (Pattern::Window { height, width }, true) => Some((*width, *height)),
        _ => None,
    }
}

/// Adds to `values` those that the pairs of lanes of one request forbid; returns false if two lanes of one line always
/// meet.
pub(super) fn by_request(
    space: &MatrixSpace<'_>,
    lanes: &WarpLanes,
    vec: u32,
    affine: bool,
    values: &mut [u32],
) -> bool {
    let phase = space.tile.model.lanes_per_phase(space.tile.elem_bytes * vec) as usize;
    let granules = 1 << space.granule_bits;
    let pairs = LanePairs::new(space, lanes, vec);
    for first in (0..LANES).step_by(phase) {
        if pairs.is_uniform(first..first + phase) {
            continue;
        }
        if phase > granules && !affine && pairs.crowd(first..first + phase) > granules {
            return false;
        }
        // Every difference of an affine phase is one from its first lane.
        let last = if affine { first + 1 } else { first + phase };
        for one in first..last {
            for other in one + 1..first + phase {
                if !pairs.forbid(one, other, values) {
                    return false;
                }
            }
        }
    }
    true
}
