//! Shuffles.

use crate::fault::FaultKind;
use crate::isa::ShuffleMode;
use crate::lanes::lanes;
use crate::machine::lane_fault::{LaneFault, LaneResult};

/// Returns the lane that `lane` takes from in a shuffle by `amount`, and whether that is inside its segment. `bounds` is the last operand
/// of `shfl`: the clamp in its low five bits, and the mask of the segment in bits 8 to 12.
#[inline(always)]
fn source_lane(mode: ShuffleMode, lane: usize, amount: u32, bounds: u32) -> (usize, bool) {
    let (here, amount) = (lane as i32, (amount & 31) as i32);
    let (clamp, segment) = ((bounds & 31) as i32, (bounds >> 8 & 31) as i32);
    let start = here & segment;
    let limit = start | clamp & !segment;
    let (from, valid) = match mode {
        // Upwards the clamp is the segment's first lane.
        ShuffleMode::Up => (here - amount, here - amount >= limit),
        ShuffleMode::Down => (here + amount, here + amount <= limit),
        ShuffleMode::Butterfly => (here ^ amount, (here ^ amount) <= limit),
        ShuffleMode::Index => {
            let from = start | amount & !segment;
            (from, from <= limit)
        }
    };
    (if valid { from as usize & 31 } else { lane }, valid)
}

/// Returns the value that each lane of `active` takes, and the lanes that take from inside their segment. The amount and the bounds are
/// the low 32 bits of each lane's.
///
/// # Errors
/// A lane that takes from one which is not active.
#[inline]
pub(in crate::machine) fn shuffle<T: Copy + Default>(
    mode: ShuffleMode,
    values: &[T; 32],
    amount: impl Fn(usize) -> u32,
    bounds: impl Fn(usize) -> u32,
    active: u32,
) -> LaneResult<([T; 32], u32)> {
    let (mut result, mut inside) = ([T::default(); 32], 0);
    for lane in lanes(active) {
        let (from, valid) = source_lane(mode, lane, amount(lane), bounds(lane));
        if active >> from & 1 == 0 {
            let kind = FaultKind::Warp(format!("lane {lane} reads lane {from}, which is not active in the shuffle"));
            return Err(LaneFault::boxed(lane, None, kind));
        }
        inside |= u32::from(valid) << lane;
        result[lane] = values[from];
    }
    Ok((result, inside))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The lane that `width` consecutive lanes with the same upper bits take from, as CUDA's guide defines `__shfl_*_sync`: in the
    /// segment, or itself.
    fn by_the_guide(mode: ShuffleMode, lane: usize, amount: usize, width: usize) -> usize {
        let (start, within) = (lane / width * width, lane % width);
        let source = match mode {
            ShuffleMode::Index => Some(start + amount % width),
            ShuffleMode::Up => within.checked_sub(amount).map(|within| start + within),
            ShuffleMode::Down => Some(start + within + amount).filter(|&from| from < start + width),
            // Lanes of a lower segment may be read.
            ShuffleMode::Butterfly => Some(lane ^ amount).filter(|&from| from < start + width),
        };
        source.unwrap_or(lane)
    }

    fn modes() -> impl Strategy<Value = ShuffleMode> {
        use ShuffleMode::{Butterfly, Down, Index, Up};
        prop::sample::select(vec![Up, Down, Butterfly, Index])
    }

    proptest! {
        #[test]
        fn a_shuffle_takes_from_the_lane_that_the_guide_names(
            mode in modes(), amount in 0usize..32, log in 0u32..=5, values in any::<[u32; 32]>(),
        ) {
            let width = 1usize << log;
            // The bounds that `__shfl_sync` makes of a width.
            let clamp = if mode == ShuffleMode::Up { 0 } else { 31 };
            let bounds = ((32 - width as u32) << 8) | clamp;
            let (taken, _) = shuffle(mode, &values, |_| amount as u32, |_| bounds, u32::MAX).unwrap();
            for lane in 0..32 {
                prop_assert_eq!(taken[lane], values[by_the_guide(mode, lane, amount, width)]);
            }
        }

        #[test]
        fn a_lane_that_is_not_active_cannot_be_read(mode in modes(), amount in 0u32..32, active in 1u32..) {
            let values: [u32; 32] = std::array::from_fn(|lane| lane as u32);
            let clamp = if mode == ShuffleMode::Up { 0 } else { 31 };
            let result = shuffle(mode, &values, |_| amount, |_| clamp, active);
            let reads_others = lanes(active).any(|lane| {
                let from = by_the_guide(mode, lane, amount as usize, 32);
                active >> from & 1 == 0
            });
            prop_assert_eq!(result.is_err(), reads_others);
        }
    }
}
