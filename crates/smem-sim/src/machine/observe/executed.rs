//! The executions of each instruction, and the load that they put on the pipes.

use super::data_pipe::{operands, without_access};
use super::tally::{Tally, common};
use crate::instruction_count::{InstructionCount, LocalCount};
use crate::machine::context::LaunchContext;
use crate::pipe::{Pipe, PipeChoice};
use crate::program::{DecodedKernel, KernelCode};
use smem_banks::Arch;
use std::collections::BTreeMap;
use std::sync::Arc;

impl LocalCount {
    pub(super) fn add(&mut self, other: &Self) {
        self.requests += other.requests;
        self.sectors += other.sectors;
        self.wavefronts += other.wavefronts;
        self.stores |= other.stores;
    }
}

impl Tally {
    /// The counts of the instructions that were executed, by line of the PTX or of the listing.
    pub(super) fn instruction_counts(&self, context: &LaunchContext<'_>) -> Vec<InstructionCount> {
        let mut by_line: BTreeMap<(u32, Arc<str>), InstructionCount> = BTreeMap::new();
        for (pc, info) in context.kernel.info.iter().enumerate().filter(|(pc, _)| self.executed[*pc] > 0) {
            let entry = by_line.entry((info.line, info.text.clone())).or_insert_with(|| {
                let (pipe, pipe_is_measured) = pipe_of(&context.kernel.code, &info.text);
                InstructionCount {
                    line: info.line,
                    text: info.text.clone(),
                    loc: info.loc.clone(),
                    warps: 0,
                    pipe,
                    pipe_is_measured,
                    lsu_wavefronts: 0,
                    local: LocalCount::default(),
                }
            });
            entry.loc = common(entry.loc.take(), info.loc.as_ref());
            entry.warps += self.executed[pc];
            entry.local.add(&self.locals[pc]);
            entry.lsu_wavefronts += match entry.pipe {
                Some(Pipe::Lsu) => self.lsu_wavefronts(pc, &info.text),
                _ => self.open_barriers.wavefronts(pc),
            };
        }
        by_line.into_values().collect()
    }

    /// The wavefronts of an instruction in the data pipe of the LSU.
    fn lsu_wavefronts(&self, pc: usize, text: &str) -> u64 {
        let (shared, global, local) = (&self.wavefronts.counts[pc], &self.sectors[pc], &self.locals[pc]);
        let accesses = shared.requests.max(global.requests).max(local.requests);
        let idle = self.executed[pc].saturating_sub(accesses);
        shared.wavefronts + operands(text) * global.wavefronts + local.wavefronts + idle * without_access(text)
    }
}

/// The instructions of machine code that the LSU executes, without shuffles: a barrier does not wait for these.
pub(in crate::machine) fn of_lsu(kernel: &DecodedKernel) -> Arc<[u32]> {
    let is_of_lsu = |text: &str| pipe_of(&kernel.code, text).0 == Some(Pipe::Lsu) && !text.contains("SHFL");
    (0..).zip(&kernel.info).filter(|(_, info)| is_of_lsu(&info.text)).map(|(pc, _)| pc).collect()
}

/// The pipe of an instruction, and whether that was measured on its architecture.
fn pipe_of(code: &KernelCode, text: &str) -> (Option<Pipe>, bool) {
    match code {
        KernelCode::Ptx(_) => (None, false),
        KernelCode::Sass(code) => {
            let PipeChoice { pipe, is_measured } = PipeChoice::of(text);
            (pipe, is_measured && code.arch == Arch::SM_90)
        }
    }
}
