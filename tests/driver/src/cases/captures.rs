//! Captures that go wrong, and what a thread may do while one runs.

use crate::setting::{DriverCase, LaunchCall, allocated, context, kernel};
use crate::steps::{Steps, from, out};

pub(crate) const CASES: &[DriverCase] = &[
    ("capture_forbids_to_this_thread", forbids_to_this_thread),
    ("capture_relaxed_forbids_nothing", relaxed_forbids_nothing),
    ("capture_mode_of_a_thread", mode_of_a_thread),
    ("capture_and_the_legacy_stream", and_the_legacy_stream),
    ("capture_of_a_blocking_stream_and_a_copy", of_a_blocking_stream_and_a_copy),
    ("capture_ended_by_another_thread", ended_by_another_thread),
    ("capture_with_a_stream_that_does_not_come_back", with_a_stream_that_does_not_come_back),
    ("capture_with_a_stream_that_comes_back", with_a_stream_that_comes_back),
    ("capture_of_an_event_of_another", of_an_event_of_another),
    ("capture_waits_for_an_event_from_outside", waits_for_an_event_from_outside),
    ("capture_events", events),
    ("capture_allocations", allocations),
    ("capture_information", information),
    ("capture_to_a_graph", to_a_graph),
    ("capture_and_its_stream_is_destroyed", and_its_stream_is_destroyed),
    ("capture_and_its_streams_are_destroyed", and_its_streams_are_destroyed),
];

/// Ends the capture of a stream, and notes what the graph is.
fn end(steps: &mut Steps<'_>, stream: u64) -> u64 {
    let mut graph = 0x77_u64;
    steps.noted("end", "cuStreamEndCapture", &[stream, out(&mut graph)]);
    steps.value(
        "the graph",
        if graph == 0 {
            "null"
        } else if graph == 0x77 {
            "as it was"
        } else {
            "made"
        },
    );
    graph
}

fn status(steps: &mut Steps<'_>, stream: u64) {
    let mut status = 9_u32;
    steps.noted("asked for the status", "cuStreamIsCapturing", &[stream, out(&mut status)]);
    steps.value("status", status);
}

fn stream(steps: &mut Steps<'_>, flags: u64) -> u64 {
    let mut stream = 0_u64;
    steps.must("cuStreamCreate", &[out(&mut stream), flags]);
    stream
}

/// Calls that another mode allows or forbids, each in a capture of its own.
fn while_captured(steps: &mut Steps<'_>, mode: u64) {
    let (place, other) = (allocated(steps, 64), stream(steps, 1));
    let bytes = [0_u8; 64];
    let mut event = 0_u64;
    steps.must("cuEventCreate", &[out(&mut event), 0]);
    let (mut one, mut two) = (0_u64, 0_u64);
    let (one, two) = (out(&mut one), out(&mut two));
    let calls: &[(&str, &[u64])] = &[
        ("cuMemAlloc_v2", &[one, 64]),
        ("cuMemFree_v2", &[place]),
        ("cuMemAllocHost_v2", &[one, 64]),
        ("cuMemAllocManaged", &[one, 64, 1]),
        ("cuMemGetInfo_v2", &[one, two]),
        ("cuMemcpyHtoD_v2", &[place, from(&bytes), 64]),
        ("cuMemsetD8_v2", &[place, 1, 64]),
        ("cuCtxSynchronize", &[]),
        ("cuStreamSynchronize", &[other]),
        ("cuStreamQuery", &[other]),
        ("cuEventQuery", &[event]),
        ("cuEventSynchronize", &[event]),
        ("cuStreamCreate", &[one, 1]),
        ("cuEventCreate", &[one, 0]),
        ("cuDeviceGetAttribute", &[one, 1, 0]),
    ];
    for (name, arguments) in calls {
        let captured = stream(steps, 1);
        steps.must("cuStreamBeginCapture_v2", &[captured, mode]);
        steps.call(name, arguments);
        status(steps, captured);
        end(steps, captured);
    }
}

fn forbids_to_this_thread(steps: &mut Steps<'_>) {
    context(steps);
    while_captured(steps, 1);
}

