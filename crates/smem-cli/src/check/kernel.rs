//! A kernel's line: its counts, its budget, and the checks that failed.

use serde::Serialize;
use smem_profile::{Accepted, FailedCheck, ProfileReport};

use crate::budgets::Budgets;
use crate::config::{ConfiguredChecks, Mode};

/// A kernel of a file, with the sums of its launches.
#[derive(Serialize, Debug)]
pub(super) struct CheckedKernel {
    file: String,
    pub(super) kernel: String,
    launches: usize,
    wavefronts: u64,
    ideal: u64,
    excess: u64,
    /// The most excess wavefronts that are accepted; null without a budget.
    max_excess: Option<u64>,
    /// The checks that failed, a sentence each.
    failed: Vec<String>,
    /// Whether a limit of memory or instructions ended a launch, which is not a finding.
    #[serde(skip)]
    pub(super) is_over_budget: bool,
}

impl CheckedKernel {
    /// The kernels of a report, in the order of their first launches.
    pub(super) fn all(report: &ProfileReport, checks: &ConfiguredChecks, budgets: &Budgets) -> Vec<CheckedKernel> {
        let kernels = report.kernels();
        let of_total = |total: &smem_profile::KernelTotal| {
            let accepted = Accepted::default().strict(checks.unwritten == Some(Mode::Deny));
            let accepted = budgets.of_kernel(&total.kernel).into_iter().fold(accepted, Accepted::max_excess);
            let verdict = report.verdict_of(&total.kernel, &accepted);
            let failed: Vec<&FailedCheck> = verdict.failed.iter().filter(|check| !is_off(check, checks)).collect();
            CheckedKernel {
                file: report.file.clone(),
                kernel: total.kernel.clone(),
                launches: total.launches,
                wavefronts: total.total.wavefronts,
                ideal: total.total.ideal,
                excess: total.excess(),
                max_excess: budgets.of_kernel(&total.kernel),
                failed: failed.iter().map(|check| first_line(&check.to_string())).collect(),
                is_over_budget: failed.iter().any(|check| matches!(check, FailedCheck::OverBudget(_))),
            }
        };
        kernels.iter().map(of_total).collect()
    }

    pub(super) fn has_failed(&self) -> bool {
        !self.failed.is_empty()
    }

    /// The line of the report.
    pub(super) fn line(&self) -> String {
        let verdict = if self.has_failed() { "FAILED" } else { "ok    " };
        let launches = if self.launches == 1 { "1 launch".to_owned() } else { format!("{} launches", self.launches) };
        let conflicts = match self.excess {
            0 => "no bank conflicts".to_owned(),
            excess => format!("{excess} excess wavefronts"),
        };
        let failed: String = self.failed.iter().map(|check| format!("; {check}")).collect();
        let line = format!(
            "{verdict}  {}  {}: {launches}, {} wavefronts, {conflicts}{failed}",
            self.file, self.kernel, self.wavefronts
        );
        smem_launch::printable(&line).into_owned()
    }
}

/// Whether the configuration turns a check off.
fn is_off(check: &FailedCheck, checks: &ConfiguredChecks) -> bool {
    let mode = match check {
        FailedCheck::Races(_) | FailedCheck::GlobalRaces(_) | FailedCheck::SameValueWrites => checks.races,
        FailedCheck::Barriers(_) => checks.barriers,
        FailedCheck::Overruns(_) => checks.overruns,
        FailedCheck::UnwrittenReads => checks.unwritten,
        FailedCheck::Fault(_) => checks.faults,
        _ => None,
    };
    mode == Some(Mode::Off)
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}
