//! Executes operations: those on registers and predicates here, others in files of their kinds.

use super::LaunchedSass;
use super::warp::SassWarp;
use crate::alu::half::half_value;
use crate::alu::{convert_lane, division_needs_care, fuse_multiply_add, lop3, plain_fused};
use crate::isa::sass::{DISCARD_PRED, LongSource, MultiplyWide, Part, SassOp, ShiftAdd, Source, Words};
use crate::isa::{BoolOp, Pred, PredSlot, Slot, Type};
use crate::lanes::{Lanes, lanes, per_lane, put, select, set, where_true};
use crate::machine::context::LaunchContext;
use crate::machine::lane_fault::LaneResult;
use crate::machine::observe::Tally;
use crate::machine::order::order;
use crate::machine::warp_core::WarpCore;
use crate::memory::SharedMemory;

/// Bit `abc` of the table for each bit of the inputs, of whole registers.
fn bitwise(table: u8, a: &Words, b: &Words, c: &Words) -> Words {
    let mut out = [0; 32];
    for i in (0..8).filter(|i| table >> i & 1 == 1) {
        let flip = |input: u32| if i & input != 0 { 0 } else { u32::MAX };
        let (x, y, z) = (flip(4), flip(2), flip(1));
        for lane in 0..32 {
            out[lane] |= (a[lane] ^ x) & (b[lane] ^ y) & (c[lane] ^ z);
        }
    }
    out
}

/// Bit `abc` of the table for each bit of the inputs.
fn table(table: u8, [a, b, c]: [u32; 3]) -> u32 {
    lop3(a.into(), b.into(), c.into(), table.into()) as u32
}

fn is_nan(bits: u64, ty: Type) -> bool {
    match ty {
        Type::F16 => half_value(bits as u32, false).is_nan(),
        Type::Bf16 => half_value(bits as u32, true).is_nan(),
        Type::F32 => f32::from_bits(bits as u32).is_nan(),
        Type::F64 => f64::from_bits(bits).is_nan(),
        _ => false,
    }
}

impl SassWarp {
    #[inline(always)]
    pub(super) fn long(&self, source: LongSource) -> Lanes {
        let low = &self.regs[source.slot as usize];
        let value: Lanes = if source.pair {
            let high = &self.regs[source.slot as usize + 1];
            per_lane(|lane| u64::from(high[lane]) << 32 | u64::from(low[lane]))
        } else {
            per_lane(|lane| u64::from(low[lane]))
        };
        if source.and == u64::MAX && source.xor == 0 {
            return value;
        }
        // Of an f64, a NaN keeps its sign.
        let float = source.pair && (source.xor == 1 << 63 || source.and == u64::MAX >> 1);
        per_lane(|lane| {
            let value = value[lane];
            if float && f64::from_bits(value).is_nan() { value } else { value & source.and ^ source.xor }
        })
    }

    #[inline(always)]
    pub(super) fn put_long(&mut self, d: Slot, mask: u32, value: &Lanes) {
        put(&mut self.regs[d as usize], mask, |lane| value[lane] as u32);
        put(&mut self.regs[d as usize + 1], mask, |lane| (value[lane] >> 32) as u32);
    }

    pub(super) fn fill(&mut self, d: Slot, mask: u32, value: u32) {
        put(&mut self.regs[d as usize], mask, |_| value);
    }

    /// Two results of a comparison: it and its opposite, each combined with a predicate.
    pub(super) fn compared(&mut self, mask: u32, result: u32, [p, q]: [PredSlot; 2], combine: BoolOp, with: Pred) {
        let [yes, no] = combine.of_both(result, self.pred(with));
        self.assign(p, mask, yes);
        self.assign(q, mask, no);
    }

    /// Executes the two operations of an instruction on a pair of registers.
    #[inline(never)]
    #[allow(clippy::too_many_arguments, reason = "what the loop has in hand")]
    fn execute_both(
        &mut self,
        both: &[SassOp; 2],
        active: u32,
        write: u32,
        pc: u32,
        context: &LaunchContext<'_>,
        launched: &LaunchedSass<'_>,
        shared: &mut SharedMemory,
        tally: &mut Tally,
    ) -> LaneResult<()> {
        both.iter().try_for_each(|op| self.execute(op, active, write, pc, context, launched, shared, tally))
    }

