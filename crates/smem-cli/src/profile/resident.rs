//! The memory of the whole process, watched: what the checks and reports need is beside the budget, and grows with what a kernel does.

use std::fs;
use std::process;
use std::sync::Once;
use std::thread;
use std::time::Duration;

use crate::diagnostic;
use crate::failure::BAD_INPUT;

/// Bytes that the process may have besides `--max-memory`: the program, its libraries, the text and its tokens, the checks and the report.
const OTHER_BYTES: u64 = 1 << 30;

/// Between two looks. A thread writes about a gigabyte in a second.
const TICK: Duration = Duration::from_millis(20);

/// From now on ends the program where it has more memory than this and [`OTHER_BYTES`]. Systems that do not report it are not watched.
pub(crate) fn watch(max_memory: u64) {
    static WATCH: Once = Once::new();
    let limit = max_memory.saturating_add(OTHER_BYTES);
    WATCH.call_once(|| {
        // Without a thread there is no watch, and the budget holds as before.
        let _ = thread::Builder::new().stack_size(256 << 10).spawn(move || {
            while let Some(bytes) = resident() {
                if bytes > limit {
                    diagnostic::say(&format!(
                        "the program has taken {bytes} bytes of memory: `--max-memory` is {max_memory}, and the checks and the report have \
                         {OTHER_BYTES} besides\nhelp: `--max-memory BYTES` accepts more, as in `--max-memory 16G`"
                    ));
                    process::exit(BAD_INPUT.into());
                }
                thread::sleep(TICK);
            }
        });
    });
}

/// Bytes of this process that are in memory. `None` where the system does not say.
fn resident() -> Option<u64> {
    of_status(&fs::read_to_string("/proc/self/status").ok()?)
}

fn of_status(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_as_linux_reports_it() {
        assert_eq!(of_status("Name:\ta\nVmHWM:\t    9999 kB\nVmRSS:\t    1234 kB\nThreads:\t1\n"), Some(1234 * 1024));
        assert_eq!(of_status("Name:\ta\n"), None);
        if cfg!(target_os = "linux") {
            assert!(resident().is_some_and(|bytes| bytes > 1 << 20));
        }
    }
}
