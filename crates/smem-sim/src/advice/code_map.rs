//! A kernel's code as the search for places sees it: blocks, loops, dominators, and lines at the level of one function.

use crate::control_flow::{length, loop_ends, successors};
use crate::dominators::dominators;
use crate::isa::sass::{SassAccess, SassFlow, SassMatrix, SassOp};
use crate::isa::{Operation, OrderOp, PtxFlow, PtxMatrix, Space};
use crate::program::{DecodedKernel, KernelCode};
use crate::remedy::CodePlace;
use crate::source_loc::SourceLoc;
use std::sync::Arc;

/// The code of a kernel.
pub(super) struct CodeMap<'k> {
    pub(super) kernel: &'k DecodedKernel,
    next: Vec<Vec<u32>>,
    /// Whether a block of instructions that follow one another begins here.
    starts: Vec<bool>,
    dominators: Vec<Option<u32>>,
    post_dominators: Vec<Option<u32>>,
    loops: Vec<CodeLoop>,
}

/// A loop: the instruction at its end, and which are in it.
struct CodeLoop {
    end: u32,
    inside: Vec<bool>,
}

impl CodeLoop {
    fn has(&self, pc: u32) -> bool {
        self.inside[pc as usize]
    }
}

impl<'k> CodeMap<'k> {
    pub(super) fn of(kernel: &'k DecodedKernel) -> Self {
        let count = length(&kernel.code);
        let mut next = vec![Vec::new(); count];
        for (pc, next) in (0..).zip(&mut next) {
            successors(&kernel.code, pc, next);
            next.retain(|to| (*to as usize) < count);
        }
        let mut before = vec![Vec::new(); count];
        for (from, to) in next.iter().enumerate().flat_map(|(from, next)| next.iter().map(move |to| (from, *to))) {
            before[to as usize].push(from as u32);
        }
        let ends: Vec<u32> = (0..count as u32).filter(|pc| next[*pc as usize].is_empty()).collect();
        let starts = (0..count).map(|pc| pc == 0 || before[pc] != [pc as u32 - 1] || next[pc - 1] != [pc as u32]);
        Self {
            kernel,
            starts: starts.collect(),
            dominators: dominators(&next, &[0]),
            post_dominators: dominators(&before, &ends),
            loops: loops(kernel, &before),
            next,
        }
    }

    /// How many loops an instruction is in.
    pub(super) fn depth(&self, pc: u32) -> u32 {
        self.loops.iter().filter(|of| of.has(pc)).count() as u32
    }

    /// The first instruction of the block of this one.
    pub(super) fn block_start(&self, pc: u32) -> u32 {
        (0..=pc).rev().find(|at| self.starts[*at as usize]).unwrap_or(0)
    }

    /// The last instruction of the block of this one.
    pub(super) fn block_end(&self, pc: u32) -> u32 {
        let count = self.next.len() as u32;
        (pc + 1..count).find(|at| self.starts[*at as usize]).unwrap_or(count) - 1
    }

    /// The first instructions of the blocks that every path after this instruction comes to, the nearest first.
    pub(super) fn blocks_behind(&self, pc: u32) -> impl Iterator<Item = u32> {
        let chain = std::iter::successors(self.post_dominators[pc as usize], |at| self.post_dominators[*at as usize]);
        chain.filter(|at| self.starts[*at as usize])
    }

    /// The last instructions of the blocks that every path to this instruction has passed, the nearest first.
    pub(super) fn blocks_before(&self, pc: u32) -> impl Iterator<Item = u32> {
        let chain = std::iter::successors(self.dominators[pc as usize], |at| self.dominators[*at as usize]);
        chain.filter(|at| self.block_end(*at) == *at)
    }

    /// The outermost branch around an instruction whose paths meet at `join` again.
    pub(super) fn branch_to(&self, pc: u32, join: u32) -> Option<u32> {
        let is_branch =
            |at: &u32| self.next[*at as usize].len() > 1 && self.post_dominators[*at as usize] == Some(join);
        self.blocks_before(pc).filter(is_branch).last()
    }

    /// Whether an instruction may go to several others.
    pub(super) fn is_branch(&self, pc: u32) -> bool {
        self.next[pc as usize].len() > 1
    }

    /// Whether what follows an instruction in the text is all that follows it.
    pub(super) fn goes_on(&self, pc: u32) -> bool {
        self.next[pc as usize] == [pc + 1]
    }

    /// Whether all threads of the block wait at an instruction.
    pub(super) fn is_barrier(&self, pc: u32) -> bool {
        match &self.kernel.code {
            KernelCode::Ptx(code) => matches!(code.code[pc as usize].op, Operation::Flow(PtxFlow::Barrier(_))),
            KernelCode::Sass(code) => matches!(code.code[pc as usize].op, SassOp::Flow(SassFlow::BlockBarrier { .. })),
        }
    }

    /// The barriers of the block that follow an instruction in its round of the innermost loop, the nearest first.
    pub(super) fn barriers_behind(&self, pc: u32) -> impl Iterator<Item = u32> {
        let innermost = self.loops.iter().filter(|of| of.has(pc)).map(|of| of.end).min();
        let end = innermost.unwrap_or(self.next.len() as u32);
        (pc..end).filter(|at| self.is_barrier(*at))
    }

    /// Whether an instruction ends a group of asynchronous copies or products.
    pub(super) fn ends_group(&self, pc: u32) -> bool {
        let order = match &self.kernel.code {
            KernelCode::Ptx(code) => match code.code[pc as usize].op {
                Operation::Order(op) => Some(op),
                _ => None,
            },
            KernelCode::Sass(code) => match code.code[pc as usize].op {
                SassOp::Order(op) => Some(op),
                _ => None,
            },
        };
        matches!(order, Some(OrderOp::CommitCopies | OrderOp::CommitBulk | OrderOp::CommitProducts))
    }

