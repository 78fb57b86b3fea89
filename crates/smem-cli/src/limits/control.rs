//! The one control of this process's launches, and what has stopped them.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Once, OnceLock};
use std::time::{Duration, Instant};

use smem_launch::end_running_tools;
use smem_profile::LaunchControl;

use crate::failure::{BUDGET, INTERRUPTED};

/// Whether the memory of the whole command was used up.
static IS_OUT_OF_MEMORY: AtomicBool = AtomicBool::new(false);

/// Whether the command has come to its launches, of which counts are shown.
static HAS_LAUNCHES: AtomicBool = AtomicBool::new(false);

/// The reason why a command ends before its work is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Ctrl-C.
    Interrupted,
    /// `--max-seconds`.
    Seconds,
    /// `--max-memory`.
    Memory,
}

impl Ending {
    pub(crate) fn code(self) -> u8 {
        match self {
            Ending::Interrupted => INTERRUPTED,
            Ending::Seconds | Ending::Memory => BUDGET,
        }
    }
}

/// The end of so many seconds of the command.
pub(super) fn deadline(seconds: u64) -> Instant {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    *BEGUN.get_or_init(Instant::now) + Duration::from_secs(seconds)
}

/// Returns what has ended the work of this command, if something has.
pub(crate) fn ending() -> Option<Ending> {
    let control = own();
    match () {
        () if IS_OUT_OF_MEMORY.load(Relaxed) => Some(Ending::Memory),
        () if control.is_out_of_time() => Some(Ending::Seconds),
        () if control.is_stopped() => Some(Ending::Interrupted),
        () => None,
    }
}

/// Stops all launches, and ends the tools that run: there is no memory for more.
pub(super) fn stop_for_memory() {
    IS_OUT_OF_MEMORY.store(true, Relaxed);
    own().stop();
    end_running_tools();
}

/// Returns the control of this process's launches. From now on Ctrl-C stops them, and a second one ends the program.
pub(crate) fn control() -> LaunchControl {
    HAS_LAUNCHES.store(true, Relaxed);
    own().clone()
}

/// From now on Ctrl-C ends the tools that run, which are groups of processes of their own, and the program, unless it has launches to stop first.
pub(super) fn handle_interrupts() {
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        // Where there is no handler, Ctrl-C ends the program, as it does any other.
        let _ = ctrlc::set_handler(|| {
            end_running_tools();
            if !HAS_LAUNCHES.load(Relaxed) || ending() == Some(Ending::Interrupted) {
                std::process::exit(INTERRUPTED.into());
            }
            own().stop();
        });
    });
}

pub(super) fn own() -> &'static LaunchControl {
    static CONTROL: OnceLock<LaunchControl> = OnceLock::new();
    CONTROL.get_or_init(LaunchControl::new)
}
