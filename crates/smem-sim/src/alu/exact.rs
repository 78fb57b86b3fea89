//! Sums with their errors, and results that are rounded twice.

/// The sum of two numbers and its error, which together are exact.
pub(super) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let back = sum - a;
    (sum, (a - (sum - back)) + (b - back))
}

/// A result that is between two numbers, as the one of them whose last bit is 1: rounded again to a narrower type, it is as if it had been
/// rounded once.
pub(super) fn to_odd(nearest: f64, error: f64) -> f64 {
    if error == 0.0 || nearest.to_bits() & 1 == 1 {
        return nearest;
    }
    if error > 0.0 { nearest.next_up() } else { nearest.next_down() }
}

/// Rounds an exact sum to odd.
pub fn sum_to_odd(a: f64, b: f64) -> f64 {
    let (sum, error) = two_sum(a, b);
    if sum.is_finite() && sum != 0.0 { to_odd(sum, error) } else { sum }
}
