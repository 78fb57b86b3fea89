//! Loops over lanes with the vector instructions that this host turns out to have.
//!
//! Compilers assume an old host, which has no fused multiply-add: there it is a call of a library function for every lane. The results are
//! the same to the last bit, because it is rounded once either way.

use fearless_simd::Level;
use std::sync::LazyLock;

pub static LEVEL: LazyLock<Level> = LazyLock::new(Level::new);

/// Evaluates a call of an `inline(always)` function, which is compiled once for each set of vector instructions.
macro_rules! on_this_host {
    ($call:expr) => {
        fearless_simd::dispatch!(*$crate::alu::host::LEVEL, _simd => $call)
    };
}
pub(crate) use on_this_host;

/// Evaluates a call as [`on_this_host!`](on_this_host) does, compiled for hosts with AVX2 and once for all others: for code that is large.
macro_rules! on_wide_host {
    ($call:expr) => {{
        #[cfg(target_arch = "x86_64")]
        let done = match $crate::alu::host::LEVEL.as_avx2() {
            Some(wide) => fearless_simd::Simd::vectorize(
                wide,
                #[inline(always)]
                || $call,
            ),
            None => $call,
        };
        #[cfg(not(target_arch = "x86_64"))]
        let done = $call;
        done
    }};
}
pub(crate) use on_wide_host;

#[cfg(test)]
mod tests {
    use crate::alu::{FloatMode, float, fused_multiply_add};
    use crate::isa::{Rounding, Type};
    use crate::lanes::Lanes;

    /// Zeros, subnormal and normal numbers, ends of the range, infinities, NaNs, and numbers that are mixed.
    fn edges() -> impl Iterator<Item = [u32; 3]> {
        let values = [0, 1, 0x007f_ffff, 0x0080_0000, 0x3f80_0001, 0x3f7f_ffff, 0x7f7f_ffff, 0x7f80_0000, 0x7fa0_0000];
        let all = move |at: usize| values[at / 2 % values.len()] | ((at % 2) as u32) << 31;
        let mixed = |at: u32| at.wrapping_mul(0x9e37_79b9).rotate_left(at % 32);
        let listed = (0..18usize.pow(3)).map(move |at| [all(at), all(at / 18), all(at / 324)]);
        listed.chain((0..6_000).map(move |at| [mixed(3 * at), mixed(3 * at + 1), mixed(3 * at + 2)]))
    }

    #[test]
    fn a_fused_multiply_add_of_a_warp_is_that_of_each_lane() {
        let mode = FloatMode { rounding: Rounding::Nearest, ftz: false, sat: false };
        let (narrow, wide) = (fused_multiply_add(mode), float::fma(Type::F32, mode).unwrap());
        let all: Vec<[u32; 3]> = edges().collect();
        for (at, warp) in all.chunks_exact(32).enumerate() {
            let mask = if at % 2 == 0 { u32::MAX } else { 0x9e37_79b9 ^ at as u32 };
            let column = |i: usize| -> [u32; 32] { std::array::from_fn(|lane| warp[lane][i]) };
            let (a, b, c) = (column(0), column(1), column(2));
            let single = |lane: usize| {
                let [a, b, c] = warp[lane].map(f32::from_bits);
                let value = a.mul_add(b, c);
                if value.is_nan() { 0x7fff_ffff } else { value.to_bits() }
            };
            let expected: [u32; 32] =
                std::array::from_fn(|lane| if mask >> lane & 1 == 1 { single(lane) } else { 0x1234_5678 });
            let mut d = [0x1234_5678; 32];
            narrow(&mut d, &a, &b, &c, mask);
            assert_eq!(d, expected, "{warp:x?}");
            let mut d: Lanes = [0x1234_5678; 32];
            wide(&mut d, &a.map(u64::from), &b.map(u64::from), &c.map(u64::from), mask);
            assert_eq!(d, expected.map(u64::from), "{warp:x?}");
        }
    }
}
