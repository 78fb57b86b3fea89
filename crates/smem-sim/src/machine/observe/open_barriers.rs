//! The wavefronts of a block's barriers in the data pipe of the LSU.
//!
//! A barrier that opens takes two where the pipe has executed an instruction since the block's last one, a shuffle excepted, and else
//! none, whatever its warps: so an H200 counts for blocks that are alone on their multiprocessor. Blocks whose barriers open at the same
//! time take them together, which is not simulated.

use std::sync::Arc;

/// Wavefronts of a barrier that opens.
const OF_BARRIER: u64 = 2;

#[derive(Debug)]
pub(in crate::machine) struct OpenBarriers {
    /// The instructions of the LSU.
    of_lsu: Arc<[u32]>,
    /// By instruction, the barriers that took wavefronts.
    opened: Vec<u64>,
}

impl OpenBarriers {
    pub(super) fn new(instructions: usize, of_lsu: Arc<[u32]>) -> Self {
        Self { of_lsu, opened: vec![0; instructions] }
    }

    /// The executions of the LSU's instructions, of the executions of each.
    pub(super) fn in_lsu(&self, executed: &[u64]) -> u64 {
        self.of_lsu.iter().map(|pc| executed[*pc as usize]).sum()
    }

    /// A block's barrier opens at an instruction; `before` is what [`in_lsu`](Self::in_lsu) was at its last one, or when it began.
    pub(super) fn open(&mut self, pc: u32, before: &mut u64, executed: &[u64]) {
        let now = self.in_lsu(executed);
        self.opened[pc as usize] += u64::from(now != *before);
        *before = now;
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
        let mut before = barriers.in_lsu(&[0, 0, 0]);
        barriers.open(1, &mut before, &[8, 8, 0]);
        assert_eq!(barriers.wavefronts(1), 2);
        barriers.open(1, &mut before, &[8, 16, 0]);
        assert_eq!(barriers.wavefronts(1), 2);
        barriers.open(1, &mut before, &[8, 24, 1]);
        assert_eq!(barriers.wavefronts(1), 4);
        // Another block begins, and what the first one accessed since is not its own.
        let mut of_other = barriers.in_lsu(&[8, 24, 9]);
        barriers.open(1, &mut of_other, &[8, 32, 9]);
        assert_eq!(barriers.wavefronts(1), 4);
        barriers.open(1, &mut of_other, &[9, 40, 9]);
        assert_eq!(barriers.wavefronts(1), 6);
    }
}