fn relaxed_forbids_nothing(steps: &mut Steps<'_>) {
    context(steps);
    while_captured(steps, 2);
}

fn mode_of_a_thread(steps: &mut Steps<'_>) {
    context(steps);
    let captured = stream(steps, 1);
    let (mut mode, mut place) = (2_u32, 0_u64);
    steps.call("cuThreadExchangeStreamCaptureMode", &[out(&mut mode)]);
    steps.value("the first", mode);
    steps.must("cuStreamBeginCapture_v2", &[captured, 0]);
    steps.noted("allocate in a relaxed thread", "cuMemAlloc_v2", &[out(&mut place), 64]);
    status(steps, captured);
    steps.call("cuThreadExchangeStreamCaptureMode", &[out(&mut mode)]);
    steps.value("the second", mode);
    steps.noted("allocate in a global one", "cuMemAlloc_v2", &[out(&mut place), 64]);
    status(steps, captured);
    end(steps, captured);
    steps.noted("begin in a mode that is none", "cuStreamBeginCapture_v2", &[captured, 3]);
    status(steps, captured);
}

fn and_the_legacy_stream(steps: &mut Steps<'_>) {
    context(steps);
    let nothing = kernel(steps, "nothing");
    for (note, flags) in [("blocking", 0), ("not blocking", 1)] {
        for (call, name, arguments) in [
            ("launch in the default stream", "cuLaunchKernel", LaunchCall::one(nothing).arguments(0, 0).to_vec()),
            ("wait for the default stream", "cuStreamSynchronize", vec![0]),
            ("query the default stream", "cuStreamQuery", vec![0]),
            ("wait for the thread's stream", "cuStreamSynchronize", vec![2]),
        ] {
            let captured = stream(steps, flags);
            steps.must("cuStreamBeginCapture_v2", &[captured, 2]);
            steps.noted(&format!("{note}: {call}"), name, &arguments);
            status(steps, captured);
            end(steps, captured);
        }
    }
    steps.noted("afterwards", "cuCtxSynchronize", &[]);
}

fn of_a_blocking_stream_and_a_copy(steps: &mut Steps<'_>) {
    context(steps);
    let (place, captured) = (allocated(steps, 64), stream(steps, 0));
    let mut bytes = [0_u8; 64];
    steps.must("cuStreamBeginCapture_v2", &[captured, 2]);
    steps.noted("a copy up that waits", "cuMemcpyHtoD_v2", &[place, from(&bytes), 64]);
    status(steps, captured);
    end(steps, captured);
    steps.must("cuStreamBeginCapture_v2", &[captured, 2]);
    steps.noted("a copy down in the stream", "cuMemcpyDtoHAsync_v2", &[out(&mut bytes), place, 64, captured]);
    steps.noted("a copy outside of memory", "cuMemcpyDtoHAsync_v2", &[out(&mut bytes), 0x1234, 64, captured]);
    status(steps, captured);
    end(steps, captured);
}

fn ended_by_another_thread(steps: &mut Steps<'_>) {
    let own = context(steps);
    for (note, mode) in [("global", 0), ("of the thread", 1), ("relaxed", 2)] {
        let captured = stream(steps, 1);
        steps.must("cuStreamBeginCapture_v2", &[captured, mode]);
        std::thread::scope(|scope| {
            scope
                .spawn(|| {
                    steps.must("cuCtxSetCurrent", &[own]);
                    let mut place = 0_u64;
                    steps.noted(&format!("{note}: allocate there"), "cuMemAlloc_v2", &[out(&mut place), 64]);
                    end(steps, captured);
                })
                .join()
                .expect("the calls return");
        });
        status(steps, captured);
        end(steps, captured);
    }
}

/// Forks a captured stream into another by an event.
fn fork(steps: &mut Steps<'_>) -> [u64; 3] {
    let (first, second) = (stream(steps, 1), stream(steps, 1));
    let mut event = 0_u64;
    steps.must("cuEventCreate", &[out(&mut event), 2]);
    steps.must("cuStreamBeginCapture_v2", &[first, 2]);
    steps.noted("record", "cuEventRecord", &[event, first]);
    steps.noted("the other waits", "cuStreamWaitEvent", &[second, event, 0]);
    status(steps, second);
    [first, second, event]
}

