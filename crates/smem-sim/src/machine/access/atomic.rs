//! Atomic operations.

use crate::alu::half::{bf16_add, half_add};
use crate::isa::AtomicOp;

/// Returns the new value of `bytes` bytes that hold `old`.
pub(in crate::machine) fn apply(op: AtomicOp, bytes: u32, old: u64, a: u64, b: u64) -> u64 {
    let unused = 64 - 8 * bytes;
    let signed = |v: u64| (v << unused) as i64 >> unused;
    match op {
        AtomicOp::Add => old.wrapping_add(a),
        AtomicOp::AddF32 => {
            let sum = f32::from_bits(old as u32) + f32::from_bits(a as u32);
            if sum.is_nan() { 0x7fff_ffff } else { sum.to_bits().into() }
        }
        AtomicOp::AddF64 => (f64::from_bits(old) + f64::from_bits(a)).to_bits(),
        AtomicOp::AddF16x2 => half_add(old, a),
        AtomicOp::AddBf16x2 => bf16_add(old, a),
        AtomicOp::AddF16 => half_add(old, a) & 0xffff,
        AtomicOp::AddBf16 => bf16_add(old, a) & 0xffff,
        AtomicOp::MinU => old.min(a),
        AtomicOp::MaxU => old.max(a),
        AtomicOp::MinS => signed(old).min(signed(a)) as u64,
        AtomicOp::MaxS => signed(old).max(signed(a)) as u64,
        AtomicOp::And => old & a,
        AtomicOp::Or => old | a,
        AtomicOp::Xor => old ^ a,
        AtomicOp::Exch => a,
        AtomicOp::Cas => {
            if old == a {
                b
            } else {
                old
            }
        }
        AtomicOp::Inc => {
            if old >= a {
                0
            } else {
                old + 1
            }
        }
        AtomicOp::Dec => {
            if old == 0 || old > a {
                a
            } else {
                old - 1
            }
        }
    }
}
