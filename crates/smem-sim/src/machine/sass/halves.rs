//! Operations on the two halves of registers.

use super::lanewise::apply;
use super::warp::SassWarp;
use crate::alu::half::{half_value, sum_to_odd};
use crate::alu::holds;
use crate::isa::CompareOp;
use crate::isa::sass::{HalfMode, HalfOp, HalfSource, Words};
use crate::lanes::{Lanes, put, where_true};

impl HalfMode {
    fn flushed(self, half: u32) -> u32 {
        let (exponent, sign) = if self.bf16 { (0x7f80, 0x8000) } else { (0x7c00, 0x8000) };
        if self.ftz && half & exponent == 0 { half & sign } else { half }
    }

    fn before(self, half: u32) -> u32 {
        self.flushed(half)
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

impl SassWarp {
    fn half(&self, source: HalfSource) -> Words {
        self.regs[source.slot as usize].map(|value| value >> source.shift & source.and ^ source.xor)
    }

    /// The lanes in which the low halves compare, and the high ones.
    fn half_tests(&self, op: CompareOp, bf16: bool, a: &[HalfSource; 2], b: &[HalfSource; 2]) -> [u32; 2] {
        [0, 1].map(|half| {
            let (a, b) = (self.half(a[half]), self.half(b[half]));
            where_true(|lane| holds(op, half_value(a[lane], bf16), half_value(b[lane], bf16)))
        })
    }

    /// Executes an operation on halves, writing the lanes of `write`.
    pub(super) fn half_op(&mut self, op: &HalfOp, write: u32) {
        match op {
            HalfOp::Compare { op, bf16, a, b, p, q, combine, with, both } => {
                let [low, high] = self.half_tests(*op, *bf16, a, b);
                if *both {
                    self.compared(write, low & high, [*p, *q], *combine, *with);
                } else {
                    let with = self.pred(*with);
                    self.assign(*p, write, combine.of(low, with));
                    self.assign(*q, write, combine.of(high, with));
                }
            }
            HalfOp::Set { op, bf16, a, b, d, combine, with, one } => {
                let with = self.pred(*with);
                let [low, high] = self.half_tests(*op, *bf16, a, b).map(|result| combine.of(result, with));
                let half = |result: u32, lane: usize| if result >> lane & 1 == 1 { *one } else { 0 };
                put(&mut self.regs[*d as usize], write, |lane| half(low, lane) | half(high, lane) << 16);
            }
            HalfOp::Function { f, mode, d, sources } => {
                let sources = sources.map(|[low, high]| {
                    let (low, high) = (self.half(low), self.half(high));
                    std::array::from_fn(|lane| u64::from(mode.before(low[lane]) | mode.before(high[lane]) << 16))
                });
                let result = apply(*f, &sources, write);
                put(&mut self.regs[*d as usize], write, |lane| {
                    let given = sources.map(|source: Lanes| source[lane] as u32);
                    let result = result[lane] as u32;
                    mode.after(result & 0xffff, given.map(|bits| bits & 0xffff))
                        | mode.after(result >> 16, given.map(|bits| bits >> 16)) << 16
                });
            }
            HalfOp::Sum { d, a, b, bf16 } => {
                let [a, b] = [*a, *b].map(|source| self.half(source));
                put(&mut self.regs[*d as usize], write, |lane| {
                    // Exact in f64, but for sums of bf16, which are rounded to odd first.
                    let sum = sum_to_odd(half_value(a[lane], *bf16), half_value(b[lane], *bf16)) as f32;
                    if sum.is_nan() { 0x7fff_ffff } else { sum.to_bits() }
                });
            }
        }
    }
}
