//! Exchanges between the lanes that are here: their operands and results in machine code.

use super::warp::SassWarp;
use crate::isa::sass::{SassExchange, Vote};
use crate::lanes::{every_lane, lanes, lanes_where, put};
use crate::machine::lane_fault::LaneResult;
use crate::machine::warp_ops::{LaneVotes, alike, all_alike, elect, reduce, shuffle};

impl SassWarp {
    /// Executes an exchange between the lanes `active`, writing those of `write`.
    pub(super) fn exchange(&mut self, op: &SassExchange, active: u32, write: u32) -> LaneResult<()> {
        match op {
            SassExchange::Shuffle { mode, p, d, a, b, c } => {
                let (values, amounts, bounds) = (self.get(*a), self.get(*b), self.get(*c));
                let (result, inside) = shuffle(*mode, &values, |lane| amounts[lane], |lane| bounds[lane], active)?;
                put(&mut self.regs[*d as usize], active, |lane| result[lane]);
                self.assign(*p, active, inside);
            }
            SassExchange::Vote { vote, d, p, a } => {
                let votes = LaneVotes::of(self.pred(*a), active);
                let result = match vote {
                    Vote::All => votes.all(),
                    Vote::Any => votes.any(),
                    Vote::Equal => votes.uniform(),
                };
                self.fill(*d, write, votes.yes);
                self.assign(*p, write, every_lane(result));
            }
            SassExchange::Match { all: Some(p), d, a } => {
                let same = all_alike(&self.long(*a), active);
                self.fill(*d, active, if same { active } else { 0 });
                self.assign(*p, active, every_lane(same));
            }
            SassExchange::Match { all: None, d, a } => {
                let values = self.long(*a);
                put(&mut self.regs[*d as usize], active, |lane| alike(&values, lane, active));
            }
            SassExchange::Reduce { op, d, a } => {
                let values = self.get(*a);
                self.fill(*d, write, reduce(*op, lanes(active).map(|lane| values[lane])));
            }
            SassExchange::ToUniform { d, p, also, a } => {
                let (value, values) = (self.first_of(*a, active), self.get(*a));
                let before = if *also { self.preds[*p as usize] } else { 0 };
                self.assign(*p, active, before | lanes_where(active, |lane| values[lane] != value));
                self.fill(*d, write, value);
            }
            SassExchange::Elect { p, d } => {
                let (leader, elected) = elect(active);
                self.fill(*d, write, leader);
                self.assign(*p, active, elected);
            }
        }
        Ok(())
    }
}
