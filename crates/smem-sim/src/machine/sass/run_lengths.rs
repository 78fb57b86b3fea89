//! How many instructions that only compute follow one another.

use crate::isa::sass::{ALWAYS, SassInst, SassOp};

/// Whether an instruction only computes: it has no guard, moves no data between lanes or to memory, and never faults.
fn computes(inst: &SassInst) -> bool {
    let only_computes = matches!(
        inst.op,
        SassOp::FusedMultiplyAdd { .. }
            | SassOp::One { .. }
            | SassOp::Two { .. }
            | SassOp::Three { .. }
            | SassOp::Add3 { .. }
            | SassOp::ShiftAdd(_)
            | SassOp::MultiplyAdd { .. }
            | SassOp::MultiplyWide(_)
            | SassOp::Lop3 { .. }
            | SassOp::Plop3 { .. }
            | SassOp::Compare { .. }
            | SassOp::Set { .. }
            | SassOp::Select { .. }
            | SassOp::CopyPair { .. }
            | SassOp::CopyFour { .. }
            | SassOp::Half(_)
            | SassOp::Nothing
    );
    only_computes && inst.guard.slot == ALWAYS && inst.guard.flip == 0 && !inst.uniform
}

/// Returns for each instruction how many from it on only compute.
pub(super) fn run_lengths(code: &[SassInst]) -> Vec<u32> {
    let mut lengths = vec![0; code.len()];
    let mut length = 0;
    for (inst, to) in code.iter().zip(&mut lengths).rev() {
        length = if computes(inst) { length + 1 } else { 0 };
        *to = length;
    }
    lengths
}
