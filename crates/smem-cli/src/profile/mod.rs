//! `smem-tile profile`: runs kernels without a GPU and counts wavefronts of shared memory by source line. [`smem_profile`] runs and reports.
//!
//! ```text
//! options    the command line
//! watch      progress, Ctrl-C
//! fix_command the command that removes the conflicts
//! ```

mod fix_command;
mod options;
mod watch;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use smem_layout::listed;
use smem_profile::nsight::{ComparedLaunch, NsightPage, NsightPageError, compare};
use smem_profile::program::quoted;
use smem_profile::render::FixedReport;
use smem_profile::{FixJob, FixReport, Job, ProfileReport, render};

use fix_command::{fix_command, is_source};
pub(crate) use options::{EXAMPLES, LaunchOptions, ProfileOptions};
pub(crate) use watch::ProgramWatcher;

use crate::budgets::Budgets;
use crate::config::{Config, NAME, shown};
use crate::diagnostic;
use crate::failure::{CHECK_FAILED, EarlyEnd, GOOD};
use crate::input;
use crate::paint;
use crate::patch::PatchPlaces;

/// Runs the command.
pub(crate) fn run(options: &ProfileOptions) -> Result<u8, EarlyEnd> {
    options.launched.limits.hold();
    if let Some(named) = &options.init {
        return init(options, named.as_deref());
    }
    let checkout = options.launched.checkout();
    let outputs = [&options.sarif, &options.svg, &options.html].into_iter().flatten();
    checkout.check(outputs.chain(options.host.outputs()))?;
    let config = options.launched.config()?;
    let limits = options.launched.limits.lowered(&config.limits);
    let jobs = options.launched.jobs(&config, &limits);
    if jobs.len() > 1 && (options.launched.json || options.svg.is_some()) {
        return Err(EarlyEnd::Message(several(&options.launched, jobs.len(), "one document is of one")));
    }
    let mut budgets = Budgets::of(&[], &config);
    if options.launched.max_excess.is_some() {
        budgets = Budgets::default();
    }
    // A page that cannot be read is an error before anything runs.
    let page = options.compare.as_deref().map(nsight_page).transpose()?;
    let (mut measured, mut code, mut failed) = (Vec::new(), GOOD, Vec::new());
    let mut ended = None;
    for job in jobs {
        match MeasuredJob::run(options, job) {
            Ok(job) => {
                let compared = page.as_ref().map(|page| compare(&job.report, page));
                code = code.max(show(options, &job.report, compared.as_deref(), &config, &budgets, &mut failed)?);
                measured.push(job);
            }
            Err(error) => ended = Some(error),
        }
        if ended.is_some() || measured.last().is_some_and(|job| job.report.is_stopped()) {
            break;
        }
    }
    // Findings of earlier launches are kept where a later one cannot run.
    if ended.is_none() || !measured.is_empty() {
        write_documents(options, &measured)?;
    }
    failed.extend(ended.iter().map(ToString::to_string));
    if options.host.are_wanted() {
        let reports: Vec<ProfileReport> = measured.into_iter().map(|job| job.report).collect();
        options.host.write(&checkout, &reports, &failed)?;
    }
    ended.map_or(Ok(code), |error| Err(error.into()))
}

/// A report, and the change that removes its conflicts where one was looked for.
struct MeasuredJob {
    report: ProfileReport,
    fix: Option<FixReport>,
}

impl MeasuredJob {
    /// Runs a job, and searches for the change where a document wants it.
    fn run(options: &ProfileOptions, job: Job) -> Result<MeasuredJob, smem_profile::Error> {
        let job = job.watched_by(Arc::new(ProgramWatcher::default()));
        let report = options.checked(job.clone()).run()?;
        let is_wanted = (options.html.is_some() || options.fixes) && is_source(&options.launched.file);
        let can_run = report.excess() > 0 && report.fault.is_none() && !report.is_stopped();
        let fix = if is_wanted && can_run { Some(FixJob::new(job).run()?) } else { None };
        Ok(MeasuredJob { report, fix })
    }
}

/// Writes the documents that are of all launches.
fn write_documents(options: &ProfileOptions, measured: &[MeasuredJob]) -> Result<(), EarlyEnd> {
    let checkout = options.launched.checkout();
    let places = PatchPlaces::of(&options.launched.file, None);
    let fixed: Vec<FixedReport<'_>> = measured
        .iter()
        .map(|job| FixedReport { report: &job.report, fix: job.fix.as_ref().map(|fix| (fix, places.paths())) })
        .collect();
    if let Some(path) = &options.sarif {
        checkout.write(path, &render::sarif_with_fixes(&fixed))?;
    }
    if let Some(path) = &options.html {
        checkout.write(path, &render::html(&fixed))?;
    }
    Ok(())
}

/// Reads a page of Nsight Compute.
fn nsight_page(path: &Path) -> Result<NsightPage, EarlyEnd> {
    let refused =
        |why: &str| EarlyEnd::Message(format!("cannot read `{}`: {why}", path.display().to_string().escape_debug()));
    let text = input::text(path)?;
    text.parse().map_err(|error: NsightPageError| refused(&error.to_string()))
}

/// Prints the counters of a page beside a report's counts.
fn show_comparison(compared: &[ComparedLaunch]) -> Result<(), EarlyEnd> {
    writeln!(anstream::stdout())?;
    for line in render::compare_text_lines(compared) {
        writeln!(anstream::stdout(), "{}", paint::line(&line))?;
    }
    Ok(())
}

