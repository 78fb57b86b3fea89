//! The output of a program, as tests read it. The tests of `smem-hardware` include this file as well.

use std::process::{Command, Output};

/// Returns what a program wrote on standard error.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns what a program wrote on standard output.
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns the output of a call that must end with exit code 2 and one sentence that holds `part`.
#[track_caller]
pub(crate) fn refused(command: &mut Command, part: &str) -> Output {
    let output = command.output().unwrap();
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(output.stdout.is_empty(), "{}", stdout(&output));
    let error = told.lines().find(|line| line.starts_with("error: ")).unwrap_or_default();
    assert!(error.contains(part), "`{part}` is not in: {told}");
    assert!(!told.contains("panicked") && !told.contains("RUST_BACKTRACE"), "{told}");
    output
}
