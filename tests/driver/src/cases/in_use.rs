//! Modules, memory, streams, events and graphs that are destroyed while work uses them, callbacks, and several contexts.

use crate::kernels::KERNELS;
use crate::setting::{DriverCase, LaunchCall, allocated, context, function, module};
use crate::steps::{Steps, from, out};

pub(crate) const CASES: &[DriverCase] = &[
    ("unload_while_a_kernel_runs", unload_while_a_kernel_runs),
    ("free_while_a_kernel_runs", free_while_a_kernel_runs),
    ("destroy_a_stream_with_work", destroy_a_stream_with_work),
    ("destroy_an_event_that_is_waited_for", destroy_an_event_that_is_waited_for),
    ("destroy_a_graph_that_runs", destroy_a_graph_that_runs),
    ("functions_in_callbacks", functions_in_callbacks),
    ("stream_callbacks", stream_callbacks),
    ("two_contexts", two_contexts),
    ("contexts_of_later_versions", contexts_of_later_versions),
];

/// A stream with a kernel that runs until the host sets a flag.
struct Waiting {
    module: u64,
    stream: u64,
    flag: u64,
}

impl Waiting {
    fn begin(steps: &mut Steps<'_>) -> Waiting {
        let module = module(steps, KERNELS);
        let waits = function(steps, module, "waits");
        let (mut flag, mut stream) = (0_u64, 0_u64);
        steps.must("cuMemHostAlloc", &[out(&mut flag), 64, 2]);
        steps.must("cuStreamCreate", &[out(&mut stream), 1]);
        // SAFETY: pinned memory of 64 bytes, which nothing else uses yet.
        unsafe { (flag as *mut u32).write_volatile(0) };
        let parameters = [from(&flag)];
        steps.must("cuLaunchKernel", &LaunchCall::one(waits).arguments(stream, from(&parameters)));
        Waiting { module, stream, flag }
    }

    fn end(&self) {
        // SAFETY: the kernel reads the word as volatile, and the memory is still allocated.
        unsafe { (self.flag as *mut u32).write_volatile(1) };
    }
}

/// Calls that may wait for the kernel are made beside a thread that ends it.
fn ended_beside(steps: &mut Steps<'_>, waiting: &Waiting, call: impl FnOnce(&mut Steps<'_>)) {
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(300));
            waiting.end();
        });
        call(steps);
    });
}

fn unload_while_a_kernel_runs(steps: &mut Steps<'_>) {
    context(steps);
    let waiting = Waiting::begin(steps);
    ended_beside(steps, &waiting, |steps| {
        steps.noted("unload", "cuModuleUnload", &[waiting.module]);
        steps.noted("wait", "cuStreamSynchronize", &[waiting.stream]);
    });
}

fn free_while_a_kernel_runs(steps: &mut Steps<'_>) {
    context(steps);
    let place = allocated(steps, 64);
    let waiting = Waiting::begin(steps);
    ended_beside(steps, &waiting, |steps| {
        steps.noted("free", "cuMemFree_v2", &[place]);
        steps.noted("query", "cuStreamQuery", &[waiting.stream]);
        steps.noted("wait", "cuStreamSynchronize", &[waiting.stream]);
    });
}

fn destroy_a_stream_with_work(steps: &mut Steps<'_>) {
    context(steps);
    let waiting = Waiting::begin(steps);
    let place = allocated(steps, 64);
    steps.noted("fill behind it", "cuMemsetD32Async", &[place, 7, 4, waiting.stream]);
    steps.noted("destroy", "cuStreamDestroy_v2", &[waiting.stream]);
    waiting.end();
    steps.noted("wait", "cuCtxSynchronize", &[]);
    let mut back = 0_u32;
    steps.must("cuMemcpyDtoH_v2", &[out(&mut back), place, 4]);
    steps.value("filled with", back);
}

fn destroy_an_event_that_is_waited_for(steps: &mut Steps<'_>) {
    context(steps);
    let waiting = Waiting::begin(steps);
    let (mut event, mut other, place) = (0_u64, 0_u64, allocated(steps, 64));
    steps.must("cuEventCreate", &[out(&mut event), 2]);
    steps.must("cuStreamCreate", &[out(&mut other), 1]);
    steps.noted("record", "cuEventRecord", &[event, waiting.stream]);
    steps.noted("wait for it", "cuStreamWaitEvent", &[other, event, 0]);
    steps.noted("fill behind it", "cuMemsetD32Async", &[place, 7, 4, other]);
    steps.noted("query it", "cuEventQuery", &[event]);
    steps.noted("wait with flags 2", "cuStreamWaitEvent", &[other, event, 2]);
    steps.noted("destroy", "cuEventDestroy_v2", &[event]);
    steps.noted("query the other stream", "cuStreamQuery", &[other]);
    waiting.end();
    steps.noted("wait for the other stream", "cuStreamSynchronize", &[other]);
    let mut back = 0_u32;
    steps.must("cuMemcpyDtoH_v2", &[out(&mut back), place, 4]);
    steps.value("filled with", back);
}

