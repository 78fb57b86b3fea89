//! When a warp would execute its instructions if it had a multiprocessor for itself.

use crate::isa::sass::{ALWAYS, DISCARD, SassAccess, SassFlow, SassInst, SassOp, Transfer};
use crate::isa::{RegisterUse, RegisterUses, Space};
use crate::machine::observe::{BlockPaths, PathLength};

/// Cycles from an instruction of the integer and floating-point pipes to one that needs its result; of a load from shared memory without
/// conflicts; and of a jump. Of microbenchmarks of Volta to Hopper, about.
const ARITHMETIC: u64 = 5;
const SHARED: u64 = 30;
const JUMP: u64 = 8;

/// Where an instruction's result comes from.
#[derive(Debug, Clone, Copy)]
enum Origin {
    Registers,
    Shared,
    Global,
}

/// What the clock of a warp asks of an instruction.
#[derive(Debug)]
pub(super) struct PacedStep {
    is_guarded: bool,
    /// Registers that it reads and writes: the first, and how many.
    reads: Box<[[u32; 2]]>,
    writes: Box<[[u32; 2]]>,
    origin: Origin,
    /// It writes predicates, where it writes no register.
    may_write_predicates: bool,
    jumps: bool,
}

impl PacedStep {
    pub(super) fn of(inst: &SassInst) -> PacedStep {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        inst.op.registers(&mut RegisterUses(&mut |used| match used {
            RegisterUse::Reads { first, count, .. } => reads.push([first, count]),
            RegisterUse::Writes { first, count } => writes.push([first, count]),
            RegisterUse::ReadsAny => {}
        }));
        PacedStep {
            is_guarded: inst.guard.slot != ALWAYS,
            reads: reads.into(),
            writes: writes.into(),
            origin: origin(&inst.op),
            may_write_predicates: !matches!(inst.op, SassOp::Access(_) | SassOp::Flow(_)),
            jumps: matches!(inst.op, SassOp::Flow(_)),
        }
    }
}

/// The clock of a warp that is followed, since the block's last barrier.
#[derive(Debug, Default, Clone)]
pub(super) struct WarpPace {
    now: PathLength,
    /// When each register can be read.
    registers: Vec<PathLength>,
    predicates: PathLength,
    /// When the data pipe has finished the warp's accesses.
    data_pipe: PathLength,
    stage: usize,
}

impl WarpPace {
    /// A clock at zero, of a warp with so many registers.
    pub(super) fn new(registers: usize) -> Box<Self> {
        Box::new(Self { registers: vec![PathLength::default(); registers], ..Self::default() })
    }

    /// The warp executes an instruction, which takes so many wavefronts of shared memory, and so many more than without conflicts; `None` if a
    /// predicate turns it off for all lanes.
    pub(super) fn step(&mut self, step: &PacedStep, wavefronts: Option<[u64; 2]>) {
        let mut start = self.now.plus(1);
        if step.is_guarded {
            start = start.later(self.predicates);
        }
        let Some([wavefronts, excess]) = wavefronts else {
            self.now = start;
            return;
        };
        for &[first, count] in &step.reads {
            let read = self.registers.iter().skip(first as usize).take(count as usize);
            start = read.fold(start, |start, &ready| start.later(ready));
        }
        let ready = match step.origin {
            Origin::Global => start.plus_load(),
            Origin::Shared => {
                self.data_pipe = start.later(self.data_pipe).plus_wavefronts(wavefronts, excess);
                self.data_pipe.plus(SHARED)
            }
            Origin::Registers => start.plus(ARITHMETIC),
        };
        for &[first, count] in &step.writes {
            self.registers.iter_mut().skip(first as usize).take(count as usize).for_each(|register| *register = ready);
        }
        if step.writes.is_empty() && step.may_write_predicates {
            self.predicates = ready;
        }
        self.now = if step.jumps { start.plus(JUMP) } else { start };
    }

    /// The warp is at the end of a stage: at a barrier of the block, or at its exit.
    pub(super) fn end_stage(&mut self, block: u64, op: &SassOp, paths: &mut BlockPaths) {
        paths.note(block, self.stage, self.now);
        if matches!(op, SassOp::Flow(SassFlow::BlockBarrier { .. })) {
            let passed = std::mem::take(&mut self.now);
            self.registers.iter_mut().for_each(|register| *register = register.after(passed));
            self.predicates = self.predicates.after(passed);
            self.data_pipe = self.data_pipe.after(passed);
            self.stage += 1;
        }
    }
}

/// Whether an instruction ends a stage.
pub(super) fn ends_stage(op: &SassOp) -> bool {
    matches!(op, SassOp::Flow(SassFlow::BlockBarrier { .. } | SassFlow::Exit { .. }))
}

fn origin(op: &SassOp) -> Origin {
    match op {
        SassOp::Access(SassAccess::Load(Transfer { space: Space::Global | Space::Generic, .. })) => Origin::Global,
        SassOp::Access(SassAccess::Atomic(atomic)) if atomic.space != Space::Shared => {
            if atomic.d == DISCARD {
                Origin::Registers
            } else {
                Origin::Global
            }
        }
        SassOp::Access(_) | SassOp::Matrix(_) | SassOp::Exchange(_) => Origin::Shared,
        _ => Origin::Registers,
    }
}
