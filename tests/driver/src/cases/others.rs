//! Calls that programs make beside the ones that do the work.

use crate::setting::{DriverCase, allocated, context};
use crate::steps::{Steps, from, out};

pub(crate) const CASES: &[DriverCase] =
    &[("others", others), ("peers", peers), ("hints", hints), ("arrays", arrays), ("reserved", reserved)];

fn others(steps: &mut Steps<'_>) {
    context(steps);
    steps.call("cuProfilerStart", &[]);
    steps.call("cuProfilerStop", &[]);
    let mut device = 9_i32;
    steps.noted("a bus that is none", "cuDeviceGetByPCIBusId", &[out(&mut device), from(&b"ffff:ff:1f.0\0"[..])]);
    let mut name = [0_u8; 64];
    steps.must("cuDeviceGetPCIBusId", &[out(&mut name), 64, 0]);
    steps.noted("the device's own", "cuDeviceGetByPCIBusId", &[out(&mut device), from(&name)]);
    steps.value("is", device);
    steps.noted("in 4 bytes", "cuDeviceGetPCIBusId", &[out(&mut name), 4, 0]);
    steps.call("cuCtxSetSharedMemConfig", &[1]);
    let mut bytes = 0_u64;
    steps.call("cuCtxResetPersistingL2Cache", &[]);
    steps.noted("a primary context's flags", "cuDevicePrimaryCtxSetFlags_v2", &[0, 0xff00]);
    steps.noted("flush", "cuFlushGPUDirectRDMAWrites", &[100, 100]);
    steps.noted("handle of memory for other processes", "cuIpcGetMemHandle", &[out(&mut [0_u64; 8]), 0x1234]);
    steps.noted("an export table that is none", "cuGetExportTable", &[out(&mut bytes), from(&[0_u64; 2])]);
}

fn peers(steps: &mut Steps<'_>) {
    let own = context(steps);
    let (one, two) = (allocated(steps, 64), allocated(steps, 64));
    steps.noted("itself", "cuCtxEnablePeerAccess", &[own, 0]);
    steps.noted("null", "cuCtxEnablePeerAccess", &[0, 0]);
    steps.noted("not itself any more", "cuCtxDisablePeerAccess", &[own]);
    steps.noted("copy within", "cuMemcpyPeer", &[one, own, two, own, 64]);
    steps.noted("copy from null", "cuMemcpyPeer", &[one, own, two, 0, 64]);
    let mut value = 9_i32;
    steps.noted("attribute", "cuDeviceGetP2PAttribute", &[out(&mut value), 1, 0, 0]);
}

fn hints(steps: &mut Steps<'_>) {
    context(steps);
    let (device, mut managed) = (allocated(steps, 64), 0_u64);
    steps.must("cuMemAllocManaged", &[out(&mut managed), 1 << 16, 1]);
    steps.noted("advise managed memory", "cuMemAdvise", &[managed, 1 << 16, 1, 0]);
    steps.noted("advise device memory", "cuMemAdvise", &[device, 64, 1, 0]);
    steps.noted("prefetch managed memory", "cuMemPrefetchAsync", &[managed, 1 << 16, 0, 0]);
    steps.noted("prefetch device memory", "cuMemPrefetchAsync", &[device, 64, 0, 0]);
    steps.noted("attach", "cuStreamAttachMemAsync", &[0, managed, 0, 4]);
    steps.noted("wait", "cuCtxSynchronize", &[]);
}

/// `CUDA_ARRAY_DESCRIPTOR_v2`.
#[repr(C)]
struct TextureArray {
    width: u64,
    height: u64,
    format: u32,
    channels: u32,
}

fn arrays(steps: &mut Steps<'_>) {
    context(steps);
    let float = 0x20;
    let shape = |width, height, format, channels| TextureArray { width, height, format, channels };
    for (note, of) in [
        ("64 floats", shape(64, 0, float, 1)),
        ("64 x 32 floats", shape(64, 32, float, 1)),
        ("float4", shape(64, 32, float, 4)),
        ("three channels", shape(64, 32, float, 3)),
        ("width 0", shape(0, 32, float, 1)),
        ("a format that is none", shape(64, 32, 0x77, 1)),
        ("too wide", shape(1 << 30, 32, float, 1)),
    ] {
        let mut array = 0_u64;
        steps.noted(note, "cuArrayCreate_v2", &[out(&mut array), from(&of)]);
        if array != 0 {
            let mut back = shape(0, 0, 0, 0);
            steps.must("cuArrayGetDescriptor_v2", &[out(&mut back), array]);
            steps.value("has", format!("{} x {}, {:#x}, {}", back.width, back.height, back.format, back.channels));
            steps.noted("destroy", "cuArrayDestroy", &[array]);
        }
    }
    steps.noted("destroy null", "cuArrayDestroy", &[0]);
}

/// `CUmemAllocationProp`, with a device's pinned memory.
#[repr(C)]
struct AllocationKind {
    kind: u32,
    handles: u32,
    location: [u32; 2],
    metadata: u64,
    flags: [u8; 8],
}

fn reserved(steps: &mut Steps<'_>) {
    context(steps);
    let kind = AllocationKind { kind: 1, handles: 0, location: [1, 0], metadata: 0, flags: [0; 8] };
    let (mut granule, mut place, mut handle) = (0_u64, 0_u64, 0_u64);
    steps.call("cuMemGetAllocationGranularity", &[out(&mut granule), from(&kind), 0]);
    steps.value("bytes", granule);
    steps.noted("reserve", "cuMemAddressReserve", &[out(&mut place), granule, 0, 0, 0]);
    steps.noted("reserve 1 byte", "cuMemAddressReserve", &[out(&mut handle), 1, 0, 0, 0]);
    steps.noted("create", "cuMemCreate", &[out(&mut handle), granule, from(&kind), 0]);
    steps.noted("fill before it is mapped", "cuMemsetD8_v2", &[place, 1, 4]);
    steps.noted("map", "cuMemMap", &[place, granule, 0, handle, 0]);
    steps.noted("fill before it is accessible", "cuMemsetD8_v2", &[place, 1, 4]);
    // `CUmemAccessDesc`: the device, reading and writing.
    let access = [1_u32, 0, 3];
    steps.noted("allow", "cuMemSetAccess", &[place, granule, from(&access), 1]);
    steps.noted("fill", "cuMemsetD8_v2", &[place, 1, 4]);
    steps.noted("unmap", "cuMemUnmap", &[place, granule]);
    steps.noted("release", "cuMemRelease", &[handle]);
    steps.noted("free", "cuMemAddressFree", &[place, granule]);
}
