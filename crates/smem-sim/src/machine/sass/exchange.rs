//! Exchanges between the lanes that are here: shuffles, votes, matches and reductions.

use super::warp::SassWarp;
use crate::fault::FaultKind;
use crate::isa::sass::{SassOp, Vote, Words};
use crate::isa::{Reduction, ShuffleMode};
use crate::lanes::lanes;
use crate::machine::exchange::source_lane;
use crate::machine::lane_fault::{LaneFault, LaneResult};

fn every(condition: bool) -> u32 {
    if condition { u32::MAX } else { 0 }
}

impl SassWarp {
    /// Executes an exchange between the lanes `active`; `None` for another operation.
    pub(super) fn exchange(&mut self, op: &SassOp, active: u32, write: u32) -> LaneResult<bool> {
        match op {
            SassOp::Shuffle { mode, p, d, a, b, c } => {
                let (values, amounts, clamps) = (self.get(*a), self.get(*b), self.get(*c));
                let (result, inside) = shuffle(*mode, &values, &amounts, &clamps, active)?;
                for lane in lanes(active) {
                    self.regs[*d as usize][lane] = result[lane];
                }
                self.assign(*p, active, inside);
            }
            SassOp::Vote { vote, d, p, a } => {
                let votes = self.pred(*a) & active;
                let result = match vote {
                    Vote::All => votes == active,
                    Vote::Any => votes != 0,
                    Vote::Equal => votes == active || votes == 0,
                };
                self.fill(*d, write, votes);
                self.assign(*p, write, every(result));
            }
            SassOp::Match { all, d, a } => {
                let values = self.long(*a);
                let equal =
                    |value: u64| lanes(active).filter(|&l| values[l] == value).fold(0u32, |m, lane| m | 1 << lane);
                match all {
                    Some(p) => {
                        let same = equal(values[active.trailing_zeros() as usize & 31]) == active;
                        self.fill(*d, active, if same { active } else { 0 });
                        self.assign(*p, active, every(same));
                    }
                    None => {
                        for lane in lanes(active) {
                            self.regs[*d as usize][lane] = equal(values[lane]);
                        }
                    }
                }
            }
            SassOp::Reduce { op, d, a } => {
                let values = self.get(*a);
                let values = lanes(active).map(|lane| values[lane]);
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
                self.fill(*d, write, result);
            }
            SassOp::ToUniform { d, p, a } => {
                let (value, values) = (self.first_of(*a, active), self.get(*a));
                let others = lanes(active).filter(|&lane| values[lane] != value).fold(0, |mask, lane| mask | 1 << lane);
                self.assign(*p, active, others);
                self.fill(*d, write, value);
            }
            SassOp::Elect { p, d } => {
                let leader = active.trailing_zeros();
                self.fill(*d, write, leader);
                self.assign(*p, active, 1 << (leader & 31));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Returns the value that each lane of `active` takes, and the lanes that take from inside their segment.
fn shuffle(mode: ShuffleMode, a: &Words, b: &Words, c: &Words, active: u32) -> LaneResult<(Words, u32)> {
    let (mut result, mut inside) = ([0; 32], 0);
    for lane in lanes(active) {
        let (from, valid) = source_lane(mode, lane, b[lane], c[lane]);
        if active >> from & 1 == 0 {
            let kind =
                FaultKind::Warp(format!("lane {lane} takes from lane {from}, which is not active in the shuffle"));
            return Err(LaneFault::boxed(lane, None, kind));
        }
        inside |= u32::from(valid) << lane;
        result[lane] = a[from];
    }
    Ok((result, inside))
}
