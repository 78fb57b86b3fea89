//! Extended-precision arithmetic: one carry bit a lane.

use crate::alu::width_mask;
use crate::isa::{Carry, CarryOp};
use crate::lanes::{Lanes, lanes};

/// Computes `carry` on the lanes of `mask`; `flags` holds the carry (or borrow) of each lane.
pub(super) fn execute(carry: &Carry, regs: &mut [Lanes], flags: &mut u32, mask: u32) {
    let (a, b, c) = (regs[carry.a as usize], regs[carry.b as usize], regs[carry.c as usize]);
    let keep = width_mask(carry.bits);
    for lane in lanes(mask) {
        let flag = u128::from(carry.reads && *flags >> lane & 1 == 1);
        let (x, y) = (u128::from(a[lane] & keep), u128::from(b[lane] & keep));
        let addend = u128::from(c[lane] & keep);
        let sum = match carry.op {
            CarryOp::Add => x + y + flag,
            CarryOp::Sub => x.wrapping_sub(y + flag),
            CarryOp::MadLo => ((x * y) & u128::from(keep)) + addend + flag,
            CarryOp::MadHi => ((x * y) >> carry.bits) + addend + flag,
            CarryOp::MadHiSigned => {
                let signed = |v: u64| i128::from((v << (64 - carry.bits)) as i64 >> (64 - carry.bits));
                let high = ((signed(a[lane]) * signed(b[lane])) >> carry.bits) as u64 & keep;
                u128::from(high) + addend + flag
            }
        };
        regs[carry.d as usize][lane] = sum as u64 & keep;
        if carry.writes {
            // A borrow appears in the same bit as a carry.
            let out = (sum >> carry.bits & 1) as u32;
            *flags = *flags & !(1 << lane) | out << lane;
        }
    }
}
