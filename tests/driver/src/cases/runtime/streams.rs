//! Work in streams and in graphs: copies and fills, captures that go wrong, nodes.

use super::program::{RegisteredProgram, launch, malloc, stream};
use crate::setting::DriverCase;
use crate::steps::{Steps, from, out};

pub(super) const CASES: &[DriverCase] =
    &[("runtime_copies_in_streams", copies_in_streams), ("runtime_captures", captures), ("runtime_nodes", nodes)];

fn copies_in_streams(steps: &mut Steps<'_>) {
    let (place, stream, mut back) = (malloc(steps, 64), stream(steps), [0_u8; 64]);
    let numbers = [7_u8; 64];
    let (host, back_place) = (from(&numbers), out(&mut back));
    let copy = "cudaMemcpyAsync";
    steps.noted("up", copy, &[place, host, 64, 1, stream]);
    steps.noted("down", copy, &[back_place, place, 64, 2, stream]);
    steps.noted("by the addresses", copy, &[back_place, place, 64, 4, stream]);
    steps.noted("direction 5", copy, &[back_place, place, 64, 5, stream]);
    steps.noted("65 bytes of 64", copy, &[back_place, place, 65, 2, stream]);
    steps.noted("up, from the device", copy, &[place, place, 64, 1, stream]);
    steps.noted("to null", copy, &[0, place, 64, 2, stream]);
    steps.noted("nothing to null", copy, &[0, 0, 0, 2, stream]);
    steps.noted("fill", "cudaMemsetAsync", &[place, 3, 64, stream]);
    steps.noted("fill null", "cudaMemsetAsync", &[0, 3, 64, stream]);
    steps.noted("fill rows", "cudaMemset2DAsync", &[place, 16, 3, 8, 4, stream]);
    steps.noted("fill rows beyond the end", "cudaMemset2DAsync", &[place, 16, 3, 8, 5, stream]);
    steps.noted("rows", "cudaMemcpy2DAsync", &[place, 16, host, 16, 8, 4, 1, stream]);
    steps.noted("rows wider than their pitch", "cudaMemcpy2DAsync", &[place, 4, host, 16, 8, 4, 1, stream]);
    steps.noted("peer", "cudaMemcpyPeerAsync", &[place, 0, place + 32, 0, 32, stream]);
    steps.noted("peer 99", "cudaMemcpyPeerAsync", &[place, 99, place + 32, 0, 32, stream]);
    steps.noted("wait", "cudaStreamSynchronize", &[stream]);
    // SAFETY: all copies have ended.
    steps.value("first byte", unsafe { (back_place as *const u8).read_volatile() });
}

fn captures(steps: &mut Steps<'_>) {
    let program = RegisteredProgram::register(steps);
    let (place, captured) = (malloc(steps, 64), stream(steps));
    let (mut other, mut graph, mut status, mut event) = (0_u64, 0x77_u64, 9_u32, 0_u64);
    let nothing = |stream| launch(program.stub("nothing"), [1; 3], [1; 3], 0, 0, stream);
    let mut trial = |steps: &mut Steps<'_>, note: &str, name: &str, arguments: &[u64]| {
        steps.must("cudaStreamBeginCapture", &[captured, 0]);
        steps.noted(note, name, arguments);
        steps.noted("its status", "cudaStreamIsCapturing", &[captured, out(&mut status)]);
        steps.value("status", status);
        graph = 0x77;
        steps.noted("end", "cudaStreamEndCapture", &[captured, out(&mut graph)]);
        steps.value("the graph is null", graph == 0);
        steps.noted("the last error", "cudaGetLastError", &[]);
    };
    trial(steps, "nothing", "cudaGetLastError", &[]);
    trial(steps, "allocate", "cudaMalloc", &[out(&mut other), 64]);
    trial(steps, "free", "cudaFree", &[place]);
    trial(steps, "a copy that waits", "cudaMemcpy", &[place, from(&[0_u8; 64]), 64, 1]);
    trial(steps, "wait for the device", "cudaDeviceSynchronize", &[]);
    trial(steps, "wait for the stream", "cudaStreamSynchronize", &[captured]);
    trial(steps, "query the stream", "cudaStreamQuery", &[captured]);
    trial(steps, "launch in the default stream", "cudaLaunchKernel", &nothing(0));
    trial(steps, "launch", "cudaLaunchKernel", &nothing(captured));
    trial(
        steps,
        "of 2000 threads",
        "cudaLaunchKernel",
        &launch(program.stub("nothing"), [1; 3], [2000, 1, 1], 0, 0, captured),
    );
    trial(steps, "allocate in the stream", "cudaMallocAsync", &[out(&mut other), 64, captured]);
    trial(steps, "create an event", "cudaEventCreate", &[out(&mut event)]);
    trial(steps, "query the default stream", "cudaStreamQuery", &[0]);
    steps.noted("mode", "cudaThreadExchangeStreamCaptureMode", &[out(&mut status)]);
    steps.noted("wait", "cudaDeviceSynchronize", &[]);
}

extern "C" fn adds_hundred(word: *mut u32) {
    // SAFETY: the case passes a word that lives until it has waited.
    unsafe { *word += 100 };
}

fn nodes(steps: &mut Steps<'_>) {
    let mut word = 5_u32;
    let (word, call) = (out(&mut word), adds_hundred as *const () as u64);
    let (mut graph, mut inner, mut first, mut second, mut made) = (0_u64, 0_u64, 0_u64, 0_u64, 0_u64);
    steps.must("cudaGraphCreate", &[out(&mut graph), 0]);
    steps.must("cudaGraphCreate", &[out(&mut inner), 0]);
    steps.noted("a call", "cudaGraphAddHostNode", &[out(&mut first), inner, 0, 0, from(&[call, word])]);
    steps.noted("a call of null", "cudaGraphAddHostNode", &[out(&mut second), inner, 0, 0, from(&[0, word])]);
    steps.noted("an empty node", "cudaGraphAddEmptyNode", &[out(&mut first), graph, 0, 0]);
    let after = [first];
    steps.noted("that graph", "cudaGraphAddChildGraphNode", &[out(&mut second), graph, from(&after), 1, inner]);
    steps.noted("no graph", "cudaGraphAddChildGraphNode", &[out(&mut second), graph, 0, 0, 0]);
    let (one, two) = ([first], [second]);
    steps.noted("the edge again", "cudaGraphAddDependencies", &[graph, from(&one), from(&two), 1]);
    steps.noted("make", "cudaGraphInstantiateWithFlags", &[out(&mut made), graph, 0]);
    steps.noted("upload", "cudaGraphUpload", &[made, 0]);
    steps.noted("run", "cudaGraphLaunch", &[made, 0]);
    steps.noted("wait", "cudaDeviceSynchronize", &[]);
    // SAFETY: the graph has ended.
    steps.value("the word", unsafe { (word as *const u32).read_volatile() });
    steps.noted("run null", "cudaGraphLaunch", &[0, 0]);
    steps.noted("destroy null", "cudaGraphDestroy", &[0]);
    steps.noted("destroy null", "cudaGraphExecDestroy", &[0]);
    steps.noted("run what is there", "cudaGraphLaunch", &[made, 0]);
    steps.noted("wait", "cudaDeviceSynchronize", &[]);
}
