//! Exit codes, and the failures that end a command.

use std::io;

use smem_profile::program::describe;

/// The exit code where everything is right.
pub(crate) const GOOD: u8 = 0;

/// The exit code of a conflict, or of another check that fails.
pub(crate) const CHECK_FAILED: u8 = 1;

/// The exit code of input that cannot be used.
pub(crate) const BAD_INPUT: u8 = 2;

/// The exit code of work that a budget of time or memory ended.
pub(crate) const BUDGET: u8 = 3;

/// The exit code of a defect of this program: it panicked.
pub(crate) const PANICKED: u8 = 101;

/// The sentence about a panic, and how to report it.
pub(crate) const DEFECT: &str = "smem-tile panicked, which is a defect of smem-tile and not of your code: nothing that this run says holds\n\
     help: please report it as SECURITY.md of smem-tile says, with the message of the panic, the command line and its input";

/// The exit code of a command that runs kernels if the reader of its output leaves early, as of programs that a closed pipe ends.
pub(crate) const UNREAD: u8 = 141;

/// The exit code of a run that Ctrl-C ended, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

/// The reason why a command ends early.
#[derive(Debug)]
pub(crate) enum EarlyEnd {
    /// A lowercase sentence; lines that start with `help:` say what to do instead.
    Message(String),
    /// The same where a budget ended the work.
    OverBudget(String),
    /// Nobody reads the output any more, as after `| head`.
    ReaderLeft,
}

impl From<String> for EarlyEnd {
    fn from(message: String) -> EarlyEnd {
        EarlyEnd::Message(message)
    }
}

/// An error of a job.
impl From<smem_profile::Error> for EarlyEnd {
    fn from(error: smem_profile::Error) -> EarlyEnd {
        let message = error.to_string();
        if error.is_over_budget() { EarlyEnd::OverBudget(message) } else { EarlyEnd::Message(message) }
    }
}

/// An error of writing to the standard output.
impl From<io::Error> for EarlyEnd {
    fn from(error: io::Error) -> EarlyEnd {
        match error.kind() {
            io::ErrorKind::BrokenPipe => EarlyEnd::ReaderLeft,
            _ => EarlyEnd::Message(format!("cannot write the output: {}", describe(&error))),
        }
    }
}
