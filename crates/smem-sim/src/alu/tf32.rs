//! Conversion to tf32: an f32 with 10 bits of fraction.

use super::lanes;
use crate::isa::Tf32Rounding;
use crate::lanes::Lanes1;

/// Bits of an f32 that tf32 does not have.
const BELOW: u32 = 0x1fff;

/// The tf32 that a rounding gives. `relu`: zero for a negative number.
fn rounded(bits: u64, rounding: Tf32Rounding, relu: bool) -> u64 {
    let bits = bits as u32;
    let value = f32::from_bits(bits);
    if value.is_nan() {
        // The assembler makes integer instructions of `.rna`, which leave a NaN's upper bits.
        return if rounding == Tf32Rounding::NearestAway { u64::from(bits & !BELOW) } else { 0x7fff_ffff };
    }
    if relu && value.is_sign_negative() {
        return 0;
    }
    let half = match rounding {
        _ if value.is_infinite() => 0,
        Tf32Rounding::Zero => 0,
        Tf32Rounding::NearestAway => BELOW.div_ceil(2),
        // Less than a half where the last bit that stays is 0, so that a half goes to the even number.
        Tf32Rounding::Nearest => BELOW / 2 + (bits >> BELOW.count_ones() & 1),
    };
    u64::from((bits + half) & !BELOW)
}

pub fn to_tf32(rounding: Tf32Rounding, relu: bool) -> Lanes1 {
    match (rounding, relu) {
        (Tf32Rounding::Nearest, false) => lanes!(|a| rounded(a, Tf32Rounding::Nearest, false)),
        (Tf32Rounding::Nearest, true) => lanes!(|a| rounded(a, Tf32Rounding::Nearest, true)),
        (Tf32Rounding::NearestAway, false) => lanes!(|a| rounded(a, Tf32Rounding::NearestAway, false)),
        (Tf32Rounding::NearestAway, true) => lanes!(|a| rounded(a, Tf32Rounding::NearestAway, true)),
        (Tf32Rounding::Zero, false) => lanes!(|a| rounded(a, Tf32Rounding::Zero, false)),
        (Tf32Rounding::Zero, true) => lanes!(|a| rounded(a, Tf32Rounding::Zero, true)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Tf32Rounding::{Nearest, NearestAway, Zero};

    #[test]
    fn halves_go_where_the_rounding_says() {
        for (bits, expected) in [
            (0x3f80_0fff, [0x3f80_0000; 3]),
            (0x3f80_1000, [0x3f80_0000, 0x3f80_2000, 0x3f80_0000]),
            (0x3f80_3000, [0x3f80_4000, 0x3f80_4000, 0x3f80_2000]),
            (0xbf80_1001, [0xbf80_2000, 0xbf80_2000, 0xbf80_0000]),
            (0x7f7f_ffff, [0x7f80_0000, 0x7f80_0000, 0x7f7f_e000]),
            (0x7f80_0000, [0x7f80_0000; 3]),
            (0x7fc0_2001, [0x7fff_ffff, 0x7fc0_2000, 0x7fff_ffff]),
        ] {
            assert_eq!([Nearest, NearestAway, Zero].map(|r| rounded(bits, r, false)), expected, "{bits:#x}");
        }
        assert_eq!((rounded(0xbf80_1001, Zero, true), rounded(0x3f80_1001, Zero, true)), (0, 0x3f80_0000));
    }
}
