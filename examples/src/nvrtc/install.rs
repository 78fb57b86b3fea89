//! Installing NVRTC's wheel with pip where there is none.
//!
//! pip fills a folder beside the final one, under a lock, and one rename puts the library in place: whoever looks sees
//! either nothing or all of it, and of two processes that come at once the second finds the first one's.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

use super::{Install, locate};
use crate::Error;

/// The wheel, at the last version for CUDA 12: it compiles for compute capability 5.0 and later.
const WHEEL: &str = "nvidia-cuda-nvrtc-cu12==12.9.86";

/// Bytes of the wheel, for the progress bar.
const WHEEL_BYTES: u64 = 89_600_000;

/// The folder of the wheel that holds the library and moves as one, inside `nvidia`.
const PAYLOAD: &str = "cuda_nvrtc";

/// Installs the wheel and returns the library's path.
pub(super) fn install(install: Install) -> Result<PathBuf, Error> {
    let folder = locate::install_folder();
    if install == Install::Refused {
        return Err(Error::Nvrtc(format!(
            "no NVRTC on this machine, and offline none is installed; by hand: `{}`",
            by_hand(&folder)
        )));
    }
    let no_folder =
        |error: io::Error| Error::Nvrtc(format!("cannot write `{}` to install NVRTC: {error}", folder.display()));
    fs::create_dir_all(&folder).map_err(no_folder)?;
    let mut lock = fd_lock::RwLock::new(File::create(folder.join(".lock")).map_err(no_folder)?);
    if lock.try_write().is_err() {
        eprintln!("waiting for another process that installs NVRTC into `{}`", folder.display());
    }
    let _held = lock.write().map_err(no_folder)?;
    if let Some(library) = locate::installed() {
        return Ok(library);
    }
    install_locked(&folder, no_folder)
}

fn install_locked(folder: &Path, no_folder: impl Fn(io::Error) -> Error) -> Result<PathBuf, Error> {
    let partial = folder.join(".partial");
    // What an interrupted run left behind: nobody else writes here while the lock is held.
    remove(&partial).map_err(&no_folder)?;
    fs::create_dir_all(partial.join("tmp")).map_err(&no_folder)?;
    let started = Instant::now();
    eprintln!("no NVRTC on this machine: installing {WHEEL} (90 MB) into `{}` with pip", folder.display());
    let outcome = pip(&partial).and_then(|()| put_in_place(&partial, folder).map_err(&no_folder));
    let _ = remove(&partial);
    outcome?;
    eprintln!("installed NVRTC in {:.0} s", started.elapsed().as_secs_f64());
    locate::installed()
        .ok_or_else(|| Error::Nvrtc(format!("the wheel {WHEEL} holds no NVRTC library for this machine")))
}

/// Runs pip into `partial/site`, its temporary files in `partial/tmp`, where their growth tells the progress.
fn pip(partial: &Path) -> Result<(), Error> {
    let mut command = Command::new("python3");
    command
        .args(["-m", "pip", "install", "--no-deps", "--no-input", "--disable-pip-version-check", "--quiet"])
        .args(["--progress-bar", "off", "--retries", "2", "--timeout", "30", "--target"])
        .arg(partial.join("site"))
        .arg(WHEEL)
        .env("TMPDIR", partial.join("tmp"))
        // A user's own `--user` setting contradicts `--target`.
        .env_remove("PIP_USER")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let child = command.spawn().map_err(|error| {
        let why = if error.kind() == io::ErrorKind::NotFound {
            "there is no python3 to install it with".to_owned()
        } else {
            format!("python3 does not start: {error}")
        };
        failed(partial, &why)
    })?;
    let running = thread::spawn(move || child.wait_with_output());
    let bar = bar();
    while !running.is_finished() {
        let bytes = wheel_bytes(&partial.join("tmp"), 0);
        bar.set_position(bytes.min(WHEEL_BYTES));
        if bytes + 1_000_000 > WHEEL_BYTES {
            bar.set_message("unpacking");
        }
        thread::sleep(Duration::from_millis(100));
    }
    bar.finish_and_clear();
    let output = running
        .join()
        .map_err(|_| failed(partial, "the thread that waits for pip died"))?
        .map_err(|error| failed(partial, &format!("pip was lost: {error}")))?;
    if output.status.success() { Ok(()) } else { Err(failed(partial, &reason(&output))) }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::new(WHEEL_BYTES).with_finish(ProgressFinish::AndClear).with_message("downloading");
    let style = "{spinner} {msg} {bar:30} {bytes}/{total_bytes} {elapsed}";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// Bytes of the wheel below `folder` so far.
fn wheel_bytes(folder: &Path, depth: u32) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    entries
        .flatten()
        .map(|entry| match entry.metadata() {
            Ok(data) if data.is_dir() && depth < 2 => wheel_bytes(&entry.path(), depth + 1),
            Ok(data) if entry.path().extension().is_some_and(|extension| extension == "whl") => data.len(),
            _ => 0,
        })
        .sum()
}

/// pip's own last error in a few words.
fn reason(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.iter().any(|line| line.contains("No module named pip")) {
        return "this python3 has no pip".to_owned();
    }
    let network = ["connection broken", "resolve", "network", "timed out", "connect"];
    if lines.iter().any(|line| network.iter().any(|word| line.to_lowercase().contains(word))) {
        return "pip cannot reach its package index (no network?)".to_owned();
    }
    let told = lines.iter().rev().find_map(|line| line.strip_prefix("ERROR: "));
    match told.or(lines.last().copied()) {
        Some(line) => format!("pip says: {line}"),
        None => format!("pip ended with {}", output.status),
    }
}

fn failed(partial: &Path, why: &str) -> Error {
    let folder = partial.parent().unwrap_or(partial);
    Error::Nvrtc(format!("no NVRTC on this machine, and {why}; by hand: `{}`", by_hand(folder)))
}

/// The command that does by hand what [`install`] does.
fn by_hand(folder: &Path) -> String {
    format!("python3 -m pip install --no-deps --target {} {WHEEL}", folder.display())
}

/// Moves what pip installed into `folder`: the licence first, the library last and in one rename.
fn put_in_place(partial: &Path, folder: &Path) -> io::Result<()> {
    let site = partial.join("site");
    fs::create_dir_all(folder.join("nvidia"))?;
    for entry in fs::read_dir(&site)? {
        let name = entry?.file_name();
        if name.to_string_lossy().ends_with(".dist-info") {
            remove(&folder.join(&name))?;
            fs::rename(site.join(&name), folder.join(&name))?;
        }
    }
    let place = folder.join("nvidia").join(PAYLOAD);
    remove(&place)?;
    fs::rename(site.join("nvidia").join(PAYLOAD), place)
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
