//! `smem-tile`: explains the layout of shared-memory tiles, and writes them as a header for CUDA C++.
//!
//! # Where to look
//!
//! | question | file |
//! | --- | --- |
//! | Which commands and options are there? | `arguments` |
//! | Where does the text of a tile come from? | `source` |
//! | Which tiles does it have, and which mistakes? | `tiles` |
//! | Where are files read, and where written? | `input`, `output` |
//! | What may reach a terminal? | `terminal` |
//! | How is a mistake shown? | `diagnostic` |
//! | How is the installation of compilers and disassemblers shown? | `installs` |
//! | Which libraries may the loader find? | `loader` |
//! | Which colours does a report have? | `paint` |
//! | Which reports does a CI server get? | `host_reports` |
//! | Which time and memory may the whole command take? | `limits` |
//! | Where does a change go, and under which names? | `patch` |
//! | Which excess is accepted, and which launches does a project have? | `budgets`, `config` |
//! | What does a command print? | a file or folder of its name |

#![forbid(unsafe_code)]

mod arguments;
mod budgets;
mod check;
mod compile;
mod config;
mod cute;
mod diagnostic;
#[cfg(test)]
mod doors;
mod explain;
mod failure;
mod fix;
mod generate;
mod header;
mod host_reports;
mod input;
mod installs;
mod json;
mod limits;
mod loader;
mod map;
mod output;
mod paint;
mod patch;
mod profile;
mod run;
#[cfg(test)]
mod schema;
mod source;
mod terminal;
mod tiles;

use std::borrow::Cow;
use std::io::Write;
use std::process::ExitCode;
use std::thread;

use arguments::{Arguments, Command};
use failure::{BAD_INPUT, BUDGET, DEFECT, EarlyEnd, PANICKED};
use limits::Ending;
use smem_launch::printable;

/// Bytes of the stack: parsers call themselves for each level of a text, and how deep a text nests has a limit that fits.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    match thread::Builder::new().stack_size(STACK).spawn(run) {
        Ok(running) => running.join().unwrap_or_else(|_| defect()),
        // The machine has not as much: the usual stack is enough for usual texts.
        Err(_) => std::panic::catch_unwind(run).unwrap_or_else(|_| defect()),
    }
}

/// Prints an error of the command line, which quotes its words: some may be names of a stranger's files.
fn print_error(error: &clap::Error) {
    let is_plain = |word: std::ffi::OsString| matches!(printable(&word.to_string_lossy()), Cow::Borrowed(_));
    // Where the messages are not read, the exit code remains.
    let _ = match std::env::args_os().all(is_plain) {
        true => error.print(),
        false => write!(std::io::stderr(), "{}", printable(&error.render().to_string())),
    };
}

/// Ends a command that panicked. The panic has said where.
fn defect() -> ExitCode {
    diagnostic::say(DEFECT);
    PANICKED.into()
}

fn run() -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    let arguments = match Arguments::read(&words) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are errors of this kind as well, with the code 0.
            let code = if error.use_stderr() { BAD_INPUT } else { 0 };
            print_error(&error);
            return code.into();
        }
    };
    arguments.color.apply();
    installs::show();
    // The program that `run` starts has its own path.
    if !matches!(arguments.command, Command::Run(_)) {
        loader::without_foreign_folders();
    }
    let outcome = match &arguments.command {
        Command::Explain(options) => explain::run(options),
        Command::Map(options) => map::run(options),
        Command::Header(options) => header::run(options),
        Command::Profile(options) => profile::run(options),
        Command::Fix(options) => fix::run(options),
        Command::Run(options) => run::run(options),
        Command::Check(options) => check::run(options),
        Command::CompileForParent => compile::run(),
        Command::Completions { shell } => generate::completions(*shell),
        Command::Man { folder } => generate::manual(folder.as_deref()),
    };
    let code = match outcome {
        Ok(code) => code,
        Err(EarlyEnd::ReaderLeft) => return arguments.command.unread().into(),
        Err(EarlyEnd::Message(message)) => {
            diagnostic::say(&message);
            BAD_INPUT
        }
        Err(EarlyEnd::OverBudget(message)) => {
            diagnostic::say(&message);
            BUDGET
        }
    };
    // Only a part of the work was done, so no other code is true.
    if let Some(message) = limits::ended() {
        diagnostic::say(&message);
    }
    limits::ending().map_or(code, Ending::code).into()
}
