//! The chains of dependent instructions of the blocks that are followed.

use crate::block_path::BlockPath;
use std::collections::BTreeMap;

/// The cycles of a load from global memory by which chains are compared: what a miss of L2 takes about.
const LOAD: u64 = 600;
/// Cycles between the arrival of a block's last warp at a barrier and its next instruction.
const BARRIER: u64 = 20;

/// The length of a chain of instructions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::machine) struct PathLength {
    pub(in crate::machine) cycles: u64,
    pub(in crate::machine) global_loads: u64,
    /// Cycles for wavefronts that conflicts add.
    pub(in crate::machine) excess: u64,
}

impl PathLength {
    fn nominal(self) -> u64 {
        self.cycles + LOAD * self.global_loads
    }

    pub(in crate::machine) fn later(self, other: Self) -> Self {
        if other.nominal() > self.nominal() { other } else { self }
    }

    pub(in crate::machine) fn plus(self, cycles: u64) -> Self {
        Self { cycles: self.cycles + cycles, ..self }
    }

    pub(in crate::machine) fn plus_wavefronts(self, wavefronts: u64, excess: u64) -> Self {
        Self { cycles: self.cycles + wavefronts, excess: self.excess + excess, ..self }
    }

    pub(in crate::machine) fn plus_load(self) -> Self {
        Self { global_loads: self.global_loads + 1, ..self }
    }

    /// What is left of it after `passed`.
    pub(in crate::machine) fn after(self, passed: Self) -> Self {
        if self.nominal() <= passed.nominal() {
            return Self::default();
        }
        Self {
            cycles: self.cycles.saturating_sub(passed.cycles),
            global_loads: self.global_loads.saturating_sub(passed.global_loads),
            excess: self.excess.saturating_sub(passed.excess),
        }
    }
}

/// By number of the block, the slowest warp of each stage between barriers.
#[derive(Debug, Default)]
pub(in crate::machine) struct BlockPaths(BTreeMap<u64, Vec<PathLength>>);

impl BlockPaths {
    /// A warp of a block is at the end of a stage.
    pub(in crate::machine) fn note(&mut self, block: u64, stage: usize, length: PathLength) {
        let stages = self.0.entry(block).or_default();
        if stages.len() <= stage {
            stages.resize(stage + 1, PathLength::default());
        }
        stages[stage] = stages[stage].later(length);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (&block, stages) in &other.0 {
            for (stage, &length) in stages.iter().enumerate() {
                self.note(block, stage, length);
            }
        }
    }

    pub(super) fn all(&self) -> Vec<BlockPath> {
        let path = |(&block, stages): (&u64, &Vec<PathLength>)| BlockPath {
            block,
            cycles: stages.iter().map(|stage| stage.cycles).sum::<u64>() + BARRIER * (stages.len() as u64 - 1),
            global_loads: stages.iter().map(|stage| stage.global_loads).sum(),
            excess_cycles: stages.iter().map(|stage| stage.excess).sum(),
            stages: stages.len() as u64,
        };
        self.0.iter().map(path).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_waits_at_each_barrier_for_its_slowest_warp() {
        let mut paths = BlockPaths::default();
        let length = |cycles, global_loads| PathLength { cycles, global_loads, excess: 0 };
        paths.note(7, 0, length(100, 1));
        paths.note(7, 0, length(300, 0));
        paths.note(7, 1, length(50, 0));
        let [path] = paths.all()[..] else { panic!("one block") };
        assert_eq!((path.block, path.cycles, path.global_loads, path.stages), (7, 170, 1, 2));
    }

    #[test]
    fn a_load_that_a_barrier_interrupts_goes_on_behind_it() {
        let length = |cycles, global_loads| PathLength { cycles, global_loads, excess: 0 };
        assert_eq!(length(40, 1).after(length(100, 0)), length(0, 1));
        assert_eq!(length(40, 0).after(length(100, 0)), length(0, 0));
    }
}
