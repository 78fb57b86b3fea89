//! The budgets of launches and tools: `--max-memory`, `--max-instructions` and `--max-tool-seconds`.

use std::env;
use std::sync::OnceLock;
use std::time::Duration;

use smem_launch::{Error, Nvrtc, ToolLimits};
use smem_sim::{MemoryBudget, Simulator};

use super::options::LaunchOptions;
use super::resident;

/// The command of this program that compiles for another process of it.
pub(crate) const COMPILE: &str = "compile-for-parent";

/// Bytes that a tool has besides `--max-memory`: it takes hundreds of megabytes of addresses before it has read anything.
const TOOL_BYTES: u64 = 1 << 30;

/// Watches this process, and gives the compiler and the disassembler, each in a process of its own, the budgets that the options ask for.
pub(crate) fn guard(options: &LaunchOptions) {
    resident::watch(options.max_memory);
    let memory = options.max_memory.saturating_add(TOOL_BYTES);
    ToolLimits::default().memory(memory).time(Duration::from_secs(options.max_tool_seconds)).set();
    // Where the system does not say which program this is, it compiles by itself.
    if let Ok(program) = env::current_exe() {
        Nvrtc::compile_in(program, [COMPILE]);
    }
}

/// Gives a simulator the budgets that the options ask for. All simulators of this process share the memory.
pub(crate) fn budgeted(simulator: Simulator, options: &LaunchOptions) -> Simulator {
    static MEMORY: OnceLock<MemoryBudget> = OnceLock::new();
    let simulator = simulator.budgeted_by(MEMORY.get_or_init(|| MemoryBudget::new(options.max_memory)));
    match (options.max_instructions, options.blocks) {
        (Some(limit), _) => simulator.instruction_limit(limit),
        // A block that waits for one that is left out is found sooner than in a whole grid.
        (None, Some(blocks)) => simulator.instruction_limit(sampled_limit(blocks)),
        (None, None) => simulator,
    }
}

/// The thread instructions that a sample of blocks may take: as many for each as a large block of a matrix product needs several times.
fn sampled_limit(blocks: u64) -> u64 {
    blocks.saturating_mul(1 << 30).min(Simulator::DEFAULT_INSTRUCTION_LIMIT)
}

/// Returns the line that says which option raises the budget that ended a run. `None` where none did.
pub(crate) fn help(error: &Error) -> Option<&'static str> {
    match error {
        Error::InstructionLimit(_) => {
            Some("help: `--max-instructions N` accepts more, and `--blocks N` runs fewer blocks")
        }
        Error::MemoryLimit(_) => Some("help: `--max-memory BYTES` accepts more, as in `--max-memory 16G`"),
        Error::TimeLimit(_) => Some("help: `--max-tool-seconds N` accepts more"),
        _ => None,
    }
}

/// Reads `4294967296`, `512M` or `16G`.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    number(text, 1 << 10).ok_or_else(|| "expected bytes from 1, as in `4294967296`, `512M` or `16G`".to_string())
}

/// Reads `1000000`, `500M` or `20G`.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    number(text, 1000).ok_or_else(|| "expected a number from 1, as in `1000000`, `500M` or `20G`".to_string())
}

fn number(text: &str, thousand: u64) -> Option<u64> {
    let letters = [("k", 1), ("K", 1), ("M", 2), ("G", 3), ("T", 4)];
    let (digits, power) =
        letters.iter().find_map(|(letter, power)| Some((text.strip_suffix(letter)?, *power))).unwrap_or((text, 0));
    let number: u64 = digits.parse().ok()?;
    number.checked_mul(thousand.pow(power)).filter(|number| *number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_numbers_with_or_without_a_letter() {
        assert_eq!((bytes("4096"), bytes("2k"), bytes("4G")), (Ok(4096), Ok(2048), Ok(4 << 30)));
        assert_eq!((count("10"), count("3M"), count("1T")), (Ok(10), Ok(3_000_000), Ok(1_000_000_000_000)));
        for wrong in ["", "0", "0G", "-1", "1.5G", "G", "4GB", "99999999999999G", "1 M"] {
            assert!(bytes(wrong).is_err() && count(wrong).is_err(), "{wrong}");
        }
    }
}
