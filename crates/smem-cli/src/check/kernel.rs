//! A kernel's line: its counts, its budget, and the checks that failed.

use serde::Serialize;
use smem_driver::CheckMode;
use smem_profile::program::{counted, excess_wavefronts};
use smem_profile::render::{compiler_line, conflict_line};
use smem_profile::{Accepted, FailedCheck, Finding, FindingKind, LaunchReport, Line, ProfileReport, Severity};

use crate::budgets::Budgets;
use crate::config::ConfiguredChecks;
use crate::limits;

/// A kernel's name without its namespace and the arguments of its template.
fn base(kernel: &str) -> &str {
    let name = kernel.split(['<', '(']).next().unwrap_or(kernel);
    name.rsplit("::").next().unwrap_or(name).trim()
}

/// A kernel of a file, with the sums of its launches.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct CheckedKernel {
    /// The file, as the user names it.
    file: String,
    /// The kernel.
    pub(super) kernel: String,
    /// How many launches.
    launches: usize,
    /// Whether the file leaves the launch open, so that a guess ran.
    guessed: bool,
    /// Passes through the banks that its requests to shared memory take.
    wavefronts: u64,
    /// Passes that they would take without conflicts.
    ideal: u64,
    /// Wavefronts that conflicts cause.
    excess: u64,
    /// The least and the most excess wavefronts with other contents of its synthetic buffers, where they decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    excess_range: Option<[u64; 2]>,
    /// The most excess wavefronts that are accepted; null without a budget.
    max_excess: Option<u64>,
    /// The checks that failed, a sentence each.
    failed: Vec<String>,
    /// The findings of all launches, each once.
    findings: Vec<Finding>,
    /// The lines with bank conflicts, where there are more than are accepted.
    conflicts: Vec<Line>,
    /// Whether a guess does not fit, which is not a finding.
    #[serde(skip)]
    pub(super) is_of_input: bool,
    /// Whether a limit of memory or instructions ended a launch, which is not a finding either.
    #[serde(skip)]
    pub(super) is_over_budget: bool,
}

impl CheckedKernel {
    /// The kernels of a report, in the order of their first launches.
    pub(super) fn all(report: &ProfileReport, checks: &ConfiguredChecks, budgets: &Budgets) -> Vec<CheckedKernel> {
        let kernels = report.kernels();
        let of_total = |total: &smem_profile::KernelTotal| {
            let accepts = |mode: Option<CheckMode>| mode != Some(CheckMode::Deny);
            let accepted = Accepted::default().unwritten_reads(accepts(checks.modes.unwritten));
            let accepted = accepted.same_value_writes(accepts(checks.modes.races)).unjudged(false);
            let accepted = budgets.of_kernel(&total.kernel).into_iter().fold(accepted, Accepted::max_excess);
            let failed = report.verdict_of(&total.kernel, &accepted).failed;
            let own: Vec<&LaunchReport> =
                report.launches.iter().filter(|launch| launch.kernel == total.kernel).collect();
            let stopped = own.iter().find(|launch| launch.blocks.stopped).map(|launch| {
                let (run, all) = (launch.blocks.run, launch.blocks.grid);
                format!("it was stopped after {run} of {all} blocks")
            });
            // The launch may have ended, and a run that looks for more not.
            let is_cut = limits::ending().is_some();
            let unfinished = stopped.or_else(|| is_cut.then(|| "not all of its checks were made".to_owned()));
            CheckedKernel {
                file: report.file.clone(),
                kernel: total.kernel.clone(),
                launches: total.launches,
                guessed: report.guessed_kernels.iter().any(|guessed| base(guessed) == base(&total.kernel)),
                wavefronts: total.total.wavefronts,
                ideal: total.total.ideal,
                excess: total.excess(),
                excess_range: ProfileReport::excess_range(&own),
                max_excess: budgets.of_kernel(&total.kernel),
                findings: findings(report, &own, &failed),
                conflicts: conflicts(&own, &failed),
                failed: failed.iter().map(|check| first_line(&check.to_string())).chain(unfinished).collect(),
                is_of_input: failed.iter().any(FailedCheck::is_of_input),
                is_over_budget: failed.iter().any(FailedCheck::is_over_budget),
            }
        };
        kernels.iter().map(of_total).collect()
    }

