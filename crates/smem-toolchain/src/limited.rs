//! Runs a tool as a child process with limits: of address space, of time, of what it prints, and of the files that it reads and writes.
//!
//! The kernel of the system limits memory, processor time, processes, and the size of files, on Linux, where the tool has a [sandbox](crate::sandbox). The clock is watched here, and what the child prints is
//! counted here, so that both hold on every system.

use parking_lot::Mutex;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::error::ToolError;
use crate::running::{self, RunningTool};
use crate::sandbox::{NoSandbox, Sandbox};
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
    /// The deadline of all tools has come.
    OutOfTime,
    PrintsTooMuch(u64),
    NoSandbox(NoSandbox),
}

impl std::fmt::Display for LimitedError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LimitedError::DoesNotStart(error) => write!(f, "does not start: {error}"),
            LimitedError::TooLong(time) => write!(f, "took more than {} seconds and was ended", time.as_secs()),
            LimitedError::OutOfTime => f.write_str("was ended, because the time for the whole work is over"),
            LimitedError::PrintsTooMuch(bytes) => write!(f, "printed more than {bytes} bytes and was ended"),
            LimitedError::NoSandbox(why) => {
                write!(f, "was not started without a sandbox, which the limits ask for: {why}")
            }
        }
    }
}

impl LimitedError {
    /// The error of the tool that is called `tool`.
    pub(super) fn of(&self, tool: &str) -> ToolError {
        let told = format!("{tool} {self}");
        match self {
            LimitedError::DoesNotStart(_) | LimitedError::NoSandbox(_) => ToolError::Unusable(told),
            LimitedError::TooLong(_) => ToolError::TimeLimit(told),
            LimitedError::OutOfTime => ToolError::OutOfTime(told),
            LimitedError::PrintsTooMuch(_) => ToolError::MemoryLimit(told),
        }
    }
}

