//! Streams, events and captured graphs.

use super::program::{RegisteredProgram, launch, malloc};
use crate::setting::DriverCase;
use crate::steps::{Steps, from, out};

pub(super) const CASES: &[DriverCase] = &[
    ("runtime_streams", streams),
    ("runtime_events", events),
    ("runtime_graphs", graphs),
    ("runtime_graph_by_hand", by_hand),
];

fn streams(steps: &mut Steps<'_>) {
    let (mut stream, mut flags, mut priority) = (0_u64, 9_u32, 9_u32);
    steps.noted("to null", "cudaStreamCreate", &[0]);
    steps.noted("create", "cudaStreamCreate", &[out(&mut stream)]);
    steps.noted("flags 2", "cudaStreamCreateWithFlags", &[out(&mut stream), 2]);
    steps.noted("flags 1", "cudaStreamCreateWithFlags", &[out(&mut stream), 1]);
    steps.noted("its flags", "cudaStreamGetFlags", &[stream, out(&mut flags)]);
    steps.value("flags", flags);
    steps.noted("priority -100", "cudaStreamCreateWithPriority", &[out(&mut stream), 1, (-100_i64) as u64]);
    steps.noted("its priority", "cudaStreamGetPriority", &[stream, out(&mut priority)]);
    steps.value("priority", priority as i32);
    steps.noted("wait", "cudaStreamSynchronize", &[stream]);
    steps.noted("query", "cudaStreamQuery", &[stream]);
    steps.noted("destroy", "cudaStreamDestroy", &[stream]);
    steps.noted("destroy the default one", "cudaStreamDestroy", &[0]);
    steps.noted("query the default one", "cudaStreamQuery", &[0]);
    steps.noted("that of the thread", "cudaStreamSynchronize", &[2]);
}

fn events(steps: &mut Steps<'_>) {
    let (mut first, mut second, mut untimed, mut time) = (0_u64, 0_u64, 0_u64, -1_f32);
    steps.noted("create", "cudaEventCreate", &[out(&mut first)]);
    steps.must("cudaEventCreate", &[out(&mut second)]);
    steps.noted("flags 8", "cudaEventCreateWithFlags", &[out(&mut untimed), 8]);
    steps.noted("without times", "cudaEventCreateWithFlags", &[out(&mut untimed), 2]);
    steps.noted("time of what was never recorded", "cudaEventElapsedTime", &[out(&mut time), first, second]);
    steps.noted("record", "cudaEventRecord", &[first, 0]);
    steps.noted("record", "cudaEventRecord", &[second, 0]);
    steps.noted("record", "cudaEventRecord", &[untimed, 0]);
    steps.noted("wait", "cudaEventSynchronize", &[second]);
    steps.noted("query", "cudaEventQuery", &[second]);
    steps.noted("time", "cudaEventElapsedTime", &[out(&mut time), first, second]);
    steps.value("not negative", time >= 0.0);
    steps.noted("time without times", "cudaEventElapsedTime", &[out(&mut time), first, untimed]);
    steps.noted("destroy", "cudaEventDestroy", &[first]);
    steps.noted("query null", "cudaEventQuery", &[0]);
}

fn graphs(steps: &mut Steps<'_>) {
    let program = RegisteredProgram::register(steps);
    let place = malloc(steps, 4);
    steps.must("cudaMemset", &[place, 0, 4]);
    let parameters = [from(&place)];
    let (mut stream, mut graph, mut made, mut nodes, mut back) = (0_u64, 0_u64, 0_u64, 0_u64, 0_u32);
    steps.must("cudaStreamCreate", &[out(&mut stream)]);
    let call = launch(program.stub("add_one"), [1; 3], [3, 1, 1], from(&parameters), 0, stream);
    steps.noted("begin in the default stream", "cudaStreamBeginCapture", &[0, 0]);
    steps.noted("begin", "cudaStreamBeginCapture", &[stream, 0]);
    steps.noted("launch", "cudaLaunchKernel", &call);
    steps.noted("launch", "cudaLaunchKernel", &call);
    steps.noted("end", "cudaStreamEndCapture", &[stream, out(&mut graph)]);
    steps.noted("count the nodes", "cudaGraphGetNodes", &[graph, 0, out(&mut nodes)]);
    steps.value("nodes", nodes);
    steps.noted("make", "cudaGraphInstantiate", &[out(&mut made), graph, 0]);
    steps.noted("run", "cudaGraphLaunch", &[made, stream]);
    steps.noted("wait", "cudaStreamSynchronize", &[stream]);
    steps.noted("read", "cudaMemcpy", &[out(&mut back), place, 4, 2]);
    steps.value("value", back);
    steps.noted("destroy", "cudaGraphExecDestroy", &[made]);
    steps.noted("destroy", "cudaGraphDestroy", &[graph]);
}

