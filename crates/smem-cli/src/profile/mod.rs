//! `smem-tile profile`: runs kernels without a GPU and counts wavefronts of shared memory by source line. [`smem_profile`] runs and reports.
//!
//! ```text
//! options    the command line                       (budget: its limits)
//! guard      limits of this process and of tools     (resident: the memory of all else)
//! watch      progress, Ctrl-C
//! ```

mod budget;
mod guard;
mod options;
mod resident;
mod watch;

use std::io::Write;
use std::sync::Arc;

use smem_profile::{ProfileReport, render};

pub(crate) use budget::bytes;
pub(crate) use guard::{COMPILE, guard};
pub(crate) use options::{EXAMPLES, LaunchOptions, ProfileOptions};
pub(crate) use watch::ProgramWatcher;

use crate::diagnostic;
use crate::failure::EarlyEnd;
use crate::output;
use crate::paint;

/// Runs the command.
pub(crate) fn run(options: &ProfileOptions) -> Result<u8, EarlyEnd> {
    guard(options.launched.max_memory, options.launched.max_tool_seconds);
    let report = options.job().watched_by(Arc::new(ProgramWatcher::default())).run()?;
    show(options, &report)
}

/// Prints the report, and returns the exit code.
fn show(options: &ProfileOptions, report: &ProfileReport) -> Result<u8, EarlyEnd> {
    if let Some(path) = &options.sarif {
        output::write(path, &render::sarif(report))?;
    }
    if let Some(path) = &options.svg {
        match render::svg(report) {
            Some(picture) => output::write(path, &picture)?,
            None => diagnostic::note(&format!("no request has conflicts, so `{}` is not written", path.display())),
        }
    }
    if options.launched.json {
        write!(std::io::stdout(), "{}", render::json(report))?;
    } else {
        for line in render::text_lines(report, options.annotate) {
            writeln!(anstream::stdout(), "{}", paint::line(&line))?;
        }
    }
    // JSON has no text of a file.
    if !options.launched.json || options.sarif.is_some() {
        report.sources.unread().iter().for_each(|note| diagnostic::note(note));
    }
    let verdict = report.verdict(&options.launched.accepted().strict(options.strict));
    verdict.failed.iter().for_each(|check| diagnostic::say(&check.to_string()));
    Ok(verdict.exit_code())
}
