//! Elections.

/// Returns the lane that `elect` chooses of those of `active`, and its mask. There is at least one.
#[inline]
pub(in crate::machine) fn elect(active: u32) -> (u32, u32) {
    let leader = active.trailing_zeros();
    (leader, 1 << (leader & 31))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_first_active_lane_is_elected(active in 1u32..) {
            let first = (0..32).find(|lane| active >> lane & 1 == 1).unwrap();
            prop_assert_eq!(elect(active), (first, 1u32 << first));
        }
    }
}
