//! The budgets of the whole command: its time by the clock, and the memory of this process and of the tools that it starts.
//!
//! ```text
//! options    the command line and smem-tile.toml
//! watchdog   ends the command if it has not ended by itself     (resident: the memory of processes)
//! control    one control of all launches of the process: Ctrl-C and the end of a budget stop them
//! ```

mod control;
mod options;
mod resident;
mod watchdog;

pub(crate) use control::{Ending, control, ending};
pub(crate) use options::{COMPILE, ConfiguredLimits, RunLimits, WholeLimits};
pub(crate) use watchdog::ended;
