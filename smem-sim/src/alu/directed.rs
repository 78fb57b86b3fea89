//! Sums and products of f64 that round in a direction, which the host's arithmetic does not.

use crate::isa::Rounding;

/// Moves a nearest result to its neighbour in the direction of rounding if it is on the wrong side. `error` has the sign of exact minus nearest.
fn adjust(nearest: f64, error: f64, rounding: Rounding) -> f64 {
    let towards = match rounding {
        Rounding::Nearest => 0.0,
        Rounding::Zero => -nearest,
        Rounding::Down => -1.0,
        Rounding::Up => 1.0,
    };
    // The nearest number is on the wrong side when the exact one lies where the direction points.
    if error < 0.0 && towards < 0.0 {
        nearest.next_down()
    } else if error > 0.0 && towards > 0.0 {
        nearest.next_up()
    } else {
        nearest
    }
}

/// A finite sum or product that is too large for f64.
fn overflow(nearest: f64, rounding: Rounding) -> f64 {
    let stays = match rounding {
        Rounding::Nearest => false,
        Rounding::Zero => true,
        Rounding::Down => nearest > 0.0,
        Rounding::Up => nearest < 0.0,
    };
    if stays { f64::MAX.copysign(nearest) } else { nearest }
}

pub(super) fn add(a: f64, b: f64, rounding: Rounding) -> f64 {
    let sum = a + b;
    if sum.is_infinite() && a.is_finite() && b.is_finite() {
        return overflow(sum, rounding);
    }
    if !sum.is_finite() {
        return sum;
    }
    if sum == 0.0 {
        let negative = a.is_sign_negative() || b.is_sign_negative();
        return if rounding == Rounding::Down && negative { -0.0 } else { sum };
    }
    let back = sum - a;
    adjust(sum, (a - (sum - back)) + (b - back), rounding)
}

/// Sign of the exact product minus `product`, from the integers behind the numbers.
fn product_error(a: f64, b: f64, product: f64) -> f64 {
    let parts = |v: f64| {
        let bits = v.to_bits() & !(1 << 63);
        let (exponent, mantissa) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
        if exponent == 0 { (mantissa, -1074) } else { (mantissa | 1 << 52, exponent - 1075) }
    };
    let ((ma, ea), (mb, eb), (mp, ep)) = (parts(a), parts(b), parts(product));
    let exact = u128::from(ma) * u128::from(mb);
    // The number of bits of the exact product below the last one of `product`.
    let below = ep - (ea + eb);
    let order = match u32::try_from(below) {
        // The product underflowed to zero.
        _ if mp == 0 => 1,
        // `product` is at most twice the exact value, which has 106 bits: the shift loses none.
        Ok(below) => exact.cmp(&u128::from(mp).checked_shl(below).unwrap_or(u128::MAX)) as i32,
        Err(_) => 0,
    };
    f64::from(order) * product.signum()
}

pub(super) fn multiply(a: f64, b: f64, rounding: Rounding) -> f64 {
    let product = a * b;
    if product.is_infinite() && a.is_finite() && b.is_finite() {
        return overflow(product, rounding);
    }
    if !product.is_finite() || a == 0.0 || b == 0.0 {
        return product;
    }
    adjust_product(product, product_error(a, b, product), rounding)
}

/// As `adjust`, where the product may have become a zero that still has a sign.
fn adjust_product(product: f64, error: f64, rounding: Rounding) -> f64 {
    if product != 0.0 {
        return adjust(product, error, rounding);
    }
    let smallest = f64::from_bits(1);
    match (rounding, product.is_sign_negative()) {
        (Rounding::Down, true) => -smallest,
        (Rounding::Up, false) => smallest,
        _ => product,
    }
}

/// The sum of two numbers and its error, which together are exact.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let back = sum - a;
    (sum, (a - (sum - back)) + (b - back))
}