    pub(super) fn has_failed(&self) -> bool {
        !self.failed.is_empty()
    }

    /// The checks that failed, a sentence with the kernel each.
    pub(super) fn failed_sentences(&self) -> impl Iterator<Item = String> {
        self.failed.iter().map(|check| format!("{}: `{}`: {check}", self.file, self.kernel))
    }

    /// A line for each finding, and for each with bank conflicts where there are too many, as compilers have them.
    pub(super) fn finding_lines(&self) -> impl Iterator<Item = String> {
        let findings = self.findings.iter().map(|finding| compiler_line(&self.kernel, finding, &self.file));
        let conflicts = self.conflicts.iter().map(|line| conflict_line(&self.kernel, line));
        findings.chain(conflicts).map(|line| smem_launch::printable(&line).into_owned())
    }

    /// The line of the report.
    pub(super) fn line(&self) -> String {
        let verdict = if self.has_failed() { "FAILED" } else { "ok    " };
        let (launches, wavefronts) = (counted(self.launches as u64, "launch"), counted(self.wavefronts, "wavefront"));
        let guessed = if self.guessed { " by a guess" } else { "" };
        let conflicts = match self.excess {
            0 => "no bank conflicts".to_owned(),
            excess => excess_wavefronts(excess),
        };
        let unknown = self.excess_range.map_or(String::new(), |[least, most]| {
            format!(" with synthetic contents ({least} to {most} excess wavefronts with others)")
        });
        let failed: String = self.failed.iter().map(|check| format!("; {check}")).collect();
        let line = format!(
            "{verdict}  {}  {}: {launches}{guessed}, {wavefronts}, {conflicts}{unknown}{failed}",
            self.file, self.kernel
        );
        smem_launch::printable(&line).into_owned()
    }
}

/// Returns a report without the kinds of findings that the configuration leaves out, of those that every run has: what is not looked for is
/// not in it.
pub(super) fn without_left_out(report: ProfileReport, checks: &ConfiguredChecks) -> ProfileReport {
    let left_out = |mode: Option<CheckMode>| mode == Some(CheckMode::Off);
    let report = if left_out(checks.modes.barriers) { report.without(FindingKind::Barrier) } else { report };
    let report = if left_out(checks.modes.faults) { report.without_faults() } else { report };
    if left_out(checks.modes.unwritten) { report.without(FindingKind::UnwrittenRead) } else { report }
}

/// The findings of the launches of a kernel. Warnings that are denied are errors.
fn findings(report: &ProfileReport, launches: &[&LaunchReport], failed: &[FailedCheck]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for launch in launches {
        Finding::join(&mut findings, &launch.findings);
    }
    let is_denied = |kind: FindingKind| match kind {
        FindingKind::UnwrittenRead => failed.contains(&FailedCheck::UnwrittenReads),
        FindingKind::SameValueWrites => failed.contains(&FailedCheck::SameValueWrites),
        _ => false,
    };
    for finding in findings.iter_mut().filter(|finding| is_denied(finding.kind())) {
        finding.severity = Severity::Error;
    }
    // They are of the kernel that was launched last.
    let has_faults = failed.iter().any(|check| matches!(check, FailedCheck::Fault(_)));
    let faults = report.earlier_fault.iter().chain(&report.fault);
    let faults = faults.filter(|fault| has_faults && !fault.is_over_budget && !fault.is_of_guess);
    findings.extend(faults.map(|fault| fault.finding.clone()));
    findings
}

/// The lines of the launches of a kernel that have bank conflicts, where there are more than are accepted.
fn conflicts(launches: &[&LaunchReport], failed: &[FailedCheck]) -> Vec<Line> {
    let (Some((first, others)), true) = (launches.split_first(), failed.iter().any(is_excess)) else {
        return Vec::new();
    };
    let mut all = LaunchReport::clone(first);
    others.iter().for_each(|other| {
        all.join(other);
    });
    all.sorted().lines.into_iter().filter(|line| line.excess() > 0).collect()
}

fn is_excess(check: &FailedCheck) -> bool {
    matches!(check, FailedCheck::Excess { .. })
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}