fn destroy_a_graph_that_runs(steps: &mut Steps<'_>) {
    context(steps);
    let waiting = Waiting::begin(steps);
    let add = function(steps, waiting.module, "add_one");
    let (place, mut captured, mut graph, mut made) = (allocated(steps, 4), 0_u64, 0_u64, 0_u64);
    let parameters = [from(&place)];
    steps.must("cuMemsetD32Async", &[place, 0, 1, waiting.stream]);
    steps.must("cuStreamCreate", &[out(&mut captured), 1]);
    steps.must("cuStreamBeginCapture_v2", &[captured, 2]);
    steps.must("cuLaunchKernel", &LaunchCall::one(add).arguments(captured, from(&parameters)));
    steps.must("cuStreamEndCapture", &[captured, out(&mut graph)]);
    steps.must("cuGraphInstantiateWithFlags", &[out(&mut made), graph, 0]);
    steps.noted("launch", "cuGraphLaunch", &[made, waiting.stream]);
    ended_beside(steps, &waiting, |steps| {
        steps.noted("destroy what was made", "cuGraphExecDestroy", &[made]);
        steps.noted("destroy", "cuGraphDestroy", &[graph]);
        steps.noted("wait", "cuStreamSynchronize", &[waiting.stream]);
    });
    let mut back = 9_u32;
    steps.must("cuMemcpyDtoH_v2", &[out(&mut back), place, 4]);
    steps.value("the word", back);
}

/// Functions that a callback calls, with two arguments each.
const IN_CALLBACKS: [&str; 9] = [
    "cuMemAlloc_v2",
    "cuDriverGetVersion",
    "cuDeviceGet",
    "cuDeviceGetCount",
    "cuCtxGetCurrent",
    "cuCtxSetCurrent",
    "cuEventCreate",
    "cuStreamQuery",
    "cuStreamCreate",
];

/// Their answers, and the context of the case.
struct CallsOfCallback {
    context: u64,
    results: [u32; IN_CALLBACKS.len()],
}

extern "C" fn asks_the_driver(calls: *mut CallsOfCallback) {
    let mut place = [0_u64; 8];
    // SAFETY: the loader has the driver already, and pointers point to `place`. The functions have other types, with one or two arguments of 4 or
    // 8 bytes: that they may be called so is a rule not of Rust but of the C ABI of x86-64 and AArch64, where both are in registers.
    unsafe {
        let library = libloading::Library::new("libcuda.so.1").expect("it is loaded");
        for (at, name) in IN_CALLBACKS.iter().enumerate() {
            let call = library.get::<unsafe extern "C" fn(u64, u64) -> u32>(name.as_bytes()).expect("it is there");
            let (first, second) = match *name {
                "cuCtxSetCurrent" => ((*calls).context, 0),
                "cuStreamQuery" => (0, 0),
                "cuMemAlloc_v2" => (out(&mut place), 64),
                _ => (out(&mut place), 0),
            };
            (*calls).results[at] = call(first, second);
        }
    }
}

/// A stream's callback with the data at its third argument.
extern "C" fn asks_in_a_callback(_stream: u64, _status: u32, calls: *mut CallsOfCallback) {
    asks_the_driver(calls);
}

/// The answers that a callback gets.
fn answers_in(steps: &mut Steps<'_>, context: u64, note: &str, name: &str, function: u64) -> [u32; IN_CALLBACKS.len()] {
    let mut calls = CallsOfCallback { context, results: [12_345; IN_CALLBACKS.len()] };
    let place = out(&mut calls);
    steps.noted(note, name, &[0, function, place, 0]);
    steps.noted("wait", "cuStreamSynchronize", &[0]);
    // SAFETY: the callback has ended.
    unsafe { (place as *const CallsOfCallback).read_volatile() }.results
}

