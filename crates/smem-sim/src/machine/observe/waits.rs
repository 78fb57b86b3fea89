//! The instructions of a kernel that may be executed again because of what another warp does.
//!
//! A loop is what lies between a branch and an earlier place that it goes to, if no warp waits for its block there. A compare-and-swap
//! in a loop waits. So does any load or atomic of shared memory in a loop that otherwise only compares: nothing but a change of memory
//! ends it.

use crate::isa::LoopStep;

/// For each instruction that may wait, the first and the last instruction of its loop.
#[derive(Debug, Default)]
pub(in crate::machine) struct WaitPlan {
    loops: Vec<Option<(u32, u32)>>,
    for_others: bool,
}

impl WaitPlan {
    /// The plan of a kernel in which others were inserted: its last instructions were at `origins` before, or nowhere.
    pub(in crate::machine) fn of_origins(steps: &[LoopStep], origins: &[u32]) -> Self {
        let (own, moved) = steps.split_at(steps.len() - origins.len());
        let mut own = own.to_vec();
        for (step, origin) in moved.iter().zip(origins) {
            if let Some(before) = own.get_mut(*origin as usize) {
                *before = *step;
            }
        }
        let mut plan = Self::new(&own);
        if !plan.is_empty() {
            let moved: Vec<_> = origins.iter().map(|origin| plan.of(*origin)).collect();
            plan.loops.extend(moved);
        }
        plan
    }

    pub(in crate::machine) fn new(steps: &[LoopStep]) -> Self {
        let mut loops = vec![None; steps.len()];
        let mut for_others = false;
        for (pc, step) in (0u32..).zip(steps) {
            if *step == (LoopStep::Retries { alone: true }) {
                loops[pc as usize] = Some((pc, pc));
            }
        }
        let mut found: Vec<(u32, u32)> = (0u32..)
            .zip(steps)
            .filter_map(|(pc, step)| match *step {
                LoopStep::Branches { target } if target <= pc => Some((target, pc)),
                _ => None,
            })
            .collect();
        // The innermost loop is the last to be noted.
        found.sort_by_key(|&(first, last)| (std::cmp::Reverse(last - first), first));
        for (first, last) in found {
            let body = &steps[first as usize..=last as usize];
            if body.contains(&LoopStep::Barrier) {
                continue;
            }
            let waits = !body.contains(&LoopStep::Works);
            for (pc, step) in (first..).zip(body) {
                let may = matches!(step, LoopStep::Retries { .. }) || waits && *step == LoopStep::Asks;
                if may {
                    loops[pc as usize] = Some((first, last));
                    for_others |= *step != LoopStep::Retries { alone: true };
                }
            }
        }
        if loops.iter().all(Option::is_none) {
            loops.clear();
        }
        Self { loops, for_others }
    }

    /// Whether a loop waits for another thread, and not for the atomic in it alone, which the hardware or the assembler repeats.
    pub(in crate::machine) fn waits_for_others(&self) -> bool {
        self.for_others
    }

    /// Nothing in the kernel waits.
    pub(in crate::machine) fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// The loop of an instruction that may wait.
    pub(in crate::machine) fn of(&self, pc: u32) -> Option<(u32, u32)> {
        self.loops.get(pc as usize).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use LoopStep::{Asks, Barrier, Branches, Judges, Retries, Works};

    const ONCE: LoopStep = Retries { alone: false };

    #[test]
    fn a_compare_and_swap_waits_in_its_innermost_loop_only() {
        let plan = WaitPlan::new(&[Works, Works, ONCE, Branches { target: 1 }, Works, Branches { target: 0 }]);
        assert_eq!((plan.of(2), plan.of(3), plan.of(9)), (Some((1, 3)), None, None));
        assert!(WaitPlan::new(&[Works, ONCE, Branches { target: 5 }]).is_empty());
        assert_eq!(WaitPlan::new(&[Works, Retries { alone: true }]).of(1), Some((1, 1)));
    }

    #[test]
    fn an_atomic_that_the_hardware_repeats_waits_for_nobody_else() {
        let looped = |step| WaitPlan::new(&[Works, step, Branches { target: 0 }]).waits_for_others();
        assert_eq!([ONCE, Retries { alone: true }, Asks].map(looped), [true, false, false]);
        assert!(WaitPlan::new(&[Asks, Judges, Branches { target: 0 }]).waits_for_others());
    }

    #[test]
    fn a_load_waits_where_its_loop_does_nothing_else() {
        let plan = WaitPlan::new(&[Works, Asks, Judges, Branches { target: 1 }, Asks]);
        assert_eq!((plan.of(1), plan.of(4)), (Some((1, 3)), None));
        assert!(WaitPlan::new(&[Asks, Works, Judges, Branches { target: 0 }]).is_empty());
        assert!(WaitPlan::new(&[Asks, Barrier, Branches { target: 0 }]).is_empty());
    }
}
