//! `smem-tile fix`: for each array in shared memory the change that removes its bank conflicts, verified by running the changed source.
//! [`smem_profile`] searches, runs and reports.

mod options;

use std::io::Write;

use smem_launch::printable;
use smem_profile::{FailedFix, FixReport, render};

pub(crate) use options::{EXAMPLES, FixOptions};

use crate::config::shown;
use crate::diagnostic;
use crate::failure::{BAD_INPUT, CHECK_FAILED, EarlyEnd, GOOD};
use crate::paint;
use crate::patch::PatchPlaces;
use crate::profile::several;
use crate::terminal;

/// Runs the command.
pub(crate) fn run(options: &FixOptions) -> Result<u8, EarlyEnd> {
    options.launched.limits.hold();
    let places = PatchPlaces::of(&options.launched.file, options.output.as_deref());
    check_places(options, &places)?;
    let config = options.launched.config()?;
    let limits = options.launched.limits.lowered(&config.limits);
    let jobs = options.launched.jobs(&config, &limits);
    let [job] = &jobs[..] else {
        return Err(EarlyEnd::Message(several(&options.launched, jobs.len(), "one is changed at a time")));
    };
    let report = options.job(job.clone()).run()?;
    show(options, &report, &places)
}

/// Fails if what the options ask for could not be written: before anything runs.
fn check_places(options: &FixOptions, places: &PatchPlaces) -> Result<(), EarlyEnd> {
    let checkout = options.launched.checkout();
    checkout.check(&options.sarif)?;
    match options.write {
        true => checkout.check_change([&places.source, &places.header]),
        false => checkout.check_change(&options.output),
    }
}

/// Prints the report, writes what is to be written, and returns the exit code.
fn show(options: &FixOptions, report: &FixReport, places: &PatchPlaces) -> Result<u8, EarlyEnd> {
    let checkout = options.launched.checkout();
    if let Some(path) = &options.sarif {
        checkout.write(path, &render::fix_sarif(report, &places.paths()))?;
    }
    if options.launched.json {
        write!(std::io::stdout(), "{}", render::fix_json(report))?;
    } else if options.diff {
        terminal::print_exact(&render::fix_diff(report, &places.paths()).unwrap_or_default())?;
    } else if !options.launched.quiet {
        for line in render::fix_text_lines(report, &places.paths()) {
            writeln!(anstream::stdout(), "{}", paint::line(&line))?;
        }
    }
    if let Some(header) = report.header().filter(|_| options.verbose && !options.launched.json) {
        write!(anstream::stdout(), "\n{}", printable(&header))?;
    }
    if !options.launched.quiet {
        report.unread.iter().for_each(|note| diagnostic::note(note));
    }
    // The text begins with it, and JSON has it.
    if options.diff || options.write && options.launched.quiet {
        report.not_recommended().iter().for_each(|why| diagnostic::note(why));
    }
    let failed = report.failed(&options.launched.accepted());
    failed.iter().for_each(|check| diagnostic::say(&check.to_string()));
    let written = match (options.write, options.diff) {
        (true, _) => write_change(options, report, places)?,
        // The header is part of the patch.
        (false, true) => true,
        (false, false) => write_header(options, report, places)?,
    };
    let is_of_guess = failed.iter().any(|check| matches!(check, FailedFix::Guess(_)));
    Ok(match failed.is_empty() && written {
        _ if is_of_guess => BAD_INPUT,
        true => GOOD,
        false => CHECK_FAILED,
    })
}

/// Writes the header alone, where the user names a file for it.
fn write_header(options: &FixOptions, report: &FixReport, places: &PatchPlaces) -> Result<bool, EarlyEnd> {
    if let Some(path) = &options.output {
        match report.header() {
            Some(header) => places.write_header(&options.launched.checkout(), &header)?,
            None => diagnostic::note(&format!("there is no tile to write, so `{}` was not written", shown(path))),
        }
    }
    Ok(true)
}

/// Writes the changed source and its header, and returns whether nothing is left to write: a change that does not run, or has other
/// results, is not written.
fn write_change(options: &FixOptions, report: &FixReport, places: &PatchPlaces) -> Result<bool, EarlyEnd> {
    let Some(source) = &report.source else {
        diagnostic::note("there is nothing to change, so nothing was written");
        return Ok(true);
    };
    if !report.is_verified() {
        diagnostic::say("the change was not verified, so nothing was written");
        return Ok(false);
    }
    // The header first: a source without it does not compile.
    let header = report.header().filter(|_| source.has_header());
    let checkout = options.launched.checkout();
    if let Some(header) = &header {
        places.write_header(&checkout, header)?;
        diagnostic::note(&format!("wrote `{}`", shown(&places.header)));
    }
    checkout.change(&places.source, &source.after(header.as_ref().map(|_| places.paths().include)))?;
    diagnostic::note(&format!("wrote `{}`", shown(&places.source)));
    Ok(true)
}
