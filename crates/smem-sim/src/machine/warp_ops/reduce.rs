//! Reductions.

use crate::isa::Reduction;

/// Returns one number of all values; 0 if there are none, and all ones for `And`.
#[inline]
pub(in crate::machine) fn reduce(op: Reduction, values: impl Iterator<Item = u32>) -> u32 {
    match op {
        Reduction::Add => values.fold(0, u32::wrapping_add),
        Reduction::MinU => values.min().unwrap_or(0),
        Reduction::MaxU => values.max().unwrap_or(0),
        Reduction::MinS => values.map(u32::cast_signed).min().unwrap_or(0).cast_unsigned(),
        Reduction::MaxS => values.map(u32::cast_signed).max().unwrap_or(0).cast_unsigned(),
        Reduction::And => values.fold(u32::MAX, |a, b| a & b),
        Reduction::Or => values.fold(0, |a, b| a | b),
        Reduction::Xor => values.fold(0, |a, b| a ^ b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_reduction_is_that_of_its_numbers_one_after_the_other(
            values in prop::collection::vec(prop_oneof![any::<u32>(), 0u32..4, Just(1 << 31)], 1..=32),
        ) {
            let signed: Vec<i64> = values.iter().map(|&value| i64::from(value.cast_signed())).collect();
            let of = |op| reduce(op, values.iter().copied());
            let sum: u64 = values.iter().map(|&value| u64::from(value)).sum();
            prop_assert_eq!(u64::from(of(Reduction::Add)), sum % (1 << 32));
            let mut sorted = values.clone();
            sorted.sort_unstable();
            prop_assert_eq!((of(Reduction::MinU), of(Reduction::MaxU)), (sorted[0], sorted[sorted.len() - 1]));
            prop_assert_eq!(i64::from(of(Reduction::MinS).cast_signed()), *signed.iter().min().unwrap());
            prop_assert_eq!(i64::from(of(Reduction::MaxS).cast_signed()), *signed.iter().max().unwrap());
            for bit in 0..32 {
                let ones = values.iter().filter(|&value| value >> bit & 1 == 1).count();
                prop_assert_eq!(of(Reduction::And) >> bit & 1 == 1, ones == values.len());
                prop_assert_eq!(of(Reduction::Or) >> bit & 1 == 1, ones > 0);
                prop_assert_eq!(of(Reduction::Xor) >> bit & 1 == 1, ones % 2 == 1);
            }
        }
    }
}
