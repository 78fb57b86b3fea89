//! Processes that work through inputs. One that dies or stops names the input that it was at, and the next one goes on after it.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::kinds;

/// The most processor time of an input, in seconds, and the most time of any kind: a machine that does much else is slow.
const MOST_SECONDS: f64 = 10.0;
const LONGEST: Duration = Duration::from_secs(180);

/// Address space of a worker, in KiB: the budget of a simulator is 64 MiB, and the rest is its program, its stacks and what parsers make.
const ADDRESS_SPACE: u64 = 2 << 20;

/// The most failures that are listed.
const MOST_FAILURES: usize = 20;

/// Tries the inputs from 0 to `inputs`, and returns a sentence for each that failed.
pub(crate) fn run_all(inputs: u64) -> Vec<String> {
    let workers = thread::available_parallelism().map_or(1, usize::from).min(8) as u64;
    let share = |worker: u64| inputs * worker / workers;
    let start = |worker: u64| {
        let (from, to) = (share(worker), share(worker + 1));
        thread::spawn(move || run_range(from, to))
    };
    let threads: Vec<_> = (0..workers).map(start).collect();
    threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
}

/// Works through inputs with one process after the other.
fn run_range(mut next: u64, end: u64) -> Vec<String> {
    let mut failures = Vec::new();
    let folder = tempfile::tempdir().unwrap();
    while next < end && failures.len() < MOST_FAILURES {
        let at = folder.path().join("at");
        fs::write(&at, next.to_string()).unwrap();
        let (child, output) = start(next, end, &at, folder.path());
        match watch(child, &at) {
            Ok(()) => return failures,
            Err(how) => {
                let input = place(&at);
                let text = fs::read_to_string(output).unwrap_or_default();
                let why = text.lines().rfind(|line| line.contains("panicked") || line.contains("overflow"));
                failures.push(format!("{} {how} {}", kinds::describe(input), why.unwrap_or_default()));
                next = input + 1;
            }
        }
    }
    failures
}

fn start(next: u64, end: u64, at: &Path, folder: &Path) -> (Child, std::path::PathBuf) {
    let output = folder.join("output");
    let file = fs::File::create(&output).unwrap();
    let limited = format!("ulimit -v {ADDRESS_SPACE} && exec \"$0\" \"$@\"");
    let child = Command::new("/bin/sh")
        .args(["-c", &limited])
        .arg(env::current_exe().unwrap())
        .args(["--exact", "--ignored", "--nocapture", "worker"])
        .env("SMEM_FUZZ_FROM", next.to_string())
        .env("SMEM_FUZZ_TO", end.to_string())
        .env("SMEM_FUZZ_AT", at)
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(file.try_clone().unwrap())
        .stderr(file)
        .spawn()
        .unwrap();
    (child, output)
}

/// The input that a worker is at.
fn place(at: &Path) -> u64 {
    fs::read_to_string(at).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0)
}

/// Waits for a worker's end. The error says how it failed.
fn watch(mut child: Child, at: &Path) -> Result<(), String> {
    let (mut last, mut since, mut before) = (None, Instant::now(), 0.0);
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return if status.success() { Ok(()) } else { Err(format!("ended the process ({status}):")) };
        }
        let now = place(at);
        if last != Some(now) {
            (last, since, before) = (Some(now), Instant::now(), seconds(&child));
        }
        if seconds(&child) - before > MOST_SECONDS || since.elapsed() > LONGEST {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("takes more than {MOST_SECONDS} s"));
        }
        thread::sleep(Duration::from_millis(50));
    }
}

/// The processor time of a process so far, in seconds, where the system reports it: 100 of its ticks are one.
fn seconds(child: &Child) -> f64 {
    let text = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    // After the name in parentheses: the 12th and the 13th.
    let behind = text.rsplit(')').next().unwrap_or_default();
    let ticks: f64 = behind.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// Works through the inputs that the variables name, in this process.
pub(crate) fn work() {
    let number = |name: &str| crate::number(name).expect("a worker is started by the other test");
    let at = env::var_os("SMEM_FUZZ_AT").expect("a worker is started by the other test");
    for input in number("SMEM_FUZZ_FROM")..number("SMEM_FUZZ_TO") {
        fs::write(&at, input.to_string()).unwrap();
        kinds::run(input);
    }
}

#[test]
fn a_worker_that_dies_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let run =
        |code: &str| watch(Command::new("/bin/sh").args(["-c", code]).spawn().unwrap(), &folder.path().join("at"));
    assert_eq!(run("exit 0"), Ok(()));
    assert!(run("exit 101").is_err() && run("kill -SEGV $$").is_err());
}
