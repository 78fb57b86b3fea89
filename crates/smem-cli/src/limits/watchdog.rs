//! Looks after the budgets of the whole command from a thread of its own, and ends the command if it has not ended by itself.

use std::process;
use std::sync::{Mutex, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use smem_launch::end_running_tools;

use super::control::{self, Ending, ending};
use super::resident;
use crate::diagnostic;
use crate::failure::BUDGET;

/// Bytes that the command may have besides `--max-memory`: the program, its libraries, the text and its tokens, the checks and the report. Of a
/// tool as well, which takes hundreds of megabytes of addresses before it has read anything.
pub(super) const OTHER_BYTES: u64 = 1 << 30;

/// Between two looks. A thread writes about a gigabyte in a second.
const TICK: Duration = Duration::from_millis(20);

/// Bytes beyond the budget while the launches stop and the report is made.
const STOPPING_BYTES: u64 = 256 << 20;

/// The budgets of the process, the lowest of those that were set.
static HELD: Mutex<Option<Watchdog>> = Mutex::new(None);

/// The budgets, and the time for a report.
#[derive(Debug, Clone, Copy)]
pub(super) struct Watchdog {
    pub(super) max_seconds: u64,
    pub(super) max_memory: u64,
    pub(super) grace: Duration,
}

impl Watchdog {
    /// Begins to look, or goes on with other budgets.
    pub(super) fn start(self) {
        control::own().stop_at(control::deadline(self.max_seconds));
        *HELD.lock().unwrap_or_else(PoisonError::into_inner) = Some(self);
        static THREAD: Once = Once::new();
        THREAD.call_once(|| {
            // Without a thread there is no watch, and the launches and the tools stop all the same.
            let _ = thread::Builder::new().stack_size(256 << 10).spawn(watch);
        });
    }

    /// The bytes at which the work stops.
    fn most_bytes(&self) -> u64 {
        self.max_memory.saturating_add(OTHER_BYTES)
    }
}

fn watch() {
    let mut ended_at: Option<Instant> = None;
    loop {
        thread::sleep(TICK);
        let Some(held) = *HELD.lock().unwrap_or_else(PoisonError::into_inner) else { continue };
        let bytes = resident::of_command().unwrap_or(0);
        let most = held.most_bytes();
        if bytes > most && ending() != Some(Ending::Memory) {
            control::stop_for_memory();
        }
        let Some(ending) = ending().filter(|ending| *ending != Ending::Interrupted) else { continue };
        if ended_at.is_none() {
            end_running_tools();
        }
        let is_late = ended_at.get_or_insert_with(Instant::now).elapsed() >= held.grace;
        if is_late || bytes > most.saturating_add(STOPPING_BYTES) {
            end_running_tools();
            diagnostic::say(&sentence(ending, &held));
            process::exit(BUDGET.into());
        }
    }
}

/// Says which budget has ended the command.
fn sentence(ending: Ending, held: &Watchdog) -> String {
    match ending {
        Ending::Memory => format!(
            "the command has taken more memory than it may: `--max-memory` is {} bytes, and the program, its tools and the report have \
             {OTHER_BYTES} besides\nhelp: `--max-memory BYTES` accepts more, as in `--max-memory 16G`",
            held.max_memory
        ),
        _ => format!(
            "the command has taken more than {} seconds and was ended\nhelp: `--max-seconds N` accepts more",
            held.max_seconds
        ),
    }
}

/// Says which budget has ended the work of this command, if one has.
pub(crate) fn ended() -> Option<String> {
    let held = (*HELD.lock().unwrap_or_else(PoisonError::into_inner))?;
    let ending = ending().filter(|ending| *ending != Ending::Interrupted)?;
    Some(sentence(ending, &held))
}
