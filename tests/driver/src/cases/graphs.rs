//! Graphs: captured from a stream.

use crate::setting::{DriverCase, LaunchCall, allocated, context, kernel};
use crate::steps::{Steps, from, out};

pub(crate) const CASES: &[DriverCase] = &[
    ("capture", capture),
    ("capture_broken", capture_broken),
    ("no_capture", no_capture),
    ("graph_by_hand", graph_by_hand),
];

fn capture(steps: &mut Steps<'_>) {
    context(steps);
    let add = kernel(steps, "add_one");
    let place = allocated(steps, 4);
    let (mut stream, mut graph, mut made) = (0_u64, 0_u64, 0_u64);
    steps.must("cuStreamCreate", &[out(&mut stream), 1]);
    steps.must("cuMemsetD32_v2", &[place, 0, 1]);
    let parameters = [from(&place)];
    let launch = LaunchCall::one(add).arguments(stream, from(&parameters));
    steps.noted("begin", "cuStreamBeginCapture_v2", &[stream, 0]);
    let mut status = 9_u32;
    steps.call("cuStreamIsCapturing", &[stream, out(&mut status)]);
    steps.value("status", status);
    steps.noted("launch", "cuLaunchKernel", &launch);
    steps.noted("launch again", "cuLaunchKernel", &launch);
    steps.noted("end", "cuStreamEndCapture", &[stream, out(&mut graph)]);
    let mut nodes = 0_u64;
    steps.noted("count the nodes", "cuGraphGetNodes", &[graph, 0, out(&mut nodes)]);
    steps.value("nodes", nodes);
    let mut back = 9_u32;
    steps.must("cuMemcpyDtoH_v2", &[out(&mut back), place, 4]);
    steps.value("before it runs", back);
    steps.noted("make", "cuGraphInstantiateWithFlags", &[out(&mut made), graph, 0]);
    steps.noted("run", "cuGraphLaunch", &[made, stream]);
    steps.noted("run again", "cuGraphLaunch", &[made, stream]);
    steps.noted("wait", "cuStreamSynchronize", &[stream]);
    steps.must("cuMemcpyDtoH_v2", &[out(&mut back), place, 4]);
    steps.value("after two runs", back);
    steps.noted("destroy what was made", "cuGraphExecDestroy", &[made]);
    steps.noted("destroy", "cuGraphDestroy", &[graph]);
}

fn capture_broken(steps: &mut Steps<'_>) {
    context(steps);
    let (mut stream, mut graph) = (0_u64, 0_u64);
    steps.must("cuStreamCreate", &[out(&mut stream), 1]);
    steps.noted("begin", "cuStreamBeginCapture_v2", &[stream, 0]);
    steps.noted("begin again", "cuStreamBeginCapture_v2", &[stream, 0]);
    steps.noted("query", "cuStreamQuery", &[stream]);
    steps.noted("wait", "cuStreamSynchronize", &[stream]);
    let mut status = 9_u32;
    steps.call("cuStreamIsCapturing", &[stream, out(&mut status)]);
    steps.value("status", status);
    steps.noted("end", "cuStreamEndCapture", &[stream, out(&mut graph)]);
    steps.noted("query after it", "cuStreamQuery", &[stream]);
}

fn no_capture(steps: &mut Steps<'_>) {
    context(steps);
    let (mut stream, mut graph, mut status) = (0_u64, 0_u64, 9_u32);
    steps.must("cuStreamCreate", &[out(&mut stream), 1]);
    steps.noted("end without begin", "cuStreamEndCapture", &[stream, out(&mut graph)]);
    steps.noted("begin in the default stream", "cuStreamBeginCapture_v2", &[0, 0]);
    steps.call("cuStreamIsCapturing", &[stream, out(&mut status)]);
    steps.value("status", status);
    steps.noted("launch null", "cuGraphLaunch", &[0, stream]);
    steps.noted("an empty graph", "cuGraphCreate", &[out(&mut graph), 0]);
    let mut made = 0_u64;
    steps.noted("make it", "cuGraphInstantiateWithFlags", &[out(&mut made), graph, 0]);
    steps.noted("run it", "cuGraphLaunch", &[made, stream]);
}

/// `CUDA_KERNEL_NODE_PARAMS_v2`.
#[repr(C)]
struct KernelNode {
    function: u64,
    grid: [u32; 3],
    block: [u32; 3],
    shared: u32,
    parameters: u64,
    extra: u64,
    kernel: u64,
    context: u64,
}

fn graph_by_hand(steps: &mut Steps<'_>) {
    context(steps);
    let add = kernel(steps, "add_one");
    let place = allocated(steps, 4);
    steps.must("cuMemsetD32_v2", &[place, 0, 1]);
    let parameters = [from(&place)];
    let (mut graph, mut first, mut second, mut made) = (0_u64, 0_u64, 0_u64, 0_u64);
    steps.noted("flags 1", "cuGraphCreate", &[out(&mut graph), 1]);
    steps.noted("flags 0", "cuGraphCreate", &[out(&mut graph), 0]);
    let node = |threads: u32| KernelNode {
        function: add,
        grid: [1; 3],
        block: [threads, 1, 1],
        shared: 0,
        parameters: from(&parameters),
        extra: 0,
        kernel: 0,
        context: 0,
    };
    steps.noted("a kernel", "cuGraphAddKernelNode_v2", &[out(&mut first), graph, 0, 0, from(&node(1))]);
    let after = [first];
    steps.noted(
        "another behind it",
        "cuGraphAddKernelNode_v2",
        &[out(&mut second), graph, from(&after), 1, from(&node(2))],
    );
    let mut third = 0_u64;
    steps.noted("one of 2000 threads", "cuGraphAddKernelNode_v2", &[out(&mut third), graph, 0, 0, from(&node(2000))]);
    steps.noted("an empty one", "cuGraphAddEmptyNode", &[out(&mut third), graph, 0, 0]);
    let mut count = 0_u64;
    steps.noted("count the roots", "cuGraphGetRootNodes", &[graph, 0, out(&mut count)]);
    steps.value("roots", count);
    let mut kind = 9_u32;
    steps.noted("kind of the first", "cuGraphNodeGetType", &[first, out(&mut kind)]);
    steps.value("kind", kind);
    let (a, b) = ([second], [first]);
    steps.noted("a circle", "cuGraphAddDependencies", &[graph, from(&a), from(&b), 1]);
    steps.noted("make", "cuGraphInstantiateWithFlags", &[out(&mut made), graph, 0]);
    if made == 0 {
        steps.noted("take the circle out", "cuGraphRemoveDependencies", &[graph, from(&a), from(&b), 1]);
        steps.noted("make", "cuGraphInstantiateWithFlags", &[out(&mut made), graph, 0]);
    }
    steps.noted("run", "cuGraphLaunch", &[made, 0]);
    let mut back = 9_u32;
    steps.noted("read", "cuMemcpyDtoH_v2", &[out(&mut back), place, 4]);
    steps.value("threads that added", back);
}
