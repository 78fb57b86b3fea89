//! Nodes of graphs made by hand: each kind, its parameters in a graph and in what was made of it, edges, clones.

use crate::setting::{DriverCase, allocated, context, kernel};
use crate::steps::{Steps, from, out};

pub(crate) const CASES: &[DriverCase] = &[
    ("nodes_of_each_kind", of_each_kind),
    ("nodes_with_wrong_parameters", with_wrong_parameters),
    ("nodes_and_edges", and_edges),
    ("nodes_of_a_clone", of_a_clone),
    ("nodes_set_in_what_was_made", set_in_what_was_made),
    ("graph_updates", updates),
    ("graph_made_with_parameters", made_with_parameters),
    ("user_objects", user_objects),
];

/// `CUDA_KERNEL_NODE_PARAMS_v2`.
#[repr(C)]
struct KernelParameters {
    function: u64,
    grid: [u32; 3],
    block: [u32; 3],
    shared: u32,
    parameters: u64,
    extra: u64,
    kernel: u64,
    context: u64,
}

fn of_kernel(function: u64, parameters: u64, threads: u32) -> KernelParameters {
    KernelParameters {
        function,
        grid: [1; 3],
        block: [threads, 1, 1],
        shared: 0,
        parameters,
        extra: 0,
        kernel: 0,
        context: 0,
    }
}

/// `CUDA_MEMCPY3D` of a line: from the host or a device's memory to either.
fn line([from_host, from_device]: [u64; 2], [to_host, to_device]: [u64; 2], bytes: u64) -> [u64; 25] {
    let kind = |device: u64| if device == 0 { 1 } else { 2 };
    let mut copy = [0; 25];
    copy[4..7].copy_from_slice(&[kind(from_device), from_host, from_device]);
    copy[9..11].copy_from_slice(&[bytes, 1]);
    copy[15..18].copy_from_slice(&[kind(to_device), to_host, to_device]);
    copy[20..25].copy_from_slice(&[bytes, 1, bytes, 1, 1]);
    copy
}

/// `CUDA_MEMSET_NODE_PARAMS`: words of one row.
fn words(place: u64, value: u64, count: u64) -> [u64; 5] {
    [place, 0, value | 4 << 32, count, 1]
}

extern "C" fn adds_hundred(word: *mut u32) {
    // SAFETY: the case passes a word that lives until it has waited.
    unsafe { *word += 100 };
}

fn kinds(steps: &mut Steps<'_>, nodes: &[u64]) {
    for node in nodes {
        let mut kind = 99_u32;
        steps.noted("kind", "cuGraphNodeGetType", &[*node, out(&mut kind)]);
        steps.value("is", kind);
    }
}

fn of_each_kind(steps: &mut Steps<'_>) {
    let own = context(steps);
    let (add, place) = (kernel(steps, "add_one"), allocated(steps, 4));
    let (mut back, parameters) = (0_u32, [from(&place)]);
    let back = out(&mut back);
    let (mut graph, mut inner, mut made) = (0_u64, 0_u64, 0_u64);
    let mut nodes = [0_u64; 6];
    steps.must("cuGraphCreate", &[out(&mut graph), 0]);
    steps.must("cuGraphCreate", &[out(&mut inner), 0]);
    let mut at = 0_u64;
    let kernel_node = of_kernel(add, from(&parameters), 3);
    steps.noted(
        "a kernel in another graph",
        "cuGraphAddKernelNode_v2",
        &[out(&mut at), inner, 0, 0, from(&kernel_node)],
    );
    steps.noted("a fill", "cuGraphAddMemsetNode", &[out(&mut nodes[0]), graph, 0, 0, from(&words(place, 5, 1)), own]);
    let after = [nodes[0]];
    steps.noted("that graph", "cuGraphAddChildGraphNode", &[out(&mut nodes[1]), graph, from(&after), 1, inner]);
    let after = [nodes[1]];
    let copy = line([0, place], [back, 0], 4);
    steps.noted("a copy", "cuGraphAddMemcpyNode", &[out(&mut nodes[2]), graph, from(&after), 1, from(&copy), own]);
    let after = [nodes[2]];
    let call = [adds_hundred as *const () as u64, back];
    steps.noted("a call", "cuGraphAddHostNode", &[out(&mut nodes[3]), graph, from(&after), 1, from(&call)]);
    let (after, mut event) = ([nodes[3], nodes[0]], 0_u64);
    steps.noted("an empty one", "cuGraphAddEmptyNode", &[out(&mut nodes[4]), graph, from(&after), 2]);
    steps.must("cuEventCreate", &[out(&mut event), 0]);
    steps.noted("an event", "cuGraphAddEventRecordNode", &[out(&mut nodes[5]), graph, 0, 0, event]);
    kinds(steps, &nodes[..5]);
    steps.noted("make", "cuGraphInstantiateWithFlags", &[out(&mut made), graph, 0]);
    steps.noted("upload", "cuGraphUpload", &[made, 0]);
    steps.noted("run", "cuGraphLaunch", &[made, 0]);
    steps.noted("wait", "cuCtxSynchronize", &[]);
    // SAFETY: the graph has ended.
    steps.value("the word", unsafe { (back as *const u32).read_volatile() });
    steps.noted("destroy a node", "cuGraphDestroyNode", &[nodes[4]]);
    let mut count = 0_u64;
    steps.must("cuGraphGetNodes", &[graph, 0, out(&mut count)]);
    steps.value("nodes", count);
}

