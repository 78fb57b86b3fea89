//! One instruction that lanes execute on their own: arithmetic, predicates, memory.

use super::access::Reach;
use super::observe::Tally;
use super::warp::Warp;
use super::{LaneResult, LaneTrouble, Shape, carry, lanes};
use crate::alu::convert_lane;
use crate::fault::FaultKind;
use crate::isa::{Clock, Op, SINK, Space};
use crate::memory::{Shared, resolve};
use std::sync::OnceLock;
use std::time::Instant;

impl Warp {
    #[allow(clippy::too_many_arguments, reason = "what the loop has in hand")]
    pub(super) fn execute(
        &mut self,
        op: &Op,
        active: u32,
        pc: u32,
        mask: u32,
        shape: &Shape<'_>,
        shared: &mut Shared,
        tally: &mut Tally,
    ) -> LaneResult<()> {
        let regs = &mut self.regs;
        macro_rules! reach {
            () => {
                Reach { shape, shared, local: &mut self.local, tally, pc, site: &self.site }
            };
        }
        match op {
            Op::One { f, d, a } => {
                let a = regs[*a as usize];
                f(&mut regs[*d as usize], &a, active);
            }
            Op::Two { f, d, a, b } => {
                let a = regs[*a as usize];
                let b = regs[*b as usize];
                f(&mut regs[*d as usize], &a, &b, active);
            }
            Op::Three { f, d, a, b, c } => {
                let a = regs[*a as usize];
                let b = regs[*b as usize];
                let c = regs[*c as usize];
                f(&mut regs[*d as usize], &a, &b, &c, active);
            }
            Op::Four { f, d, inputs } => {
                // One by one: as an array they would be copied several times.
                let [a, b, c, e] = *inputs;
                let a = regs[a as usize];
                let b = regs[b as usize];
                let c = regs[c as usize];
                let e = regs[e as usize];
                f(&mut regs[*d as usize], &a, &b, &c, &e, active);
            }
            Op::Convert { f, d, a, keep } => {
                let a = regs[*a as usize];
                let d = &mut regs[*d as usize];
                f(d, &a, active);
                for lane in lanes(active) {
                    d[lane] &= keep;
                }
            }
            Op::ConvertAny { to, from, how, d, a, keep } => {
                let a = regs[*a as usize];
                for lane in lanes(active) {
                    regs[*d as usize][lane] = convert_lane(a[lane], *to, *from, *how) & keep;
                }
            }
            Op::Carry(operation) => carry::execute(operation, regs, &mut self.carries, active),
            Op::Compare { f, a, b, p, q, combine, with } => {
                let result = f(&regs[*a as usize], &regs[*b as usize]);
                let with = self.preds[with.slot as usize] ^ with.flip;
                let (yes, no) = (combine.of(result, with), combine.of(!result, with));
                let p = &mut self.preds[*p as usize];
                *p = *p & !active | yes & active;
                if let Some(q) = q {
                    let q = &mut self.preds[*q as usize];
                    *q = *q & !active | no & active;
                }
            }
            Op::Set { f, a, b, d, combine, with, one } => {
                let result = f(&regs[*a as usize], &regs[*b as usize]);
                let result = combine.of(result, self.preds[with.slot as usize] ^ with.flip);
                for lane in lanes(active) {
                    regs[*d as usize][lane] = if result >> lane & 1 == 1 { *one } else { 0 };
                }
            }
            Op::Select { d, a, b, p } => {
                let chosen = self.preds[p.slot as usize] ^ p.flip;
                let (a, b) = (regs[*a as usize], regs[*b as usize]);
                let d = &mut regs[*d as usize];
                for lane in 0..32 {
                    let value = if chosen >> lane & 1 == 1 { a[lane] } else { b[lane] };
                    if active >> lane & 1 == 1 {
                        d[lane] = value;
                    }
                }
            }
            Op::Predicate { op, d, a, b } => {
                let a = self.preds[a.slot as usize] ^ a.flip;
                let b = self.preds[b.slot as usize] ^ b.flip;
                let d = &mut self.preds[*d as usize];
                *d = *d & !active | op.of(a, b) & active;
            }
            Op::Lop3Predicate { f, d, inputs, p, op, with } => {
                // One by one: as an array they would be copied several times.
                let [a, b, c, e] = *inputs;
                let a = regs[a as usize];
                let b = regs[b as usize];
                let c = regs[c as usize];
                let e = regs[e as usize];
                let d = &mut regs[*d as usize];
                f(d, &a, &b, &c, &e, active);
                let set = lanes(active).filter(|&l| d[l] != 0).fold(0u32, |m, l| m | 1 << l);
                let with = self.preds[with.slot as usize] ^ with.flip;
                let p = &mut self.preds[*p as usize];
                *p = *p & !active | op.of(set, with) & active;
            }
            Op::Pack { d, parts, bits } => {
                let mut whole = [0; 32];
                for (i, &part) in parts.iter().enumerate() {
                    let part = &regs[part as usize];
                    for lane in 0..32 {
                        whole[lane] |= part[lane] << (i as u32 * bits);
                    }
                }
                for lane in lanes(active) {
                    regs[*d as usize][lane] = whole[lane];
                }
            }
            Op::Unpack { parts, a, bits } => {
                let whole = regs[*a as usize];
                let keep = (1u64 << bits) - 1;
                for (i, &part) in parts.iter().enumerate().filter(|(_, p)| **p != SINK) {
                    let part = &mut regs[part as usize];
                    for lane in lanes(active) {
                        part[lane] = whole[lane] >> (i as u32 * bits) & keep;
                    }
                }
            }
            Op::Load(access) => reach!().load(access, regs, active)?,
            Op::Store(access) => reach!().store(access, regs, active)?,
            Op::Atomic(atomic) => reach!().atomic(atomic, regs, active)?,
            Op::AsyncCopy(copy) => reach!().async_copy(copy, regs, active)?,
            Op::LoadMatrix(_) | Op::StoreMatrix(_) if active != self.lanes || active != u32::MAX => {
                let message = format!("the whole warp must execute this, and only the lanes {active:#010x} do");
                return Err(LaneTrouble::boxed(active.trailing_zeros() as usize, None, FaultKind::Warp(message)));
            }
            Op::LoadMatrix(access) => reach!().load_matrix(access, regs)?,
            Op::StoreMatrix(access) => reach!().store_matrix(access, regs)?,
            Op::IsSpace { space, p, a } => {
                let a = regs[*a as usize];
                let inside = lanes(active).filter(|&l| in_space(a[l], *space)).fold(0u32, |m, l| m | 1 << l);
                let p = &mut self.preds[*p as usize];
                *p = *p & !active | inside;
            }
            Op::ActiveMask { d } => {
                for lane in lanes(active) {
                    regs[*d as usize][lane] = mask.into();
                }
            }
            Op::Fence => std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst),
            Op::Clock { which, d } => {
                let now = match which {
                    // The clock of a warp: its own instructions, so that runs repeat.
                    Clock::Cycles => self.warp_instructions,
                    Clock::CyclesHigh => self.warp_instructions >> 32,
                    Clock::Nanoseconds => nanoseconds(),
                    Clock::NanosecondsHigh => nanoseconds() >> 32,
                };
                for lane in lanes(active) {
                    regs[*d as usize][lane] = now;
                }
            }
            Op::Nothing => {}
            // The warp's loop sees to them: they change where lanes are, or need lanes that are elsewhere.
            Op::Exchange(_)
            | Op::Barrier(_)
            | Op::Branch { .. }
            | Op::Table { .. }
            | Op::Exit
            | Op::Trap
            | Op::Yield => {}
        }
        Ok(())
    }
}

fn in_space(address: u64, space: Space) -> bool {
    let found = resolve(address).0;
    match space {
        Space::Const => false,
        space => found == space,
    }
}

fn nanoseconds() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}
