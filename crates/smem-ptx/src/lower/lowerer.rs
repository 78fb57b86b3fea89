//! The state of a kernel that is being lowered.

use super::derivation::Derivation;
use super::frame::Frame;
use super::local_regions::LocalRegions;
use super::scope::Scope;
use crate::parse::syntax::{PtxFunction, PtxInstruction, PtxModule, VariableDeclaration};
use smem_sim::ParseError;
use smem_sim::isa::{Inst, Operation, Pred, Slot, Space, SpecialRegister, TRUE, kernel_handle};
use smem_sim::memory::FUNCTION_WINDOW;
use smem_sim::program::{InstInfo, PtxConstant, SharedVariable};
use smem_sim::source_loc::SourceLoc;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

/// The largest number of instructions of a kernel after its calls are expanded.
pub(super) const LONGEST: usize = 1_000_000;
/// The largest number of registers of a kernel; predicates have a limit of the same size.
pub(super) const MOST_REGISTERS: u32 = 1 << 21;
/// The hardware's limit of local memory, in bytes a thread.
pub(super) const MOST_LOCAL: u64 = 512 << 10;

pub(super) type Lower<T> = Result<T, ParseError>;

pub(super) const ALWAYS: Pred = Pred { slot: TRUE, flip: 0 };

/// The functions and variables of a module, by name.
pub(crate) struct Symbols<'a> {
    pub(super) source: &'a PtxModule,
    pub(super) functions: HashMap<&'a str, &'a PtxFunction>,
    /// Index in `PtxModule::variables`.
    pub(super) variables: HashMap<&'a str, usize>,
    /// The shared variables that several kernels use, which the assembler places after those that one kernel uses.
    pub(super) used_by_several: HashSet<String>,
}

impl<'a> Symbols<'a> {
    pub(crate) fn of(source: &'a PtxModule) -> Self {
        let mut functions: HashMap<&'a str, &'a PtxFunction> = HashMap::new();
        for function in &source.functions {
            // A declaration may come before or after its definition.
            let known = functions.get(function.name.as_str()).is_some_and(|f| f.body.is_some());
            if !known {
                functions.insert(&function.name, function);
            }
        }
        let mut variables: HashMap<&'a str, usize> = HashMap::new();
        for (i, variable) in source.variables.iter().enumerate() {
            let known = variables.get(variable.name.as_str()).and_then(|&known| source.variables.get(known));
            let known = known.is_some_and(|known| !known.declared_only);
            if !known {
                variables.insert(&variable.name, i);
            }
        }
        Self { source, functions, variables, used_by_several: HashSet::new() }
    }

    /// Returns the bytes that the assembler allots a kernel with so many bytes of static shared memory. After them lies the dynamic array of
    /// the module, on a multiple of its alignment and of 16 bytes, whether the kernel uses it or not: so it was measured on an H100
    /// (`tests/driver/sm_90_h100.tsv`, `static_shared_bytes`).
    pub(super) fn allotted_shared(&self, bytes: u64) -> u64 {
        let is_dynamic = |v: &&VariableDeclaration| v.unsized_extern && v.space == Space::Shared;
        let dynamic = self.source.variables.iter().filter(is_dynamic);
        match dynamic.map(|variable| variable.align).max() {
            Some(align) if bytes > 0 => bytes.next_multiple_of(align.max(16)),
            _ => bytes,
        }
    }

    /// Takes note of the shared variables that several of the kernels use. Returns whether one of these has another place then.
    pub(crate) fn place_behind<'k>(&mut self, kernels: impl Iterator<Item = &'k [SharedVariable]>) -> bool {
        let mut used = HashSet::new();
        let mut is_moved = false;
        for variables in kernels {
            for variable in variables.iter().filter(|variable| variable.bytes.is_some()) {
                if !used.insert(variable.name.clone()) {
                    is_moved |= self.used_by_several.insert(variable.name.clone());
                }
            }
        }
        is_moved
    }

    /// The address of a function, which other functions find in registers and in memory.
    pub(super) fn code_address(&self, name: &str) -> Option<u64> {
        let at = self.source.functions.iter().position(|function| function.name == name && !function.kernel)?;
        Some(FUNCTION_WINDOW + 16 * at as u64)
    }

    /// The handle of a kernel, by which others launch it.
    pub(super) fn kernel_handle(&self, name: &str) -> Option<u64> {
        let mut kernels = self.source.functions.iter().filter(|function| function.kernel && function.body.is_some());
        kernels.position(|kernel| kernel.name == name).map(kernel_handle)
    }
}

/// A constant of a kernel whose shared variables have no addresses yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum UnplacedConstant {
    Known(PtxConstant),
    /// Byte offset of a shared variable, by its id, plus bytes.
    Shared(usize, u64),
}

/// A function that is called.
pub(super) struct Callable<'a> {
    pub(super) function: &'a PtxFunction,
    pub(super) label: u32,
    pub(super) params: Vec<(u64, u64)>,
    pub(super) results: Vec<(u64, u64)>,
    pub(super) registers: Range<Slot>,
    pub(super) predicates: Range<Slot>,
    pub(super) frame: u64,
}

/// A kernel that is being lowered.
pub(super) struct Lowerer<'a> {
    pub(super) symbols: &'a Symbols<'a>,
    pub(super) code: Vec<Inst>,
    pub(super) info: Vec<InstInfo>,
    pub(super) registers: u32,
    pub(super) predicates: u32,
    pub(super) constants: HashMap<UnplacedConstant, Slot>,
    pub(super) specials: HashMap<SpecialRegister, Slot>,
    pub(super) scopes: Vec<Scope<'a>>,
    /// The instruction index of each label. Branches hold a label's number until the kernel is finished.
    pub(super) labels: Vec<u32>,
    pub(super) shared: Vec<&'a VariableDeclaration>,
    pub(super) local_bytes: u64,
    /// The kernel, and the functions that are being expanded, each called by the one before.
    pub(super) frames: Vec<Frame<'a>>,
    pub(super) locs: HashMap<SourceLoc, Arc<SourceLoc>>,
    /// The functions that are called and not expanded.
    pub(super) callables: Vec<Callable<'a>>,
    /// How registers are assigned, for the arrays that addresses come from.
    pub(super) derivations: Vec<Derivation>,
    pub(super) local: LocalRegions,
    /// The number of the function that is being lowered: 0 for the kernel, and then that of a callable plus one.
    pub(super) current: usize,
    /// The register with the address of a thread's frame.
    pub(super) stack: Slot,
}

impl<'a> Lowerer<'a> {
    pub(super) fn new_label(&mut self) -> u32 {
        self.labels.push(u32::MAX);
        self.labels.len() as u32 - 1
    }

    #[expect(clippy::indexing_slicing, reason = "labels are numbered by this lowering")]
    pub(super) fn place(&mut self, label: u32) {
        self.labels[label as usize] = self.code.len() as u32;
    }

    pub(super) fn emit(&mut self, instruction: &PtxInstruction, guard: Pred, op: Operation) -> Lower<()> {
        if self.code.len() >= LONGEST {
            return Err(ParseError::new(instruction.line, format!("the kernel has more than {LONGEST} instructions")));
        }
        self.code.push(Inst { op, guard });
        let loc = self.frame().loc.clone();
        self.info.push(InstInfo { line: instruction.line, text: instruction.text.as_str().into(), loc });
        Ok(())
    }
}