fn with_a_stream_that_does_not_come_back(steps: &mut Steps<'_>) {
    context(steps);
    let nothing = kernel(steps, "nothing");
    let [first, second, _] = fork(steps);
    steps.noted("launch in the other", "cuLaunchKernel", &LaunchCall::one(nothing).arguments(second, 0));
    steps.noted("end the other", "cuStreamEndCapture", &[second, out(&mut 0_u64)]);
    status(steps, first);
    end(steps, first);
    status(steps, second);
    let [first, second, _] = fork(steps);
    steps.noted("launch in the other", "cuLaunchKernel", &LaunchCall::one(nothing).arguments(second, 0));
    end(steps, first);
    status(steps, first);
    status(steps, second);
}

fn with_a_stream_that_comes_back(steps: &mut Steps<'_>) {
    context(steps);
    let nothing = kernel(steps, "nothing");
    let [first, second, event] = fork(steps);
    steps.noted("launch in the other", "cuLaunchKernel", &LaunchCall::one(nothing).arguments(second, 0));
    steps.noted("launch", "cuLaunchKernel", &LaunchCall::one(nothing).arguments(first, 0));
    steps.noted("record in the other", "cuEventRecord", &[event, second]);
    steps.noted("wait for it", "cuStreamWaitEvent", &[first, event, 0]);
    steps.noted("launch", "cuLaunchKernel", &LaunchCall::one(nothing).arguments(first, 0));
    let graph = end(steps, first);
    status(steps, second);
    let (mut nodes, mut edges) = (0_u64, 0_u64);
    steps.noted("count the nodes", "cuGraphGetNodes", &[graph, 0, out(&mut nodes)]);
    steps.value("nodes", nodes);
    steps.noted("count the edges", "cuGraphGetEdges", &[graph, 0, 0, out(&mut edges)]);
    steps.value("edges", edges);
}

fn of_an_event_of_another(steps: &mut Steps<'_>) {
    context(steps);
    let [first, _, event] = fork(steps);
    let third = stream(steps, 1);
    steps.must("cuStreamBeginCapture_v2", &[third, 2]);
    steps.noted("wait for an event of another capture", "cuStreamWaitEvent", &[third, event, 0]);
    status(steps, first);
    status(steps, third);
    end(steps, third);
    end(steps, first);
}

fn waits_for_an_event_from_outside(steps: &mut Steps<'_>) {
    context(steps);
    let (outside, captured) = (stream(steps, 1), stream(steps, 1));
    let (mut event, mut never) = (0_u64, 0_u64);
    steps.must("cuEventCreate", &[out(&mut event), 2]);
    steps.must("cuEventCreate", &[out(&mut never), 2]);
    steps.must("cuEventRecord", &[event, outside]);
    steps.must("cuStreamBeginCapture_v2", &[captured, 2]);
    steps.noted("wait for one that was never recorded", "cuStreamWaitEvent", &[captured, never, 0]);
    status(steps, captured);
    steps.noted("wait for one recorded before", "cuStreamWaitEvent", &[captured, event, 0]);
    status(steps, captured);
    end(steps, captured);
}

