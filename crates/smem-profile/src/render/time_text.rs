//! The time of a launch as text.

use smem_report::LaunchReport;
use smem_report::render::ReportLine;

/// Returns the lines on the time of a launch, with an empty line in front; nothing where no time is predicted. Where the launch has too few
/// blocks to fill the GPU, its own time says little, and the sentence is about a larger grid.
pub(super) fn time_lines(launch: &LaunchReport) -> Vec<ReportLine> {
    let Some(time) = &launch.time else { return Vec::new() };
    let cycles = match time.fills_gpu {
        true => format!("{:.0} cycles of {}, ", time.now.cycles, time.gpu.with_article()),
        false => String::new(),
    };
    let mut lines = vec![String::new(), format!("  predicted time: {cycles}{}", time.sentence)];
    lines.extend(time.estimate.iter().map(|why| format!("  ~ an estimate: {why}")));
    lines.into_iter().map(ReportLine::from).collect()
}
