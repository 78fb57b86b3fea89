//! Installations, which take minutes, on Python's standard error.

use pyo3::prelude::*;
use smem_launch::watch_installs;

/// Shows each step of every installation of this process.
pub(crate) fn show() {
    watch_installs(|step| say(&step.to_string()), |_| {});
}

/// Writes a line. Where nothing reads it, nothing is lost.
fn say(line: &str) {
    Python::attach(|python| {
        let written = python.import("sys").and_then(|sys| sys.getattr("stderr"));
        let _ = written.and_then(|stderr| stderr.call_method1("write", (format!("{line}\n"),)));
    });
}
