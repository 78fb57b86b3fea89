//! `smem-tile fix`: for each array in shared memory the change that removes its bank conflicts, verified by running the changed source.
//! [`smem_profile`] searches, runs and reports.

mod options;

use std::io::Write;

use smem_profile::{FixReport, render};

pub(crate) use options::{EXAMPLES, FixOptions};

use crate::diagnostic;
use crate::failure::{CHECK_FAILED, EarlyEnd, GOOD};
use crate::output;
use crate::paint;
use crate::profile::guard;

/// Runs the command.
pub(crate) fn run(options: &FixOptions) -> Result<u8, EarlyEnd> {
    guard(&options.launched);
    let report = options.job().run()?;
    show(options, &report)
}

/// Prints the report, and returns the exit code.
fn show(options: &FixOptions, report: &FixReport) -> Result<u8, EarlyEnd> {
    if let Some(path) = &options.output {
        match report.header() {
            Some(header) => output::write(path, &header)?,
            None => diagnostic::note(&format!("there is no tile to write, so `{}` was not written", path.display())),
        }
    }
    if options.launched.json {
        write!(std::io::stdout(), "{}", render::fix_json(report))?;
    } else {
        for line in render::fix_text_lines(report, options.output.is_none()) {
            writeln!(anstream::stdout(), "{}", paint::line(&line))?;
        }
    }
    report.unread.iter().for_each(|note| diagnostic::note(note));
    let failed = report.failed(&options.launched.accepted());
    failed.iter().for_each(|check| diagnostic::say(&check.to_string()));
    Ok(if failed.is_empty() { GOOD } else { CHECK_FAILED })
}
