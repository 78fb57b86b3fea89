//! Matches: lanes with the same value.

use crate::lanes::lanes_where;

/// Returns the lanes of `active` that have the same value as `lane`.
#[inline]
pub(in crate::machine) fn alike(values: &[u64; 32], lane: usize, active: u32) -> u32 {
    lanes_where(active, |other| values[other] == values[lane])
}

/// Returns true if all lanes of `active` have the same value.
#[inline]
pub(in crate::machine) fn all_alike(values: &[u64; 32], active: u32) -> bool {
    alike(values, active.trailing_zeros() as usize & 31, active) == active
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::lanes;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lanes_are_alike_where_their_values_are_equal(
            values in prop::array::uniform32(0u64..3), same in any::<bool>(), active in 1u32..,
        ) {
            let values = if same { [values[0]; 32] } else { values };
            for lane in lanes(active) {
                let found = alike(&values, lane, active);
                for other in 0..32 {
                    let expected = active >> other & 1 == 1 && values[other] == values[lane];
                    prop_assert_eq!(found >> other & 1 == 1, expected);
                }
            }
            let here: Vec<u64> = lanes(active).map(|lane| values[lane]).collect();
            prop_assert_eq!(all_alike(&values, active), here.windows(2).all(|pair| pair[0] == pair[1]));
        }
    }
}
