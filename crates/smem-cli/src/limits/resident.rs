//! The memory of this process and of the tools that it runs, as Linux reports it.

use std::fs;

use smem_launch::running_tools;

/// The most processes that are counted: a tool starts a few.
const MOST_PROCESSES: usize = 64;

/// Bytes in memory of this process, its tools and what these have started. `None` where the system does not say.
pub(super) fn of_command() -> Option<u64> {
    let own = of_process("self")?;
    let mut left: Vec<String> = running_tools().iter().map(u32::to_string).collect();
    let (mut bytes, mut seen) = (own, 0);
    while let Some(process) = left.pop().filter(|_| seen < MOST_PROCESSES) {
        seen += 1;
        // One that has ended has none.
        bytes = bytes.saturating_add(of_process(&process).unwrap_or(0));
        left.extend(children(&process));
    }
    Some(bytes)
}

/// The processes that a process has started, from any of its threads.
fn children(process: &str) -> Vec<String> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let of_thread = |thread: fs::DirEntry| fs::read_to_string(thread.path().join("children")).unwrap_or_default();
    threads.flat_map(|thread| of_thread(thread).split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
}

fn of_process(process: &str) -> Option<u64> {
    of_status(&fs::read_to_string(format!("/proc/{process}/status")).ok()?)
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
            assert!(of_command().is_some_and(|bytes| bytes > 1 << 20));
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_a_process_has_started_is_found() {
        let mut child = std::process::Command::new("/bin/sleep").arg("100").spawn().unwrap();
        let found = children("self");
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(found.contains(&child.id().to_string()), "{found:?}");
    }
}
