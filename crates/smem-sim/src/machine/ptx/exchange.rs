//! Exchanges between the lanes of a warp: their operands and results in PTX.

use crate::alu::width_mask;
use crate::isa::{Exchange, Slot, VoteResult};
use crate::lanes::{Lanes, assign, every_lane, lanes, put};
use crate::machine::lane_fault::LaneResult;
use crate::machine::warp_ops::{LaneVotes, alike, all_alike, elect, reduce, shuffle};

/// The register with the member mask.
pub(super) fn members(exchange: &Exchange) -> Slot {
    match exchange {
        Exchange::Shuffle(s) => s.members,
        Exchange::Vote { members, .. }
        | Exchange::Match { members, .. }
        | Exchange::Reduce { members, .. }
        | Exchange::Elect { members, .. }
        | Exchange::WarpSync { members } => *members,
    }
}

/// Executes an exchange for the lanes of `mask`.
pub(super) fn execute(exchange: &Exchange, regs: &mut [Lanes], preds: &mut [u32], mask: u32) -> LaneResult<()> {
    match exchange {
        Exchange::Shuffle(s) => {
            let [a, b, c] = [s.a, s.b, s.c].map(|slot| &regs[slot as usize]);
            let (result, inside) = shuffle(s.mode, a, |lane| b[lane] as u32, |lane| c[lane] as u32, mask)?;
            put(&mut regs[s.d as usize], mask, |lane| result[lane] & 0xffff_ffff);
            if let Some(p) = s.p {
                assign(&mut preds[p as usize], mask, inside);
            }
        }
        Exchange::Vote { result, p, .. } => {
            let votes = LaneVotes::of(preds[p.slot as usize] ^ p.flip, mask);
            let (d, value) = match *result {
                VoteResult::All(d) => (d, votes.all()),
                VoteResult::Any(d) => (d, votes.any()),
                VoteResult::Uniform(d) => (d, votes.uniform()),
                VoteResult::Ballot(d) => {
                    put(&mut regs[d as usize], mask, |_| votes.yes.into());
                    return Ok(());
                }
            };
            assign(&mut preds[d as usize], mask, every_lane(value));
        }
        Exchange::Match { all, every, bits, d, a, .. } => {
            let values = regs[*a as usize].map(|v| v & width_mask(*bits));
            if *every {
                let same = all_alike(&values, mask);
                put(&mut regs[*d as usize], mask, |_| if same { mask.into() } else { 0 });
                if let Some(p) = all {
                    assign(&mut preds[*p as usize], mask, every_lane(same));
                }
            } else {
                put(&mut regs[*d as usize], mask, |lane| alike(&values, lane, mask).into());
            }
        }
        Exchange::Reduce { op, d, a, .. } => {
            let result = reduce(*op, lanes(mask).map(|lane| regs[*a as usize][lane] as u32));
            put(&mut regs[*d as usize], mask, |_| result.into());
        }
        Exchange::Elect { d, p, .. } => {
            let (leader, elected) = elect(mask);
            put(&mut regs[*d as usize], mask, |_| leader.into());
            assign(&mut preds[*p as usize], mask, elected);
        }
        // All members have arrived, which is its only effect.
        Exchange::WarpSync { .. } => {}
    }
    Ok(())
}