    /// Executes `op` for the lanes `active`, of which there is one, writing those of `write`. For an
    /// [`on_wide_host!`](crate::alu::on_wide_host) around the loop that calls it.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "what the loop has in hand")]
    pub(super) fn execute(
        &mut self,
        op: &SassOp,
        active: u32,
        write: u32,
        pc: u32,
        context: &LaunchContext<'_>,
        launched: &LaunchedSass<'_>,
        shared: &mut SharedMemory,
        tally: &mut Tally,
    ) -> LaneResult<()> {
        match op {
            SassOp::One { f, d, a } if a.is_plain() => {
                let mut to = self.regs[*d as usize];
                f(&mut to, &self.regs[a.slot as usize], write);
                self.regs[*d as usize] = to;
            }
            SassOp::One { f, d, a } => {
                let a = self.get(*a);
                f(&mut self.regs[*d as usize], &a, write);
            }
            SassOp::Two { f, d, a, b } if a.is_plain() && b.is_plain() => {
                let mut to = self.regs[*d as usize];
                f(&mut to, &self.regs[a.slot as usize], &self.regs[b.slot as usize], write);
                self.regs[*d as usize] = to;
            }
            SassOp::Two { f, d, a, b } => {
                let (a, b) = (self.get(*a), self.get(*b));
                f(&mut self.regs[*d as usize], &a, &b, write);
            }
            SassOp::Three { f, d, a, b, c } => {
                let (a, b, c) = (self.get(*a), self.get(*b), self.get(*c));
                f(&mut self.regs[*d as usize], &a, &b, &c, write);
            }
            SassOp::FusedMultiplyAdd { d, sources } if write == u32::MAX => {
                fuse_multiply_add(&mut self.regs, *d, sources);
            }
            SassOp::FusedMultiplyAdd { d, sources } => {
                let [a, b, c] = sources.map(|source| self.get(source));
                plain_fused(&mut self.regs[*d as usize], &a, &b, &c, write);
            }
            SassOp::ChooseHalves { f, d, a, b, smaller, signed, first } => {
                let (a, b) = (self.get(*a), self.get(*b));
                f(&mut self.regs[*d as usize], &a, &b, write);
                for (&p, shift) in first.iter().zip([0, 16]) {
                    let half = |word: u32| {
                        let half = (word >> shift) as u16;
                        if *signed { i32::from(half as i16) } else { half.into() }
                    };
                    let is_first = |lane: usize| {
                        let (a, b) = (half(a[lane]), half(b[lane]));
                        if *smaller { a <= b } else { a >= b }
                    };
                    self.assign(p, write, where_true(is_first));
                }
            }
            SassOp::Add3 { d, terms, plus, carry_in, carry_out } => {
                let [a, b, c] = terms.map(|term| self.get(term));
                let carries = carry_in.map(|p| self.pred(p));
                if *carry_out == [DISCARD_PRED; 2] && carries == [0; 2] {
                    put(&mut self.regs[*d as usize], write, |lane| {
                        a[lane].wrapping_add(b[lane]).wrapping_add(c[lane]).wrapping_add(*plus)
                    });
                    return Ok(());
                }
                let carried = |lane: usize| u64::from(carries[0] >> lane & 1) + u64::from(carries[1] >> lane & 1);
                let sum: Lanes = per_lane(|lane| {
                    u64::from(a[lane]) + u64::from(b[lane]) + u64::from(c[lane]) + u64::from(*plus) + carried(lane)
                });
                put(&mut self.regs[*d as usize], write, |lane| sum[lane] as u32);
                self.assign(carry_out[0], write, where_true(|lane| sum[lane] >> 32 >= 1));
                self.assign(carry_out[1], write, where_true(|lane| sum[lane] >> 32 >= 2));
            }
            SassOp::ShiftAdd(ShiftAdd { d, a, high, extend, shift, upper, inverted, b, plus, carry_in, carry_out }) => {
                let (a, b, carry) = (self.get(*a), self.get(*b), self.pred(*carry_in));
                let high = high.map(|high| self.get(high));
                let sum: Lanes = per_lane(|lane| {
                    let above = match &high {
                        Some(high) => high[lane],
                        None if *extend => (a[lane] as i32 >> 31) as u32,
                        None => 0,
                    };
                    let shifted = (u64::from(above) << 32 | u64::from(a[lane])) << shift;
                    let part = if *upper { shifted >> 32 } else { shifted & 0xffff_ffff };
                    let part = if *inverted { part ^ 0xffff_ffff } else { part };
                    part + u64::from(b[lane]) + u64::from(*plus) + u64::from(carry >> lane & 1)
                });
                put(&mut self.regs[*d as usize], write, |lane| sum[lane] as u32);
                self.assign(*carry_out, write, where_true(|lane| sum[lane] >> 32 != 0));
            }
            SassOp::MultiplyAdd { d, a, b, c, carry_in } => {
                let (a, b, c, carry) = (self.get(*a), self.get(*b), self.get(*c), self.pred(*carry_in));
                put(&mut self.regs[*d as usize], write, |lane| {
                    a[lane].wrapping_mul(b[lane]).wrapping_add(c[lane]).wrapping_add(carry >> lane & 1)
                });
            }
            SassOp::MultiplyWide(MultiplyWide { signed, part, d, a, b, c, plus, carry_in, carry_out }) => {
                let (a, b, c, carry) = (self.get(*a), self.get(*b), self.long(*c), self.pred(*carry_in));
                let product = |lane: usize| {
                    if *signed {
                        (i64::from(a[lane] as i32) * i64::from(b[lane] as i32)) as u64
                    } else {
                        u64::from(a[lane]) * u64::from(b[lane])
                    }
                };
                let carried = |lane: usize| u64::from(carry >> lane & 1);
                let sum: Lanes = per_lane(|lane| {
                    product(lane).wrapping_add(c[lane]).wrapping_add(*plus).wrapping_add(carried(lane))
                });
                match part {
                    Part::High => put(&mut self.regs[*d as usize], write, |lane| (sum[lane] >> 32) as u32),
                    Part::Both => self.put_long(*d, write, &sum),
                }
                if *carry_out != DISCARD_PRED {
                    let whole = |lane: usize| {
                        [product(lane), c[lane], *plus, carried(lane)].into_iter().map(u128::from).sum::<u128>()
                    };
                    self.assign(*carry_out, write, where_true(|lane| whole(lane) >> 64 != 0));
                }
            }
            SassOp::Lop3 { d, a, b, c, table: bits, p, combine, with } => {
                let (a, b, c) = (self.get(*a), self.get(*b), self.get(*c));
                let result = bitwise(*bits, &a, &b, &c);
                put(&mut self.regs[*d as usize], write, |lane| result[lane]);
                if *p != DISCARD_PRED {
                    let with = self.pred(*with);
                    self.assign(*p, write, combine.of(where_true(|lane| result[lane] != 0), with));
                }
            }
            SassOp::Plop3 { d, sources, tables } => {
                let inputs = sources.map(|p| self.pred(p));
                for (&d, &bits) in d.iter().zip(tables) {
                    self.assign(d, write, table(bits, inputs));
                }
            }
            SassOp::Compare { f, a, b, p, q, combine, with, lower } => {
                let (a, b) = (self.get(*a), self.get(*b));
                let mut result = f(&a, &b);
                if let Some(lower) = lower {
                    let equal = where_true(|lane| a[lane] == b[lane]);
                    result = result & !equal | self.pred(*lower) & equal;
                }
                self.compared(write, result, [*p, *q], *combine, *with);
            }
            SassOp::LongCompare { f, a, b, p, q, combine, with } => {
                let (a, b) = (self.long(*a), self.long(*b));
                self.compared(write, f(&a, &b), [*p, *q], *combine, *with);
            }
            SassOp::LongChoice { larger, a, b, p, q } => {
                let [a, b] = [self.long(*a), self.long(*b)].map(|value| value.map(f64::from_bits));
                let chosen = where_true(|lane| {
                    let (a, b) = (a[lane], b[lane]);
                    let equal = a == b && a.is_sign_positive() == *larger;
                    let beyond = if *larger { a > b } else { a < b };
                    beyond || equal || (b.is_nan() && !a.is_nan())
                });
                self.assign(*p, write, chosen);
                self.assign(*q, write, where_true(|lane| a[lane].is_nan() && b[lane].is_nan()));
            }
            SassOp::Set { f, a, b, d, combine, with, one } => {
                let result = combine.of(f(&self.get(*a), &self.get(*b)), self.pred(*with));
                set(&mut self.regs[*d as usize], write, result, *one);
            }
            SassOp::Select { d, a, b, p } => {
                let value = select(self.pred(*p), &self.get(*a), &self.get(*b));
                put(&mut self.regs[*d as usize], write, |lane| value[lane]);
            }
            SassOp::Long { f, d, pair, sources } => {
                let sources = sources.map(|source| self.long(source));
                let result = f.apply(&sources, write);
                if *pair {
                    self.put_long(*d, write, &result);
                } else {
                    put(&mut self.regs[*d as usize], write, |lane| result[lane] as u32);
                }
            }
            SassOp::LongUpper { f, d, a } => {
                let upper = self.get(*a).map(|value| u64::from(value) << 32);
                let result = f.apply(&[upper, [0; 32], [0; 32]], write);
                put(&mut self.regs[*d as usize], write, |lane| (result[lane] >> 32) as u32);
            }
            SassOp::CopyPair { d, a } => {
                let value = self.long(LongSource { slot: *a, pair: true, and: u64::MAX, xor: 0 });
                self.put_long(*d, write, &value);
            }
            SassOp::CopyFour { d, a } => {
                for word in 0..4 {
                    let value = self.regs[(*a + word) as usize];
                    put(&mut self.regs[(*d + word) as usize], write, |lane| value[lane]);
                }
            }
            SassOp::SelectPair { d, a, b, p } => {
                let value = select(self.pred(*p), &self.long(*a), &self.long(*b));
                self.put_long(*d, write, &value);
            }
            SassOp::OfPair(both) => {
                self.execute_both(both, active, write, pc, context, launched, shared, tally)?;
            }
            SassOp::Convert { to, from, how, nan, d, a, shift } => {
                let a = self.long(*a);
                let mut result = [0; 32];
                for lane in lanes(write) {
                    let value = a[lane] >> shift;
                    let to_integer = matches!(to, Type::U(_) | Type::S(_));
                    let is_nan = to_integer && is_nan(value, *from);
                    result[lane] = if is_nan { *nan } else { convert_lane(value, *to, *from, *how) };
                }
                if to.bits() == 64 {
                    self.put_long(*d, write, &result);
                } else {
                    put(&mut self.regs[*d as usize], write, |lane| result[lane] as u32);
                }
            }
            SassOp::DivisionCheck { p, a, b } => {
                let (a, b) = (self.get(*a), self.get(*b));
                let slow = where_true(|lane| division_needs_care(f32::from_bits(a[lane]), f32::from_bits(b[lane])));
                self.assign(*p, write, slow);
            }
            SassOp::PredicatesToRegister { d, a, first, mask, shift } => {
                let a = self.get(*a);
                let preds: [u32; 7] = std::array::from_fn(|i| self.preds[*first as usize + i]);
                put(&mut self.regs[*d as usize], write, |lane| {
                    let bits = (0..7).fold(0, |bits, i| bits | (preds[i] >> lane & 1) << i);
                    a[lane] & !(mask << shift) | (bits & mask) << shift
                });
            }
            SassOp::RegisterToPredicates { a, first, mask, shift } => {
                let a = self.get(*a);
                for i in (0..7).filter(|i| mask >> i & 1 == 1) {
                    let value = where_true(|lane| a[lane] >> shift >> i & 1 == 1);
                    self.assign(first + i, write, value);
                }
            }
            SassOp::Clock { d, pair, nanoseconds } => {
                let WarpCore { clock, instructions, .. } = &mut self.core;
                let now = if *nanoseconds { clock.nanoseconds() } else { clock.cycles(*instructions) };
                self.fill(*d, write, now as u32);
                if *pair {
                    self.fill(*d + 1, write, (now >> 32) as u32);
                }
            }
            SassOp::BarrierToRegister { d, barrier, clear } => {
                let meetings = self.meetings[usize::from(*barrier)];
                put(&mut self.regs[*d as usize], write, |lane| meetings[lane]);
                if *clear {
                    put(&mut self.meetings[usize::from(*barrier)], write, |_| 0);
                }
            }
            SassOp::RegisterToBarrier { barrier, a } => {
                let a = self.get(*a);
                put(&mut self.meetings[usize::from(*barrier)], write, |lane| a[lane]);
            }
            SassOp::Gather { barrier } => put(&mut self.meetings[usize::from(*barrier)], write, |_| active),
            SassOp::Leave { barrier, also } => {
                let leaving = active & self.pred(*also);
                self.leave(*barrier, leaving);
            }
            SassOp::BarrierResult { d, p } => {
                let (counts, yes) = self.votes;
                put(&mut self.regs[*d as usize], write, |lane| counts[lane]);
                self.assign(*p, write, yes);
            }
            SassOp::Nothing => {}
            SassOp::Half(op) => self.half_op(op, write),
            SassOp::Exchange(op) => {
                self.exchange(op, active, write)?;
                tally.exchange(pc, self.core.site.warp, active);
            }
            SassOp::Order(op) => order(*op, &self.core, active, tally),
            SassOp::Access(op)
                if active == u32::MAX && self.accesses_whole(op, pc, context, launched, shared, tally) => {}
            SassOp::Access(op) => self.access(op, active, write, pc, context, launched, shared, tally)?,
            SassOp::Matrix(op) => self.matrix(op, active, pc, context, launched, shared, tally)?,
            // The loop that runs the warp has executed it.
            SassOp::Flow(_) => {}
        }
        Ok(())
    }

    /// The value of the first active lane.
    pub(super) fn first_of(&self, source: Source, active: u32) -> u32 {
        self.get(source)[active.trailing_zeros() as usize & 31]
    }
}