fn events(steps: &mut Steps<'_>) {
    context(steps);
    let (captured, outside) = (stream(steps, 1), stream(steps, 1));
    let (mut event, mut other, mut time) = (0_u64, 0_u64, 0_f32);
    steps.must("cuEventCreate", &[out(&mut event), 0]);
    steps.must("cuEventCreate", &[out(&mut other), 0]);
    steps.must("cuEventRecord", &[other, outside]);
    steps.must("cuStreamBeginCapture_v2", &[captured, 2]);
    steps.noted("record", "cuEventRecord", &[event, captured]);
    steps.noted("query it", "cuEventQuery", &[event]);
    status(steps, captured);
    steps.noted("wait for it", "cuEventSynchronize", &[event]);
    status(steps, captured);
    steps.noted("time between", "cuEventElapsedTime", &[out(&mut time), other, event]);
    end(steps, captured);
    steps.noted("query it afterwards", "cuEventQuery", &[event]);
    steps.noted("record it in a stream", "cuEventRecord", &[event, outside]);
    steps.must("cuStreamSynchronize", &[outside]);
    steps.noted("query it again", "cuEventQuery", &[event]);
    steps.must("cuStreamBeginCapture_v2", &[captured, 2]);
    steps.noted("record in another capture", "cuEventRecord", &[event, captured]);
    end(steps, captured);
    steps.noted("query it after a capture that ended well", "cuEventQuery", &[event]);
    steps.noted("wait for it", "cuEventSynchronize", &[event]);
    steps.noted("a stream waits for it", "cuStreamWaitEvent", &[outside, event, 0]);
    steps.noted("time between", "cuEventElapsedTime", &[out(&mut time), other, event]);
    steps.must("cuEventRecord", &[event, outside]);
    steps.noted("record with flags 2", "cuEventRecordWithFlags", &[event, outside, 2]);
    steps.noted("record as one from outside, without a capture", "cuEventRecordWithFlags", &[event, outside, 1]);
}

fn allocations(steps: &mut Steps<'_>) {
    context(steps);
    let captured = stream(steps, 1);
    let mut place = 0_u64;
    steps.must("cuStreamBeginCapture_v2", &[captured, 2]);
    steps.noted("allocate in the stream", "cuMemAllocAsync", &[out(&mut place), 64, captured]);
    steps.noted("fill it", "cuMemsetD8Async", &[place, 1, 64, captured]);
    steps.noted("free it in the stream", "cuMemFreeAsync", &[place, captured]);
    status(steps, captured);
    let graph = end(steps, captured);
    let (mut nodes, mut list) = (4_u64, [0_u64; 4]);
    steps.noted("nodes", "cuGraphGetNodes", &[graph, out(&mut list), out(&mut nodes)]);
    steps.value("are", nodes);
    for node in list.iter().take(nodes as usize) {
        let mut kind = 99_u32;
        steps.must("cuGraphNodeGetType", &[*node, out(&mut kind)]);
        steps.value("kind", kind);
    }
    let mut made = 0_u64;
    steps.noted("make", "cuGraphInstantiateWithFlags", &[out(&mut made), graph, 0]);
    steps.noted("run", "cuGraphLaunch", &[made, captured]);
    steps.noted("run again", "cuGraphLaunch", &[made, captured]);
    steps.noted("wait", "cuStreamSynchronize", &[captured]);
}

fn information(steps: &mut Steps<'_>) {
    context(steps);
    let nothing = kernel(steps, "nothing");
    let captured = stream(steps, 1);
    let (mut state, mut number, mut graph, mut nodes, mut count) = (9_u32, 0_u64, 0_u64, 0_u64, 9_u64);
    let answers = [captured, out(&mut state), out(&mut number), out(&mut graph), out(&mut nodes), out(&mut count)];
    let ask = |steps: &mut Steps<'_>, note: &str| {
        steps.noted(note, "cuStreamGetCaptureInfo_v2", &answers);
        // SAFETY: the places live as long as the case.
        let (state, count) =
            unsafe { ((answers[1] as *const u32).read_volatile(), (answers[5] as *const u64).read_volatile()) };
        steps.value("status, nodes that it waits for", format!("{state}, {}", if state == 1 { count } else { 0 }));
    };
    ask(steps, "before");
    steps.must("cuStreamBeginCapture_v2", &[captured, 2]);
    ask(steps, "at its begin");
    steps.must("cuLaunchKernel", &LaunchCall::one(nothing).arguments(captured, 0));
    ask(steps, "after a launch");
    steps.noted("without places", "cuStreamGetCaptureInfo_v2", &[captured, 0, 0, 0, 0, 0]);
    steps.noted("with one place", "cuStreamGetCaptureInfo_v2", &[captured, answers[1], 0, 0, 0, 0]);
    let none = 0x1234_u64;
    steps.noted("wait for none", "cuStreamUpdateCaptureDependencies", &[captured, 0, 0, 1]);
    ask(steps, "after that");
    steps.noted("with flags 2", "cuStreamUpdateCaptureDependencies", &[captured, 0, 0, 2]);
    steps.noted("of null nodes", "cuStreamUpdateCaptureDependencies", &[captured, 0, 1, 1]);
    end(steps, captured);
    steps.noted("without a capture", "cuStreamUpdateCaptureDependencies", &[captured, from(&none), 0, 1]);
}

