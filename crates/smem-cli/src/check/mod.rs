//! `smem-tile check`: the kernels of a project with all checks and budgets, a line for each. [`smem_profile`] runs them.
//!
//! ```text
//! options    the command line
//! plan       which launches of which files
//! kernel     the line of a kernel
//! ```

mod kernel;
pub(crate) mod options;
mod plan;

use std::io::Write;
use std::sync::Arc;

use serde::Serialize;
use smem_profile::program::counted;
use smem_profile::{ProfileReport, render};

use options::CheckOptions;

use crate::budgets::Budgets;
use crate::config::Config;
use crate::diagnostic;
use crate::failure::{BAD_INPUT, BUDGET, CHECK_FAILED, EarlyEnd, GOOD};
use crate::json;
use crate::limits::{self, RunLimits};
use crate::paint;
use crate::profile::ProgramWatcher;
use kernel::{CheckedKernel, without_left_out};
use plan::PlannedLaunch;

/// The refusal of a configuration that no option names.
const UNCONFIGURED: &str = "`--untrusted` reads no `smem-tile.toml` that lies in a checkout: name one of your own\nhelp: `--config FILE`, \
                            with the file of the branch that the change is for";

/// Runs the command.
pub(crate) fn run(options: &CheckOptions) -> Result<u8, EarlyEnd> {
    options.limits.hold();
    options.checkout().check(options.sarif.iter().chain(options.host.outputs()))?;
    let config = match &options.config {
        Some(path) => Config::read(path)?,
        None if options.limits.untrusted && options.files.is_empty() => {
            return Err(EarlyEnd::Message(UNCONFIGURED.to_owned()));
        }
        None if options.limits.untrusted => Config::default(),
        None => Config::above(options.folder())?,
    };
    let launches = plan::launches(options, &config)?;
    let limits = options.limits.lowered(&config.limits);
    let budgets = Budgets::of(&options.max_excess, &config);
    let mut outcome = CheckOutcome::default();
    for launch in &launches {
        match limits::ending() {
            None => outcome.add(options, &config, &limits, &budgets, launch)?,
            // A kernel without a run is not one without findings.
            Some(_) => outcome.skip(launch),
        }
    }
    let unused = budgets.unused(outcome.kernels.iter().map(|kernel| &kernel.kernel[..]));
    unused.iter().for_each(|check| diagnostic::say(check));
    outcome.failed.extend(unused);
    outcome.show(options)?;
    Ok(outcome.code())
}

/// The kernels that ran, and the launches that could not.
#[derive(Default)]
struct CheckOutcome {
    kernels: Vec<CheckedKernel>,
    reports: Vec<ProfileReport>,
    /// Checks that are of no kernel.
    failed: Vec<String>,
    /// Launches that could not run.
    refused: Vec<String>,
    /// Whether a budget ended one of them.
    is_over_budget: bool,
}

/// The document of `check --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CheckDocument<'a> {
    /// The version of every document.
    #[cfg_attr(test, schemars(extend("const" = json::VERSION)))]
    version: u32,
    /// Whether the exit code is 0.
    passed: bool,
    /// The kernels that were launched.
    kernels: &'a [CheckedKernel],
    /// Checks that failed and are of no kernel, a sentence each.
    failed: &'a [String],
    /// Launches that could not run, a sentence each.
    errors: &'a [String],
}

impl CheckOutcome {
    /// Runs a launch, and prints what it found.
    fn add(
        &mut self,
        options: &CheckOptions,
        config: &Config,
        limits: &RunLimits,
        budgets: &Budgets,
        launch: &PlannedLaunch<'_>,
    ) -> Result<(), EarlyEnd> {
        let report = match launch.job(options, config, limits).watched_by(Arc::new(ProgramWatcher::default())).run() {
            Ok(report) => without_left_out(report, &config.checks),
            Err(error) => {
                self.is_over_budget |= error.is_over_budget();
                let message = format!("`{}`: {error}", launch.file.display());
                diagnostic::say(&message);
                self.refused.push(message);
                return Ok(());
            }
        };
        if options.verbose {
            for line in render::text_lines(&report, false) {
                writeln!(anstream::stdout(), "{}", paint::line(&line))?;
            }
        }
        let kernels = CheckedKernel::all(&report, &config.checks, budgets);
        if !options.json {
            for kernel in kernels.iter().filter(|kernel| !options.quiet || kernel.has_failed()) {
                writeln!(anstream::stdout(), "{}", kernel.line())?;
                for line in kernel.finding_lines() {
                    writeln!(anstream::stdout(), "{line}")?;
                }
            }
        }
        // A launch that ended before its first instruction is of no kernel.
        for fault in report.fault.iter().filter(|_| kernels.is_empty()) {
            let message = format!("`{}`: {}", report.file, fault.message.lines().next().unwrap_or_default());
            diagnostic::say(&message);
            self.is_over_budget |= fault.is_over_budget;
            if fault.is_over_budget || fault.is_of_guess { &mut self.refused } else { &mut self.failed }.push(message);
        }
        if kernels.is_empty() && report.fault.is_none() && !report.is_stopped() {
            let message = format!("`{}`: no kernel was launched, so nothing is checked", report.file);
            diagnostic::say(&message);
            self.refused.push(message);
        }
        self.kernels.extend(kernels);
        self.reports.push(report);
        Ok(())
    }

    /// Adds a launch that was not begun.
    fn skip(&mut self, launch: &PlannedLaunch<'_>) {
        let message = format!("`{}`: not checked, because the command was ended before", launch.file.display());
        diagnostic::say(&message);
        self.refused.push(message);
    }

    fn show(&self, options: &CheckOptions) -> Result<(), EarlyEnd> {
        if let Some(path) = &options.sarif {
            options.checkout().write(path, &render::sarif_of_all(&self.reports))?;
        }
        let of_kernel = |kernel: &CheckedKernel| kernel.failed_sentences().collect::<Vec<_>>();
        let failed = self.kernels.iter().flat_map(of_kernel).chain(self.failed.iter().chain(&self.refused).cloned());
        options.host.write(&options.checkout(), &self.reports, &failed.collect::<Vec<_>>())?;
        if options.json {
            let (version, passed) = (json::VERSION, self.code() == GOOD);
            let Self { kernels, failed, refused: errors, .. } = self;
            return json::print(&CheckDocument { version, passed, kernels, failed, errors });
        }
        let failed = self.kernels.iter().filter(|kernel| kernel.has_failed()).count();
        let kernels = counted(self.kernels.len() as u64, "kernel");
        let refused = match self.refused.len() {
            0 => String::new(),
            refused => format!(", {} could not run", counted(refused as u64, "launch")),
        };
        if !options.quiet || self.code() != GOOD {
            writeln!(anstream::stdout(), "{kernels} checked, {failed} failed{refused}")?;
        }
        Ok(())
    }

    fn code(&self) -> u8 {
        let is_of_input = self.kernels.iter().any(|kernel| kernel.is_of_input);
        let is_over_budget = self.is_over_budget || self.kernels.iter().any(|kernel| kernel.is_over_budget);
        if let Some(ending) = limits::ending() {
            ending.code()
        } else if is_over_budget {
            BUDGET
        } else if !self.refused.is_empty() || is_of_input {
            BAD_INPUT
        } else if !self.failed.is_empty() || self.kernels.iter().any(CheckedKernel::has_failed) {
            CHECK_FAILED
        } else {
            GOOD
        }
    }
}
