//! The limits of this process, and of the tools that it starts.

use std::env;
use std::time::Duration;

use smem_launch::{Nvrtc, ToolLimits};

use super::resident;

/// The command of this program that compiles for another process of it.
pub(crate) const COMPILE: &str = "compile-for-parent";

/// Bytes that a tool has besides `--max-memory`: it takes hundreds of megabytes of addresses before it has read anything.
const TOOL_BYTES: u64 = 1 << 30;

/// Watches this process, and gives the compiler and the disassembler, each in a process of its own, these
/// budgets: bytes, and seconds of processor time for each call of a tool.
pub(crate) fn guard(max_memory: u64, max_tool_seconds: u64) {
    resident::watch(max_memory);
    let memory = max_memory.saturating_add(TOOL_BYTES);
    ToolLimits::default().memory(memory).time(Duration::from_secs(max_tool_seconds)).set();
    // Where the system does not say which program this is, it compiles by itself.
    if let Ok(program) = env::current_exe() {
        Nvrtc::compile_in(program, [COMPILE]);
    }
}