/// Says which command removes the conflicts, those of the worst kernel where there are several: `fix` changes one launch of the
/// configuration at a time.
fn suggest_fix(options: &ProfileOptions, report: &ProfileReport, config: &Config) {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let (launched, kernels) = (&options.launched, report.kernels());
    let configured = launched.configured(config, launched.launch.kernel.as_deref()).len();
    let worst = kernels.iter().max_by_key(|kernel| kernel.excess()).map(|kernel| &kernel.kernel[..]);
    let kernel = worst.filter(|_| launched.launch.launch.is_none() && (kernels.len() > 1 || configured > 1));
    if configured > 1 && launched.configured(config, kernel).len() != 1 {
        return;
    }
    if let Some(command) = fix_command(&words, &options.launched.file, kernel) {
        let is_other = |name: &&str| kernel.is_some_and(|kernel| kernel != *name);
        let others = kernels.iter().filter(|kernel| kernel.excess() > 0).map(|kernel| &kernel.kernel[..]);
        let others: Vec<String> = others.filter(is_other).map(|name| format!("`{name}`")).collect();
        let more = match others.is_empty() {
            true => String::new(),
            false => {
                format!("; {} {} some as well", listed(&others, "and"), if others.len() == 1 { "has" } else { "have" })
            }
        };
        diagnostic::note(&format!("`{command}` looks for a layout without these conflicts{more}"));
    }
}

/// Writes a launch file to begin with. One that is there stays.
fn init(options: &ProfileOptions, named: Option<&Path>) -> Result<u8, EarlyEnd> {
    let file = &options.launched.file;
    let path = named.map_or_else(|| file.with_extension("toml"), Path::to_owned);
    let checkout = options.launched.checkout();
    checkout.check([&path])?;
    let starter = options.launched.job(&options.launched.limits).starter()?;
    let shown = shown(&path);
    if path.exists() {
        return Err(EarlyEnd::Message(format!("`{shown}` is there already\nhelp: name another file, `--init=FILE`")));
    }
    checkout.write(&path, &starter)?;
    let [file, launches] = [file, &path].map(|path| quoted(&path.display().to_string()));
    diagnostic::note(&format!("wrote `{shown}`: `smem-tile profile {file} --launch {launches}` runs it"));
    Ok(GOOD)
}

/// The message where a file has several launches in the configuration, and one is wanted.
pub(crate) fn several(launched: &LaunchOptions, launches: usize, why: &str) -> String {
    let file = launched.file.display();
    format!("`{NAME}` has {launches} launches of `{file}`, and {why}\nhelp: choose one with `--kernel NAME`")
}

/// Prints the report, with the counters of a page beside it, and returns the exit code.
fn show(
    options: &ProfileOptions,
    report: &ProfileReport,
    compared: Option<&[ComparedLaunch]>,
    config: &Config,
    budgets: &Budgets,
    failed: &mut Vec<String>,
) -> Result<u8, EarlyEnd> {
    if let Some(path) = &options.svg {
        match render::svg(report) {
            Some(picture) => options.launched.checkout().write(path, &picture)?,
            None if options.launched.quiet => {}
            None => diagnostic::note(&format!("no request has conflicts, so `{}` is not written", shown(path))),
        }
    }
    // A guess that does not fit, and is all that there is: its error says all.
    let is_guess = report.fault.as_ref().is_some_and(|fault| fault.is_of_guess);
    let is_of_nothing = is_guess && report.launches.iter().all(|launch| launch.lines.is_empty());
    if options.launched.json {
        let document =
            compared.map_or_else(|| render::json(report), |compared| render::json_compared(report, compared));
        write!(std::io::stdout(), "{document}")?;
    } else if !options.launched.quiet && !is_of_nothing {
        for line in render::text_lines(report, options.annotate) {
            writeln!(anstream::stdout(), "{}", paint::line(&line))?;
        }
        if options.chains {
            writeln!(anstream::stdout())?;
            for line in render::chain_lines(report) {
                writeln!(anstream::stdout(), "{}", paint::line(&line))?;
            }
        }
    }
    let is_text = !options.launched.json && !options.launched.quiet && !is_of_nothing;
    if is_text && report.excess() > 0 {
        suggest_fix(options, report, config);
    }
    if is_of_nothing && !options.launched.quiet {
        report.notes.iter().for_each(|note| diagnostic::note(note));
    }
    // JSON has no text of a file.
    if is_text || options.sarif.is_some() || options.html.is_some() {
        report.sources.unread().iter().for_each(|note| diagnostic::note(note));
    }
    let verdict = report.verdict(&options.launched.accepted().strict(options.strict));
    verdict.failed.iter().for_each(|check| diagnostic::say(&check.to_string()));
    let kernels = report.kernels();
    let exceeded: Vec<String> =
        kernels.iter().filter_map(|kernel| budgets.exceeded(&kernel.kernel, kernel.excess())).collect();
    exceeded.iter().for_each(|check| diagnostic::say(check));
    failed.extend(verdict.failed.iter().map(ToString::to_string).chain(exceeded.iter().cloned()));
    let of_budgets = if exceeded.is_empty() { GOOD } else { CHECK_FAILED };
    if let Some(compared) = compared.filter(|_| !options.launched.json) {
        show_comparison(compared)?;
    }
    Ok(verdict.exit_code().max(of_budgets))
}
