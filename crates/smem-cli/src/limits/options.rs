//! The options of budgets, and the same of `smem-tile.toml`.

use std::env;
use std::time::Duration;

use clap::Args;
use serde::{Deserialize, Serialize};
use smem_driver::{bytes, deserialize_some_bytes};
use smem_launch::{Nvrtc, ToolLimits};

use super::control;
use super::watchdog::{OTHER_BYTES, Watchdog};

/// The command of this program that compiles for another process of it.
pub(crate) const COMPILE: &str = "compile-for-parent";

const LIMITS: &str = "Limits";

/// The time after the last one in which a report of what was found until then is printed.
const GRACE: Duration = Duration::from_secs(10);

/// The budgets of a command.
#[derive(Args, Debug, Clone, Copy)]
pub(crate) struct WholeLimits {
    /// Ends the whole command with the code 3 after N seconds by the clock, compilers and all, with what was found until then
    #[arg(long, value_name = "N", default_value_t = 3600, value_parser = clap::value_parser!(u64).range(1..=10_000_000), help_heading = LIMITS)]
    pub(crate) max_seconds: u64,
    /// Ends with the code 3 if buffers, variables and running blocks need more memory than this, or the whole command, its tools included,
    /// a gigabyte more: bytes, or 512M, 16G
    #[arg(long, value_name = "BYTES", default_value = "4G", value_parser = bytes, help_heading = LIMITS)]
    pub(crate) max_memory: u64,
}

/// The budgets of a command that starts compilers and disassemblers.
#[derive(Args, Debug, Clone, Copy)]
pub(crate) struct RunLimits {
    #[command(flatten)]
    pub(crate) whole: WholeLimits,
    /// Ends with the code 3 if one call of the compiler or the disassembler computes for more seconds than N, or waits for five times as many
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=100_000), help_heading = LIMITS)]
    pub(crate) max_tool_seconds: u64,
    /// Takes FILE for a stranger's: a compiler or disassembler that cannot run in a sandbox is an error, and smem-tile.toml and compile_commands.json
    /// are read only if an option names them
    #[arg(long, help_heading = LIMITS)]
    pub(crate) untrusted: bool,
}

/// The budgets of `smem-tile.toml`. They only lower those of the command: the file may be a stranger's.
#[derive(Serialize, Deserialize, Debug, Clone, Default)]
#[serde(rename_all = "kebab-case", default)]
pub(crate) struct ConfiguredLimits {
    max_seconds: Option<u64>,
    #[serde(deserialize_with = "deserialize_some_bytes")]
    max_memory: Option<u64>,
}

impl WholeLimits {
    /// From now on holds this command to its budgets. It has some time to print what it found when one ends.
    pub(crate) fn hold(self) {
        self.watchdog(GRACE).start();
    }

    /// The same for a command that prints when it is done with all, and has nothing to print before.
    pub(crate) fn hold_strictly(self) {
        self.watchdog(Duration::ZERO).start();
    }

    fn watchdog(&self, grace: Duration) -> Watchdog {
        Watchdog { max_seconds: self.max_seconds, max_memory: self.max_memory, grace }
    }

    /// The lower ones of these and the budgets of a configuration.
    fn lowered(self, configured: &ConfiguredLimits) -> WholeLimits {
        let seconds = configured.max_seconds.unwrap_or(u64::MAX).max(1);
        let memory = configured.max_memory.unwrap_or(u64::MAX);
        WholeLimits { max_seconds: self.max_seconds.min(seconds), max_memory: self.max_memory.min(memory) }
    }
}

impl RunLimits {
    /// From now on holds this command to its budgets, and gives the compiler and the disassembler, each in a process of its own, theirs.
    pub(crate) fn hold(self) {
        control::handle_interrupts();
        self.whole.hold();
        let memory = self.whole.max_memory.saturating_add(OTHER_BYTES);
        let limits = ToolLimits::default().memory(memory).time(Duration::from_secs(self.max_tool_seconds));
        limits.deadline(control::deadline(self.whole.max_seconds)).needs_sandbox(self.untrusted).set();
        // Where the system does not say which program this is, it compiles by itself.
        if let Ok(program) = env::current_exe() {
            Nvrtc::compile_in(program, [COMPILE]);
        }
    }

    /// These, or lower ones of a configuration, which hold from now on.
    pub(crate) fn lowered(self, configured: &ConfiguredLimits) -> RunLimits {
        let lowered = RunLimits { whole: self.whole.lowered(configured), ..self };
        lowered.hold();
        lowered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_configuration_lowers_budgets_and_raises_none() {
        let own = WholeLimits { max_seconds: 60, max_memory: 1 << 30 };
        let lowered = |text: &str| {
            let lowered = own.lowered(&toml::from_str(text).unwrap());
            (lowered.max_seconds, lowered.max_memory)
        };
        assert_eq!(lowered(""), (60, 1 << 30));
        assert_eq!(lowered("max-seconds = 5\nmax-memory = \"512M\""), (5, 512 << 20));
        assert_eq!(lowered("max-seconds = 5000\nmax-memory = 99999999999"), (60, 1 << 30));
        for wrong in ["max-memory = \"much\"", "max-memory = 0", "max-seconds = -1"] {
            assert!(toml::from_str::<ConfiguredLimits>(wrong).is_err(), "{wrong}");
        }
    }
}
