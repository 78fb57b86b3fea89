//! Memory: pools, memory of the program that is registered, hints, and what was freed.

use super::program::{malloc, stream};
use crate::setting::DriverCase;
use crate::steps::{Steps, from, out};

pub(super) const CASES: &[DriverCase] =
    &[("runtime_pools", pools), ("runtime_registered", registered), ("runtime_hints", hints), ("runtime_freed", freed)];

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
