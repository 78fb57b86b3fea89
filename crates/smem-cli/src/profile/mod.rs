//! `smem-tile profile`: runs kernels without a GPU and counts wavefronts of shared memory by source line. [`smem_profile`] runs and reports.
//!
//! ```text
//! options    the command line                       (budget: its limits)
//! guard      limits of this process and of tools     (resident: the memory of all else)
//! watch      progress, Ctrl-C
//! fix_command the command that removes the conflicts
//! ```

mod budget;
mod fix_command;
mod guard;
mod options;
mod resident;
mod watch;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use smem_profile::{ProfileReport, render};

pub(crate) use budget::bytes;
use fix_command::fix_command;
pub(crate) use guard::{COMPILE, guard};
pub(crate) use options::{EXAMPLES, LaunchOptions, ProfileOptions};
pub(crate) use watch::ProgramWatcher;

use crate::budgets::Budgets;
use crate::config::NAME;
use crate::diagnostic;
use crate::failure::{CHECK_FAILED, EarlyEnd, GOOD};
use crate::output;
use crate::paint;

/// Runs the command.
pub(crate) fn run(options: &ProfileOptions) -> Result<u8, EarlyEnd> {
    guard(options.launched.max_memory, options.launched.max_tool_seconds);
    if let Some(named) = &options.init {
        return init(options, named.as_deref());
    }
    let config = options.launched.config()?;
    let jobs = options.launched.configured(&options.job(), &config);
    if jobs.len() > 1 && (options.launched.json || options.svg.is_some()) {
        return Err(EarlyEnd::Message(several(&options.launched, jobs.len(), "one document is of one")));
    }
    let mut budgets = Budgets::of(&[], &config);
    if options.launched.max_excess.is_some() {
        budgets = Budgets::default();
    }
    let (mut reports, mut code) = (Vec::new(), GOOD);
    for job in jobs {
        let report = job.watched_by(Arc::new(ProgramWatcher::default())).run()?;
        code = code.max(show(options, &report, &budgets)?);
        reports.push(report);
        if reports.last().is_some_and(ProfileReport::is_stopped) {
            break;
        }
    }
    if let Some(path) = &options.sarif {
        output::write(path, &render::sarif_of_all(&reports))?;
    }
    Ok(code)
}

/// Says which command removes the conflicts, those of the worst kernel where there are several.
fn suggest_fix(options: &ProfileOptions, report: &ProfileReport) {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let kernels = report.kernels();
    let worst = kernels.iter().max_by_key(|kernel| kernel.excess()).filter(|_| kernels.len() > 1);
    let is_described = options.launched.launch.is_some();
    let kernel = worst.filter(|_| !is_described).map(|kernel| &kernel.kernel[..]);
    if let Some(command) = fix_command(&words, &options.launched.file, kernel) {
        diagnostic::note(&format!("`{command}` looks for a layout without these conflicts"));
    }
}

/// Writes a launch file to begin with. One that is there stays.
fn init(options: &ProfileOptions, named: Option<&Path>) -> Result<u8, EarlyEnd> {
    let file = &options.launched.file;
    let path = named.map_or_else(|| file.with_extension("toml"), Path::to_owned);
    let starter = options.job().starter()?;
    let shown = path.display();
    if path.exists() {
        return Err(EarlyEnd::Message(format!("`{shown}` is there already\nhelp: name another file, `--init=FILE`")));
    }
    output::write(&path, &starter)?;
    diagnostic::note(&format!("wrote `{shown}`: `smem-tile profile {} --launch {shown}` runs it", file.display()));
    Ok(GOOD)
}

/// The message where a file has several launches in the configuration, and one is wanted.
pub(crate) fn several(launched: &LaunchOptions, launches: usize, why: &str) -> String {
    let file = launched.file.display();
    format!("`{NAME}` has {launches} launches of `{file}`, and {why}\nhelp: choose one with `--kernel NAME`")
}

/// Prints the report, and returns the exit code.
fn show(options: &ProfileOptions, report: &ProfileReport, budgets: &Budgets) -> Result<u8, EarlyEnd> {
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
    if !options.launched.json && report.excess() > 0 {
        suggest_fix(options, report);
    }
    // JSON has no text of a file.
    if !options.launched.json || options.sarif.is_some() {
        report.sources.unread().iter().for_each(|note| diagnostic::note(note));
    }
    let verdict = report.verdict(&options.launched.accepted().strict(options.strict));
    verdict.failed.iter().for_each(|check| diagnostic::say(&check.to_string()));
    let kernels = report.kernels();
    let exceeded: Vec<String> =
        kernels.iter().filter_map(|kernel| budgets.exceeded(&kernel.kernel, kernel.excess())).collect();
    exceeded.iter().for_each(|check| diagnostic::say(check));
    let of_budgets = if exceeded.is_empty() { GOOD } else { CHECK_FAILED };
    Ok(verdict.exit_code().max(of_budgets))
}
