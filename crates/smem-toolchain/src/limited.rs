//! Runs a tool as a child process with limits: of address space, of time, and of what it prints.
//!
//! The kernel of the system limits memory and processor time, on Linux. The clock is watched here, and what the child prints is
//! counted here, so that both hold on every system.

use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::error::ToolError;
use crate::tool_limits::ToolLimits;

/// Bytes that are kept of a child's messages.
const MESSAGE_BYTES: u64 = 64 << 10;

/// How a child ended, and what it printed.
pub(super) struct LimitedOutput {
    pub(super) status: ExitStatus,
    pub(super) printed: Vec<u8>,
    /// Its standard error, cut off.
    pub(super) message: String,
}

/// Why there is no complete output. It prints as the end of a sentence about the tool.
#[derive(Debug)]
pub(super) enum LimitedError {
    DoesNotStart(io::Error),
    TooLong(Duration),
    PrintsTooMuch(u64),
}

impl std::fmt::Display for LimitedError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LimitedError::DoesNotStart(error) => write!(f, "does not start: {error}"),
            LimitedError::TooLong(time) => write!(f, "took more than {} seconds and was ended", time.as_secs()),
            LimitedError::PrintsTooMuch(bytes) => write!(f, "printed more than {bytes} bytes and was ended"),
        }
    }
}

impl LimitedError {
    /// The error of the tool that is called `tool`.
    pub(super) fn of(&self, tool: &str) -> ToolError {
        let told = format!("{tool} {self}");
        match self {
            LimitedError::DoesNotStart(_) => ToolError::Unusable(told),
            LimitedError::TooLong(_) => ToolError::TimeLimit(told),
            LimitedError::PrintsTooMuch(_) => ToolError::MemoryLimit(told),
        }
    }
}

/// Runs `command` to its end, with `input` on its standard input.
pub(super) fn run(command: &mut Command, input: &[u8], limits: &ToolLimits) -> Result<LimitedOutput, LimitedError> {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().map_err(LimitedError::DoesNotStart)?;
    // It has not come far: what it took until now counts as well.
    limit(&child, limits);
    let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (Some(mut to_child), Some(printed), Some(message)) = streams else {
        let _ = child.kill();
        return Err(LimitedError::DoesNotStart(io::Error::other("it has no streams")));
    };
    let child = Mutex::new(child);
    let (ended, watch) = mpsc::channel::<()>();
    let (status, printed, message, late) = thread::scope(|scope| {
        let child = &child;
        let late = scope.spawn(move || {
            let late = watch.recv_timeout(limits.by_the_clock()) == Err(RecvTimeoutError::Timeout);
            if late {
                kill(child);
            }
            late
        });
        // A child that ends early leaves the rest of its input.
        scope.spawn(move || to_child.write_all(input));
        let message = scope.spawn(move || first_bytes(message, MESSAGE_BYTES));
        let printed = at_most(printed, limits.output());
        if printed.is_none() {
            kill(child);
        }
        let status = wait(child);
        drop(ended);
        // A panic there is one here.
        let message = message.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (status, printed, message, late.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let status = status.map_err(LimitedError::DoesNotStart)?;
    if late || out_of_time(status) {
        return Err(LimitedError::TooLong(if late { limits.by_the_clock() } else { limits.time }));
    }
    let printed = printed.ok_or(LimitedError::PrintsTooMuch(limits.output()))?;
    Ok(LimitedOutput { status, printed, message: String::from_utf8_lossy(&message).trim().to_owned() })
}

/// All bytes of a stream; `None` where there are more than `most`, or it cannot be read.
fn at_most(stream: impl Read, most: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(most.saturating_add(1)).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= most).then_some(bytes)
}

/// The first bytes of a stream, which is read to its end, so that its writer never waits.
fn first_bytes(mut stream: impl Read, most: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = stream.by_ref().take(most).read_to_end(&mut bytes);
    let _ = io::copy(&mut stream, &mut io::sink());
    bytes
}

fn kill(child: &Mutex<Child>) {
    // One that has ended is past killing.
    let _ = child.lock().unwrap_or_else(PoisonError::into_inner).kill();
}

/// Waits for the end without holding the lock, which the watch over the time needs.
fn wait(child: &Mutex<Child>) -> io::Result<ExitStatus> {
    loop {
        if let Some(status) = child.lock().unwrap_or_else(PoisonError::into_inner).try_wait()? {
            return Ok(status);
        }
        thread::sleep(Duration::from_millis(2));
    }
}

#[cfg(target_os = "linux")]
fn limit(child: &Child, limits: &ToolLimits) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let pid = Pid::from_child(child);
    let set = |resource, current, maximum| {
        // A user whose own limit is lower keeps that one.
        let _ = prlimit(Some(pid), resource, Rlimit { current: Some(current), maximum: Some(maximum) });
    };
    set(Resource::As, limits.memory, limits.memory);
    let seconds = limits.time.as_secs().max(1);
    set(Resource::Cpu, seconds, seconds + 1);
    set(Resource::Core, 0, 0);
}

#[cfg(not(target_os = "linux"))]
fn limit(_: &Child, _: &ToolLimits) {}

/// Whether the system ended it because of its processor time.
#[cfg(target_os = "linux")]
fn out_of_time(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    status.signal() == Some(rustix::process::Signal::XCPU.as_raw())
}

#[cfg(not(target_os = "linux"))]
fn out_of_time(_: ExitStatus) -> bool {
    false
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn shell(script: &str, limits: &ToolLimits) -> Result<LimitedOutput, LimitedError> {
        run(Command::new("/bin/sh").args(["-c", script]), b"given", limits)
    }

    #[test]
    fn what_a_tool_prints_comes_back_with_its_input_and_messages() {
        let output = shell("cat; echo told >&2; exit 3", &ToolLimits::default()).unwrap();
        assert_eq!((&output.printed[..], &output.message[..], output.status.code()), (&b"given"[..], "told", Some(3)));
    }

    #[test]
    fn a_tool_that_computes_or_waits_without_end_is_ended() {
        let limits = ToolLimits::default().time(Duration::from_secs(1));
        let told = |script| shell(script, &limits).map(|_| ()).unwrap_err().to_string();
        // On a machine that does much else, the clock comes first.
        let busy = told("while :; do :; done");
        let of = |seconds| format!("took more than {seconds} seconds and was ended");
        assert!(busy == of(1) || busy == of(5), "{busy}");
        assert_eq!(told("exec sleep 1000"), "took more than 5 seconds and was ended");
    }

    #[test]
    fn a_tool_that_prints_without_end_is_ended() {
        let limits = ToolLimits::default().memory(64 << 20);
        let told = shell("exec yes", &limits).map(|_| ()).unwrap_err().to_string();
        assert_eq!(told, "printed more than 8388608 bytes and was ended");
        let much = shell("head -c 8388608 /dev/zero; head -c 1000000 /dev/zero >&2", &limits).unwrap();
        assert_eq!((much.printed.len(), much.message.len()), (8 << 20, 64 << 10));
    }

    #[test]
    fn a_tool_that_takes_more_memory_than_it_may_fails() {
        let limits = ToolLimits::default().memory(256 << 20);
        // Reads a line of zeros without end into memory.
        let output = shell("exec tail -n 1 /dev/zero", &limits).unwrap();
        assert!(!output.status.success(), "{:?}", output.status);
    }
}
