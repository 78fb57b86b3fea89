//! Contexts: primary ones, the stack of each thread, and what is used without one.

use crate::setting::{DriverCase, context};
use crate::steps::{Steps, out};

pub(crate) const CASES: &[DriverCase] = &[
    ("without_context", without_context),
    ("primary_context", primary_context),
    ("stack_of_contexts", stack_of_contexts),
    ("after_release", after_release),
    ("reset_frees", reset_frees),
    ("own_context", own_context),
    ("another_thread", another_thread),
];

fn without_context(steps: &mut Steps<'_>) {
    steps.must("cuInit", &[0]);
    let mut place = 1_u64;
    steps.call("cuCtxGetCurrent", &[out(&mut place)]);
    steps.value("is null", place == 0);
    steps.call("cuCtxGetDevice", &[out(&mut place)]);
    steps.call("cuCtxSynchronize", &[]);
    steps.call("cuCtxPopCurrent_v2", &[out(&mut place)]);
    steps.noted("push null", "cuCtxPushCurrent_v2", &[0]);
    steps.noted("set null", "cuCtxSetCurrent", &[0]);
    steps.call("cuMemAlloc_v2", &[out(&mut place), 16]);
    steps.noted("free null", "cuMemFree_v2", &[0]);
    steps.call("cuStreamCreate", &[out(&mut place), 0]);
    steps.call("cuEventCreate", &[out(&mut place), 0]);
    steps.call("cuMemAllocHost_v2", &[out(&mut place), 16]);
    let mut other = 0_u64;
    steps.call("cuMemGetInfo_v2", &[out(&mut place), out(&mut other)]);
    steps.noted("wait for the default stream", "cuStreamSynchronize", &[0]);
}

fn state(steps: &mut Steps<'_>) {
    let (mut flags, mut active) = (9_u32, 9_i32);
    steps.call("cuDevicePrimaryCtxGetState", &[0, out(&mut flags), out(&mut active)]);
    steps.value("flags, active", format!("{flags}, {active}"));
}

fn primary_context(steps: &mut Steps<'_>) {
    steps.must("cuInit", &[0]);
    state(steps);
    steps.noted("release what is not retained", "cuDevicePrimaryCtxRelease_v2", &[0]);
    steps.noted("set flags", "cuDevicePrimaryCtxSetFlags_v2", &[0, 4]);
    state(steps);
    let (mut first, mut second) = (0_u64, 0_u64);
    steps.noted("retain", "cuDevicePrimaryCtxRetain", &[out(&mut first), 0]);
    steps.noted("retain again", "cuDevicePrimaryCtxRetain", &[out(&mut second), 0]);
    steps.value("the same", first == second);
    state(steps);
    steps.noted("retain of device 99", "cuDevicePrimaryCtxRetain", &[out(&mut second), 99]);
    steps.noted("current before it is set", "cuCtxGetCurrent", &[out(&mut second)]);
    steps.value("is null", second == 0);
    steps.noted("release", "cuDevicePrimaryCtxRelease_v2", &[0]);
    state(steps);
    steps.noted("release again", "cuDevicePrimaryCtxRelease_v2", &[0]);
    state(steps);
    steps.noted("release a third time", "cuDevicePrimaryCtxRelease_v2", &[0]);
}

fn stack_of_contexts(steps: &mut Steps<'_>) {
    let primary = context(steps);
    let mut top = 0_u64;
    steps.noted("push it again", "cuCtxPushCurrent_v2", &[primary]);
    steps.noted("pop", "cuCtxPopCurrent_v2", &[out(&mut top)]);
    steps.value("the primary one", top == primary);
    steps.noted("pop the last", "cuCtxPopCurrent_v2", &[out(&mut top)]);
    steps.noted("pop from none", "cuCtxPopCurrent_v2", &[out(&mut top)]);
    steps.noted("allocate without", "cuMemAlloc_v2", &[out(&mut top), 16]);
    steps.noted("set", "cuCtxSetCurrent", &[primary]);
    steps.noted("allocate with", "cuMemAlloc_v2", &[out(&mut top), 16]);
    steps.noted("set null", "cuCtxSetCurrent", &[0]);
    steps.call("cuCtxGetCurrent", &[out(&mut top)]);
    steps.value("is null", top == 0);
}

fn after_release(steps: &mut Steps<'_>) {
    context(steps);
    let mut place = 0_u64;
    steps.must("cuMemAlloc_v2", &[out(&mut place), 16]);
    steps.noted("release the last", "cuDevicePrimaryCtxRelease_v2", &[0]);
    let mut current = 0_u64;
    steps.call("cuCtxGetCurrent", &[out(&mut current)]);
    steps.value("is null", current == 0);
    steps.noted("allocate", "cuMemAlloc_v2", &[out(&mut place), 16]);
    steps.noted("wait", "cuCtxSynchronize", &[]);
}

fn reset_frees(steps: &mut Steps<'_>) {
    context(steps);
    let mut place = 0_u64;
    steps.must("cuMemAlloc_v2", &[out(&mut place), 16]);
    steps.noted("reset", "cuDevicePrimaryCtxReset_v2", &[0]);
    steps.noted("free what was allocated before", "cuMemFree_v2", &[place]);
    steps.noted("allocate", "cuMemAlloc_v2", &[out(&mut place), 16]);
    steps.noted("wait", "cuCtxSynchronize", &[]);
    let mut again = 0_u64;
    steps.noted("retain", "cuDevicePrimaryCtxRetain", &[out(&mut again), 0]);
    steps.noted("set", "cuCtxSetCurrent", &[again]);
    steps.noted("allocate after it", "cuMemAlloc_v2", &[out(&mut place), 16]);
}

fn own_context(steps: &mut Steps<'_>) {
    steps.must("cuInit", &[0]);
    let (mut own, mut current) = (0_u64, 0_u64);
    steps.noted("create", "cuCtxCreate_v2", &[out(&mut own), 0, 0]);
    steps.call("cuCtxGetCurrent", &[out(&mut current)]);
    steps.value("current", own == current && own != 0);
    let mut device = 9_i32;
    steps.call("cuCtxGetDevice", &[out(&mut device)]);
    steps.value("device", device);
    steps.noted("create with flags that are none", "cuCtxCreate_v2", &[out(&mut current), 0xffff_0000, 0]);
    steps.noted("destroy", "cuCtxDestroy_v2", &[own]);
    steps.call("cuCtxGetCurrent", &[out(&mut current)]);
    steps.value("is null", current == 0);
    steps.noted("destroy null", "cuCtxDestroy_v2", &[0]);
}

fn another_thread(steps: &mut Steps<'_>) {
    let primary = context(steps);
    let mut place = 1_u64;
    // One thread at a time: the scope ends before the next call.
    std::thread::scope(|scope| {
        scope
            .spawn(|| {
                steps.noted("current in a new thread", "cuCtxGetCurrent", &[out(&mut place)]);
                steps.value("is null", place == 0);
                steps.noted("allocate there", "cuMemAlloc_v2", &[out(&mut place), 16]);
                steps.noted("set it there", "cuCtxSetCurrent", &[primary]);
                steps.noted("allocate there again", "cuMemAlloc_v2", &[out(&mut place), 16]);
            })
            .join()
            .expect("the calls return");
    });
    steps.noted("free here", "cuMemFree_v2", &[place]);
}
