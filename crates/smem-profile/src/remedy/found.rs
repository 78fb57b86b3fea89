//! The findings of a run, as keys by which two runs are compared.

use std::collections::{BTreeMap, BTreeSet};

use smem_report::{Finding, FindingKind, LinePlace, RemarkKind};

use crate::report::ProfileReport;

/// A finding by its kernel, its kind and its lines in the file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FoundKey {
    kernel: String,
    kind: FindingKind,
    places: Vec<LinePlace>,
}

impl FoundKey {
    /// The keys of a finding: its own, and those of the races that are part of it.
    pub(super) fn of(kernel: &str, finding: &Finding) -> Vec<FoundKey> {
        finding.clone().without_remedy().iter().map(|one| FoundKey::of_one(kernel, one)).collect()
    }

    /// The key of a finding alone.
    pub(super) fn of_one(kernel: &str, finding: &Finding) -> FoundKey {
        let mut places: Vec<LinePlace> = finding.place.iter().chain(finding.other_access()).cloned().collect();
        places.sort();
        FoundKey { kernel: kernel.to_owned(), kind: finding.kind(), places }
    }

    pub(super) fn kernel(&self) -> &str {
        &self.kernel
    }

    pub(super) fn is_race(&self) -> bool {
        self.kind == FindingKind::Race
    }
}

/// The findings in all launches of a run.
#[derive(Debug, Clone, Default)]
pub(super) struct FoundFindings {
    pub(super) keys: BTreeSet<FoundKey>,
    /// The sentences of faults, which begin with their kernels.
    faults: BTreeSet<String>,
    /// The launches of each kernel that ran, and how much of them was not looked at.
    kernels: BTreeMap<String, [usize; 2]>,
}

impl FoundFindings {
    pub(super) fn of(report: &ProfileReport) -> FoundFindings {
        let findings =
            report.launches.iter().flat_map(|launch| launch.findings.iter().map(|one| (&launch.kernel, one)));
        let faults = report.fault.iter().chain(&report.earlier_fault);
        let not_made = [RemarkKind::NotJudged, RemarkKind::NotChecked, RemarkKind::LeftOut];
        let mut kernels: BTreeMap<String, [usize; 2]> = BTreeMap::new();
        for launch in &report.launches {
            let counts = kernels.entry(launch.kernel.clone()).or_default();
            counts[0] += 1;
            counts[1] += launch.checks.remarks.iter().filter(|remark| not_made.contains(&remark.kind)).count();
        }
        FoundFindings {
            keys: findings.flat_map(|(kernel, finding)| FoundKey::of(kernel, finding)).collect(),
            faults: faults.map(|fault| fault.finding.message.clone()).collect(),
            kernels,
        }
    }

    /// The keys of this run that another one has not; `None` where it faults otherwise, or less was looked for.
    pub(super) fn beyond(&self, other: &FoundFindings) -> Option<BTreeSet<FoundKey>> {
        let is_as_good = |kernel: &String| self.is_as_good(other, kernel) == Some(true);
        let all = self.faults.is_subset(&other.faults) && other.kernels.keys().all(is_as_good);
        all.then(|| self.keys.difference(&other.keys).cloned().collect())
    }

    /// Whether the launches of a kernel ran as far as in another run, and were looked at as well; `None` where a fault of another kernel came first.
    pub(super) fn is_as_good(&self, other: &FoundFindings, kernel: &str) -> Option<bool> {
        let [launches, unseen] = self.kernels.get(kernel).copied().unwrap_or_default();
        let [all, unseen_before] = other.kernels.get(kernel).copied().unwrap_or_default();
        let mut faults = self.faults.difference(&other.faults);
        if faults.any(|fault| fault.starts_with(&format!("`{kernel}`"))) {
            return Some(false);
        }
        if launches < all {
            return if self.faults.is_subset(&other.faults) { Some(false) } else { None };
        }
        Some(unseen <= unseen_before)
    }

    /// Whether all that it has more than another run is of one kernel.
    pub(super) fn is_only_beyond(&self, other: &FoundFindings, kernel: &str) -> bool {
        self.keys.difference(&other.keys).all(|key| key.kernel == kernel)
    }

    /// The keys of a kernel.
    pub(super) fn of_kernel(&self, kernel: &str) -> BTreeSet<FoundKey> {
        self.keys.iter().filter(|key| key.kernel == kernel).cloned().collect()
    }

    /// Takes the keys of a kernel from another run.
    pub(super) fn take(&mut self, kernel: &str, other: &FoundFindings) {
        self.keys.retain(|key| key.kernel != kernel);
        self.keys.extend(other.of_kernel(kernel));
    }
}

/// The findings for which there may be a remedy, with their kernels.
pub(super) fn targets(report: &ProfileReport) -> Vec<(String, Finding)> {
    let is_one =
        |finding: &&Finding| finding.is_failure() && matches!(finding.kind(), FindingKind::Race | FindingKind::Barrier);
    let of_launch = report.launches.iter().flat_map(|launch| launch.findings.iter().map(|one| (&launch.kernel, one)));
    of_launch.filter(|(_, one)| is_one(one)).map(|(kernel, one)| (kernel.clone(), one.clone())).collect()
}
