//! `smem-tile run`: runs any command on the simulated driver. [`smem_driver`] runs it, and [`smem_profile::render`] has the report's forms.
//!
//! ```text
//! options    the command line
//! library    where the driver library is
//! ```

mod library;
mod options;

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

use smem_driver::{CommandOutcome, DriverCommand, Isa, MappedLibraries, RunReport};
use smem_launch::{printable, printable_json};
use smem_profile::program::counted;
use smem_profile::{ProfileReport, render};

pub(crate) use options::{EXAMPLES, RunOptions};

use crate::budgets::Budgets;
use crate::config::{Config, shown};
use crate::diagnostic;
use crate::failure::{CHECK_FAILED, DEFECT, EarlyEnd, GOOD, PANICKED};
use crate::output::Checkout;

/// Runs the command, and returns its exit code or that of a failed check.
pub(crate) fn run(options: &RunOptions) -> Result<u8, EarlyEnd> {
    let outputs = [&options.report, &options.sarif, &options.html, &options.svg].into_iter().flatten();
    Checkout::of([]).check(outputs.chain(options.host.outputs()))?;
    let library = library::find(options.library.as_deref())?;
    // Ctrl-C ends the command, and the report comes nevertheless.
    let _ = ctrlc::set_handler(|| {});
    let config = Config::above(Path::new("."))?;
    let driver = options.driver(&config)?;
    let way = options.way_to_machine_code(&driver);
    let built = options.built()?;
    let mut words = options.words().to_vec();
    if let (Some(built), Some(first)) = (&built, words.first_mut()) {
        *first = built.path().as_os_str().to_owned();
        show_warnings(built.log());
    }
    let command = DriverCommand::new(library, words).options(driver).leads(!options.no_lead).nvrtc(options.install());
    let outcome = command.run()?;
    let mut failed = failed_checks(&outcome.report, &Budgets::of(&options.max_excess, &config));
    if !options.allow_no_launch {
        failed.extend(not_launched(&outcome));
    }
    show(options, &outcome.report, way, &failed)?;
    if let Some(name) = outcome.signal() {
        diagnostic::note(&format!(
            "the command was ended by the signal {name}: that is its own end, and not a finding of a kernel"
        ));
    }
    if options.verbose {
        list(&outcome.libraries);
    }
    failed.iter().for_each(|check| diagnostic::say(check));
    if !outcome.report.defects.is_empty() {
        diagnostic::say(DEFECT);
        return Ok(PANICKED);
    }
    let of_checks = if failed.is_empty() { GOOD } else { CHECK_FAILED };
    Ok(if outcome.code() == 0 { of_checks } else { outcome.code() })
}

/// A sentence for each check that failed.
fn failed_checks(report: &RunReport, budgets: &Budgets) -> Vec<String> {
    let mut failed: Vec<String> = report.defects.iter().cloned().collect();
    match report.findings().filter(|(_, finding)| finding.is_failure()).count() {
        0 => {}
        1 => failed.push("the kernels of this run have 1 finding".to_owned()),
        findings => failed.push(format!("the kernels of this run have {findings} findings")),
    }
    failed.extend(report.unfinished.iter().map(|(kernel, launches)| unfinished(kernel, *launches)));
    failed.extend(report.unjudged.iter().cloned());
    failed.extend(report.kernels.iter().filter_map(|kernel| budgets.exceeded(&kernel.kernel, kernel.excess())));
    failed.extend(budgets.unused(report.kernels.iter().map(|kernel| &kernel.kernel[..])));
    failed
}

/// A sentence for a command that ended well and launched nothing, and one for each file whose runtime did not start.
fn not_launched(outcome: &CommandOutcome) -> Vec<String> {
    let report = &outcome.report;
    let mut said: Vec<String> = report
        .refused
        .iter()
        .map(|file| {
            format!("the CUDA runtime that `{file}` brings did not start here, so what it would launch was not checked")
        })
        .collect();
    let has_launches = report.launches() > 0 || report.unfinished_launches() > 0;
    if said.is_empty() && !has_launches && outcome.code() == 0 {
        let why = match (&outcome.obstacle, report.processes) {
            (Some(obstacle), 0) => obstacle,
            (None, 0) => "none of its processes loaded the CUDA driver",
            _ => "it asked the driver, and launched nothing",
        };
        said.push(format!(
            "no kernel was launched, so nothing was checked: {why}\nhelp: tests are often skipped where they see no GPU; `--allow-no-launch` accepts it"
        ));
    }
    said
}

fn unfinished(kernel: &str, launches: u64) -> String {
    let (kernel, launches) = (smem_launch::readable_name(kernel), counted(launches, "launch"));
    format!("{launches} of `{kernel}` did not end: the process ended first, or was ended")
}

/// Prints the libraries of CUDA's that the command had.
fn list(libraries: &MappedLibraries) {
    let MappedLibraries { supplied, led, brought, .. } = libraries;
    let kinds = [
        ("supplied", supplied),
        ("led to the supplied runtime, from the one that is built in", led),
        ("brought by the command", brought),
    ];
    for (kind, paths) in kinds.into_iter().filter(|(_, paths)| !paths.is_empty()) {
        let paths: Vec<String> = paths.iter().map(|path| format!("`{path}`")).collect();
        let _ = writeln!(anstream::stderr(), "smem-tile: {kind}: {}", printable(&paths.join(", ")));
    }
}

/// Prints what the compiler said of a file that it compiled.
fn show_warnings(log: &str) {
    if !log.is_empty() {
        let _ = writeln!(anstream::stderr(), "{}", printable(log));
    }
}

/// The command, as the title of a page.
fn title(command: &[OsString]) -> String {
    command.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

fn show(options: &RunOptions, report: &RunReport, way: &str, failed: &[String]) -> Result<(), EarlyEnd> {
    if let Some(path) = &options.report {
        Checkout::of([]).write(path, &render::run_json(report))?;
    }
    if let Some(path) = &options.sarif {
        Checkout::of([]).write(path, &render::run_sarif(report))?;
    }
    if options.html.is_some() || options.svg.is_some() || options.host.are_wanted() {
        let profile = ProfileReport::of_run(report, &title(options.words()));
        options.host.write(&Checkout::of([]), std::slice::from_ref(&profile), failed)?;
        if let Some(path) = &options.html {
            Checkout::of([]).write(path, &render::html(&[render::FixedReport { report: &profile, fix: None }]))?;
        }
        match (&options.svg, render::svg(&profile)) {
            (Some(path), Some(picture)) => Checkout::of([]).write(path, &picture)?,
            (Some(path), None) => {
                diagnostic::note(&format!("no request has conflicts, so `{}` is not written", shown(path)))
            }
            (None, _) => {}
        }
    }
    if options.json {
        write!(std::io::stdout(), "{}", printable_json(&render::run_json(report)))?;
    }
    // The standard output is the command's.
    let mut messages = anstream::stderr();
    if !failed.is_empty() || options.details {
        let _ = write!(messages, "{}", printable(&render::run_details(report)));
    }
    let ran_ptx = report.kernels.iter().any(|kernel| kernel.isa == Isa::Ptx);
    let way = if ran_ptx { way } else { "" };
    let _ = writeln!(messages, "smem-tile: {}{way}", printable(&render::run_line(report)));
    if let Some(missing) = render::run_missing(report) {
        let _ = writeln!(messages, "smem-tile: {}", printable(&missing));
    }
    Ok(())
}
