//! Streams: creation, priorities, order.

use crate::setting::{DriverCase, LaunchCall, allocated, context, kernel};
use crate::steps::{Steps, from, out};

pub(crate) const CASES: &[DriverCase] = &[
    ("streams", streams),
    ("stream_priorities", stream_priorities),
    ("streams_run_side_by_side", streams_run_side_by_side),
    ("default_stream_waits", default_stream_waits),
];

fn streams(steps: &mut Steps<'_>) {
    let primary = context(steps);
    let (mut stream, mut flags, mut of) = (0_u64, 9_u32, 0_u64);
    steps.noted("flags 0", "cuStreamCreate", &[out(&mut stream), 0]);
    steps.call("cuStreamGetFlags", &[stream, out(&mut flags)]);
    steps.value("flags", flags);
    steps.call("cuStreamGetCtx", &[stream, out(&mut of)]);
    steps.value("the primary context", of == primary);
    let mut id = 0_u64;
    steps.call("cuStreamGetId", &[stream, out(&mut id)]);
    steps.noted("query", "cuStreamQuery", &[stream]);
    steps.noted("wait", "cuStreamSynchronize", &[stream]);
    steps.noted("destroy", "cuStreamDestroy_v2", &[stream]);
    steps.noted("flags 1", "cuStreamCreate", &[out(&mut stream), 1]);
    steps.must("cuStreamGetFlags", &[stream, out(&mut flags)]);
    steps.value("flags", flags);
    steps.noted("flags 2", "cuStreamCreate", &[out(&mut stream), 2]);
    steps.noted("to null", "cuStreamCreate", &[0, 0]);
    for (note, special) in [("default", 0_u64), ("legacy", 1), ("a thread's", 2)] {
        steps.noted(&format!("query the {note} stream"), "cuStreamQuery", &[special]);
        steps.noted(&format!("wait for the {note} stream"), "cuStreamSynchronize", &[special]);
    }
    steps.noted("destroy the default stream", "cuStreamDestroy_v2", &[0]);
}

fn stream_priorities(steps: &mut Steps<'_>) {
    context(steps);
    let mut stream = 0_u64;
    for asked in [0_i32, -1, -5, -100, 100] {
        steps.noted(
            &format!("create with {asked}"),
            "cuStreamCreateWithPriority",
            &[out(&mut stream), 1, asked as u32 as u64],
        );
        let mut priority = 9_i32;
        steps.must("cuStreamGetPriority", &[stream, out(&mut priority)]);
        steps.value("has", priority);
    }
}

fn streams_run_side_by_side(steps: &mut Steps<'_>) {
    context(steps);
    let sleeps = kernel(steps, "sleeps");
    let (mut slow, mut quick) = (0_u64, 0_u64);
    steps.must("cuStreamCreate", &[out(&mut slow), 1]);
    steps.must("cuStreamCreate", &[out(&mut quick), 1]);
    let place = allocated(steps, 64);
    steps.noted("launch in one", "cuLaunchKernel", &LaunchCall::one(sleeps).arguments(slow, 0));
    steps.noted("fill in the other", "cuMemsetD8Async", &[place, 1, 64, quick]);
    steps.noted("wait for the other", "cuStreamSynchronize", &[quick]);
    steps.noted("query the first", "cuStreamQuery", &[slow]);
    steps.noted("wait for the first", "cuStreamSynchronize", &[slow]);
    steps.noted("query it again", "cuStreamQuery", &[slow]);
}

fn default_stream_waits(steps: &mut Steps<'_>) {
    context(steps);
    let sleeps = kernel(steps, "sleeps");
    let (mut blocking, mut other) = (0_u64, 0_u64);
    steps.must("cuStreamCreate", &[out(&mut blocking), 0]);
    steps.must("cuStreamCreate", &[out(&mut other), 1]);
    let place = allocated(steps, 64);
    let bytes = [0_u8; 64];
    steps.noted("launch", "cuLaunchKernel", &LaunchCall::one(sleeps).arguments(blocking, 0));
    steps.noted("copy in the default stream", "cuMemcpyHtoD_v2", &[place, from(&bytes), 64]);
    steps.noted("query the stream", "cuStreamQuery", &[blocking]);
    steps.noted("launch in one that does not block", "cuLaunchKernel", &LaunchCall::one(sleeps).arguments(other, 0));
    steps.noted("copy in the default stream", "cuMemcpyHtoD_v2", &[place, from(&bytes), 64]);
    steps.noted("query the stream", "cuStreamQuery", &[other]);
}