fn to_a_graph(steps: &mut Steps<'_>) {
    context(steps);
    let nothing = kernel(steps, "nothing");
    let captured = stream(steps, 1);
    let (mut graph, mut node) = (0_u64, 0_u64);
    steps.must("cuGraphCreate", &[out(&mut graph), 0]);
    steps.must("cuGraphAddEmptyNode", &[out(&mut node), graph, 0, 0]);
    let after = [node];
    steps.noted("of null", "cuStreamBeginCaptureToGraph", &[captured, 0, 0, 0, 0, 2]);
    steps.noted("begin", "cuStreamBeginCaptureToGraph", &[captured, graph, from(&after), 0, 1, 2]);
    steps.noted("launch", "cuLaunchKernel", &LaunchCall::one(nothing).arguments(captured, 0));
    let other = stream(steps, 1);
    steps.noted("begin with the same graph", "cuStreamBeginCaptureToGraph", &[other, graph, 0, 0, 0, 2]);
    let same = end(steps, captured);
    steps.value("the same", same == graph);
    let (mut nodes, mut edges) = (0_u64, 0_u64);
    steps.must("cuGraphGetNodes", &[graph, 0, out(&mut nodes)]);
    steps.must("cuGraphGetEdges", &[graph, 0, 0, out(&mut edges)]);
    steps.value("nodes, edges", format!("{nodes}, {edges}"));
}

fn and_its_stream_is_destroyed(steps: &mut Steps<'_>) {
    context(steps);
    let captured = stream(steps, 1);
    steps.must("cuStreamBeginCapture_v2", &[captured, 2]);
    steps.noted("destroy it", "cuStreamDestroy_v2", &[captured]);
    steps.noted("wait", "cuCtxSynchronize", &[]);
}

/// Destroys the stream that a capture began in, and one that joined it, with an event that still knows the capture.
fn and_its_streams_are_destroyed(steps: &mut Steps<'_>) {
    context(steps);
    let nothing = kernel(steps, "nothing");
    let mut place = 0_u64;
    let [first, second, event] = fork(steps);
    steps.noted("destroy the first", "cuStreamDestroy_v2", &[first]);
    status(steps, second);
    steps.noted("launch in the other", "cuLaunchKernel", &LaunchCall::one(nothing).arguments(second, 0));
    steps.noted("query the event", "cuEventQuery", &[event]);
    steps.noted("allocate", "cuMemAlloc_v2", &[out(&mut place), 64]);
    end(steps, second);
    status(steps, second);
    steps.noted("allocate again", "cuMemAlloc_v2", &[out(&mut place), 64]);
    let [first, second, event] = fork(steps);
    steps.noted("launch in the other", "cuLaunchKernel", &LaunchCall::one(nothing).arguments(second, 0));
    steps.noted("destroy the other", "cuStreamDestroy_v2", &[second]);
    status(steps, first);
    end(steps, first);
    steps.noted("query the event", "cuEventQuery", &[event]);
    let global = stream(steps, 1);
    steps.must("cuStreamBeginCapture_v2", &[global, 0]);
    steps.noted("record", "cuEventRecord", &[event, global]);
    steps.noted("destroy one of a global capture", "cuStreamDestroy_v2", &[global]);
    steps.noted("allocate after it", "cuMemAlloc_v2", &[out(&mut place), 64]);
    steps.noted("wait", "cuCtxSynchronize", &[]);
}
