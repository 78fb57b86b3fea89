//! Work in streams: pools, copies and fills, captures that go wrong, launches with attributes.

use super::program::{RegisteredProgram, launch, malloc};
use crate::setting::DriverCase;
use crate::steps::{Steps, from, out};

pub(super) const CASES: &[DriverCase] = &[
    ("runtime_pools", pools),
    ("runtime_copies_in_streams", copies_in_streams),
    ("runtime_captures", captures),
    ("runtime_launches_with_attributes", launches_with_attributes),
    ("runtime_registered", registered),
    ("runtime_hints", hints),
    ("runtime_queries", queries),
    ("runtime_freed", freed),
    ("runtime_nodes", nodes),
];

fn stream(steps: &mut Steps<'_>) -> u64 {
    let mut stream = 0_u64;
    steps.must("cudaStreamCreate", &[out(&mut stream)]);
    stream
}

fn pools(steps: &mut Steps<'_>) {
    let (mut place, mut pool, mut own, mut value) = (0_u64, 0_u64, 0_u64, 9_u64);
    steps.noted("allocate", "cudaMallocAsync", &[out(&mut place), 64, 0]);
    steps.noted("free", "cudaFreeAsync", &[place, 0]);
    steps.noted("free again", "cudaFreeAsync", &[place, 0]);
    steps.noted("free null", "cudaFreeAsync", &[0, 0]);
    steps.noted("nothing", "cudaMallocAsync", &[out(&mut place), 0, 0]);
    steps.value("is null", place == 0);
    steps.noted("to null", "cudaMallocAsync", &[0, 64, 0]);
    steps.noted("too much", "cudaMallocAsync", &[out(&mut place), 1 << 50, 0]);
    steps.noted("the last error", "cudaGetLastError", &[]);
    steps.noted("the device's pool", "cudaDeviceGetDefaultMemPool", &[out(&mut pool), 0]);
    steps.noted("the current one", "cudaDeviceGetMemPool", &[out(&mut own), 0]);
    steps.value("the same", pool == own);
    steps.noted("of device 99", "cudaDeviceGetDefaultMemPool", &[out(&mut own), 99]);
    // `cudaMemPoolProps`: pinned memory of device 0.
    let properties = [1_u64, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    steps.noted("create", "cudaMemPoolCreate", &[out(&mut own), from(&properties)]);
    steps.noted("threshold", "cudaMemPoolGetAttribute", &[own, 4, out(&mut value)]);
    steps.value("is", value);
    steps.noted("attribute 99", "cudaMemPoolGetAttribute", &[own, 99, out(&mut value)]);
    steps.noted("from it", "cudaMallocFromPoolAsync", &[out(&mut place), 64, own, 0]);
    steps.noted("free with the other call", "cudaFree", &[place]);
    steps.noted("trim", "cudaMemPoolTrimTo", &[own, 0]);
    steps.noted("destroy", "cudaMemPoolDestroy", &[own]);
    steps.noted("destroy null", "cudaMemPoolDestroy", &[0]);
    steps.noted("wait", "cudaDeviceSynchronize", &[]);
}

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

/// `cudaLaunchConfig_t`.
#[repr(C)]
struct Configuration {
    grid: [u32; 3],
    block: [u32; 3],
    shared: u64,
    stream: u64,
    attributes: u64,
    count: u32,
}

fn launches_with_attributes(steps: &mut Steps<'_>) {
    let program = RegisteredProgram::register(steps);
    let of = |grid: u32, threads: u32, attributes: u64, count: u32| Configuration {
        grid: [grid, 1, 1],
        block: [threads, 1, 1],
        shared: 0,
        stream: 0,
        attributes,
        count,
    };
    let nothing = program.stub("nothing");
    let call = "cudaLaunchKernelExC";
    // A cluster of two blocks, and one of three.
    let (two, three) = ([4_u64, 2 | 1 << 32, 1, 0, 0, 0, 0, 0, 0], [4_u64, 3 | 1 << 32, 1, 0, 0, 0, 0, 0, 0]);
    steps.noted("without attributes", call, &[from(&of(4, 32, 0, 0)), nothing, 0]);
    steps.noted("clusters of 2", call, &[from(&of(4, 32, from(&two), 1)), nothing, 0]);
    steps.noted("clusters of 3 in 4 blocks", call, &[from(&of(4, 32, from(&three), 1)), nothing, 0]);
    steps.noted("2000 threads", call, &[from(&of(4, 2000, 0, 0)), nothing, 0]);
    steps.noted("an attribute of null", call, &[from(&of(4, 32, 0, 1)), nothing, 0]);
    steps.noted("no kernel", call, &[from(&of(4, 32, 0, 0)), from(&two), 0]);
    steps.noted("wait", "cudaDeviceSynchronize", &[]);
    steps.noted("the last error", "cudaGetLastError", &[]);
}

fn registered(steps: &mut Steps<'_>) {
    let mut bytes = vec![0_u8; 1 << 16];
    let (place, mut device, mut flags) = (bytes.as_mut_ptr() as u64, 0_u64, 9_u32);
    steps.noted("register", "cudaHostRegister", &[place, 1 << 16, 0]);
    steps.noted("again", "cudaHostRegister", &[place, 1 << 16, 0]);
    steps.noted("device pointer", "cudaHostGetDevicePointer", &[out(&mut device), place, 0]);
    steps.noted("flags", "cudaHostGetFlags", &[out(&mut flags), place]);
    steps.value("are", flags);
    steps.noted("free it as page-locked", "cudaFreeHost", &[place]);
    steps.noted("unregister", "cudaHostUnregister", &[place]);
    steps.noted("again", "cudaHostUnregister", &[place]);
    steps.noted("flags of ordinary memory", "cudaHostGetFlags", &[out(&mut flags), place]);
    steps.noted("device pointer of ordinary memory", "cudaHostGetDevicePointer", &[out(&mut device), place, 0]);
    steps.noted("nothing", "cudaHostRegister", &[place, 0, 0]);
    steps.noted("null", "cudaHostRegister", &[0, 64, 0]);
    steps.noted("flags of none", "cudaHostRegister", &[place, 64, 0x100]);
}

fn hints(steps: &mut Steps<'_>) {
    let (device, mut managed) = (malloc(steps, 64), 0_u64);
    steps.must("cudaMallocManaged", &[out(&mut managed), 1 << 16, 1]);
    let stream = stream(steps);
    steps.noted("attach to the stream", "cudaStreamAttachMemAsync", &[stream, managed, 0, 4]);
    steps.noted("attach to the default stream", "cudaStreamAttachMemAsync", &[0, managed, 0, 4]);
    steps.noted("attach device memory", "cudaStreamAttachMemAsync", &[stream, device, 0, 4]);
    steps.noted("attach with flags 3", "cudaStreamAttachMemAsync", &[stream, managed, 0, 3]);
    steps.noted("persisting L2", "cudaCtxResetPersistingL2Cache", &[]);
    steps.noted("wait", "cudaDeviceSynchronize", &[]);
}

fn queries(steps: &mut Steps<'_>) {
    let (mut low, mut high, mut number) = (9_i32, 9_i32, 0_u64);
    steps.noted("priorities", "cudaDeviceGetStreamPriorityRange", &[out(&mut low), out(&mut high)]);
    steps.value("are", format!("{low} {high}"));
    steps.noted("cache", "cudaDeviceGetCacheConfig", &[out(&mut number)]);
    steps.noted("set the cache", "cudaDeviceSetCacheConfig", &[1]);
    steps.noted("set the cache to 9", "cudaDeviceSetCacheConfig", &[9]);
    let mut name = [0_u8; 64];
    steps.noted("bus", "cudaDeviceGetPCIBusId", &[out(&mut name), 64, 0]);
    steps.noted("bus in 4 bytes", "cudaDeviceGetPCIBusId", &[out(&mut name), 4, 0]);
    steps.noted("by a bus that is none", "cudaDeviceGetByPCIBusId", &[out(&mut low), from(&b"ffff:ff:1f.0\0"[..])]);
    steps.noted("peers", "cudaDeviceGetP2PAttribute", &[out(&mut low), 1, 0, 0]);
    steps.noted("version of the driver", "cudaDriverGetVersion", &[out(&mut low)]);
    steps.noted("to null", "cudaDriverGetVersion", &[0]);
    steps.noted("version", "cudaRuntimeGetVersion", &[out(&mut low)]);
    let (mut free, mut total) = (0_u64, 0_u64);
    steps.noted("memory", "cudaMemGetInfo", &[out(&mut free), out(&mut total)]);
    steps.value("not more than all", free <= total);
    let (stream, mut of) = (stream(steps), 9_u32);
    steps.noted("device of a stream", "cudaStreamGetDevice", &[stream, out(&mut of)]);
    steps.value("is", of);
    steps.noted("number of a stream", "cudaStreamGetId", &[stream, out(&mut number)]);
    let program = RegisteredProgram::register(steps);
    let (mut offset, mut bytes, shared) = (0_u64, 0_u64, program.stub("dynamic_shared"));
    steps.noted("parameter 0", "cudaFuncGetParamInfo", &[shared, 0, out(&mut offset), out(&mut bytes)]);
    steps.value("offset, bytes", format!("{offset}, {bytes}"));
    steps.noted("parameter 1", "cudaFuncGetParamInfo", &[shared, 1, out(&mut offset), out(&mut bytes)]);
    steps.noted("shared bytes left", "cudaOccupancyAvailableDynamicSMemPerBlock", &[out(&mut bytes), shared, 2, 256]);
    steps.value("are", bytes);
    let fits = "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags";
    steps.noted("blocks", fits, &[out(&mut low), shared, 256, 0, 0]);
    steps.value("are", low);
    steps.noted("blocks, flags 9", fits, &[out(&mut low), shared, 256, 0, 9]);
    steps.noted("profiler", "cudaProfilerStart", &[]);
    steps.noted("profiler", "cudaProfilerStop", &[]);
}

fn freed(steps: &mut Steps<'_>) {
    let (place, mut back) = (malloc(steps, 16 << 20), [0_u8; 16]);
    steps.must("cudaFree", &[place]);
    steps.noted("copy down", "cudaMemcpy", &[out(&mut back), place, 16, 2]);
    steps.noted("copy up", "cudaMemcpy", &[place, from(&back), 16, 1]);
    steps.noted("fill", "cudaMemset", &[place, 0, 16]);
    steps.noted("free", "cudaFree", &[place]);
    let (mut pinned, mut attributes) = (0_u64, [0_u64; 16]);
    steps.must("cudaMallocHost", &[out(&mut pinned), 1 << 20]);
    steps.must("cudaFreeHost", &[pinned]);
    steps.noted("attributes", "cudaPointerGetAttributes", &[out(&mut attributes), pinned]);
    steps.value("kind", attributes[0] as u32);
    steps.noted("to null", "cudaPointerGetAttributes", &[0, pinned]);
    steps.noted("the last error", "cudaGetLastError", &[]);
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
