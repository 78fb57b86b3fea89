//! Runs cases with the program `smem-tile`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use smem_examples::{Error, read_file, write_file};

use super::case::SuiteCase;
use super::finding::findings;
use super::outcome::SuiteOutcome;

/// How long a case may run. A kernel that waits forever is stopped, which is not a finding.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs all cases on two host threads, and calls `done` after each. The outcomes are in the order of the cases. `keeps`: what the program
/// answered to the same source and launch in an earlier run, and left in `folder`, is its answer.
///
/// # Errors
/// [`Error::Input`] where the program cannot be started, or a file cannot be written to `folder`.
pub fn run_cases(
    program: &Path,
    cases: &[SuiteCase],
    folder: &Path,
    keeps: bool,
    done: &(dyn Fn(&SuiteOutcome) + Sync),
) -> Result<Vec<SuiteOutcome>, Error> {
    let (next, outcomes) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = cases.get(at) else { return };
            let folder = folder.join(at.to_string());
            let kept = if keeps { kept(case, &folder) } else { None };
            let outcome = kept.map_or_else(|| run_case(program, case, &folder), Ok);
            if let Ok(outcome) = &outcome {
                done(outcome);
            }
            outcomes.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((at, outcome));
        }
    };
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(work);
        }
    });
    let mut outcomes = outcomes.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    outcomes.sort_by_key(|(at, _)| *at);
    outcomes.into_iter().map(|(_, outcome)| outcome).collect()
}

/// The outcome of an earlier run of the same source and launch, where the program answered.
fn kept(case: &SuiteCase, folder: &Path) -> Option<SuiteOutcome> {
    let left = |name: &str| read_file(&folder.join(name)).ok();
    let is_same = left("kernel.cu").as_ref() == case.source.as_ref().ok() && left("launch.toml")? == case.launches;
    let (out, told) = (left("out.json")?, left("err.txt")?);
    match serde_json::from_str::<Value>(&out) {
        Ok(document) if is_same => Some(SuiteOutcome::of(case, findings(&document), &told)),
        Err(_) if is_same && !told.is_empty() => Some(SuiteOutcome::not_run(case, &reason_of(case, &told))),
        _ => None,
    }
}

/// Runs a case in a folder of its own, which it makes.
///
/// # Errors
/// [`Error::Input`] where the program cannot be started, or a file cannot be written.
pub fn run_case(program: &Path, case: &SuiteCase, folder: &Path) -> Result<SuiteOutcome, Error> {
    let source = match &case.source {
        Ok(source) => source,
        Err(reason) => return Ok(SuiteOutcome::not_run(case, reason)),
    };
    let cannot = |error: std::io::Error| Error::Input(format!("cannot write to `{}`: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(cannot)?;
    write_file(&folder.join("kernel.cu"), source)?;
    write_file(&folder.join("launch.toml"), &case.launches)?;
    for (name, bytes) in &case.files {
        fs::write(folder.join(name), bytes).map_err(cannot)?;
    }
    let (out, err) = (folder.join("out.json"), folder.join("err.txt"));
    let mut command = Command::new(program);
    command.args(["profile", "kernel.cu", "--launch", "launch.toml", "--json"]).args(&case.options);
    for include in &case.include {
        command.arg("-I").arg(include);
    }
    let file = |path: &PathBuf| fs::File::create(path).map_err(cannot);
    command.current_dir(folder).stdin(Stdio::null()).stdout(file(&out)?).stderr(file(&err)?);
    let Some(status) = wait(program, &mut command)? else {
        return Ok(SuiteOutcome::not_run(case, &format!("no end within {} s", PATIENCE.as_secs())));
    };
    let told = read_file(&err)?;
    let document = read_file(&out).ok().and_then(|text| serde_json::from_str::<Value>(&text).ok());
    match document {
        Some(document) if matches!(status.code(), Some(0 | 1)) => {
            Ok(SuiteOutcome::of(case, findings(&document), &told))
        }
        _ => Ok(SuiteOutcome::not_run(case, &reason_of(case, &told))),
    }
}

/// Waits for the program to end. `None` where it did not, and was stopped.
fn wait(program: &Path, command: &mut Command) -> Result<Option<ExitStatus>, Error> {
    let cannot = |error: std::io::Error| Error::Input(format!("cannot run `{}`: {error}", program.display()));
    let mut child = command.spawn().map_err(cannot)?;
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(cannot)? {
            return Ok(Some(status));
        }
        if begun.elapsed() > PATIENCE {
            child.kill().map_err(cannot)?;
            child.wait().map_err(cannot)?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// The first error, in which headers have no folders: those are of this machine.
fn reason_of(case: &SuiteCase, told: &str) -> String {
    let folders = case.include.iter().map(|folder| format!("{}/", folder.display()));
    folders.fold(reason(told), |reason, folder| reason.replace(&folder, ""))
}

/// The first error of the compiler, or of the program.
fn reason(told: &str) -> String {
    let of_compiler = told.lines().find(|line| line.contains("): error:") || line.contains("catastrophic error:"));
    let first = told.lines().find(|line| line.starts_with("error"));
    let line = of_compiler.or(first).unwrap_or("it failed without a word").trim();
    line.trim_start_matches("error: ").trim_start_matches("= note: ").replace('\t', " ")
}
