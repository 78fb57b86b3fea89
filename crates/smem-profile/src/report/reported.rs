//! A finding in the form that all reports have: its kind, a sentence, its place, and the places beside it.

use smem_driver::{FindingKind, KernelRun, RunFinding, RunPlace};
use smem_launch::readable_name;

use super::finding::KernelFinding;
use super::place::LinePlace;
use super::profile_report::ProfileReport;
use super::warning::Warning;

/// A finding or a warning about a line, of launches that a job makes or of a program on the simulated driver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReportedFinding {
    pub(crate) kind: FindingKind,
    pub(crate) sentence: String,
    /// A run with it has failed.
    pub(crate) is_failure: bool,
    /// `None` where no file has the code.
    pub(crate) place: Option<FindingPlace>,
    /// Other lines, each with a word about it.
    pub(crate) related: Vec<(LinePlace, &'static str)>,
}

/// The place of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FindingPlace {
    Line(LinePlace),
    /// A file, for a fault without a line.
    File(String),
}

impl ReportedFinding {
    fn new(kind: FindingKind, sentence: String, place: Option<FindingPlace>) -> ReportedFinding {
        ReportedFinding { kind, sentence, is_failure: kind.is_failure(), place, related: Vec::new() }
    }

    fn of_kernel(finding: KernelFinding<'_>) -> ReportedFinding {
        let place = Some(FindingPlace::Line(finding.place()));
        let plain = ReportedFinding::new(finding.kind(), finding.sentence(), place);
        ReportedFinding { related: finding.related(), ..plain }
    }

    /// `None` for a warning that is not about a line.
    fn of_warning(warning: &Warning) -> Option<ReportedFinding> {
        let place = FindingPlace::Line(warning.place()?);
        Some(ReportedFinding::new(warning.kind.of_finding()?, warning.sentence().to_owned(), Some(place)))
    }

    /// A finding of a kernel on the simulated driver.
    pub(crate) fn of_run(kernel: &KernelRun, finding: &RunFinding) -> ReportedFinding {
        let line = |place: &RunPlace| Some(LinePlace { file: place.file.clone()?, line: place.line });
        let sentence = match finding.kind {
            // A fault's sentence begins with the kernel.
            FindingKind::Fault => finding.message.clone(),
            _ => format!("In `{}`: {}", readable_name(&kernel.kernel), finding.message),
        };
        let place = finding.place.as_ref().and_then(line).map(FindingPlace::Line);
        ReportedFinding {
            // A warning that is denied is a failure.
            is_failure: finding.is_failure(),
            related: finding
                .other
                .as_ref()
                .and_then(line)
                .map(|other| (other, "the other access"))
                .into_iter()
                .collect(),
            ..ReportedFinding::new(finding.kind, sentence, place)
        }
    }

    /// All of a report, those of one kind together.
    pub(crate) fn all(report: &ProfileReport) -> Vec<ReportedFinding> {
        let launches = &report.launches;
        let races = report.races().map(KernelFinding::Race);
        let overruns = launches.iter().flat_map(|launch| &launch.overruns).map(KernelFinding::Overrun);
        let barriers = launches.iter().flat_map(|launch| &launch.barriers).map(KernelFinding::Barrier);
        let global = launches.iter().flat_map(|launch| launch.global_races.iter().flatten());
        let of_kernels = races.chain(overruns).chain(barriers).chain(global.map(KernelFinding::GlobalRace));
        let warnings = launches.iter().flat_map(|launch| &launch.warnings);
        let faults = report.earlier_fault.iter().chain(&report.fault).map(|fault| {
            let line = fault.at.as_ref().map(|at| FindingPlace::Line(at.place.clone()));
            let place = line.unwrap_or_else(|| FindingPlace::File(report.file.clone()));
            ReportedFinding::new(FindingKind::Fault, fault.message.clone(), Some(place))
        });
        let of_kernels = of_kernels.map(ReportedFinding::of_kernel);
        of_kernels.chain(warnings.filter_map(ReportedFinding::of_warning)).chain(faults).collect()
    }
}
