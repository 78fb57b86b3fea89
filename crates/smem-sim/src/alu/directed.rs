//! Sums, products, quotients and roots of f64 that round in a direction, which the host's arithmetic does not.

use super::exact::{to_odd, two_sum};
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
    let (sum, error) = two_sum(a, b);
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
    adjust(sum, error, rounding)
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

/// A finite number other than zero as a number from 1 to 2, with its sign, and a power of two.
fn normalized(value: f64) -> (f64, i32) {
    let (value, below) = if value.is_subnormal() { (value * 2f64.powi(64), 64) } else { (value, 0) };
    let exponent = (value.to_bits() >> 52 & 0x7ff) as i32 - 1023;
    (f64::from_bits(value.to_bits() & !(0x7ff << 52) | 1023 << 52), exponent - below)
}

/// `value * 2^exponent`, where that is neither too large nor too small for f64.
fn scaled(value: f64, exponent: i32) -> f64 {
    let half = exponent / 2;
    value * 2f64.powi(half) * 2f64.powi(exponent - half)
}

/// A number so small beside others that only its sign counts.
const SPECK: f64 = 1e-200;

/// `a * b + c`, rounded once.
pub(super) fn multiply_add(a: f64, b: f64, c: f64, rounding: Rounding) -> f64 {
    let nearest = a.mul_add(b, c);
    if nearest.is_infinite() && a.is_finite() && b.is_finite() && c.is_finite() {
        return overflow(nearest, rounding);
    }
    if !nearest.is_finite() {
        return nearest;
    }
    if a == 0.0 || b == 0.0 {
        let negative = (a.is_sign_negative() != b.is_sign_negative()) || c.is_sign_negative();
        return if nearest == 0.0 && rounding == Rounding::Down && negative { -0.0 } else { nearest };
    }
    // Everything is divided by the power of two of the product, so that no part of it is too small to be exact.
    let ((a, a_exponent), (b, b_exponent)) = (normalized(a), normalized(b));
    let exponent = a_exponent + b_exponent;
    let product = a * b;
    if nearest == 0.0 && c == 0.0 {
        // The scale would be too large for f64.
        return adjust_product(nearest, product, rounding);
    }
    let (c, nearest_scaled) = if c == 0.0 {
        (0.0, scaled(nearest, -exponent))
    } else {
        let above = normalized(c).1 - exponent;
        if above > 200 {
            return adjust(nearest, product, rounding);
        }
        let c = if above < -400 { SPECK.copysign(c) } else { scaled(c, -exponent) };
        (c, scaled(nearest, -exponent))
    };
    // The exact value minus `nearest`, as parts that do not overlap: the largest of them has its sign.
    let mut parts = [0.0; 4];
    for (count, mut term) in [a.mul_add(b, -product), product, c, -nearest_scaled].into_iter().enumerate() {
        for part in &mut parts[..count] {
            (term, *part) = two_sum(term, *part);
        }
        parts[count] = term;
    }
    let error = parts.into_iter().rev().find(|part| *part != 0.0).unwrap_or(0.0);
    if nearest == 0.0 {
        if error == 0.0 {
            return if rounding == Rounding::Down { -0.0 } else { 0.0 };
        }
        // Too small to be anything else.
        return adjust_product(0.0f64.copysign(error), error, rounding);
    }
    adjust(nearest, error, rounding)
}

pub(super) fn divide(a: f64, b: f64, rounding: Rounding) -> f64 {
    let nearest = a / b;
    if a == 0.0 || b == 0.0 || !a.is_finite() || !b.is_finite() {
        return nearest;
    }
    if nearest.is_infinite() {
        return overflow(nearest, rounding);
    }
    if nearest == 0.0 {
        return adjust_product(nearest, 1.0_f64.copysign(nearest), rounding);
    }
    let ((a, a_exponent), (b, b_exponent)) = (normalized(a), normalized(b));
    // Divided by a power of two, so that no part of the product is too small. What is left of `a` has the sign that counts.
    let quotient = scaled(nearest, b_exponent - a_exponent);
    adjust(nearest, quotient.mul_add(-b, a) * b.signum(), rounding)
}

pub(super) fn root(a: f64, rounding: Rounding) -> f64 {
    if a == 0.0 || !a.is_finite() || a < 0.0 {
        return a.sqrt();
    }
    let (value, exponent) = normalized(a);
    let (value, exponent) = if exponent % 2 == 0 { (value, exponent) } else { (2.0 * value, exponent - 1) };
    let nearest = value.sqrt();
    scaled(adjust(nearest, nearest.mul_add(-nearest, value), rounding), exponent / 2)
}

/// The quotient of two f32, to be rounded to f32.
pub(super) fn divide_singles(a: f64, b: f64) -> f64 {
    let nearest = a / b;
    if nearest == 0.0 || !nearest.is_finite() || b.is_infinite() {
        return nearest;
    }
    to_odd(nearest, nearest.mul_add(-b, a) * b.signum())
}

