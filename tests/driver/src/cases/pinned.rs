//! Host memory that kernels reach: pinned, registered, managed.

use crate::setting::{DriverCase, LaunchCall, context, kernel};
use crate::steps::{Steps, from, out};

pub(crate) const CASES: &[DriverCase] = &[
    ("pinned", pinned),
    ("registered", registered),
    ("managed", managed),
    ("kernel_writes_pinned", kernel_writes_pinned),
    ("kernel_waits_for_the_host", kernel_waits_for_the_host),
    ("fills_wait_where_the_host_reads", fills_wait_where_the_host_reads),
];

fn pinned(steps: &mut Steps<'_>) {
    context(steps);
    let (mut place, mut device, mut flags) = (0_u64, 0_u64, 9_u32);
    steps.noted("0 bytes", "cuMemAllocHost_v2", &[out(&mut place), 0]);
    steps.noted("64 bytes", "cuMemAllocHost_v2", &[out(&mut place), 64]);
    steps.call("cuMemHostGetDevicePointer_v2", &[out(&mut device), place, 0]);
    steps.value("the same address", place == device);
    steps.call("cuMemHostGetFlags", &[out(&mut flags), place]);
    let mut kind = 0_u64;
    steps.noted("kind", "cuPointerGetAttribute", &[out(&mut kind), 2, place]);
    steps.value("is", kind as u32);
    steps.noted("free", "cuMemFreeHost", &[place]);
    steps.noted("free again", "cuMemFreeHost", &[place]);
    steps.noted("free null", "cuMemFreeHost", &[0]);
    steps.noted("with flags", "cuMemHostAlloc", &[out(&mut place), 64, 7]);
    steps.noted("with flags that are none", "cuMemHostAlloc", &[out(&mut place), 64, 0x100]);
    let local = 0_u32;
    steps.noted(
        "device pointer of ordinary memory",
        "cuMemHostGetDevicePointer_v2",
        &[out(&mut device), from(&local), 0],
    );
    steps.noted("free as device memory", "cuMemFree_v2", &[place]);
}

fn registered(steps: &mut Steps<'_>) {
    context(steps);
    let mut bytes = vec![0_u8; 1 << 16];
    let place = bytes.as_mut_ptr() as u64;
    let mut device = 0_u64;
    steps.noted("register", "cuMemHostRegister_v2", &[place, 1 << 16, 0]);
    steps.noted("register again", "cuMemHostRegister_v2", &[place, 1 << 16, 0]);
    steps.call("cuMemHostGetDevicePointer_v2", &[out(&mut device), place, 0]);
    steps.noted("unregister", "cuMemHostUnregister", &[place]);
    steps.noted("unregister again", "cuMemHostUnregister", &[place]);
    steps.noted("register 0 bytes", "cuMemHostRegister_v2", &[place, 0, 0]);
    steps.noted("register null", "cuMemHostRegister_v2", &[0, 64, 0]);
}

fn managed(steps: &mut Steps<'_>) {
    context(steps);
    let (mut place, global, host) = (0_u64, 1, 2);
    steps.noted("0 bytes", "cuMemAllocManaged", &[out(&mut place), 0, global]);
    steps.noted("flags 0", "cuMemAllocManaged", &[out(&mut place), 64, 0]);
    steps.noted("attached to the host", "cuMemAllocManaged", &[out(&mut place), 64, host]);
    steps.noted("64 bytes", "cuMemAllocManaged", &[out(&mut place), 64, global]);
    if place != 0 {
        // SAFETY: 64 bytes of managed memory, which no kernel uses.
        unsafe { (place as *mut u32).write(77) };
        let mut back = 0_u32;
        steps.noted("read it", "cuMemcpyDtoH_v2", &[out(&mut back), place, 4]);
        steps.value("is", back);
        let mut kind = 0_u64;
        steps.noted("is managed", "cuPointerGetAttribute", &[out(&mut kind), 8, place]);
        steps.value("is", kind as u32);
        steps.must("cuPointerGetAttribute", &[out(&mut kind), 2, place]);
        steps.value("kind", kind as u32);
    }
    steps.noted("free", "cuMemFree_v2", &[place]);
    steps.noted("free again", "cuMemFree_v2", &[place]);
}