/// Runs `command` to its end in a sandbox, with `input` on its standard input.
pub(super) fn run(
    command: &mut Command,
    input: &[u8],
    limits: &ToolLimits,
    sandbox: &Sandbox,
) -> Result<LimitedOutput, LimitedError> {
    if limits.is_over() {
        return Err(LimitedError::OutOfTime);
    }
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    limit(piped, limits);
    let mut child = started(piped, limits, sandbox)?;
    let _running = RunningTool::of(&child);
    let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (Some(mut to_child), Some(printed), Some(message)) = streams else {
        running::end(&mut child);
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
    // A tool that ended by itself in the last moment has ended.
    if limits.is_over() && !status.success() {
        return Err(LimitedError::OutOfTime);
    }
    if late || out_of_time(status) {
        return Err(LimitedError::TooLong(if late { limits.by_the_clock() } else { limits.time }));
    }
    let printed = printed.ok_or(LimitedError::PrintsTooMuch(limits.output()))?;
    Ok(LimitedOutput { status, printed, message: String::from_utf8_lossy(&message).trim().to_owned() })
}

/// Starts a command by a thread that is confined for it, and ends then: this one stays free.
fn started(command: &mut Command, limits: &ToolLimits, sandbox: &Sandbox) -> Result<Child, LimitedError> {
    let start = || {
        let program = Path::new(command.get_program()).to_owned();
        match sandbox.enter(&program) {
            Err(why) if limits.needs_sandbox => Err(LimitedError::NoSandbox(why)),
            _ => running::spawn(command).map_err(LimitedError::DoesNotStart),
        }
    };
    let joined = thread::scope(|scope| scope.spawn(start).join());
    joined.unwrap_or_else(|_| Err(LimitedError::DoesNotStart(io::Error::other("the thread that starts it died"))))
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
    running::end(&mut child.lock());
}

/// Waits for the end without holding the lock, which the watch over the time needs.
fn wait(child: &Mutex<Child>) -> io::Result<ExitStatus> {
    loop {
        if let Some(status) = child.lock().try_wait()? {
            return Ok(status);
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Has the system limit a command's process from its beginning.
#[cfg(target_os = "linux")]
fn limit(command: &mut Command, limits: &ToolLimits) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use std::os::unix::process::CommandExt;
    let seconds = limits.time.as_secs().max(1);
    // The limit counts all threads of the user, who has no more than the system; root has no limit.
    let threads = threads_of_system().map(|threads| (Resource::Nproc, threads + THREADS, threads + THREADS));
    let of_all = [
        (Resource::As, limits.memory, limits.memory),
        (Resource::Cpu, seconds, seconds + 1),
        (Resource::Core, 0, 0),
        (Resource::Fsize, limits.output(), limits.output()),
    ];
    let set: Vec<(Resource, Rlimit)> = of_all
        .into_iter()
        .chain(threads)
        .map(|(resource, current, maximum)| {
            // A user whose own limit is lower keeps that one.
            let most = getrlimit(resource).maximum.unwrap_or(u64::MAX);
            (resource, Rlimit { current: Some(current.min(most)), maximum: Some(maximum.min(most)) })
        })
        .collect();
    let set_all = move || set.iter().try_for_each(|(resource, limit)| Ok(setrlimit(*resource, *limit)?));
    // SAFETY: between fork and exec it only makes system calls: no memory is allocated, and no lock taken.
    unsafe { command.pre_exec(set_all) };
}

/// Threads that a tool may have: compilers start a few processes one after the other.
#[cfg(target_os = "linux")]
const THREADS: u64 = 128;

/// All threads that there are now, by the fourth word of `0.20 0.18 0.12 1/80 11206`.
#[cfg(target_os = "linux")]
fn threads_of_system() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().nth(3)?.split_once('/')?.1.parse().ok()
}

#[cfg(not(target_os = "linux"))]
fn limit(_: &mut Command, _: &ToolLimits) {}

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
        run(Command::new("/bin/sh").args(["-c", script]), b"given", limits, &Sandbox::new())
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
    fn what_a_tool_started_ends_with_it() {
        let limits = ToolLimits::default().time(Duration::from_secs(1));
        // The second process holds the pipes, so that a reader waits for it.
        let begun = std::time::Instant::now();
        assert!(matches!(shell("sleep 100 & sleep 100", &limits), Err(LimitedError::TooLong(_))));
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    }

    #[test]
    fn no_tool_runs_past_the_deadline() {
        let until = |time| ToolLimits::default().deadline(std::time::Instant::now() + Duration::from_millis(time));
        assert!(matches!(shell("sleep 100", &until(300)), Err(LimitedError::OutOfTime)));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ran");
        let script = format!("echo > {}", file.display());
        assert!(matches!(shell(&script, &until(0)), Err(LimitedError::OutOfTime)));
        assert!(!file.exists(), "it was not started");
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

    #[test]
    fn a_tool_reads_and_writes_the_named_files_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["named", "written", "other"] {
            std::fs::create_dir(path(name)).unwrap();
            std::fs::write(path(name).join("file"), name).unwrap();
        }
        std::os::unix::fs::symlink(path("other/file"), path("named/link")).unwrap();
        let limits = ToolLimits::default().needs_sandbox(true);
        let sandbox = || Sandbox::new().reading(path("named")).writing(path("written"));
        let sh = |script: &str, sandbox: &Sandbox| {
            let mut command = Command::new("/bin/sh");
            run(command.args(["-c", script]).current_dir(folder.path()), b"", &limits, sandbox).unwrap()
        };
        let works = |script: &str| sh(script, &sandbox()).status.success();
        for allowed in
            ["cat named/file", "cat written/file", "echo a > written/new", "echo a > /dev/null", "ls /usr/bin"]
        {
            assert!(works(allowed), "{allowed}");
        }
        for refused in [
            "cat other/file",
            "cat named/link",
            "cat named/../other/file",
            "ls other",
            "echo a > named/new",
            "echo a > other/new",
            "echo a > /tmp/a_canary_of_the_sandbox",
            "mv written/file other/moved",
            "ln written/file named/linked",
            "cat /etc/passwd",
            "cat /proc/1/environ",
            "rm named/file",
            "exec ./named/file",
        ] {
            assert!(!works(refused), "{refused}");
        }
        let all = sh("cat other/file; ! echo a > other/new", &sandbox().reading_all());
        assert_eq!((&all.printed[..], all.status.success()), (&b"other"[..], true));
        // The thread that started them is not confined, nor is this one.
        assert_eq!(std::fs::read_to_string(path("other/file")).unwrap(), "other");
    }

    #[test]
    fn a_tool_has_no_network_and_traces_no_process() {
        let limits = ToolLimits::default().needs_sandbox(true);
        let said = |program: &str, arguments: &[&str]| {
            let output = run(Command::new(program).args(arguments), b"", &limits, &Sandbox::new()).unwrap();
            (output.status.success(), output.message)
        };
        let perl = |script: &str| said("/usr/bin/perl", &["-e", script]);
        assert_eq!(perl("print 1"), (true, String::new()));
        for kind in ["2, 1, 0", "2, 2, 0", "10, 1, 0", "1, 1, 0"] {
            let (works, message) = perl(&format!("socket(S, {kind}) or die $!"));
            assert!(!works && message.starts_with("Operation not permitted"), "{kind}: {message}");
        }
        assert!(said("/usr/bin/env", &["true"]).0);
        for mapped in ["--mount", "--user", "--net"] {
            assert!(!said("/usr/bin/unshare", &[mapped, "true"]).0, "{mapped}");
        }
    }

    #[test]
    fn a_file_of_a_tool_has_a_limit() {
        let folder = tempfile::tempdir().unwrap();
        let limits = ToolLimits::default().memory(64 << 20);
        let sandbox = Sandbox::new().writing(folder.path());
        let script = format!("head -c 100000000 /dev/zero > '{}'", folder.path().join("large").display());
        let output = run(Command::new("/bin/sh").args(["-c", &script]), b"", &limits, &sandbox).unwrap();
        assert!(!output.status.success());
        assert_eq!(folder.path().join("large").metadata().unwrap().len(), 8 << 20);
    }
}
