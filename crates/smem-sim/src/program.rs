//! A kernel ready to run: instructions decoded once, registers by number, branch targets and joins by index.
//!
//! Every operand is a register slot. Constants and special registers have slots of their own, filled when a warp starts, so that
//! the machine treats all operands alike.

use crate::instruction_set::Isa;
use crate::isa::sass::{SassCode, SassOp};
use crate::isa::{CalledFunction, Inst, Operation, Slot, SpecialRegister};
use crate::local_overrun::LocalArray;
use crate::source_loc::SourceLoc;
use std::sync::Arc;

/// The source of an instruction, for messages and counts.
#[derive(Debug, Clone)]
pub struct InstInfo {
    pub line: u32,
    pub text: Arc<str>,
    pub loc: Option<Arc<SourceLoc>>,
}

/// The initial value of a constant's slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PtxConstant {
    Bits(u64),
    /// Address of a module variable, known when the module is loaded, plus bytes.
    Variable(usize, u64),
}

/// The place of a parameter in the parameter space, in bytes.
#[derive(Debug, Clone)]
pub struct Param {
    pub offset: u64,
    pub bytes: u64,
}

/// A variable in a kernel's shared memory: [`Module::shared_variables`](crate::Module::shared_variables).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedVariable {
    /// The linker name.
    pub name: String,
    /// Bytes from the start of the block's shared memory.
    pub offset: u32,
    /// Bytes of the variable; `None` for one in dynamic shared memory, whose bytes the launch decides.
    pub bytes: Option<u32>,
}

impl SharedVariable {
    /// Whether bytes from the start of the block's shared memory are all in the variable.
    #[inline]
    pub fn holds(&self, address: u64, bytes: u32) -> bool {
        let offset = u64::from(self.offset);
        address >= offset && self.bytes.is_none_or(|own| address + u64::from(bytes) <= offset + u64::from(own))
    }
}

/// A kernel of either instruction set, as front ends produce and the machine executes it.
#[derive(Debug, Clone)]
pub struct DecodedKernel {
    pub name: Arc<str>,
    pub code: KernelCode,
    /// The source of each instruction of `code`.
    pub info: Vec<InstInfo>,
    /// Of a kernel in which others were inserted, where each of its last instructions was before, or `NOWHERE`.
    pub origins: Vec<u32>,
    pub params: Vec<Param>,
    pub param_bytes: u64,
    /// Bytes of static shared memory; the dynamic part starts here.
    pub shared_bytes: u64,
    /// Bytes of static shared memory that the assembler allots, rounded up where the module has a dynamic array.
    pub allotted_shared: u64,
    /// The variables in shared memory, as far as the module has them.
    pub shared_variables: Vec<SharedVariable>,
    /// Bytes of local memory of a thread.
    pub local_bytes: u64,
    /// Registers of a thread that the assembler assigned; not known of PTX.
    pub registers: Option<u32>,
    /// The one block size that the kernel may be launched with.
    pub required_block: Option<[u32; 3]>,
    /// The one cluster size that the kernel may be launched with.
    pub required_cluster: Option<[u32; 3]>,
    /// The largest number of threads of a block.
    pub max_threads: Option<u64>,
}

impl DecodedKernel {
    /// Where an instruction was before others were inserted.
    pub fn origin(&self, pc: u32) -> u32 {
        let own = self.info.len() - self.origins.len();
        (pc as usize).checked_sub(own).map_or(pc, |at| self.origins[at])
    }
}

/// The instructions of a kernel.
#[derive(Debug, Clone)]
pub enum KernelCode {
    Ptx(Box<PtxCode>),
    Sass(Box<SassCode>),
}

impl KernelCode {
    pub fn isa(&self) -> Isa {
        match self {
            Self::Ptx(_) => Isa::Ptx,
            Self::Sass(_) => Isa::Sass,
        }
    }

    /// Whether an instruction reads a clock.
    pub fn reads_clock(&self) -> bool {
        match self {
            Self::Ptx(code) => code.code.iter().any(|inst| matches!(inst.op, Operation::Clock { .. })),
            Self::Sass(code) => code.code.iter().any(|inst| matches!(inst.op, SassOp::Clock { .. })),
        }
    }
}

/// Decoded PTX.
#[derive(Debug, Clone)]
pub struct PtxCode {
    pub code: Vec<Inst>,
    pub registers: u32,
    pub predicates: u32,
    pub constants: Vec<(Slot, PtxConstant)>,
    pub specials: Vec<(Slot, SpecialRegister)>,
    /// The functions that are called, after the kernel; empty if all calls are expanded.
    pub functions: Vec<CalledFunction>,
    /// The register with the address of a thread's frame in local memory.
    pub stack: Slot,
    pub accesses: ArrayAccesses,
    /// The arrays in local memory, and those from which the addresses of accesses come.
    pub local_arrays: Vec<LocalArray>,
    pub local_accesses: ArrayAccesses,
    /// The matrix products of four warps, and the instructions that read their results before a wait.
    pub unawaited: Vec<(u32, u32)>,
}

/// The shared variables from which the addresses of accesses come, as places in [`DecodedKernel::shared_variables`].
#[derive(Debug, Default, Clone)]
pub struct ArrayAccesses {
    /// By instruction, the number of the set of variables plus one; 0 where it is not known.
    set: Vec<u32>,
    sets: Vec<Vec<usize>>,
}

impl ArrayAccesses {
    pub fn insert(&mut self, pc: u32, variables: Vec<usize>) {
        let number = self.sets.iter().position(|known| *known == variables).unwrap_or_else(|| {
            self.sets.push(variables);
            self.sets.len() - 1
        });
        if self.set.len() <= pc as usize {
            self.set.resize(pc as usize + 1, 0);
        }
        self.set[pc as usize] = number as u32 + 1;
    }

    /// The variables of an instruction, if they are known.
    #[inline]
    pub fn of(&self, pc: u32) -> Option<&[usize]> {
        let number = self.set.get(pc as usize)?.checked_sub(1)?;
        self.sets.get(number as usize).map(Vec::as_slice)
    }
}

impl PtxCode {
    /// Whether a warp starts with a special register that meets this condition.
    pub fn reads(&self, special: impl Fn(SpecialRegister) -> bool) -> bool {
        self.specials.iter().any(|&(_, found)| special(found))
    }
}

/// A variable in global or constant memory.
#[derive(Debug, Clone)]
pub struct ModuleVariable {
    pub name: String,
    pub bytes: u64,
    /// Its offset in constant bank 3, if it is there.
    pub constant_at: Option<u64>,
    /// The first bytes; the rest is zero.
    pub init: Vec<u8>,
    /// Addresses in the initial value: byte offset, index of the variable that it points to, bytes to add.
    pub addresses: Vec<(u64, usize, u64)>,
}
