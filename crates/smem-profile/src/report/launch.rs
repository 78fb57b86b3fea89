//! The report of a launch that a job made.

use smem_driver::add_verdict;
use smem_report::{BothCounts, CountedLaunch, LaunchReport, Line, PipeLine, RemarkKind};
use smem_sim::shown_kernel;

use super::contents_report::ContentsReport;
use super::files::Files;
use super::guess_doubt::GuessDoubt;
use super::merged::merged;
use crate::measure::Measured;

/// Returns the report of a launch.
pub(super) fn launch_report(measured: &Measured, files: &Files) -> LaunchReport {
    let profile = &measured.profile;
    let mut report = LaunchReport::of(&counted(measured), files);
    report.kernel = shown_kernel(&measured.kernel);
    report.pipe_lines = PipeLine::all(profile, report.time.as_ref(), files);
    report.beside = measured.machine_code.as_ref().map_or(Vec::new(), |other| BothCounts::all(profile, other, files));
    report.merged = measured.both.as_ref().map_or(Vec::new(), |both| merged(&both.code, &both.source, files));
    add_verdict(&mut report, &measured.hazards, profile, files);
    if let Some(others) = &measured.other_contents {
        let tried = ContentsReport { measured, others, files };
        report.findings = tried.findings(report.findings);
        report.contents = Some(tried.contents()).filter(|own| !own.is_known());
        if let Some(own) = &report.contents {
            report.checks.remark(RemarkKind::Contents, own.sentence());
        }
    }
    if let Some(others) = &measured.other_guesses {
        report.findings = GuessDoubt { measured, others, files }.of(report.findings);
    }
    report
}

/// Returns the lines of a launch without its time, those with the most excess first.
pub(crate) fn lines(measured: &Measured, files: &Files) -> Vec<Line> {
    counted(measured).lines(None, files)
}

fn counted(measured: &Measured) -> CountedLaunch<'_> {
    CountedLaunch {
        profile: &measured.profile,
        cluster: measured.launch.cluster,
        arch: measured.arch,
        gpu: measured.gpu,
        estimate: measured.estimate.as_deref(),
        worst: &measured.worst,
        sampled: measured.sampled,
        faulted: measured.faulted,
        launched: measured.launched_by.as_ref(),
        untimed: false,
    }
}
