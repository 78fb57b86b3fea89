//! The wavefronts of a block's barriers in the data pipe of the LSU.
//!
//! A barrier that opens takes two where the pipe has executed an instruction since the last one, a shuffle excepted, and else none, whatever its warps: so an H200
//! counts for blocks that are alone on their multiprocessor. Blocks whose barriers open at the same time take them together, which is not
//! simulated.

use std::sync::Arc;

/// Wavefronts of a barrier that opens.
const OF_BARRIER: u64 = 2;

#[derive(Debug)]
pub(in crate::machine) struct OpenBarriers {
    /// The instructions of the LSU.
    of_lsu: Arc<[u32]>,
    /// Their executions when the last barrier opened.
    before: u64,
    /// By instruction, the barriers that took wavefronts.
    opened: Vec<u64>,
}

impl OpenBarriers {
    pub(super) fn new(instructions: usize, of_lsu: Arc<[u32]>) -> Self {
        Self { of_lsu, before: 0, opened: vec![0; instructions] }
    }

    /// A barrier opens at an instruction, after so many executions of each.
    pub(super) fn open(&mut self, pc: u32, executed: &[u64]) {
        let now = self.of_lsu.iter().map(|pc| executed[*pc as usize]).sum();
        self.opened[pc as usize] += u64::from(now != self.before);
        self.before = now;
    }

    pub(super) fn wavefronts(&self, pc: usize) -> u64 {
        OF_BARRIER * self.opened[pc]
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.opened.iter_mut().zip(&other.opened).for_each(|(mine, theirs)| *mine += theirs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_barrier_behind_which_nothing_was_accessed_takes_nothing() {
        let mut barriers = OpenBarriers::new(3, Arc::new([0, 2]));
        barriers.open(1, &[8, 8, 0]);
        assert_eq!(barriers.wavefronts(1), 2);
        barriers.open(1, &[8, 16, 0]);
        assert_eq!(barriers.wavefronts(1), 2);
        barriers.open(1, &[8, 24, 1]);
        assert_eq!(barriers.wavefronts(1), 4);
    }
}
