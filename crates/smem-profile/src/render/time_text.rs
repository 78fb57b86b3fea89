//! The time of a launch as text.

use super::report_line::ReportLine;
use crate::report::LaunchReport;

/// Returns the lines on the time of a launch, with an empty line in front; nothing where no time is predicted, or where the launch has too few
/// blocks to fill the GPU: then its own time says little, and JSON and SARIF have that of a larger grid.
pub(super) fn time_lines(launch: &LaunchReport) -> Vec<ReportLine> {
    let Some(time) = launch.time.as_ref().filter(|time| !time.is_small()) else { return Vec::new() };
    let (cycles, gpu, answer) = (time.now.cycles, time.gpu, time.sentence());
    let mut lines = vec![String::new(), format!("  predicted time: {cycles:.0} cycles of an {gpu}, {answer}")];
    lines.extend(time.estimate.iter().map(|why| format!("  ~ an estimate: {why}")));
    lines.into_iter().map(ReportLine::from).collect()
}
