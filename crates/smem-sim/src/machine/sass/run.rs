//! Runs of instructions on registers alone. Their lanes go from one to the next whatever they compute, so the warp's loop looks at a run
//! once.

use super::LaunchedSass;
use super::warp::SassWarp;
use crate::alu::fuse_multiply_add;
use crate::isa::sass::{SassInst, SassOp, Words};
use crate::machine::context::LaunchContext;
use crate::machine::lane_fault::LaneFault;
use crate::machine::observe::Tally;
use crate::memory::SharedMemory;

/// Executes the fused multiply-adds at the beginning of a run, in every lane, and returns how many there are.
#[inline(always)]
fn fused_multiply_adds(regs: &mut [Words], run: &[SassInst]) -> usize {
    for (at, inst) in run.iter().enumerate() {
        let SassOp::FusedMultiplyAdd { d, sources } = &inst.op else { return at };
        fuse_multiply_add(regs, *d, sources);
    }
    run.len()
}

impl SassWarp {
    /// Executes the run that begins at `pc`, as far as the turn lasts, and puts `pc` after it. Returns false where none begins.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "what the loop has in hand")]
    pub(super) fn executes_run(
        &mut self,
        f: usize,
        pc: &mut u32,
        context: &LaunchContext<'_>,
        launched: &LaunchedSass<'_>,
        shared: &mut SharedMemory,
        tally: &mut Tally,
        turn: &mut u32,
    ) -> Result<bool, (u32, Box<LaneFault>)> {
        let length = launched.runs.get(*pc as usize).map_or(0, |length| (*length).min(*turn));
        if length < 2 {
            return Ok(false);
        }
        let mask = self.core.fragments.list[f].mask;
        *turn -= length;
        self.core.count_run(mask, *pc, length, tally);
        let end = *pc + length;
        if let Some(pace) = &mut self.pace {
            launched.paced()[*pc as usize..end as usize].iter().for_each(|step| pace.step(step, Some([0; 2])));
        }
        while *pc < end {
            let rest = &launched.code.code[*pc as usize..end as usize];
            let fused = match (mask, &rest[0].op) {
                (u32::MAX, SassOp::FusedMultiplyAdd { .. }) => fused_multiply_adds(&mut self.regs, rest),
                _ => 0,
            };
            *pc += fused as u32;
            if let Some(inst) = rest.get(fused) {
                self.execute(&inst.op, mask, mask, *pc, context, launched, shared, tally)
                    .map_err(|fault| (*pc, fault))?;
                *pc += 1;
            }
        }
        Ok(true)
    }
}
