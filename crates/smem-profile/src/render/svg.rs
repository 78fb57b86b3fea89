//! The report as a picture: the worst request of each line with conflicts, on the rows of the banks that it touches.

use smem_layout::RequestMap;
use smem_report::{LaunchReport, Line, SourceTexts, counted};

use crate::report::ProfileReport;

/// The most requests that are drawn: those of the worst lines.
const MOST: usize = 8;

/// Returns an SVG document of the worst requests, those of the lines with the most time at stake first; `None` where no request has conflicts.
pub fn svg(report: &ProfileReport) -> Option<String> {
    let mut worst: Vec<(&Line, RequestMap)> = Vec::new();
    for launch in &report.launches {
        for line in &launch.lines {
            worst.extend(map(launch, line, &report.sources).map(|map| (line, map)));
        }
    }
    // The sort is stable: equal lines stay in the order of launches.
    worst.sort_by(|(line, _), (other, _)| line.worst_first(other));
    let maps: Vec<RequestMap> = worst.into_iter().take(MOST).map(|(_, map)| map).collect();
    (!maps.is_empty()).then(|| RequestMap::svg(&maps))
}

/// Returns an SVG document of the worst request of a line: line `line` of [`LaunchReport::lines`] of launch `launch`, both counted from 0. `None`
/// where there is no such line, or none of its requests has conflicts.
///
/// ```
/// use smem_profile::{Job, render};
///
/// let text = "__global__ void k(float* a) { __shared__ float s[64]; s[2 * threadIdx.x] = 1; a[threadIdx.x] = s[2 * threadIdx.x]; }";
/// let report = Job::of_text("k.cu", text).grid(1).block(32).arg("a:f32[32]").run()?;
/// assert!(render::svg_of_line(&report, 0, 0).is_some_and(|picture| picture.starts_with("<svg")));
/// assert_eq!(render::svg_of_line(&report, 1, 0), None);
/// # Ok::<(), smem_profile::Error>(())
/// ```
pub fn svg_of_line(report: &ProfileReport, launch: usize, line: usize) -> Option<String> {
    let launch = report.launches.get(launch)?;
    let map = map(launch, launch.lines.get(line)?, &report.sources)?;
    Some(RequestMap::svg(&[map]))
}

fn map(launch: &LaunchReport, line: &Line, sources: &SourceTexts) -> Option<RequestMap> {
    let request = line.worst.as_ref()?;
    let (place, kernel) = (&line.place, &launch.kernel);
    let is_estimate = !line.exactness.is_exact();
    let (about, estimate) = if is_estimate { ("about ", "~") } else { ("", "") };
    let title = format!(
        "{place}: a {} of {kernel} takes {about}{} where {} would do",
        line.op,
        counted(request.wavefronts.into(), "wavefront"),
        request.ideal
    );
    let map = RequestMap::of(&request.lanes, request.bytes, launch.arch).titled(&title).took(request.wavefronts);
    let map = if request.takes_turns() { map.lanes_take_turns() } else { map };
    let map = match sources.line(place) {
        Some(text) => map.note(text.trim()),
        None => map,
    };
    let [x, y, z] = request.block;
    let map = map.note(&format!(
        "its worst request: block ({x}, {y}, {z}), warp {}, {} bytes a lane",
        request.warp, request.bytes
    ));
    let total = line.counts;
    Some(map.note(&format!(
        "all of its requests: {} with {estimate}{}, {estimate}{} of them excess",
        total.requests,
        counted(total.wavefronts, "wavefront"),
        total.excess()
    )))
}
