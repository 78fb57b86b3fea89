//! The program `scan2d` as tests call it.

use std::process::Command;

/// Returns a call of `scan2d`, to be completed.
pub(crate) fn scan2d(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scan2d"));
    command.args(args);
    command
}
