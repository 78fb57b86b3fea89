//! The report as a picture: the worst request of each line with conflicts, on the rows of the banks that it touches.

use smem_layout::RequestMap;

use crate::counted::counted;
use crate::report::{LaunchReport, Line, ProfileReport, SourceTexts};

/// The most requests that are drawn: those of the worst lines.
const MOST: usize = 8;

/// Returns an SVG document of the worst requests, most excess first; `None` where no request has conflicts.
pub fn svg(report: &ProfileReport) -> Option<String> {
    let mut worst: Vec<(u64, RequestMap)> = Vec::new();
    for launch in &report.launches {
        for line in &launch.lines {
            worst.extend(map(launch, line, &report.sources).map(|map| (line.total.excess(), map)));
        }
    }
    // The sort is stable: equal lines stay in the order of launches.
    worst.sort_by_key(|(excess, _)| std::cmp::Reverse(*excess));
    let maps: Vec<RequestMap> = worst.into_iter().take(MOST).map(|(_, map)| map).collect();
    (!maps.is_empty()).then(|| RequestMap::svg(&maps))
}

fn map(launch: &LaunchReport, line: &Line, sources: &SourceTexts) -> Option<RequestMap> {
    let request = line.worst.as_ref()?;
    let (place, kernel) = (&line.place, &launch.kernel);
    let is_estimate = launch.estimate.is_some() || line.estimate.is_some();
    let (about, estimate) = if is_estimate { ("about ", "~") } else { ("", "") };
    let title = format!(
        "{}:{}: a {} of {kernel} takes {about}{} where {} would do",
        place.file,
        place.line,
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
    let Line { total, .. } = line;
    Some(map.note(&format!(
        "all of its requests: {} with {estimate}{}, {estimate}{} of them excess",
        total.requests,
        counted(total.wavefronts, "wavefront"),
        total.excess()
    )))
}