fn with_wrong_parameters(steps: &mut Steps<'_>) {
    let own = context(steps);
    let (add, place) = (kernel(steps, "add_one"), allocated(steps, 64));
    let parameters = [from(&place)];
    let (mut graph, mut node, mut host) = (0_u64, 0_u64, 0_u64);
    steps.must("cuGraphCreate", &[out(&mut graph), 0]);
    let (node, good) = (out(&mut node), of_kernel(add, from(&parameters), 1));
    steps.noted("a kernel to null", "cuGraphAddKernelNode_v2", &[0, graph, 0, 0, from(&good)]);
    steps.noted("in no graph", "cuGraphAddKernelNode_v2", &[node, 0, 0, 0, from(&good)]);
    steps.noted("without parameters of the node", "cuGraphAddKernelNode_v2", &[node, graph, 0, 0, 0]);
    steps.noted(
        "no kernel",
        "cuGraphAddKernelNode_v2",
        &[node, graph, 0, 0, from(&of_kernel(0, from(&parameters), 1))],
    );
    steps.noted(
        "of no threads",
        "cuGraphAddKernelNode_v2",
        &[node, graph, 0, 0, from(&of_kernel(add, from(&parameters), 0))],
    );
    steps.noted("after one, in a list of null", "cuGraphAddKernelNode_v2", &[node, graph, 0, 1, from(&good)]);
    let null = [0_u64];
    steps.noted("after null", "cuGraphAddEmptyNode", &[node, graph, from(&null), 1]);
    let fill = |place, pitch, value_and_bytes, width, height| [place, pitch, value_and_bytes, width, height];
    for (note, of) in [
        ("a fill of no words", fill(place, 0, 4 << 32, 0, 1)),
        ("of no rows", fill(place, 0, 4 << 32, 1, 0)),
        ("of elements of 3 bytes", fill(place, 0, 3 << 32, 1, 1)),
        ("of null", fill(0, 0, 4 << 32, 1, 1)),
        ("at an odd address", fill(place + 1, 0, 4 << 32, 1, 1)),
        ("of a host address", fill(from(&null), 0, 4 << 32, 1, 1)),
        ("of a byte with a value of 9 bits", fill(place, 0, 0x1ff | 1 << 32, 1, 1)),
        ("of rows wider than their pitch", fill(place, 8, 4 << 32, 4, 2)),
    ] {
        steps.noted(note, "cuGraphAddMemsetNode", &[node, graph, 0, 0, from(&of), own]);
    }
    let host_place = out(&mut host);
    for (note, of) in [
        ("a copy of no bytes", line([host_place, 0], [0, place], 0)),
        ("to null", line([host_place, 0], [0, 0], 8)),
        ("from null", line([0, 0], [0, place], 8)),
        ("outside of memory", line([host_place, 0], [0, place + (64 << 20)], 8)),
        ("from host to host", line([host_place, 0], [host_place, 0], 8)),
    ] {
        steps.noted(note, "cuGraphAddMemcpyNode", &[node, graph, 0, 0, from(&of), own]);
    }
    steps.noted("a call of null", "cuGraphAddHostNode", &[node, graph, 0, 0, from(&[0_u64, 0])]);
    steps.noted("a child that is null", "cuGraphAddChildGraphNode", &[node, graph, 0, 0, 0]);
    let mut count = 0_u64;
    steps.must("cuGraphGetNodes", &[graph, 0, out(&mut count)]);
    steps.value("nodes", count);
}

