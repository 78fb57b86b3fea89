//! Before any context: devices, attributes, entry points, names of errors.

use crate::setting::{DriverCase, context};
use crate::steps::{Steps, from, out};

pub(crate) const CASES: &[DriverCase] = &[
    ("before_init", before_init),
    ("init_with_flags", init_with_flags),
    ("devices", devices),
    ("attributes", attributes),
    ("error_names", error_names),
    ("entry_points", entry_points),
    ("limits", limits),
];

fn before_init(steps: &mut Steps<'_>) {
    let (mut count, mut version, mut address) = (0_u32, 0_u32, 0_u64);
    steps.call("cuDriverGetVersion", &[out(&mut version)]);
    steps.call("cuDeviceGetCount", &[out(&mut count)]);
    steps.call("cuDeviceGet", &[out(&mut count), 0]);
    steps.call("cuCtxGetCurrent", &[out(&mut address)]);
    steps.call("cuMemAlloc_v2", &[out(&mut address), 16]);
}

fn init_with_flags(steps: &mut Steps<'_>) {
    steps.noted("flags 1", "cuInit", &[1]);
    steps.noted("flags 0", "cuInit", &[0]);
    steps.noted("again", "cuInit", &[0]);
}

fn devices(steps: &mut Steps<'_>) {
    steps.must("cuInit", &[0]);
    let (mut device, mut name, mut bytes) = (-1_i32, [1_u8; 64], 0_u64);
    steps.noted("device -1", "cuDeviceGet", &[out(&mut device), u64::from(u32::MAX)]);
    steps.noted("device 99", "cuDeviceGet", &[out(&mut device), 99]);
    steps.noted("device 0", "cuDeviceGet", &[out(&mut device), 0]);
    steps.value("is", device);
    steps.noted("name", "cuDeviceGetName", &[out(&mut name), 64, 0]);
    name = [1; 64];
    steps.noted("name of 4 bytes", "cuDeviceGetName", &[out(&mut name), 4, 0]);
    steps.value("last byte", name[3]);
    steps.noted("name of device 99", "cuDeviceGetName", &[out(&mut name), 64, 99]);
    steps.call("cuDeviceTotalMem_v2", &[out(&mut bytes), 0]);
    steps.noted("memory of device 99", "cuDeviceTotalMem_v2", &[out(&mut bytes), 99]);
    let mut peer = 7_i32;
    steps.noted("itself as peer", "cuDeviceCanAccessPeer", &[out(&mut peer), 0, 0]);
    steps.value("can", peer);
    steps.call("cuDeviceGetUuid_v2", &[out(&mut name), 0]);
    steps.call("cuDeviceGetPCIBusId", &[out(&mut name), 64, 0]);
    let (mut major, mut minor) = (0_i32, 0_i32);
    steps.call("cuDeviceComputeCapability", &[out(&mut major), out(&mut minor), 0]);
    steps.value("capability", format!("{major}.{minor}"));
}

fn attributes(steps: &mut Steps<'_>) {
    steps.must("cuInit", &[0]);
    let mut value = 0_i32;
    for attribute in [0, 100_000] {
        steps.noted(&format!("attribute {attribute}"), "cuDeviceGetAttribute", &[out(&mut value), attribute, 0]);
    }
    steps.noted("of device 99", "cuDeviceGetAttribute", &[out(&mut value), 1, 99]);
    steps.noted("to null", "cuDeviceGetAttribute", &[0, 1, 0]);
    // Of a Hopper, and those that programs decide by.
    for attribute in
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 19, 31, 32, 34, 39, 40, 41, 75, 76, 81, 82, 83, 88, 89]
    {
        steps.must("cuDeviceGetAttribute", &[out(&mut value), attribute, 0]);
        steps.value(&format!("attribute {attribute}"), value);
    }
    for attribute in [90, 91, 92, 95, 96, 97, 98, 99, 100, 101, 102, 106, 111, 115, 116, 119, 120, 124, 127] {
        steps.must("cuDeviceGetAttribute", &[out(&mut value), attribute, 0]);
        steps.value(&format!("attribute {attribute}"), value);
    }
}