fn functions_in_callbacks(steps: &mut Steps<'_>) {
    let context = context(steps);
    for (note, name, function) in [
        ("call", "cuLaunchHostFunc", asks_the_driver as *const () as u64),
        ("call back", "cuStreamAddCallback", asks_in_a_callback as *const () as u64),
    ] {
        let results = answers_in(steps, context, note, name, function);
        for (called, result) in IN_CALLBACKS.iter().zip(results) {
            steps.result(called, result);
        }
    }
}

extern "C" fn counts(_stream: u64, status: u32, word: *mut u32) {
    // SAFETY: the case passes a word that lives until it has waited.
    unsafe { *word += 1 + 100 * status };
}

fn stream_callbacks(steps: &mut Steps<'_>) {
    context(steps);
    let mut word = 0_u32;
    let (place, call) = (out(&mut word), counts as *const () as u64);
    steps.noted("add", "cuStreamAddCallback", &[0, call, place, 0]);
    steps.noted("flags 1", "cuStreamAddCallback", &[0, call, place, 1]);
    steps.noted("null", "cuStreamAddCallback", &[0, 0, place, 0]);
    steps.noted("wait", "cuStreamSynchronize", &[0]);
    // SAFETY: the callbacks have ended.
    steps.value("the word", unsafe { (place as *const u32).read_volatile() });
}

fn two_contexts(steps: &mut Steps<'_>) {
    let primary = context(steps);
    let (place, mut stream, mut event, mut own) = (allocated(steps, 64), 0_u64, 0_u64, 0_u64);
    let loaded = module(steps, KERNELS);
    let nothing = function(steps, loaded, "nothing");
    steps.must("cuStreamCreate", &[out(&mut stream), 1]);
    steps.must("cuEventCreate", &[out(&mut event), 0]);
    steps.noted("create another", "cuCtxCreate_v2", &[out(&mut own), 0, 0]);
    let mut value = 0_u64;
    steps.noted("fill the first one's memory", "cuMemsetD32_v2", &[place, 1, 4]);
    steps.noted("whose is the memory", "cuPointerGetAttribute", &[out(&mut value), 1, place]);
    steps.value("the first one's", value == primary);
    steps.noted("launch the first one's kernel", "cuLaunchKernel", &LaunchCall::one(nothing).arguments(0, 0));
    steps.noted("in the first one's stream", "cuLaunchKernel", &LaunchCall::one(nothing).arguments(stream, 0));
    steps.noted("wait for that stream", "cuStreamSynchronize", &[stream]);
    steps.noted("record the first one's event", "cuEventRecord", &[event, 0]);
    steps.noted("record it in its own stream", "cuEventRecord", &[event, stream]);
    steps.noted(
        "a function of the first one's module",
        "cuModuleGetFunction",
        &[out(&mut value), loaded, from(&b"store\0"[..])],
    );
    steps.noted("unload it", "cuModuleUnload", &[loaded]);
    steps.noted("free", "cuMemFree_v2", &[place]);
    steps.noted("destroy the stream", "cuStreamDestroy_v2", &[stream]);
    steps.noted("destroy the other context", "cuCtxDestroy_v2", &[own]);
    steps.noted("current", "cuCtxGetCurrent", &[out(&mut value)]);
    steps.value("the first one", value == primary);
}

fn contexts_of_later_versions(steps: &mut Steps<'_>) {
    context(steps);
    let mut own = 0_u64;
    steps.noted("version 3", "cuCtxCreate_v3", &[out(&mut own), 0, 0, 0, 0]);
    steps.noted("version 4", "cuCtxCreate_v4", &[out(&mut own), 0, 0, 0]);
    steps.noted("version 4, flags of none", "cuCtxCreate_v4", &[out(&mut own), 0, 0xffff_0000, 0]);
    steps.noted("of device 99", "cuCtxCreate_v2", &[out(&mut own), 0, 99]);
    steps.noted("to null", "cuCtxCreate_v2", &[0, 0, 0]);
    let (mut flags, mut version) = (0_u32, 0_u32);
    steps.noted("set flags", "cuCtxSetFlags", &[4]);
    steps.noted("flags", "cuCtxGetFlags", &[out(&mut flags)]);
    steps.value("are", flags);
    steps.noted("flags of none", "cuCtxSetFlags", &[0xffff_0000]);
    steps.noted("version of null", "cuCtxGetApiVersion", &[0, out(&mut version)]);
    steps.value("is", version);
    let mut device = 9_u32;
    steps.noted("device", "cuCtxGetDevice_v2", &[out(&mut device), own]);
    steps.noted("device of null", "cuCtxGetDevice_v2", &[out(&mut device), 0]);
    steps.noted("wait", "cuCtxSynchronize_v2", &[own]);
}