/// `cudaKernelNodeParams`.
#[repr(C)]
struct NodeOfStub {
    function: u64,
    grid: [u32; 3],
    block: [u32; 3],
    shared: u32,
    parameters: u64,
    extra: u64,
}

fn by_hand(steps: &mut Steps<'_>) {
    let program = RegisteredProgram::register(steps);
    let place = malloc(steps, 4);
    let parameters = [from(&place)];
    let (mut graph, mut first, mut second, mut third, mut made, mut back) = (0_u64, 0_u64, 0_u64, 0_u64, 0_u64, 0_u32);
    let node = |threads: u32| NodeOfStub {
        function: program.stub("add_one"),
        grid: [1; 3],
        block: [threads, 1, 1],
        shared: 0,
        parameters: from(&parameters),
        extra: 0,
    };
    // `cudaMemsetParams`: address, pitch, value and bytes of an element, width, height.
    let zeros = [place, 0, 4 << 32, 1, 1];
    steps.noted("create", "cudaGraphCreate", &[out(&mut graph), 0]);
    steps.noted("a fill", "cudaGraphAddMemsetNode", &[out(&mut first), graph, 0, 0, from(&zeros)]);
    let after = [first];
    steps.noted("a kernel", "cudaGraphAddKernelNode", &[out(&mut second), graph, from(&after), 1, from(&node(3))]);
    steps.noted("of 2000 threads", "cudaGraphAddKernelNode", &[out(&mut third), graph, 0, 0, from(&node(2000))]);
    let after = [second];
    let copy = "cudaGraphAddMemcpyNode1D";
    steps.noted("a copy", copy, &[out(&mut third), graph, from(&after), 1, out(&mut back), place, 4, 2]);
    let mut count = 0_u64;
    steps.noted("count the nodes", "cudaGraphGetNodes", &[graph, 0, out(&mut count)]);
    steps.value("nodes", count);
    let mut kind = 9_u32;
    steps.noted("kind of the fill", "cudaGraphNodeGetType", &[first, out(&mut kind)]);
    steps.value("kind", kind);
    steps.noted("make", "cudaGraphInstantiate", &[out(&mut made), graph, 0]);
    steps.noted("run", "cudaGraphLaunch", &[made, 0]);
    steps.noted("wait", "cudaDeviceSynchronize", &[]);
    steps.value("value", back);
    steps.noted("five threads", "cudaGraphExecKernelNodeSetParams", &[made, second, from(&node(5))]);
    steps.noted("run", "cudaGraphLaunch", &[made, 0]);
    steps.noted("wait", "cudaDeviceSynchronize", &[]);
    steps.value("value", back);
    let mut copied = 0_u64;
    steps.noted("clone", "cudaGraphClone", &[out(&mut copied), graph]);
    steps.noted("destroy a node", "cudaGraphDestroyNode", &[third]);
    steps.noted("count the nodes", "cudaGraphGetNodes", &[graph, 0, out(&mut count)]);
    steps.value("nodes", count);
    steps.noted("of the clone", "cudaGraphGetNodes", &[copied, 0, out(&mut count)]);
    steps.value("nodes", count);
    steps.noted("destroy", "cudaGraphDestroy", &[graph]);
}
