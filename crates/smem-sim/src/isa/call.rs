//! Calls of functions that are not expanded: those that call themselves, and those that are called through a register.

use super::register::Slot;

/// The function that is called.
#[derive(Debug, Clone, Copy)]
pub enum Callee {
    /// Its number in the kernel's functions.
    Known(usize),
    /// The address of a function, which lanes may have different ones of.
    Register(Slot),
}

/// A call, with its arguments and results in the caller's frame.
#[derive(Debug, Clone)]
pub struct CallOperands {
    /// The number of the function that calls; the kernel is 0.
    pub caller: usize,
    pub callee: Callee,
    /// Offset and bytes of each argument and of each result.
    pub args: Vec<(u64, u64)>,
    pub results: Vec<(u64, u64)>,
}

/// A function of a kernel, the kernel itself among them.
#[derive(Debug, Clone)]
pub struct CalledFunction {
    pub name: String,
    /// Its address in registers and in memory.
    pub address: u64,
    pub entry: u32,
    /// The registers and predicates that are its own.
    pub registers: std::ops::Range<Slot>,
    pub predicates: std::ops::Range<Slot>,
    /// Bytes of a frame in local memory.
    pub frame: u64,
    /// Offset in its frame and bytes of each parameter and of each result.
    pub params: Vec<(u64, u64)>,
    pub results: Vec<(u64, u64)>,
}
