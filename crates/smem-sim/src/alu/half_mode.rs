//! Functions of halves with modifiers.

use super::compare::holds;
use super::half::half_value;
use crate::isa::{CompareOp, HalfMode};
use crate::lanes::{LaneWord, Lanes, LanesFunction, where_true};

impl HalfMode {
    /// Returns the results of a function of halves, alone or in pairs, in the lanes of `mask`.
    pub fn apply(self, f: LanesFunction, sources: &[Lanes; 3], mask: u32) -> Lanes {
        if self.is_plain() {
            return f.apply(sources, mask);
        }
        let flushed =
            |bits: u64| u64::from(self.flushed(bits as u32 & 0xffff) | self.flushed((bits >> 16) as u32) << 16);
        let sources = sources.map(|source| source.map(flushed));
        let mut result = f.apply(&sources, mask);
        for (lane, result) in result.iter_mut().enumerate() {
            let half = |shift: u32| {
                let given = sources.map(|source| (source[lane] >> shift) as u32 & 0xffff);
                self.after((*result >> shift) as u32 & 0xffff, given) << shift
            };
            *result = (half(0) | half(16)).into();
        }
        result
    }

    /// Returns the lanes in which the lower halves compare, and those of the upper halves.
    pub fn compare<T: LaneWord>(self, op: CompareOp, a: &[T; 32], b: &[T; 32]) -> [u32; 2] {
        [0, 16].map(|shift| {
            let value = |word: T| half_value(self.flushed(word.low() >> shift & 0xffff), self.bf16);
            where_true(|lane| holds(op, value(a[lane]), value(b[lane])))
        })
    }

    fn flushed(self, half: u32) -> u32 {
        let (exponent, sign) = if self.bf16 { (0x7f80, 0x8000) } else { (0x7c00, 0x8000) };
        if self.ftz && half & exponent == 0 { half & sign } else { half }
    }

    /// The result of a function of `given`.
    fn after(self, half: u32, given: [u32; 3]) -> u32 {
        let value = half_value(half, self.bf16);
        if self.keeps_nan && given.iter().any(|&bits| half_value(bits, self.bf16).is_nan()) {
            return 0x7fff;
        }
        if self.saturates {
            let one = if self.bf16 { 0x3f80 } else { 0x3c00 };
            return if value >= 1.0 {
                one
            } else if value > 0.0 {
                self.flushed(half)
            } else {
                0
            };
        }
        self.flushed(half)
    }
}
