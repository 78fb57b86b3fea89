//! Calls of functions that are not expanded: those that call themselves, and those that are called through a register.

use super::register::Slot;

/// The function that is called.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Callee {
    /// Its number in the kernel's functions.
    Known(usize),
    /// The address of a function, which lanes may have different ones of.
    Register(Slot),
}

/// A call, with its arguments and results in the caller's frame.
#[derive(Debug, Clone)]
pub(crate) struct CallOperands {
    /// The number of the function that calls; the kernel is 0.
    pub(crate) caller: usize,
    pub(crate) callee: Callee,
    /// Offset and bytes of each argument and of each result.
    pub(crate) args: Vec<(u64, u64)>,
    pub(crate) results: Vec<(u64, u64)>,
}

/// A function of a kernel, the kernel itself among them.
#[derive(Debug, Clone)]
pub(crate) struct CalledFunction {
    pub(crate) name: String,
    /// Its address in registers and in memory.
    pub(crate) address: u64,
    pub(crate) entry: u32,
    /// The registers and predicates that are its own.
    pub(crate) registers: std::ops::Range<Slot>,
    pub(crate) predicates: std::ops::Range<Slot>,
    /// Bytes of a frame in local memory.
    pub(crate) frame: u64,
    /// Offset in its frame and bytes of each parameter and of each result.
    pub(crate) params: Vec<(u64, u64)>,
    pub(crate) results: Vec<(u64, u64)>,
}