/// A graph of empty nodes.
fn empty_nodes<const N: usize>(steps: &mut Steps<'_>) -> (u64, [u64; N]) {
    let (mut graph, mut nodes) = (0_u64, [0_u64; N]);
    steps.must("cuGraphCreate", &[out(&mut graph), 0]);
    for node in &mut nodes {
        steps.must("cuGraphAddEmptyNode", &[out(node), graph, 0, 0]);
    }
    (graph, nodes)
}

fn and_edges(steps: &mut Steps<'_>) {
    context(steps);
    let (graph, [a, b, c]) = empty_nodes(steps);
    let (_, [foreign]) = empty_nodes(steps);
    let mut edge = |note: &str, name: &str, one: u64, two: u64| {
        steps.noted(note, name, &[graph, from(&[one]), from(&[two]), 1]);
    };
    let (add, remove) = ("cuGraphAddDependencies", "cuGraphRemoveDependencies");
    edge("a before b", add, a, b);
    edge("a before b again", add, a, b);
    edge("b before c", add, b, c);
    edge("a before itself", add, a, a);
    edge("a before a node of another graph", add, a, foreign);
    edge("a before null", add, a, 0);
    edge("take out what is not there", remove, a, c);
    edge("take out b before c", remove, b, c);
    steps.noted("none", add, &[graph, 0, 0, 0]);
    steps.noted("one of null lists", add, &[graph, 0, 0, 1]);
    let (mut count, mut one, mut two) = (9_u64, [0_u64; 9], [0_u64; 9]);
    steps.noted("edges", "cuGraphGetEdges", &[graph, out(&mut one), out(&mut two), out(&mut count)]);
    steps.value("are", count);
    steps.value("from a to b", one[0] == a && two[0] == b);
    steps.noted("without a place for the number", "cuGraphGetEdges", &[graph, 0, 0, 0]);
    count = 9;
    steps.noted("what waits for a", "cuGraphNodeGetDependentNodes", &[a, out(&mut one), out(&mut count)]);
    steps.value("are", count);
    count = 9;
    steps.noted("what b waits for", "cuGraphNodeGetDependencies", &[b, out(&mut one), out(&mut count)]);
    steps.value("are", count);
    steps.value("beyond them", if one[count as usize..].iter().all(|node| *node == 0) { "nulls" } else { "as it was" });
    count = 9;
    steps.noted("nodes into more room", "cuGraphGetNodes", &[graph, out(&mut one), out(&mut count)]);
    steps.value("are", count);
    count = 2;
    steps.noted("nodes into less room", "cuGraphGetNodes", &[graph, out(&mut one), out(&mut count)]);
    steps.value("are", count);
    steps.noted("destroy b", "cuGraphDestroyNode", &[b]);
    steps.noted("destroy null", "cuGraphDestroyNode", &[0]);
    steps.must("cuGraphGetEdges", &[graph, 0, 0, out(&mut count)]);
    steps.value("edges", count);
}