fn error_names(steps: &mut Steps<'_>) {
    let mut text = 0_u64;
    for code in [0, 1, 2, 3, 100, 200, 201, 209, 218, 400, 500, 600, 700, 719, 801, 999] {
        steps.noted(&format!("name of {code}"), "cuGetErrorName", &[code, out(&mut text)]);
        steps.noted(&format!("text of {code}"), "cuGetErrorString", &[code, out(&mut text)]);
    }
    for code in [4000, u64::from(u32::MAX)] {
        text = 1;
        steps.noted(&format!("name of {code}"), "cuGetErrorName", &[code, out(&mut text)]);
        steps.value("is null", text == 0);
        text = 1;
        steps.noted(&format!("text of {code}"), "cuGetErrorString", &[code, out(&mut text)]);
        steps.value("is null", text == 0);
    }
}

fn entry_points(steps: &mut Steps<'_>) {
    let (mut entry, mut status) = (0_u64, 9_u32);
    let ask = |steps: &mut Steps<'_>, note: &str, name: &[u8], version: u64, entry: &mut u64, status: &mut u32| {
        (*entry, *status) = (1, 9);
        steps.noted(note, "cuGetProcAddress_v2", &[from(name), out(entry), version, 0, out(status)]);
        steps.value("status", *status);
        steps.value("is null", *entry == 0);
    };
    for (name, version) in [
        (&b"cuMemAlloc\0"[..], 12_000),
        (b"cuMemAlloc\0", 1_000),
        (b"cuMemAlloc_v2\0", 12_000),
        (b"cuNoSuchFunction\0", 12_000),
        (b"cuLaunchKernelEx\0", 11_000),
        (b"cuLaunchKernelEx\0", 12_000),
        (b"cuGetProcAddress\0", 12_000),
        (b"cuCtxCreate\0", 13_000),
        (b"\0", 12_000),
    ] {
        let text = String::from_utf8_lossy(&name[..name.len() - 1]).into_owned();
        ask(steps, &format!("{text} of {version}"), name, version, &mut entry, &mut status);
    }
    entry = 1;
    steps.noted("the first form, known", "cuGetProcAddress", &[from(&b"cuInit\0"[..]), out(&mut entry), 11_030, 0]);
    steps.noted("the first form, unknown", "cuGetProcAddress", &[from(&b"cuNo\0"[..]), out(&mut entry), 11_030, 0]);
    steps.value("is null", entry == 0);
}

fn limits(steps: &mut Steps<'_>) {
    context(steps);
    let mut value = 0_u64;
    for limit in [0, 1, 2, 3, 4, 5, 6, 100] {
        steps.noted(&format!("limit {limit}"), "cuCtxGetLimit", &[out(&mut value), limit]);
    }
    steps.noted("set the stack", "cuCtxSetLimit", &[0, 4096]);
    steps.must("cuCtxGetLimit", &[out(&mut value), 0]);
    steps.value("is", value);
    steps.noted("set a limit that is none", "cuCtxSetLimit", &[100, 1]);
    steps.noted("a stack of 1 TB", "cuCtxSetLimit", &[0, 1 << 40]);
    let (mut least, mut greatest) = (9_i32, 9_i32);
    steps.call("cuCtxGetStreamPriorityRange", &[out(&mut least), out(&mut greatest)]);
    steps.value("priorities", format!("{least} to {greatest}"));
    let mut config = 9_u32;
    steps.call("cuCtxGetCacheConfig", &[out(&mut config)]);
    steps.call("cuCtxSetCacheConfig", &[2]);
    steps.call("cuCtxGetSharedMemConfig", &[out(&mut config)]);
    let mut version = 0_u32;
    steps.call("cuCtxGetApiVersion", &[0, out(&mut version)]);
    steps.call("cuCtxGetFlags", &[out(&mut version)]);
}
