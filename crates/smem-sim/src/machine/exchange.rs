//! Exchanges between the lanes of a warp: shuffles, votes, matches and reductions.

use super::lane_fault::{LaneFault, LaneResult};
use crate::alu::width_mask;
use crate::fault::FaultKind;
use crate::isa::{Exchange, Pred, Reduction, Shuffle, ShuffleMode, VoteResult};
use crate::lanes::{Lanes, lanes};

/// The register with the member mask.
pub(super) fn members(exchange: &Exchange) -> u32 {
    match exchange {
        Exchange::Shuffle(s) => s.members,
        Exchange::Vote { members, .. }
        | Exchange::Match { members, .. }
        | Exchange::Reduce { members, .. }
        | Exchange::Elect { members, .. }
        | Exchange::WarpSync { members } => *members,
    }
}

fn of(preds: &[u32], p: Pred) -> u32 {
    preds[p.slot as usize] ^ p.flip
}

fn assign(pred: &mut u32, mask: u32, value: u32) {
    *pred = *pred & !mask | value & mask;
}

/// Executes an exchange for the lanes of `mask`.
pub(super) fn execute(exchange: &Exchange, regs: &mut [Lanes], preds: &mut [u32], mask: u32) -> LaneResult<()> {
    match exchange {
        Exchange::Shuffle(shuffle) => return self::shuffle(shuffle, regs, preds, mask),
        Exchange::Vote { result, p, .. } => {
            let votes = of(preds, *p) & mask;
            match *result {
                VoteResult::All(d) => assign(&mut preds[d as usize], mask, every(votes == mask)),
                VoteResult::Any(d) => assign(&mut preds[d as usize], mask, every(votes != 0)),
                VoteResult::Uniform(d) => assign(&mut preds[d as usize], mask, every(votes == mask || votes == 0)),
                VoteResult::Ballot(d) => fill(&mut regs[d as usize], mask, votes.into()),
            }
        }
        Exchange::Match { all, every: whole, bits, d, a, .. } => {
            let values = regs[*a as usize].map(|v| v & width_mask(*bits));
            let equal = |value: u64| lanes(mask).filter(|&l| values[l] == value).fold(0u32, |m, l| m | 1 << l);
            if *whole {
                let first = values[mask.trailing_zeros() as usize & 31];
                let same = equal(first) == mask;
                fill(&mut regs[*d as usize], mask, if same { mask.into() } else { 0 });
                if let Some(p) = all {
                    assign(&mut preds[*p as usize], mask, every(same));
                }
            } else {
                for lane in lanes(mask) {
                    regs[*d as usize][lane] = equal(values[lane]).into();
                }
            }
        }
        Exchange::Reduce { op, d, a, .. } => {
            let values = lanes(mask).map(|l| regs[*a as usize][l] as u32);
            let result = match op {
                Reduction::Add => values.fold(0, u32::wrapping_add),
                Reduction::MinU => values.min().unwrap_or(0),
                Reduction::MaxU => values.max().unwrap_or(0),
                Reduction::MinS => values.map(|v| v as i32).min().unwrap_or(0) as u32,
                Reduction::MaxS => values.map(|v| v as i32).max().unwrap_or(0) as u32,
                Reduction::And => values.fold(u32::MAX, |a, b| a & b),
                Reduction::Or => values.fold(0, |a, b| a | b),
                Reduction::Xor => values.fold(0, |a, b| a ^ b),
            };
            fill(&mut regs[*d as usize], mask, result.into());
        }
        Exchange::Elect { d, p, .. } => {
            let leader = mask.trailing_zeros();
            fill(&mut regs[*d as usize], mask, leader.into());
            assign(&mut preds[*p as usize], mask, 1u32.checked_shl(leader).unwrap_or(0));
        }
        // All members have arrived, which is its only effect.
        Exchange::WarpSync { .. } => {}
    }
    Ok(())
}

fn every(condition: bool) -> u32 {
    if condition { u32::MAX } else { 0 }
}

fn fill(register: &mut Lanes, mask: u32, value: u64) {
    for lane in lanes(mask) {
        register[lane] = value;
    }
}

/// Returns the lane that `lane` takes from in a shuffle by `amount`, and whether that is inside its segment. `bounds` is the last operand
/// of `shfl`: the clamp in its low five bits, and the mask of the segment in bits 8 to 12.
#[inline(always)]
pub(super) fn source_lane(mode: ShuffleMode, lane: usize, amount: u32, bounds: u32) -> (usize, bool) {
    let (here, amount) = (lane as i32, (amount & 31) as i32);
    let (clamp, segment) = ((bounds & 31) as i32, (bounds >> 8 & 31) as i32);
    let start = here & segment;
    let limit = start | clamp & !segment;
    let (from, valid) = match mode {
        // Upwards the clamp is the segment's first lane.
        ShuffleMode::Up => (here - amount, here - amount >= limit),
        ShuffleMode::Down => (here + amount, here + amount <= limit),
        ShuffleMode::Butterfly => (here ^ amount, (here ^ amount) <= limit),
        ShuffleMode::Index => {
            let from = start | amount & !segment;
            (from, from <= limit)
        }
    };
    (if valid { from as usize & 31 } else { lane }, valid)
}

fn shuffle(s: &Shuffle, regs: &mut [Lanes], preds: &mut [u32], mask: u32) -> LaneResult<()> {
    let (a, b, c) = (regs[s.a as usize], regs[s.b as usize], regs[s.c as usize]);
    let mut inside = 0;
    for lane in lanes(mask) {
        let (from, valid) = source_lane(s.mode, lane, b[lane] as u32, c[lane] as u32);
        if mask >> from & 1 == 0 {
            let kind = FaultKind::Warp(format!("lane {lane} reads lane {from}, which is not active in the shuffle"));
            return Err(LaneFault::boxed(lane, None, kind));
        }
        inside |= u32::from(valid) << lane;
        regs[s.d as usize][lane] = a[from] & 0xffff_ffff;
    }
    if let Some(p) = s.p {
        assign(&mut preds[p as usize], mask, inside);
    }
    Ok(())
}
