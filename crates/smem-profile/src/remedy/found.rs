//! What a run found, as keys by which two runs are compared.

use std::collections::BTreeSet;

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

    pub(super) fn is_race(&self) -> bool {
        self.kind == FindingKind::Race
    }
}

/// What was found in all launches of a run.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    pub(super) keys: BTreeSet<FoundKey>,
    /// The sentences of faults without lines.
    faults: BTreeSet<String>,
    launches: usize,
    /// Launches that the PTX could not judge, and kinds that were not looked for.
    unjudged: usize,
}

impl Found {
    pub(super) fn of(report: &ProfileReport) -> Found {
        let findings =
            report.launches.iter().flat_map(|launch| launch.findings.iter().map(|one| (&launch.kernel, one)));
        let faults = report.fault.iter().chain(&report.earlier_fault);
        let remarks = report.launches.iter().flat_map(|launch| &launch.checks.remarks);
        let not_made = [RemarkKind::NotJudged, RemarkKind::NotChecked, RemarkKind::LeftOut];
        Found {
            keys: findings.flat_map(|(kernel, finding)| FoundKey::of(kernel, finding)).collect(),
            faults: faults.map(|fault| fault.finding.message.clone()).collect(),
            launches: report.launches.len(),
            unjudged: remarks.filter(|remark| not_made.contains(&remark.kind)).count(),
        }
    }

    /// The keys of this run that another one has not; `None` where it faults otherwise, or less was looked for.
    pub(super) fn beyond(&self, other: &Found) -> Option<BTreeSet<FoundKey>> {
        let is_as_good =
            self.faults.is_subset(&other.faults) && self.launches >= other.launches && self.unjudged <= other.unjudged;
        is_as_good.then(|| self.keys.difference(&other.keys).cloned().collect())
    }
}

/// The findings for which there may be a remedy, with their kernels.
pub(super) fn targets(report: &ProfileReport) -> Vec<(String, Finding)> {
    let is_one =
        |finding: &&Finding| finding.is_failure() && matches!(finding.kind(), FindingKind::Race | FindingKind::Barrier);
    let of_launch = report.launches.iter().flat_map(|launch| launch.findings.iter().map(|one| (&launch.kernel, one)));
    of_launch.filter(|(_, one)| is_one(one)).map(|(kernel, one)| (kernel.clone(), one.clone())).collect()
}
