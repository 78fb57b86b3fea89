//! Devices, their attributes and their properties.

use crate::setting::DriverCase;
use crate::steps::{Steps, out};

pub(super) const CASES: &[DriverCase] =
    &[("runtime_devices", devices), ("runtime_reset", reset), ("runtime_limits", limits)];

fn devices(steps: &mut Steps<'_>) {
    let (mut device, mut value, mut properties) = (9_u32, 0_u32, [0_u8; 2000]);
    steps.noted("the device at first", "cudaGetDevice", &[out(&mut device)]);
    steps.value("device", device);
    steps.noted("null", "cudaGetDevice", &[0]);
    steps.noted("device 99", "cudaSetDevice", &[99]);
    steps.noted("device -1", "cudaSetDevice", &[u64::from(u32::MAX)]);
    steps.noted("device 0", "cudaSetDevice", &[0]);
    steps.noted("threads of a warp", "cudaDeviceGetAttribute", &[out(&mut value), 10, 0]);
    steps.value("threads", value);
    steps.noted("attribute 0", "cudaDeviceGetAttribute", &[out(&mut value), 0, 0]);
    steps.noted("of device 99", "cudaDeviceGetAttribute", &[out(&mut value), 10, 99]);
    steps.noted("properties", "cudaGetDeviceProperties", &[out(&mut properties), 0]);
    let word = |at: usize| i32::from_le_bytes(properties[at..at + 4].try_into().expect("four bytes"));
    // By CUDA 13's header: threads of a block, major, warps, the opt-in limit.
    steps.value("places 320, 360", format!("{} {}", word(320), word(360)));
    steps.value("clusters, at 748", word(748));
    steps.noted("properties of device 99", "cudaGetDeviceProperties", &[out(&mut properties), 99]);
    steps.noted("properties to null", "cudaGetDeviceProperties", &[0, 0]);
    steps.noted("flags of no kind", "cudaSetDeviceFlags", &[0x1000]);
    steps.noted("spin", "cudaSetDeviceFlags", &[1]);
    steps.noted("flags", "cudaGetDeviceFlags", &[out(&mut value)]);
    steps.value("flags", value);
    let mut can = 9_u32;
    steps.noted("its own peer", "cudaDeviceCanAccessPeer", &[out(&mut can), 0, 0]);
    steps.value("can", can);
    steps.noted("enable itself", "cudaDeviceEnablePeerAccess", &[0, 0]);
    steps.noted("disable itself", "cudaDeviceDisablePeerAccess", &[0]);
}

fn reset(steps: &mut Steps<'_>) {
    let mut address = 0_u64;
    steps.noted("reset at first", "cudaDeviceReset", &[]);
    steps.noted("allocate", "cudaMalloc", &[out(&mut address), 4]);
    steps.noted("reset", "cudaDeviceReset", &[]);
    steps.noted("free what is gone", "cudaFree", &[address]);
    steps.noted("allocate again", "cudaMalloc", &[out(&mut address), 4]);
    steps.noted("free it", "cudaFree", &[address]);
}

fn limits(steps: &mut Steps<'_>) {
    let mut value = 0_u64;
    steps.noted("stack", "cudaDeviceGetLimit", &[out(&mut value), 0]);
    steps.value("bytes", value);
    steps.noted("set the stack", "cudaDeviceSetLimit", &[0, 4096]);
    steps.noted("stack", "cudaDeviceGetLimit", &[out(&mut value), 0]);
    steps.value("bytes", value);
    steps.noted("limit 99", "cudaDeviceGetLimit", &[out(&mut value), 99]);
    steps.noted("set limit 99", "cudaDeviceSetLimit", &[99, 1]);
}