fn kernel_writes_pinned(steps: &mut Steps<'_>) {
    context(steps);
    let store = kernel(steps, "store");
    let mut place = 0_u64;
    steps.must("cuMemAllocHost_v2", &[out(&mut place), 64]);
    let value = 4711_u32;
    let parameters = [from(&place), from(&value)];
    steps.noted("launch", "cuLaunchKernel", &LaunchCall::one(store).arguments(0, from(&parameters)));
    steps.noted("wait", "cuCtxSynchronize", &[]);
    // SAFETY: the kernel has ended, and the memory is still allocated.
    steps.value("the host reads", unsafe { (place as *const u32).read() });
    let mut managed = 0_u64;
    steps.must("cuMemAllocManaged", &[out(&mut managed), 64, 1]);
    let parameters = [from(&managed), from(&value)];
    steps.noted("launch on managed memory", "cuLaunchKernel", &LaunchCall::one(store).arguments(0, from(&parameters)));
    steps.noted("wait", "cuCtxSynchronize", &[]);
    // SAFETY: as above.
    steps.value("the host reads", unsafe { (managed as *const u32).read() });
}

fn kernel_waits_for_the_host(steps: &mut Steps<'_>) {
    context(steps);
    let waits = kernel(steps, "waits");
    let (mut place, mut stream) = (0_u64, 0_u64);
    steps.must("cuMemHostAlloc", &[out(&mut place), 64, 2]);
    steps.must("cuStreamCreate", &[out(&mut stream), 1]);
    let flag = place as *mut u32;
    // SAFETY: pinned memory of 64 bytes, which nothing else uses yet.
    unsafe { flag.write_volatile(0) };
    let parameters = [from(&place)];
    steps.noted("launch", "cuLaunchKernel", &LaunchCall::one(waits).arguments(stream, from(&parameters)));
    steps.noted("before the flag", "cuStreamQuery", &[stream]);
    // SAFETY: the kernel reads the word as volatile, and the host writes it in one piece.
    unsafe { flag.write_volatile(1) };
    steps.noted("wait", "cuStreamSynchronize", &[stream]);
}

/// Fills memory after a kernel that takes 200 ms, and notes whether the call waited.
fn fills_wait_where_the_host_reads(steps: &mut Steps<'_>) {
    context(steps);
    let sleeps = kernel(steps, "sleeps");
    let (mut pinned, mut managed, mut device) = (0_u64, 0_u64, 0_u64);
    steps.must("cuMemAllocHost_v2", &[out(&mut pinned), 64]);
    steps.must("cuMemAllocManaged", &[out(&mut managed), 64, 1]);
    steps.must("cuMemAlloc_v2", &[out(&mut device), 64]);
    for (note, place) in [("pinned", pinned), ("managed", managed), ("device", device)] {
        steps.must("cuLaunchKernel", &LaunchCall::one(sleeps).arguments(0, 0));
        steps.noted(&format!("fill {note} memory"), "cuMemsetD32_v2", &[place, 0x0102_0304, 16]);
        steps.noted("query the stream", "cuStreamQuery", &[0]);
        if place != device {
            steps.must("cuCtxSynchronize", &[]);
            // SAFETY: 64 bytes that the host reaches, and no kernel runs.
            steps.value("the host reads", unsafe { (place as *const u32).read_volatile() });
        }
        steps.must("cuCtxSynchronize", &[]);
    }
    steps.must("cuLaunchKernel", &LaunchCall::one(sleeps).arguments(0, 0));
    steps.noted("fill pinned memory in a stream", "cuMemsetD32Async", &[pinned, 1, 16, 0]);
    steps.noted("query the stream", "cuStreamQuery", &[0]);
}
