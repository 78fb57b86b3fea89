//! The calls that each line was inlined through, all of them, as text.

use smem_report::Line;
use smem_report::render::{LineRole, ReportLine, indented};

use crate::report::ProfileReport;

/// The words between the calls of a chain.
pub(super) const JOINT: &str = ", inlined at ";

/// Returns, below each line of the report that was inlined, the calls from it to the kernel, one a line, with the whole
/// names of functions where the debug information has them. Of several chains each has its share of the counts.
///
/// ```
/// use smem_profile::{Job, render};
///
/// let text = "__device__ void put(float* s) { s[2 * threadIdx.x] = 1; }
/// __global__ void k(float* a) { __shared__ float s[64]; put(s); __syncthreads(); a[threadIdx.x] = s[threadIdx.x]; }";
/// let report = Job::of_text("k.cu", text).grid(1).block(32).arg("a:f32[32]").run()?;
/// let lines: Vec<String> = render::chain_lines(&report).iter().map(ToString::to_string).collect();
/// assert_eq!(lines[0], "k.cu:1 store");
/// assert_eq!(lines[1..3], ["  k.cu:1", "    inlined at k.cu:2"]);
/// # Ok::<(), smem_profile::Error>(())
/// ```
pub fn chain_lines(report: &ProfileReport) -> Vec<ReportLine> {
    let lines = report.launches.iter().flat_map(|launch| &launch.lines).filter(|line| !line.calls.is_empty());
    lines.flat_map(of_line).map(ReportLine::printable).collect()
}

fn of_line(line: &Line) -> Vec<ReportLine> {
    let title = format!("{} {}", line.place, line.op);
    let chains = line.calls.keys().flat_map(|chain| {
        let (inner, outer) = chain.split_once(JOINT).unwrap_or((chain, ""));
        let around = outer.split(JOINT).filter(|call| !call.is_empty()).map(|call| format!("  inlined at {call}"));
        let inner = format!("{inner}{}", share_of_chain(line, chain));
        std::iter::once(inner).chain(around).collect::<Vec<String>>()
    });
    std::iter::once(ReportLine::of(LineRole::Titles, title)).chain(indented(chains, 2)).collect()
}

/// The counts of one of several chains of a line, `: 32 wavefronts, 31 excess`; nothing of the only one.
pub(super) fn share_of_chain(line: &Line, chain: &str) -> String {
    match line.calls.get(chain) {
        Some(total) if line.calls.len() > 1 => format!(": {} wavefronts, {} excess", total.wavefronts, total.excess()),
        _ => String::new(),
    }
}
