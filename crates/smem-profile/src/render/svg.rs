//! The report as a picture: the worst request of each line with conflicts, on the rows of the banks that it touches.

use smem_layout::RequestMap;

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
    let title = format!("{}:{}, {} in {kernel}", place.file, place.line, line.op);
    let map = RequestMap::of(&request.lanes, request.bytes, launch.arch).titled(&title);
    let map = if request.takes_turns() { map.lanes_take_turns() } else { map };
    let map = match sources.line(place) {
        Some(text) => map.note(text.trim()),
        None => map,
    };
    let [x, y, z] = request.block;
    let estimate = if launch.estimate.is_some() || line.estimate.is_some() { "~" } else { "" };
    let map = map.note(&format!(
        "block ({x}, {y}, {z}), warp {}: {estimate}{} wavefronts where {} would do",
        request.warp, request.wavefronts, request.ideal
    ));
    let Line { total, .. } = line;
    Some(map.note(&format!(
        "all requests of the line: {} with {estimate}{} wavefronts, {estimate}{} of them excess",
        total.requests,
        total.wavefronts,
        total.excess()
    )))
}
