//! f32 in registers of 32 bits: sums and products of any width, and what only machine code has.

use crate::isa::sass::Words3;

pub use crate::alu::single::{choose, product, scaled_product, sum};

/// The smallest or the largest of three; `nan`: a NaN if one is.
pub fn choose3(smaller: bool, nan: bool, ftz: bool) -> Words3 {
    macro_rules! twice {
        ($smaller:literal, $nan:literal, $ftz:literal) => {
            |d, a, b, c, mask| {
                let choose = choose($smaller, $nan, $ftz);
                let mut two = *a;
                choose(&mut two, a, b, mask);
                choose(d, &two, c, mask);
            }
        };
    }
    match (smaller, nan, ftz) {
        (true, false, false) => twice!(true, false, false),
        (true, false, true) => twice!(true, false, true),
        (true, true, false) => twice!(true, true, false),
        (true, true, true) => twice!(true, true, true),
        (false, false, false) => twice!(false, false, false),
        (false, false, true) => twice!(false, false, true),
        (false, true, false) => twice!(false, true, false),
        (false, true, true) => twice!(false, true, true),
    }
}

/// Whether a quotient of f32 needs more than a reciprocal and Newton's steps, which lose digits near the ends of the range: an
/// operand that is not a normal number, or exponents within 2 of where the quotient, or a step on the way to it, would not be one.
pub fn division_needs_care(a: f32, b: f32) -> bool {
    let exponent = |value: f32| (value.to_bits() >> 23 & 0xff) as i32;
    let (x, y) = (exponent(a), exponent(b));
    let plain = |exponent: i32| exponent != 0 && exponent != 255;
    // The reciprocal must be normal, and so must the remainder, which is up to 24 bits below the dividend.
    !(plain(x) && plain(y) && (3..=251).contains(&y) && x > 26 && (3..=251).contains(&(x - y + 127)))
}