/// The square root of an f32, to be rounded to f32.
pub(super) fn root_single(a: f64) -> f64 {
    let nearest = a.sqrt();
    if nearest == 0.0 || !nearest.is_finite() { nearest } else { to_odd(nearest, nearest.mul_add(-nearest, a)) }
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
        // The bits that the rounded product loses decide: (1 + e)^2 - 1 - 2e is e^2.
        let rest = multiply_add(next, next, -next.next_up(), Up);
        assert_eq!(rest, f64::EPSILON * f64::EPSILON);
        assert_eq!(multiply_add(next, next, 0.0, Up), next.next_up().next_up());
        assert_eq!(multiply_add(next, next, 0.0, Down), next.next_up());
        assert_eq!(multiply_add(-next, next, 0.0, Up), -next.next_up());
        assert!(multiply_add(1.0, 1.0, -1.0, Down).is_sign_negative());
        assert_eq!(multiply_add(f64::MAX, 2.0, 0.0, Zero), f64::MAX);
        // Products of subnormal size, alone and beside a sum.
        let (small, least) = (1e-170, f64::from_bits(1));
        assert_eq!(multiply_add(small, small, 0.0, Up), least);
        assert_eq!(multiply_add(small, -small, 0.0, Down), -least);
        assert!(multiply_add(small, -small, 0.0, Zero).is_sign_negative());
        // Products of subnormal numbers, far below the smallest number.
        for zero in [0.0, -0.0] {
            let product = |a, rounding| multiply_add(a, least, zero, rounding).to_bits();
            assert_eq!(product(least, Down), 0.0f64.to_bits());
            assert_eq!(product(least, Zero), 0.0f64.to_bits());
            assert_eq!(product(least, Up), least.to_bits());
            assert_eq!(product(-least, Down), (-least).to_bits());
            assert_eq!(product(-least, Zero), (-0.0f64).to_bits());
            assert_eq!(product(-least, Up), (-0.0f64).to_bits());
        }
        assert_eq!(multiply_add(small, small, 1.0, Up), next);
        assert_eq!(multiply_add(small, -small, 1e-300, Zero), 1e-300f64.next_down());
        assert_eq!(multiply_add(1.5, least, 0.0, Zero), least);
        assert_eq!(multiply_add(1.5, least, 0.0, Up), 2.0 * least);
    }

    #[test]
    fn quotients_and_roots_bracket_the_exact_value() {
        let mut state = 1_u64;
        let mut next = |exponents: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let mixed = state ^ state >> 29;
            // Few bits make exact results likely.
            let mantissa = if mixed & 1 == 0 { mixed >> 12 } else { mixed >> 12 & 7 << 49 };
            f64::from_bits(mantissa & ((1 << 52) - 1) | (1023 - exponents / 2 + mixed % exponents) << 52)
        };
        for i in 0..20_000 {
            let (a, b) = (next(600), next(600));
            let [down, up, zero] = [Down, Up, Zero].map(|rounding| divide(a, b, rounding));
            // The sign of a fused sum is that of the exact one.
            assert!(down.mul_add(b, -a) <= 0.0 && up.mul_add(b, -a) >= 0.0, "{i}: {a:e} / {b:e}");
            assert!(if down == up { down.mul_add(b, -a) == 0.0 } else { down.next_up() == up }, "{i}: {a:e} / {b:e}");
            assert_eq!((zero, divide(-a, b, Zero), divide(a, -b, Down)), (down, -down, -up));
            let [down, up, zero] = [Down, Up, Zero].map(|rounding| root(a, rounding));
            assert!(down.mul_add(down, -a) <= 0.0 && up.mul_add(up, -a) >= 0.0, "{i}: the root of {a:e}");
            assert!(if down == up { down * down == a } else { down.next_up() == up && zero == down }, "{i}: {a:e}");
        }
    }

    #[test]
    fn quotients_at_the_ends_of_the_range_round_in_the_direction() {
        let least = f64::from_bits(1);
        assert_eq!([Down, Up, Zero].map(|r| divide(f64::MAX, 0.5, r)), [f64::MAX, f64::INFINITY, f64::MAX]);
        assert_eq!([Down, Up, Zero].map(|r| divide(-f64::MAX, 0.5, r)), [f64::NEG_INFINITY, -f64::MAX, -f64::MAX]);
        assert_eq!([Down, Up, Zero].map(|r| divide(least, 3.0, r)), [0.0, least, 0.0]);
        assert_eq!([Down, Up, Zero].map(|r| divide(-least, 3.0, r).to_bits()), [-least, -0.0, -0.0].map(f64::to_bits));
        assert_eq!([Down, Up, Zero].map(|r| divide(7.0 * least, 2.0, r)), [3.0 * least, 4.0 * least, 3.0 * least]);
        assert_eq!([Down, Up, Zero].map(|r| divide(6.0 * least, 2.0, r)), [3.0 * least; 3]);
        assert_eq!([Down, Up].map(|r| divide(1.0, 0.0, r)), [f64::INFINITY; 2]);
        assert!(divide(0.0, 0.0, Up).is_nan() && root(-1.0, Up).is_nan());
        assert_eq!(root(-0.0, Down).to_bits(), (-0.0_f64).to_bits());
        assert_eq!([Down, Up].map(|r| root(4.0 * least, r)), [2.0 * least.sqrt(); 2]);
        assert_eq!(root(f64::MAX, Up), f64::MAX.sqrt().next_up());
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
