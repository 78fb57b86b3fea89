//! Kernels that fault: which call says so, and what works afterwards.

use crate::setting::{DriverCase, LaunchCall, allocated, context, kernel};
use crate::steps::{Steps, from, out};

pub(crate) const CASES: &[DriverCase] = &[
    ("global_address_of_nothing", global_address_of_nothing),
    ("write_far_behind", write_far_behind),
    ("misaligned", misaligned),
    ("trap", trap),
    ("shared_address_of_nothing", shared_address_of_nothing),
    ("fault_said_by_a_copy", fault_said_by_a_copy),
    ("fault_in_a_stream", fault_in_a_stream),
    ("reset_heals", reset_heals),
];

/// The calls that a program makes of a context after a fault.
fn afterwards(steps: &mut Steps<'_>) {
    let (mut place, mut number) = (0_u64, 0_u32);
    steps.noted("wait", "cuCtxSynchronize", &[]);
    steps.noted("wait again", "cuCtxSynchronize", &[]);
    steps.noted("allocate", "cuMemAlloc_v2", &[out(&mut place), 16]);
    steps.noted("allocate pinned", "cuMemAllocHost_v2", &[out(&mut place), 16]);
    steps.noted("query the default stream", "cuStreamQuery", &[0]);
    steps.noted("create a stream", "cuStreamCreate", &[out(&mut place), 0]);
    steps.noted("create an event", "cuEventCreate", &[out(&mut place), 0]);
    steps.noted("current", "cuCtxGetCurrent", &[out(&mut place)]);
    steps.noted("device", "cuCtxGetDevice", &[out(&mut number)]);
    steps.noted("attribute", "cuDeviceGetAttribute", &[out(&mut number), 1, 0]);
    steps.noted("free null", "cuMemFree_v2", &[0]);
    let text = std::ffi::CString::new(crate::kernels::KERNELS).expect("PTX has no zero");
    steps.noted("load", "cuModuleLoadData", &[out(&mut place), from(text.as_bytes_with_nul())]);
}

fn faults(steps: &mut Steps<'_>, name: &str, parameters: u64) {
    let function = kernel(steps, name);
    steps.noted("launch", "cuLaunchKernel", &LaunchCall::one(function).arguments(0, parameters));
    afterwards(steps);
}

fn global_address_of_nothing(steps: &mut Steps<'_>) {
    context(steps);
    faults(steps, "load_at_one", 0);
}

fn write_far_behind(steps: &mut Steps<'_>) {
    context(steps);
    let place = allocated(steps, 64) + (1 << 40);
    let value = 1_u32;
    faults(steps, "store", from(&[from(&place), from(&value)]));
}

fn misaligned(steps: &mut Steps<'_>) {
    context(steps);
    let place = allocated(steps, 64) + 2;
    let value = 1_u32;
    faults(steps, "store", from(&[from(&place), from(&value)]));
}

fn trap(steps: &mut Steps<'_>) {
    context(steps);
    faults(steps, "traps", 0);
}

fn shared_address_of_nothing(steps: &mut Steps<'_>) {
    context(steps);
    faults(steps, "shared_far", 0);
}

fn fault_said_by_a_copy(steps: &mut Steps<'_>) {
    context(steps);
    let place = allocated(steps, 64);
    let traps = kernel(steps, "traps");
    steps.noted("launch", "cuLaunchKernel", &LaunchCall::one(traps).arguments(0, 0));
    let mut back = 0_u32;
    steps.noted("copy down", "cuMemcpyDtoH_v2", &[out(&mut back), place, 4]);
    steps.noted("launch again", "cuLaunchKernel", &LaunchCall::one(traps).arguments(0, 0));
    steps.noted("free", "cuMemFree_v2", &[place]);
}

fn fault_in_a_stream(steps: &mut Steps<'_>) {
    context(steps);
    let traps = kernel(steps, "traps");
    let (mut stream, mut event, mut other) = (0_u64, 0_u64, 0_u64);
    steps.must("cuStreamCreate", &[out(&mut stream), 1]);
    steps.must("cuStreamCreate", &[out(&mut other), 1]);
    steps.must("cuEventCreate", &[out(&mut event), 0]);
    steps.noted("launch", "cuLaunchKernel", &LaunchCall::one(traps).arguments(stream, 0));
    steps.noted("record", "cuEventRecord", &[event, stream]);
    steps.noted("wait for the event", "cuEventSynchronize", &[event]);
    steps.noted("query the event", "cuEventQuery", &[event]);
    steps.noted("query the other stream", "cuStreamQuery", &[other]);
    steps.noted("wait for the stream", "cuStreamSynchronize", &[stream]);
    steps.noted("destroy the stream", "cuStreamDestroy_v2", &[stream]);
    steps.noted("destroy the event", "cuEventDestroy_v2", &[event]);
}

fn reset_heals(steps: &mut Steps<'_>) {
    context(steps);
    let traps = kernel(steps, "traps");
    steps.noted("launch", "cuLaunchKernel", &LaunchCall::one(traps).arguments(0, 0));
    steps.noted("wait", "cuCtxSynchronize", &[]);
    steps.noted("reset", "cuDevicePrimaryCtxReset_v2", &[0]);
    let (mut again, mut place) = (0_u64, 0_u64);
    steps.noted("allocate", "cuMemAlloc_v2", &[out(&mut place), 16]);
    steps.noted("retain", "cuDevicePrimaryCtxRetain", &[out(&mut again), 0]);
    steps.noted("set", "cuCtxSetCurrent", &[again]);
    steps.noted("allocate after it", "cuMemAlloc_v2", &[out(&mut place), 16]);
    let store = kernel(steps, "store");
    let value = 5_u32;
    let parameters = [from(&place), from(&value)];
    steps.noted("launch after it", "cuLaunchKernel", &LaunchCall::one(store).arguments(0, from(&parameters)));
    steps.noted("wait after it", "cuCtxSynchronize", &[]);
}