    /// Whether an instruction loads from shared memory or stores to it; with a generic address it may.
    pub(super) fn may_access_shared(&self, pc: u32) -> bool {
        let is_shared = |space: Space| matches!(space, Space::Shared | Space::Generic);
        match &self.kernel.code {
            KernelCode::Ptx(code) => match &code.code[pc as usize].op {
                Operation::Load(access) | Operation::Store(access) => is_shared(access.space),
                Operation::Atomic(atomic) => is_shared(atomic.space),
                Operation::Matrix(
                    PtxMatrix::Load(_) | PtxMatrix::Store(_) | PtxMatrix::LoadFragment(_) | PtxMatrix::StoreFragment(_),
                )
                | Operation::AsyncCopy(_)
                | Operation::BulkTransfer(_)
                | Operation::TensorTransfer(_)
                | Operation::StoreTracked(_)
                | Operation::Mbarrier(_) => true,
                _ => false,
            },
            KernelCode::Sass(code) => match &code.code[pc as usize].op {
                SassOp::Access(SassAccess::Load(access) | SassAccess::Store(access)) => is_shared(access.space),
                SassOp::Access(SassAccess::Atomic(atomic)) => is_shared(atomic.space),
                SassOp::Access(SassAccess::AtomicIfGlobal { .. } | SassAccess::CompareAndStore { .. })
                | SassOp::Matrix(SassMatrix::Load { .. } | SassMatrix::Store { .. })
                | SassOp::Access(SassAccess::AsyncCopy { .. })
                | SassOp::Matrix(SassMatrix::GroupProduct(_))
                | SassOp::Access(
                    SassAccess::Mbarrier(_)
                    | SassAccess::BulkCopy(_)
                    | SassAccess::AsyncStore(_)
                    | SassAccess::TensorCopy(_),
                ) => true,
                _ => false,
            },
        }
    }

    pub(super) fn loc(&self, pc: u32) -> Option<&SourceLoc> {
        self.kernel.info[pc as usize].loc.as_deref()
    }

    /// The line of an instruction at a level of calls, counted from the kernel, or of the innermost call above.
    pub(super) fn place(&self, pc: u32, level: usize) -> CodePlace {
        let info = &self.kernel.info[pc as usize];
        let at_level = |loc: &SourceLoc| levels(loc).get(level).map(|at| Arc::new((*at).clone()));
        let loc = info.loc.as_ref().and_then(|loc| at_level(loc).or_else(|| Some(Arc::clone(loc))));
        CodePlace { line: info.line, loc }
    }

    /// Whether two instructions are of one line at a level of calls, in the same calls above.
    pub(super) fn is_same_line(&self, one: u32, other: u32, level: usize) -> bool {
        match (self.loc(one), self.loc(other)) {
            (Some(one), Some(other)) => {
                let (one, other) = (levels(one), levels(other));
                let (Some(one_line), Some(other_line)) = (one.get(level), other.get(level)) else { return false };
                one[..level].iter().zip(&other[..level]).all(|(one, other)| is_same_call(one, other))
                    && (&one_line.file, one_line.line) == (&other_line.file, other_line.line)
            }
            (None, None) => self.kernel.info[one as usize].line == self.kernel.info[other as usize].line,
            _ => false,
        }
    }

    /// The first level of calls at which two instructions are on different lines, or the innermost level of both. Where the second is in a
    /// later round of a loop, it is not below that of the loop.
    pub(super) fn common_level(&self, one: u32, other: u32, in_next_round: bool) -> usize {
        let level = self.first_difference(one, other);
        let around = self.loops.iter().filter(|of| in_next_round && of.has(one) && of.has(other));
        let innermost = around.min_by_key(|of| of.inside.iter().filter(|inside| **inside).count());
        innermost.map_or(level, |of| level.min(self.first_difference(one, of.end)))
    }

    fn first_difference(&self, one: u32, other: u32) -> usize {
        let (Some(one), Some(other)) = (self.loc(one), self.loc(other)) else { return 0 };
        let (one, other) = (levels(one), levels(other));
        let same = one.iter().zip(&other).take_while(|(one, other)| is_same_call(one, other)).count();
        let level = same.min(one.len() - 1).min(other.len() - 1);
        // Two calls of one place are of one function.
        if level > 0 && one[level].function != other[level].function { level - 1 } else { level }
    }
}

/// The chain of a line, that of the kernel first.
fn levels(loc: &SourceLoc) -> Vec<&SourceLoc> {
    let mut chain: Vec<&SourceLoc> = loc.chain().collect();
    chain.reverse();
    chain
}

/// Whether two lines of the same level are one place of the text.
fn is_same_call(one: &SourceLoc, other: &SourceLoc) -> bool {
    (&one.file, one.line, one.column) == (&other.file, other.line, other.column)
}

fn loops(kernel: &DecodedKernel, before: &[Vec<u32>]) -> Vec<CodeLoop> {
    let body = |(end, head): (u32, u32)| {
        let mut inside = vec![false; before.len()];
        let mut left = vec![end];
        inside[head as usize] = true;
        while let Some(pc) = left.pop() {
            if !std::mem::replace(&mut inside[pc as usize], true) {
                left.extend(&before[pc as usize]);
            }
        }
        CodeLoop { end, inside }
    };
    loop_ends(&kernel.code).into_iter().map(body).collect()
}
