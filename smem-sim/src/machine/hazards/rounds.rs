//! Which of two instructions comes first, and whether the other is in a later round of a loop.

use super::flow::is_path;
use crate::control_flow::loop_ends;
use crate::program::{DecodedKernel, InstInfo};
use std::collections::HashSet;

/// The order of two instructions in the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CodeOrder {
    /// The second may be reached from the first without a barrier between; else each is in a branch of its own, or a barrier is between.
    pub(super) follows: bool,
    /// The one given first comes second.
    pub(super) is_swapped: bool,
    /// The second is in a later round of a loop than the first.
    pub(super) in_next_round: bool,
}

/// The loops of a kernel, for the order of its instructions.
pub(super) struct Rounds<'k> {
    kernel: &'k DecodedKernel,
    ends: HashSet<(u32, u32)>,
}

impl<'k> Rounds<'k> {
    pub(super) fn of(kernel: &'k DecodedKernel) -> Self {
        Self { kernel, ends: loop_ends(&kernel.code) }
    }

    /// The order of two instructions, of which `low` is not behind `high` in the text. `warp`: barriers of the warp count.
    pub(super) fn order(&self, low: u32, high: u32, warp: bool) -> CodeOrder {
        let path = |from, to| is_path(&self.kernel.code, from, to, warp, |_, _| false);
        let in_round = |from, to| is_path(&self.kernel.code, from, to, warp, |at, next| self.ends.contains(&(at, next)));
        if low == high {
            let follows = path(low, high);
            return CodeOrder { follows, is_swapped: false, in_next_round: follows };
        }
        for (from, to, is_swapped) in [(low, high, false), (high, low, true)] {
            if in_round(from, to) {
                return CodeOrder { follows: true, is_swapped, in_next_round: self.is_unrolled(from, to) };
            }
        }
        let (forward, back) = (path(low, high), path(high, low));
        CodeOrder { follows: forward || back, is_swapped: back && !forward, in_next_round: forward || back }
    }

    /// Whether two instructions are of different rounds of a loop that the compiler has written out.
    fn is_unrolled(&self, first: u32, second: u32) -> bool {
        let ([one, of_one], [other, of_other]) = (self.place_among_copies(first), self.place_among_copies(second));
        of_one > 1 && of_one == of_other && other > one
    }

    /// The copies of an instruction in front of it, and all of them: those of the same source line, in the same call, with the same opcode.
    fn place_among_copies(&self, pc: u32) -> [usize; 2] {
        let own = &self.kernel.info[pc as usize];
        let opcode = |info: &InstInfo| info.text.split_whitespace().find(|word| !word.starts_with('@')).map(str::to_owned);
        let is_copy = |info: &&InstInfo| own.loc.is_some() && info.loc == own.loc && opcode(info) == opcode(own);
        let before = self.kernel.info[..pc as usize].iter().filter(is_copy).count();
        [before, self.kernel.info.iter().filter(is_copy).count()]
    }
}