fn of_a_clone(steps: &mut Steps<'_>) {
    context(steps);
    let (graph, [a, _]) = empty_nodes(steps);
    let (other, [foreign]) = empty_nodes(steps);
    let (mut clone, mut found) = (0_u64, 0_u64);
    steps.noted("to null", "cuGraphClone", &[0, graph]);
    steps.noted("of null", "cuGraphClone", &[out(&mut clone), 0]);
    steps.noted("clone", "cuGraphClone", &[out(&mut clone), graph]);
    steps.noted("find a", "cuGraphNodeFindInClone", &[out(&mut found), a, clone]);
    steps.value("another node", found != a && found != 0);
    steps.noted("find a node of another graph", "cuGraphNodeFindInClone", &[out(&mut found), foreign, clone]);
    steps.noted("find a where it is not", "cuGraphNodeFindInClone", &[out(&mut found), a, other]);
    steps.noted("destroy the first", "cuGraphDestroy", &[graph]);
    let mut count = 0_u64;
    steps.noted("nodes of the clone", "cuGraphGetNodes", &[clone, 0, out(&mut count)]);
    steps.value("are", count);
    steps.noted("destroy null", "cuGraphDestroy", &[0]);
    steps.noted("destroy null that was made", "cuGraphExecDestroy", &[0]);
}

fn set_in_what_was_made(steps: &mut Steps<'_>) {
    let own = context(steps);
    let (add, store, place) = (kernel(steps, "add_one"), kernel(steps, "store"), allocated(steps, 4));
    let (parameters, value) = ([from(&place)], 7_u32);
    let (mut graph, mut fill, mut adds, mut made, mut back) = (0_u64, 0_u64, 0_u64, 0_u64, 0_u32);
    steps.must("cuGraphCreate", &[out(&mut graph), 0]);
    steps.must("cuGraphAddMemsetNode", &[out(&mut fill), graph, 0, 0, from(&words(place, 0, 1)), own]);
    let after = [fill];
    let three = of_kernel(add, from(&parameters), 3);
    steps.must("cuGraphAddKernelNode_v2", &[out(&mut adds), graph, from(&after), 1, from(&three)]);
    steps.must("cuGraphInstantiateWithFlags", &[out(&mut made), graph, 0]);
    let mut run = |steps: &mut Steps<'_>| {
        steps.noted("run", "cuGraphLaunch", &[made, 0]);
        steps.must("cuMemcpyDtoH_v2", &[out(&mut back), place, 4]);
        steps.value("the word", back);
    };
    run(steps);
    let five = of_kernel(add, from(&parameters), 5);
    steps.noted("five threads in the graph", "cuGraphKernelNodeSetParams_v2", &[adds, from(&five)]);
    run(steps);
    steps.noted("five threads in what was made", "cuGraphExecKernelNodeSetParams_v2", &[made, adds, from(&five)]);
    run(steps);
    steps.noted("fill with ten", "cuGraphExecMemsetNodeSetParams", &[made, fill, from(&words(place, 10, 1)), own]);
    run(steps);
    let stores = [from(&place), from(&value)];
    let other = of_kernel(store, from(&stores), 1);
    steps.noted("another kernel", "cuGraphExecKernelNodeSetParams_v2", &[made, adds, from(&other)]);
    run(steps);
    steps.noted(
        "2000 threads",
        "cuGraphExecKernelNodeSetParams_v2",
        &[made, adds, from(&of_kernel(add, from(&parameters), 2000))],
    );
    steps.noted(
        "a fill's parameters for a kernel",
        "cuGraphExecMemsetNodeSetParams",
        &[made, adds, from(&words(place, 1, 1)), own],
    );
    steps.noted(
        "of a fill in the graph for a kernel",
        "cuGraphMemsetNodeSetParams",
        &[adds, from(&words(place, 1, 1))],
    );
    steps.noted("of no node", "cuGraphExecKernelNodeSetParams_v2", &[made, 0, from(&five)]);
    steps.noted("in nothing that was made", "cuGraphExecKernelNodeSetParams_v2", &[0, adds, from(&five)]);
    steps.noted("parameters of null", "cuGraphExecKernelNodeSetParams_v2", &[made, adds, 0]);
    run(steps);
    steps.noted("destroy the graph", "cuGraphDestroy", &[graph]);
    run(steps);
}

