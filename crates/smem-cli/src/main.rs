//! `smem-tile`: explains the layout of shared-memory tiles, and writes them as a header for CUDA C++.
//!
//! # Where to look
//!
//! | question | file |
//! | --- | --- |
//! | Which commands and options are there? | `arguments` |
//! | Where does the text of a tile come from? | `source` |
//! | Which tiles does it have, and which mistakes? | `tiles` |
//! | How is a mistake shown? | `diagnostic` |
//! | How is the installation of compilers and disassemblers shown? | `installs` |
//! | Which colours does a report have? | `paint` |
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
mod explain;
mod failure;
mod fix;
mod generate;
mod header;
mod installs;
mod json;
mod limits;
mod map;
mod output;
mod paint;
mod patch;
mod profile;
mod run;
mod source;
mod tiles;

use std::process::ExitCode;
use std::thread;

use arguments::{Arguments, Command};
use clap::Parser;
use failure::{BAD_INPUT, BUDGET, EarlyEnd};
use limits::Ending;

/// Bytes of the stack: parsers call themselves for each level of a text, and how deep a text nests has a limit that fits.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    match thread::Builder::new().stack_size(STACK).spawn(run) {
        // A panic has said what it is.
        Ok(running) => running.join().unwrap_or(ExitCode::from(101)),
        // The machine has not as much: the usual stack is enough for usual texts.
        Err(_) => run(),
    }
}

fn run() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are errors of this kind as well, with the code 0.
            let code = if error.use_stderr() { BAD_INPUT } else { 0 };
            let _ = error.print();
            return code.into();
        }
    };
    arguments.color.apply();
    installs::show();
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
        Err(EarlyEnd::ReaderLeft) => return ExitCode::SUCCESS,
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