/// `a * b + c`, rounded once. The direction is right where no intermediate product is too small to be exact, below 2^-969.
pub(super) fn multiply_add(a: f64, b: f64, c: f64, rounding: Rounding) -> f64 {
    let nearest = a.mul_add(b, c);
    if nearest.is_infinite() && a.is_finite() && b.is_finite() && c.is_finite() {
        return overflow(nearest, rounding);
    }
    if !nearest.is_finite() {
        return nearest;
    }
    let product = a * b;
    if nearest == 0.0 && (product == 0.0 || c != 0.0) {
        let negative = product.is_sign_negative() || c.is_sign_negative();
        return if rounding == Rounding::Down && negative { -0.0 } else { nearest };
    }
    if !product.is_finite() {
        return nearest;
    }
    // The exact value minus `nearest`, as parts that do not overlap: the largest of them has its sign.
    let mut parts = [0.0; 4];
    for (count, mut term) in [a.mul_add(b, -product), product, c, -nearest].into_iter().enumerate() {
        for part in &mut parts[..count] {
            (term, *part) = two_sum(term, *part);
        }
        parts[count] = term;
    }
    let error = parts.into_iter().rev().find(|part| *part != 0.0).unwrap_or(0.0);
    adjust(nearest, error, rounding)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Rounding::{Down, Up, Zero};

    #[test]
    fn neighbours_are_where_the_direction_says() {
        let tiny = 1e-30;
        assert_eq!(add(1.0, tiny, Zero), 1.0);
        assert_eq!(add(1.0, tiny, Up), 1.0f64.next_up());
        assert_eq!(add(1.0, -tiny, Zero), 1.0f64.next_down());
        assert_eq!(add(-1.0, -tiny, Down), (-1.0f64).next_down());
        assert_eq!(add(f64::MAX, f64::MAX, Zero), f64::MAX);
        assert_eq!(add(f64::MAX, f64::MAX, Up), f64::INFINITY);
        assert!(add(1.0, -1.0, Down).is_sign_negative());
    }

    #[test]
    fn fused_products_round_in_the_direction() {
        let (one, next) = (1.0, 1.0f64.next_up());
        assert_eq!(multiply_add(one, one, 1e-40, Zero), 1.0);
        assert_eq!(multiply_add(one, one, 1e-40, Up), next);
        assert_eq!(multiply_add(one, one, -1e-40, Down), 1.0f64.next_down());
        // What the rounded product loses decides: (1 + e)^2 - 1 - 2e is e^2.
        let rest = multiply_add(next, next, -next.next_up(), Up);
        assert_eq!(rest, f64::EPSILON * f64::EPSILON);
        assert_eq!(multiply_add(next, next, 0.0, Up), next.next_up().next_up());
        assert_eq!(multiply_add(next, next, 0.0, Down), next.next_up());
        assert_eq!(multiply_add(-next, next, 0.0, Up), -next.next_up());
        assert!(multiply_add(1.0, 1.0, -1.0, Down).is_sign_negative());
        assert_eq!(multiply_add(f64::MAX, 2.0, 0.0, Zero), f64::MAX);
    }

    #[test]
    fn products_bracket_the_exact_value() {
        let mut state = 1u64;
        for i in 0..20_000 {
            let mut next = || {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                f64::from_bits(state)
            };
            let (a, b) = (next(), next());
            let product = a * b;
            if !product.is_normal() || product.abs() < 1e-280 {
                continue;
            }
            let error = a.mul_add(b, -product);
            let (down, up) = if error < 0.0 {
                (product.next_down(), product)
            } else if error > 0.0 {
                (product, product.next_up())
            } else {
                (product, product)
            };
            assert_eq!((multiply(a, b, Down), multiply(a, b, Up)), (down, up), "{i}: {a:e} * {b:e}");
            assert_eq!(multiply(a, b, Zero), if product > 0.0 { down } else { up });
        }
        assert_eq!(multiply(1e-200, 1e-200, Up), f64::from_bits(1));
        assert_eq!(multiply(1e-200, 1e-200, Zero), 0.0);
        assert_eq!(multiply(-1e-200, 1e-200, Down), -f64::from_bits(1));
        // A result of one bit from factors of 53 bits each.
        let (a, b) = (1.0f64.next_up() * 2f64.powi(-537), 1.0f64.next_up() * 2f64.powi(-537));
        assert_eq!(multiply(a, b, Zero), f64::from_bits(1));
        assert_eq!(multiply(a, b, Up), f64::from_bits(2));
        let subnormal = 3.0 * f64::from_bits(1);
        assert_eq!(multiply(subnormal, 0.5, Zero), f64::from_bits(1));
        assert_eq!(multiply(subnormal, 0.5, Up), f64::from_bits(2));
        assert_eq!(multiply(subnormal, 2.0, Up), f64::from_bits(6));
    }
}