fn updates(steps: &mut Steps<'_>) {
    context(steps);
    let (add, place) = (kernel(steps, "add_one"), allocated(steps, 4));
    let parameters = [from(&place)];
    let mut graphs = [0_u64; 3];
    let mut node = 0_u64;
    for (graph, threads) in graphs.iter_mut().zip([2, 4, 6]) {
        steps.must("cuGraphCreate", &[out(graph), 0]);
        let of = of_kernel(add, from(&parameters), threads);
        steps.must("cuGraphAddKernelNode_v2", &[out(&mut node), *graph, 0, 0, from(&of)]);
    }
    steps.must("cuGraphAddEmptyNode", &[out(&mut node), graphs[2], 0, 0]);
    let (mut made, mut back, mut answer) = (0_u64, 0_u32, [9_u64; 3]);
    steps.must("cuGraphInstantiateWithFlags", &[out(&mut made), graphs[0], 0]);
    for (note, graph) in [("of the same form", graphs[1]), ("with a node more", graphs[2]), ("null", 0)] {
        steps.noted(note, "cuGraphExecUpdate_v2", &[made, graph, out(&mut answer)]);
        steps.value("result", answer[0] as u32);
        steps.must("cuMemsetD32_v2", &[place, 0, 1]);
        steps.noted("run", "cuGraphLaunch", &[made, 0]);
        steps.must("cuMemcpyDtoH_v2", &[out(&mut back), place, 4]);
        steps.value("the word", back);
    }
    steps.noted("without a place for the answer", "cuGraphExecUpdate_v2", &[made, graphs[1], 0]);
}

fn made_with_parameters(steps: &mut Steps<'_>) {
    context(steps);
    let (graph, _) = empty_nodes::<1>(steps);
    let mut made = 0_u64;
    for flags in [0_u64, 1, 2, 8, 16, 64] {
        let mut parameters = [flags, 0, 9, 9];
        steps.noted(
            &format!("flags {flags}"),
            "cuGraphInstantiateWithParams",
            &[out(&mut made), graph, out(&mut parameters)],
        );
        steps.value("result", parameters[3] as u32);
    }
    for flags in [1_u64, 8, 64] {
        steps.noted(&format!("flags {flags} without"), "cuGraphInstantiateWithFlags", &[out(&mut made), graph, flags]);
    }
    steps.noted("to null", "cuGraphInstantiateWithFlags", &[0, graph, 0]);
    steps.noted("of null", "cuGraphInstantiateWithFlags", &[out(&mut made), 0, 0]);
    steps.noted("parameters of null", "cuGraphInstantiateWithParams", &[out(&mut made), graph, 0]);
}

fn user_objects(steps: &mut Steps<'_>) {
    context(steps);
    let (graph, _) = empty_nodes::<1>(steps);
    let (mut object, mut word) = (0_u64, 0_u32);
    let (word, call) = (out(&mut word), adds_hundred as *const () as u64);
    let create = "cuUserObjectCreate";
    steps.noted("kept by none", create, &[out(&mut object), word, call, 0, 1]);
    steps.noted("flags 0", create, &[out(&mut object), word, call, 1, 0]);
    steps.noted("without a function", create, &[out(&mut object), word, 0, 1, 1]);
    steps.noted("create", create, &[out(&mut object), word, call, 2, 1]);
    steps.noted("keep", "cuUserObjectRetain", &[object, 1]);
    steps.noted("keep null", "cuUserObjectRetain", &[0, 1]);
    steps.noted("keep none", "cuUserObjectRetain", &[object, 0]);
    steps.noted("by a graph", "cuGraphRetainUserObject", &[graph, object, 1, 1]);
    steps.noted("by a graph, flags 2", "cuGraphRetainUserObject", &[graph, object, 1, 2]);
    steps.noted("by null", "cuGraphRetainUserObject", &[0, object, 1, 0]);
    steps.noted("by a graph, null", "cuGraphRetainUserObject", &[graph, 0, 1, 0]);
    steps.noted("leave it twice", "cuUserObjectRelease", &[object, 2]);
    // SAFETY: the word lives as long as the case.
    let read = || unsafe { (word as *const u32).read_volatile() };
    steps.value("the word", read());
    steps.noted("no graph keeps it", "cuGraphReleaseUserObject", &[graph, object, 1]);
    steps.must("cuCtxSynchronize", &[]);
    std::thread::sleep(std::time::Duration::from_millis(200));
    steps.value("the word", read());
}
