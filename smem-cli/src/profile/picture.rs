//! The pictures of `--svg`: the worst request of each line with conflicts, on the rows of the banks that it touches.

use smem_layout::RequestMap;

use super::files::Files;
use super::lines::{Line, lines};
use super::measure::{Measured, Measurement};

/// The most requests that are drawn: those of the worst lines.
const MOST: usize = 8;

/// Returns an SVG document of the worst requests, most excess first; `None` where no request has conflicts.
pub(crate) fn svg(outcome: &Measurement, files: &Files) -> Option<String> {
    let mut worst: Vec<(u64, RequestMap)> = Vec::new();
    for measured in &outcome.launches {
        for line in lines(measured, files) {
            worst.extend(map(measured, &line, files).map(|map| (line.total.excess(), map)));
        }
    }
    // The sort is stable: equal lines stay in the order of launches.
    worst.sort_by_key(|(excess, _)| std::cmp::Reverse(*excess));
    let maps: Vec<RequestMap> = worst.into_iter().take(MOST).map(|(_, map)| map).collect();
    (!maps.is_empty()).then(|| RequestMap::svg(&maps))
}

fn map(measured: &Measured, line: &Line, files: &Files) -> Option<RequestMap> {
    let request = line.worst.as_ref()?;
    let (place, kernel) = (&line.place, &measured.kernel);
    let title = format!("{}:{}, {} in {kernel}", place.file, place.line, line.op);
    let map = RequestMap::of(&request.lanes, request.bytes, measured.arch).titled(&title);
    let map = if request.takes_turns() { map.lanes_take_turns() } else { map };
    let map = match files.text(place) {
        Some(text) => map.note(text.trim()),
        None => map,
    };
    let [x, y, z] = request.block;
    let estimate = if measured.estimate.is_some() || line.estimate.is_some() { "~" } else { "" };
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
