//! A kernel ready to run: instructions decoded once, registers by number, branch targets and joins by index.
//!
//! Every operand is a register slot. Constants and special registers have slots of their own, filled when a warp
//! starts, so that the machine never asks what an operand is.

use crate::isa::sass::SassCode;
use crate::isa::{Inst, Slot};
use crate::profile::{Isa, SourceLoc};
use std::sync::Arc;

/// The source of an instruction, for messages and counts.
#[derive(Debug, Clone)]
pub(crate) struct InstInfo {
    pub(crate) line: u32,
    pub(crate) text: Arc<str>,
    pub(crate) loc: Option<Arc<SourceLoc>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Special {
    Thread(usize),
    Threads(usize),
    Block(usize),
    Blocks(usize),
    Lane,
    Warp,
    Warps,
    LanesEqual,
    LanesLess,
    LanesLessEqual,
    LanesGreater,
    LanesGreaterEqual,
    DynamicShared,
    TotalShared,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Constant {
    Bits(u64),
    /// Address of a module variable, known when the module is loaded, plus bytes.
    Variable(usize, u64),
    /// Byte offset of a shared variable, by its id, plus bytes; becomes `Bits` when the kernel is finished.
    Shared(usize, u64),
}

#[derive(Debug)]
pub(crate) struct Param {
    pub(crate) offset: u64,
    pub(crate) bytes: u64,
}

/// A kernel of either instruction set: what a launch and its messages need, and the code.
#[derive(Debug)]
pub(crate) struct DecodedKernel {
    pub(crate) name: Arc<str>,
    pub(crate) code: Code,
    /// By instruction.
    pub(crate) info: Vec<InstInfo>,
    pub(crate) params: Vec<Param>,
    pub(crate) param_bytes: u64,
    /// Bytes of static shared memory; the dynamic part starts here.
    pub(crate) shared_bytes: u64,
    /// Bytes of local memory of a thread.
    pub(crate) local_bytes: u64,
    pub(crate) required_block: Option<[u32; 3]>,
    pub(crate) max_threads: Option<u64>,
}

/// The instructions of a kernel.
#[derive(Debug)]
pub(crate) enum Code {
    Ptx(PtxCode),
    Sass(SassCode),
}

impl Code {
    pub(crate) fn isa(&self) -> Isa {
        match self {
            Self::Ptx(_) => Isa::Ptx,
            Self::Sass(_) => Isa::Sass,
        }
    }
}

/// Decoded PTX.
#[derive(Debug)]
pub(crate) struct PtxCode {
    pub(crate) code: Vec<Inst>,
    pub(crate) registers: u32,
    pub(crate) predicates: u32,
    pub(crate) constants: Vec<(Slot, Constant)>,
    pub(crate) specials: Vec<(Slot, Special)>,
}

#[derive(Debug)]
pub(crate) struct ModuleVariable {
    pub(crate) name: String,
    pub(crate) bytes: u64,
    pub(crate) init: Vec<u8>,
    /// At a byte offset, the address of a variable plus bytes.
    pub(crate) addresses: Vec<(u64, usize, u64)>,
}
