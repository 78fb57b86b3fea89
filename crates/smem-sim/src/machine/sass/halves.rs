//! Operations on the two halves of registers.

use super::warp::SassWarp;
use crate::alu::half::half_value;
use crate::alu::sum_to_odd;
use crate::isa::sass::{HalfOp, HalfSource, Words};
use crate::lanes::{put, set};

impl SassWarp {
    fn half(&self, source: HalfSource) -> Words {
        self.regs[source.slot as usize].map(|value| value >> source.shift & source.and ^ source.xor)
    }

    /// The halves that an operation takes, two to a register.
    fn pair(&self, [low, high]: [HalfSource; 2]) -> Words {
        let (low, high) = (self.half(low), self.half(high));
        std::array::from_fn(|lane| low[lane] | high[lane] << 16)
    }

    /// Executes an operation on halves, writing the lanes of `write`.
    pub(super) fn half_op(&mut self, op: &HalfOp, write: u32) {
        match op {
            HalfOp::Compare { op, mode, a, b, p, q, combine, with, both } => {
                let [low, high] = mode.compare(*op, &self.pair(*a), &self.pair(*b));
                if *both {
                    self.compared(write, low & high, [*p, *q], *combine, *with);
                } else {
                    let with = self.pred(*with);
                    self.assign(*p, write, combine.of(low, with));
                    self.assign(*q, write, combine.of(high, with));
                }
            }
            HalfOp::Set { op, mode, a, b, d, combine, with, one } => {
                let with = self.pred(*with);
                let results = mode.compare(*op, &self.pair(*a), &self.pair(*b));
                let [low, high] = results.map(|result| combine.of(result, with));
                let mut halves = [[0; 32]; 2];
                set(&mut halves[0], write, low, *one);
                set(&mut halves[1], write, high, *one);
                put(&mut self.regs[*d as usize], write, |lane| halves[0][lane] | halves[1][lane] << 16);
            }
            HalfOp::Function { f, mode, d, sources } => {
                let sources = sources.map(|source| self.pair(source).map(u64::from));
                let result = mode.apply(*f, &sources, write);
                put(&mut self.regs[*d as usize], write, |lane| result[lane] as u32);
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
