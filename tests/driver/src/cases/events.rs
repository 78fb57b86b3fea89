//! Events: recording, waiting, times.

use crate::setting::{DriverCase, LaunchCall, context, kernel};
use crate::steps::{Steps, out};

pub(crate) const CASES: &[DriverCase] =
    &[("events", events), ("event_times", event_times), ("events_between_streams", events_between_streams)];

fn events(steps: &mut Steps<'_>) {
    context(steps);
    let mut event = 0_u64;
    steps.noted("flags 0", "cuEventCreate", &[out(&mut event), 0]);
    steps.noted("query before it is recorded", "cuEventQuery", &[event]);
    steps.noted("wait before it is recorded", "cuEventSynchronize", &[event]);
    steps.noted("a stream waits before it is recorded", "cuStreamWaitEvent", &[0, event, 0]);
    steps.noted("record", "cuEventRecord", &[event, 0]);
    steps.noted("wait", "cuEventSynchronize", &[event]);
    steps.noted("query", "cuEventQuery", &[event]);
    steps.noted("destroy", "cuEventDestroy_v2", &[event]);
    steps.noted("flags 64", "cuEventCreate", &[out(&mut event), 64]);
    steps.noted("for other processes, with times", "cuEventCreate", &[out(&mut event), 4]);
    steps.noted("query null", "cuEventQuery", &[0]);
    steps.noted("record null", "cuEventRecord", &[0, 0]);
    steps.noted("destroy null", "cuEventDestroy_v2", &[0]);
    steps.noted("wait with flags", "cuStreamWaitEvent", &[0, event, 8]);
}

fn event_times(steps: &mut Steps<'_>) {
    context(steps);
    let sleeps = kernel(steps, "sleeps");
    let (mut start, mut end, mut untimed, mut ms) = (0_u64, 0_u64, 0_u64, -1_f32);
    steps.must("cuEventCreate", &[out(&mut start), 0]);
    steps.must("cuEventCreate", &[out(&mut end), 0]);
    steps.must("cuEventCreate", &[out(&mut untimed), 2]);
    let elapsed = "cuEventElapsedTime";
    steps.noted("neither is recorded", elapsed, &[out(&mut ms), start, end]);
    steps.must("cuEventRecord", &[start, 0]);
    steps.noted("the end is not recorded", elapsed, &[out(&mut ms), start, end]);
    steps.noted("launch", "cuLaunchKernel", &LaunchCall::one(sleeps).arguments(0, 0));
    steps.must("cuEventRecord", &[end, 0]);
    steps.must("cuEventRecord", &[untimed, 0]);
    steps.noted("query the end", "cuEventQuery", &[end]);
    steps.noted("the end is not reached", elapsed, &[out(&mut ms), start, end]);
    steps.must("cuEventSynchronize", &[end]);
    steps.noted("both are reached", elapsed, &[out(&mut ms), start, end]);
    steps.value("200 ms or more", ms >= 200.0);
    steps.noted("backwards", elapsed, &[out(&mut ms), end, start]);
    steps.value("less than 0", ms < 0.0);
    steps.noted("without times", elapsed, &[out(&mut ms), start, untimed]);
}

fn events_between_streams(steps: &mut Steps<'_>) {
    context(steps);
    let sleeps = kernel(steps, "sleeps");
    let (mut first, mut second, mut event) = (0_u64, 0_u64, 0_u64);
    steps.must("cuStreamCreate", &[out(&mut first), 1]);
    steps.must("cuStreamCreate", &[out(&mut second), 1]);
    steps.must("cuEventCreate", &[out(&mut event), 2]);
    steps.noted("launch", "cuLaunchKernel", &LaunchCall::one(sleeps).arguments(first, 0));
    steps.noted("record", "cuEventRecord", &[event, first]);
    steps.noted("the other waits", "cuStreamWaitEvent", &[second, event, 0]);
    steps.noted("query the other", "cuStreamQuery", &[second]);
    steps.noted("wait for the other", "cuStreamSynchronize", &[second]);
    steps.noted("query the first", "cuStreamQuery", &[first]);
}
