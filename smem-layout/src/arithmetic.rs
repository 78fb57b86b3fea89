//! Arithmetic of whole numbers that const evaluation can do: traits such as `Ord` have no const functions.

/// Returns the greatest common divisor; of 0 and a number, the number.
pub(crate) const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Returns the smaller number.
pub(crate) const fn smaller(one: u32, other: u32) -> u32 {
    if one < other { one } else { other }
}

/// Returns `count`, or `period` if it is smaller.
pub(crate) const fn at_most(count: u32, period: u64) -> u32 {
    if (count as u64) < period { count } else { period as u32 }
}
