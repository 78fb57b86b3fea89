//! Which of two instructions comes first, and whether the other is in a later round of a loop.

use super::flow::{PathEnds, is_path};
use crate::control_flow::loop_ends;
use crate::isa::sass::{SassAccess, SassMatrix, SassOp};
use crate::isa::{Operation, PtxMatrix};
use crate::program::{DecodedKernel, InstInfo, KernelCode};
use crate::source_loc::SourceLoc;
use std::collections::HashSet;

/// The order of two instructions in the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CodeOrder {
    /// The second may be reached from the first; else each is in a branch of its own.
    pub(super) follows: bool,
    /// The one given first comes second.
    pub(super) is_swapped: bool,
    /// The second is in a later round of a loop than the first.
    pub(super) in_next_round: bool,
}

/// The loops of a kernel, for the order of its instructions.
pub(super) struct LoopRounds<'k> {
    kernel: &'k DecodedKernel,
    ends: HashSet<(u32, u32)>,
}

impl<'k> LoopRounds<'k> {
    pub(super) fn of(kernel: &'k DecodedKernel) -> Self {
        Self { kernel, ends: loop_ends(&kernel.code) }
    }

    /// The order of two instructions, of which `low` is not after `high` in the text. `in_warp`: they are of one warp.
    ///
    /// Paths without a barrier decide, those of one round of a loop first; then a path with barriers, which do not order the two.
    ///
    /// `asynchronous`: one of them is, and whether it is `low`. No barrier waits for it, so where every path has barriers it is the first.
    pub(super) fn order(&self, low: u32, high: u32, in_warp: bool, asynchronous: Option<bool>) -> CodeOrder {
        let ends = if in_warp { PathEnds::Barriers } else { PathEnds::BlockBarriers };
        let path = |from, to, ends| is_path(&self.kernel.code, from, to, ends, |_, _| false);
        let in_round =
            |from, to, ends| is_path(&self.kernel.code, from, to, ends, |at, next| self.ends.contains(&(at, next)));
        let follows = |is_swapped, in_next_round| CodeOrder { follows: true, is_swapped, in_next_round };
        if low == high {
            let follows = path(low, high, ends);
            return CodeOrder { follows, is_swapped: false, in_next_round: follows };
        }
        let both = [(low, high, false), (high, low, true)];
        let found = |is_path: &dyn Fn(u32, u32) -> bool| both.into_iter().find(|(from, to, _)| is_path(*from, *to));
        if let Some((from, to, is_swapped)) = found(&|from, to| in_round(from, to, ends)) {
            return follows(is_swapped, self.is_unrolled(from, to));
        }
        if let Some((.., is_swapped)) = found(&|from, to| path(from, to, ends)) {
            return follows(is_swapped, true);
        }
        if let Some(order) = asynchronous.and_then(|is_low| self.order_of_asynchronous(low, high, is_low)) {
            return order;
        }
        if let Some((from, to, is_swapped)) = found(&|from, to| in_round(from, to, PathEnds::Nowhere)) {
            return follows(is_swapped, self.is_unrolled(from, to));
        }
        CodeOrder { follows: false, is_swapped: false, in_next_round: false }
    }

    /// The order with the asynchronous access first; `None` where no path leads from it to the other.
    fn order_of_asynchronous(&self, low: u32, high: u32, is_low: bool) -> Option<CodeOrder> {
        let (from, to) = if is_low { (low, high) } else { (high, low) };
        let path =
            |is_closed: &dyn Fn(u32, u32) -> bool| is_path(&self.kernel.code, from, to, PathEnds::Nowhere, is_closed);
        let in_round = path(&|at, next| self.ends.contains(&(at, next)));
        let in_next_round = if in_round { self.is_unrolled(from, to) } else { true };
        (in_round || path(&|_, _| false)).then_some(CodeOrder { follows: true, is_swapped: !is_low, in_next_round })
    }

    /// Whether an instruction begins an access that goes on while its thread does.
    pub(super) fn is_asynchronous(&self, pc: u32) -> bool {
        match &self.kernel.code {
            KernelCode::Ptx(code) => code.code.get(pc as usize).is_some_and(|inst| {
                matches!(
                    inst.op,
                    Operation::AsyncCopy(_)
                        | Operation::BulkTransfer(_)
                        | Operation::TensorTransfer(_)
                        | Operation::StoreTracked(_)
                        | Operation::Matrix(PtxMatrix::GroupProduct(_))
                )
            }),
            KernelCode::Sass(code) => code.code.get(pc as usize).is_some_and(|inst| {
                matches!(
                    inst.op,
                    SassOp::Access(
                        SassAccess::AsyncCopy { .. }
                            | SassAccess::BulkCopy(_)
                            | SassAccess::TensorCopy(_)
                            | SassAccess::AsyncStore(_)
                    ) | SassOp::Matrix(SassMatrix::GroupProduct(_))
                )
            }),
        }
    }

    /// Whether two instructions, the second after the first, are of different rounds of a loop that the compiler has written out.
    fn is_unrolled(&self, first: u32, second: u32) -> bool {
        let (of_first, of_second) = (self.copies(first), self.copies(second));
        if of_first.len() < 2 || of_second.len() < 2 {
            return false;
        }
        let before = |copies: &[u32], pc: u32| copies.iter().filter(|copy| **copy < pc).count();
        match self.lines(first, second) {
            Some((one, other)) if other < one => true,
            Some((one, other)) if other > one => of_first.iter().any(|copy| (first + 1..second).contains(copy)),
            _ => {
                // Each round has as many copies of one.
                let rounds = of_first.len().min(of_second.len());
                let is_whole = of_first.len().is_multiple_of(rounds) && of_second.len().is_multiple_of(rounds);
                let round = |copies: &[u32], pc: u32| before(copies, pc) * rounds / copies.len();
                is_whole && round(&of_second, second) > round(&of_first, first)
            }
        }
    }

    /// The instructions of the same source line, in the same call, with the same opcode.
    fn copies(&self, pc: u32) -> Vec<u32> {
        let own = &self.kernel.info[pc as usize];
        if own.loc.is_none() {
            return Vec::new();
        }
        let is_copy = |info: &InstInfo| info.loc == own.loc && opcode(info) == opcode(own);
        (0..).zip(&self.kernel.info).filter(|(_, info)| is_copy(info)).map(|(pc, _)| pc).collect()
    }

    /// The lines of two instructions in the innermost function that both are in, or that calls both, if they are in one file.
    fn lines(&self, one: u32, other: u32) -> Option<(u32, u32)> {
        let chain = |pc: u32| {
            let loc = self.kernel.info[pc as usize].loc.as_deref();
            let mut chain: Vec<&SourceLoc> = loc.into_iter().flat_map(SourceLoc::chain).collect();
            chain.reverse();
            chain
        };
        let (one, other) = (chain(one), chain(other));
        let line = |loc: &SourceLoc| (loc.line, loc.column);
        let (one, other) = one.iter().zip(&other).find(|(one, other)| line(one) != line(other))?;
        (one.file == other.file).then_some((one.line, other.line))
    }
}

fn opcode(info: &InstInfo) -> Option<&str> {
    info.text.split_whitespace().find(|word| !word.starts_with('@'))
}
