//! The tools that run now, each with the processes that it started: they are ended together.

use parking_lot::Mutex;
use std::io;
use std::process::{Child, Command};

/// The process ids of the tools that run.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// A tool in the list of those that run, until it is dropped.
pub(crate) struct RunningTool(u32);

impl RunningTool {
    pub(crate) fn of(child: &Child) -> RunningTool {
        RUNNING.lock().push(child.id());
        RunningTool(child.id())
    }
}

impl Drop for RunningTool {
    fn drop(&mut self) {
        RUNNING.lock().retain(|id| *id != self.0);
    }
}

/// Starts a tool. On Unix it leads a group of processes of its own: `nvcc` starts others, which would outlive it and hold its pipes.
pub(crate) fn spawn(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    command.spawn()
}

/// Ends a tool, and on Unix what it has started.
pub(crate) fn end(child: &mut Child) {
    #[cfg(unix)]
    end_group(child.id());
    // One that has ended is past killing.
    let _ = child.kill();
}

/// Returns the process ids of the tools that run for this process now. On Unix each leads a group of processes.
pub fn running_tools() -> Vec<u32> {
    RUNNING.lock().clone()
}

/// Ends the tools that run for this process now, on Unix with what they have started; elsewhere they end at their own limits. The calls that
/// need them return errors.
pub fn end_running_tools() {
    #[cfg(unix)]
    RUNNING.lock().iter().for_each(|id| end_group(*id));
}

#[cfg(unix)]
fn end_group(leader: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}
