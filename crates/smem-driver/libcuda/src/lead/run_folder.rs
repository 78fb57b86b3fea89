//! The folder of the run: what the loader maps is noted there for the list of `smem-tile run -v`, and NVRTC is asked for there.
//!
//! ```text
//! objects         a line for each library of CUDA's that the loader maps, and for each runtime that is led
//! wanted/nvrtc    a process looks for NVRTC, and no folder has it
//! wanted/nvrtc.is `smem-tile run` has answered: the path of the library, or nothing
//! ```

use std::ffi::{OsStr, OsString};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// The names of libraries of CUDA's begin so.
const OF_CUDA: [&str; 12] = [
    "libcuda.so",
    "libcudart",
    "libnvrtc.so",
    "libnvJitLink",
    "libnvidia-ml",
    "libcublas",
    "libcudnn",
    "libcufft",
    "libcurand",
    "libcusolver",
    "libcusparse",
    "libnccl",
];

/// The names by which a program loads the NVRTC that can be installed.
const NVRTC: [&[u8]; 2] = [b"libnvrtc.so", b"libnvrtc.so.12"];

/// The name of the library that NVRTC loads.
const BESIDE_NVRTC: &[u8] = b"libnvrtc-builtins.so.";

/// How long a process waits: an installation takes a minute, or minutes on a slow network.
const LONGEST_WAIT: Duration = Duration::from_secs(900);
const STEP: Duration = Duration::from_millis(20);

/// Notes a library of CUDA's that is mapped.
pub(super) fn note_library(libraries: &Path, path: &Path) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if OF_CUDA.iter().any(|beginning| name.starts_with(beginning)) {
        // NVRTC that was asked for has the name of a file that is not there.
        let is_ours = path.parent() == Some(libraries) || !path.exists();
        let kind = if is_ours { "supplied" } else { "brought" };
        note(libraries, kind, path);
    }
}

/// Notes an object whose runtime is led.
pub(super) fn note_led(libraries: &Path, path: &Path) {
    let own = path.canonicalize();
    note(libraries, "led", own.as_deref().unwrap_or(path));
}

/// Appends a line, in one call: several processes do so.
fn note(libraries: &Path, kind: &str, path: &Path) {
    let Some(run) = libraries.parent() else { return };
    let line = format!("{kind} {}\n", path.display().to_string().escape_debug());
    // A list that cannot be written is incomplete, and nothing else.
    let _ =
        OpenOptions::new().append(true).open(run.join("objects")).and_then(|mut file| file.write_all(line.as_bytes()));
}

/// Asks for NVRTC where a name of it is looked for in the system's folders, which come last. `None` for other names, and where there is none. The
/// library that NVRTC loads itself lies beside it, where the loader does not look: it knows NVRTC by the folder that it looked in.
pub(super) fn nvrtc(libraries: &Path, file: &[u8]) -> Option<PathBuf> {
    let wanted = libraries.parent()?.join("wanted");
    let (is_asked, is_beside) = (NVRTC.contains(&file), file.starts_with(BESIDE_NVRTC));
    if !is_asked && !is_beside || !wanted.is_dir() {
        return None;
    }
    let answer = wanted.join("nvrtc.is");
    let mut waited = Duration::ZERO;
    // The run has ended where its folder is gone.
    while is_asked && !answer.exists() && wanted.is_dir() && waited < LONGEST_WAIT {
        let _ = OpenOptions::new().create(true).append(true).open(wanted.join("nvrtc"));
        thread::sleep(STEP);
        waited += STEP;
    }
    let path = PathBuf::from(OsString::from_vec(fs::read(answer).ok()?));
    let path = if is_beside { path.with_file_name(OsStr::from_bytes(file)) } else { path };
    path.is_file().then_some(path)
}
