//! Device memory: allocations, copies, fills, and what lies outside of them.

use crate::setting::{DriverCase, allocated, context};
use crate::steps::{Steps, from, out};

pub(crate) const CASES: &[DriverCase] = &[
    ("allocate", allocate),
    ("free", free),
    ("copies", copies),
    ("copies_outside", copies_outside),
    ("fills", fills),
    ("copies_of_rows", copies_of_rows),
    ("address_ranges", address_ranges),
    ("allocate_in_stream_order", allocate_in_stream_order),
    ("pools", pools),
    ("pitched", pitched),
    ("memory_info", memory_info),
];

fn allocate(steps: &mut Steps<'_>) {
    context(steps);
    let mut place = 7_u64;
    steps.noted("0 bytes", "cuMemAlloc_v2", &[out(&mut place), 0]);
    steps.noted("1 byte", "cuMemAlloc_v2", &[out(&mut place), 1]);
    steps.value("aligned to 256 bytes", place.is_multiple_of(256));
    steps.noted("to null", "cuMemAlloc_v2", &[0, 16]);
    steps.noted("2^50 bytes", "cuMemAlloc_v2", &[out(&mut place), 1 << 50]);
    steps.noted("2^64 - 1 bytes", "cuMemAlloc_v2", &[out(&mut place), u64::MAX]);
    steps.noted("after that", "cuCtxSynchronize", &[]);
}

fn free(steps: &mut Steps<'_>) {
    context(steps);
    let place = allocated(steps, 1000);
    steps.noted("null", "cuMemFree_v2", &[0]);
    steps.noted("the middle", "cuMemFree_v2", &[place + 4]);
    steps.noted("an address of nothing", "cuMemFree_v2", &[0x1234_5600]);
    steps.noted("it", "cuMemFree_v2", &[place]);
    steps.noted("it again", "cuMemFree_v2", &[place]);
    let mut bytes = [0_u8; 16];
    steps.noted("read it", "cuMemcpyDtoH_v2", &[out(&mut bytes), place, 16]);
    steps.noted("fill it", "cuMemsetD8_v2", &[place, 0, 16]);
}

fn copies(steps: &mut Steps<'_>) {
    context(steps);
    let place = allocated(steps, 64);
    let (numbers, mut back) = ([1_u32, 2, 3, 4, 5, 6, 7, 8], [0_u32; 8]);
    steps.noted("up", "cuMemcpyHtoD_v2", &[place, from(&numbers), 32]);
    steps.noted("across", "cuMemcpyDtoD_v2", &[place + 32, place, 32]);
    steps.noted("down", "cuMemcpyDtoH_v2", &[out(&mut back), place + 32, 32]);
    steps.value("equal", numbers == back);
    steps.noted("0 bytes up", "cuMemcpyHtoD_v2", &[place, from(&numbers), 0]);
    steps.noted("0 bytes up from null", "cuMemcpyHtoD_v2", &[place, 0, 0]);
    steps.noted("0 bytes up to null", "cuMemcpyHtoD_v2", &[0, from(&numbers), 0]);
    steps.noted("16 bytes up from null", "cuMemcpyHtoD_v2", &[place, 0, 16]);
    steps.noted("16 bytes down to null", "cuMemcpyDtoH_v2", &[0, place, 16]);
    back = [0; 8];
    steps.noted("device to host without a direction", "cuMemcpy", &[out(&mut back), place, 32]);
    steps.value("equal", numbers == back);
    back = [0; 8];
    steps.noted("host to host without a direction", "cuMemcpy", &[out(&mut back), from(&numbers), 32]);
    steps.value("equal", numbers == back);
    back = [0; 8];
    steps.noted("in a stream", "cuMemcpyDtoHAsync_v2", &[out(&mut back), place, 32, 0]);
    steps.must("cuStreamSynchronize", &[0]);
    steps.value("equal", numbers == back);
    steps.noted("in a stream without a direction", "cuMemcpyAsync", &[place, from(&numbers), 32, 0]);
}

fn copies_outside(steps: &mut Steps<'_>) {
    context(steps);
    let place = allocated(steps, 64);
    let mut bytes = vec![0_u8; 8 << 20];
    // Memory is mapped in pages of 2 MiB: within one, a driver sees what it allocated.
    steps.noted("4 MiB up", "cuMemcpyHtoD_v2", &[place, from(bytes.as_slice()), 4 << 20]);
    steps.noted("4 MiB down", "cuMemcpyDtoH_v2", &[bytes.as_mut_ptr() as u64, place, 4 << 20]);
    steps.noted("8 bytes up, 32 MiB behind", "cuMemcpyHtoD_v2", &[place + (32 << 20), from(bytes.as_slice()), 8]);
    steps.noted("8 bytes across, from 32 MiB behind", "cuMemcpyDtoD_v2", &[place, place + (32 << 20), 8]);
    steps.noted(
        "8 bytes up to a host address",
        "cuMemcpyHtoD_v2",
        &[from(bytes.as_slice()), from(bytes.as_slice()), 8],
    );
    steps.noted("8 bytes up to null", "cuMemcpyHtoD_v2", &[0, from(bytes.as_slice()), 8]);
    steps.noted("in a stream, 4 MiB up", "cuMemcpyHtoDAsync_v2", &[place, from(bytes.as_slice()), 4 << 20, 0]);
    steps.noted("wait", "cuCtxSynchronize", &[]);
}

fn fills(steps: &mut Steps<'_>) {
    context(steps);
    let place = allocated(steps, 64);
    let mut back = [0_u8; 16];
    steps.noted("bytes", "cuMemsetD8_v2", &[place, 0x11, 16]);
    steps.noted("halves", "cuMemsetD16_v2", &[place + 4, 0x2233, 2]);
    steps.noted("words", "cuMemsetD32_v2", &[place + 8, 0x4455_6677, 1]);
    steps.must("cuMemcpyDtoH_v2", &[out(&mut back), place, 16]);
    steps.value("bytes", format!("{back:02x?}"));
    steps.noted("a half at an odd address", "cuMemsetD16_v2", &[place + 1, 0, 1]);
    steps.noted("a word at 2", "cuMemsetD32_v2", &[place + 2, 0, 1]);
    steps.noted("0 words", "cuMemsetD32_v2", &[place, 0, 0]);
    steps.noted("0 words of null", "cuMemsetD32_v2", &[0, 0, 0]);
    steps.noted("4 MiB", "cuMemsetD8_v2", &[place, 0, 4 << 20]);
    steps.noted("null", "cuMemsetD8_v2", &[0, 0, 4]);
    steps.noted("in a stream", "cuMemsetD32Async", &[place, 1, 4, 0]);
    steps.noted("rows", "cuMemsetD2D8_v2", &[place, 16, 7, 4, 4]);
    steps.must("cuMemcpyDtoH_v2", &[out(&mut back), place + 16, 16]);
    steps.value("bytes", format!("{:02x?}", &back[..6]));
    steps.noted("rows wider than the pitch", "cuMemsetD2D8_v2", &[place, 4, 7, 8, 2]);
}

/// `CUDA_MEMCPY2D_v2`.
#[repr(C)]
#[derive(Default)]
struct CopyOfRows {
    from_x: u64,
    from_y: u64,
    from_kind: u32,
    from_host: u64,
    from_device: u64,
    from_array: u64,
    from_pitch: u64,
    to_x: u64,
    to_y: u64,
    to_kind: u32,
    to_host: u64,
    to_device: u64,
    to_array: u64,
    to_pitch: u64,
    width: u64,
    height: u64,
}

fn copies_of_rows(steps: &mut Steps<'_>) {
    context(steps);
    let place = allocated(steps, 1024);
    let host: Vec<u8> = (0..=255).collect();
    let mut back = [0_u8; 16];
    let (host_kind, device_kind) = (1, 2);
    let up = || CopyOfRows {
        from_kind: host_kind,
        from_host: host.as_ptr() as u64,
        from_pitch: 16,
        to_kind: device_kind,
        to_device: place,
        to_pitch: 32,
        width: 4,
        height: 4,
        ..CopyOfRows::default()
    };
    steps.noted("4 rows of 4 bytes up", "cuMemcpy2D_v2", &[from(&up())]);
    steps.must("cuMemcpyDtoH_v2", &[out(&mut back), place + 32, 4]);
    steps.value("second row", format!("{:?}", &back[..4]));
    steps.noted("from column 2 of row 3", "cuMemcpy2D_v2", &[from(&CopyOfRows { from_x: 2, from_y: 3, ..up() })]);
    steps.must("cuMemcpyDtoH_v2", &[out(&mut back), place, 4]);
    steps.value("first row", format!("{:?}", &back[..4]));
    steps.noted("wider than the pitch", "cuMemcpy2D_v2", &[from(&CopyOfRows { width: 20, ..up() })]);
    steps.noted("of width 0", "cuMemcpy2D_v2", &[from(&CopyOfRows { width: 0, ..up() })]);
    steps.noted("of height 0", "cuMemcpy2D_v2", &[from(&CopyOfRows { height: 0, ..up() })]);
    steps.noted("of a kind that is none", "cuMemcpy2D_v2", &[from(&CopyOfRows { from_kind: 9, ..up() })]);
    steps.noted("to null", "cuMemcpy2D_v2", &[from(&CopyOfRows { to_device: 0, ..up() })]);
    steps.noted("unaligned", "cuMemcpy2DUnaligned_v2", &[from(&up())]);
    steps.noted("in a stream", "cuMemcpy2DAsync_v2", &[from(&up()), 0]);
    steps.noted("null", "cuMemcpy2D_v2", &[0]);
}

fn address_ranges(steps: &mut Steps<'_>) {
    context(steps);
    let place = allocated(steps, 1000);
    let (mut base, mut bytes, host) = (0_u64, 0_u64, 5_u32);
    steps.noted("of the middle", "cuMemGetAddressRange_v2", &[out(&mut base), out(&mut bytes), place + 500]);
    steps.value("offset, bytes", format!("{}, {bytes}", place.wrapping_sub(base)));
    steps.noted("of the end", "cuMemGetAddressRange_v2", &[out(&mut base), out(&mut bytes), place + 1000]);
    steps.noted("of null", "cuMemGetAddressRange_v2", &[out(&mut base), out(&mut bytes), 0]);
    steps.noted("of a host address", "cuMemGetAddressRange_v2", &[out(&mut base), out(&mut bytes), from(&host)]);
    for (note, attribute) in [("context", 1), ("kind", 2), ("device pointer", 3), ("host pointer", 4), ("ordinal", 9)] {
        let mut value = 0_u64;
        steps.noted(&format!("{note} of device memory"), "cuPointerGetAttribute", &[out(&mut value), attribute, place]);
        if attribute == 2 || attribute == 9 {
            steps.value("is", value as u32);
        }
        steps.noted(
            &format!("{note} of a host address"),
            "cuPointerGetAttribute",
            &[out(&mut value), attribute, from(&host)],
        );
    }
    let mut value = 0_u64;
    steps.noted("an attribute that is none", "cuPointerGetAttribute", &[out(&mut value), 999, place]);
    steps.noted("kind of null", "cuPointerGetAttribute", &[out(&mut value), 2, 0]);
}

fn allocate_in_stream_order(steps: &mut Steps<'_>) {
    context(steps);
    let mut place = 7_u64;
    steps.noted("0 bytes", "cuMemAllocAsync", &[out(&mut place), 0, 0]);
    steps.value("null", place == 0);
    steps.noted("64 bytes", "cuMemAllocAsync", &[out(&mut place), 64, 0]);
    steps.noted("fill", "cuMemsetD8Async", &[place, 1, 64, 0]);
    steps.noted("free", "cuMemFreeAsync", &[place, 0]);
    steps.noted("free again", "cuMemFreeAsync", &[place, 0]);
    steps.noted("free null", "cuMemFreeAsync", &[0, 0]);
    steps.noted("wait", "cuCtxSynchronize", &[]);
    steps.noted("2^50 bytes", "cuMemAllocAsync", &[out(&mut place), 1 << 50, 0]);
    steps.noted("64 bytes again", "cuMemAllocAsync", &[out(&mut place), 64, 0]);
    steps.noted("free at once", "cuMemFree_v2", &[place]);
    let ordinary = allocated(steps, 64);
    steps.noted("free ordinary memory in a stream", "cuMemFreeAsync", &[ordinary, 0]);
    steps.noted("wait", "cuCtxSynchronize", &[]);
}

fn pools(steps: &mut Steps<'_>) {
    context(steps);
    let (mut pool, mut current, mut threshold) = (0_u64, 0_u64, 1_u64);
    steps.call("cuDeviceGetDefaultMemPool", &[out(&mut pool), 0]);
    steps.call("cuDeviceGetMemPool", &[out(&mut current), 0]);
    steps.value("the same", pool == current && pool != 0);
    steps.noted("threshold", "cuMemPoolGetAttribute", &[pool, 4, out(&mut threshold)]);
    steps.value("is", threshold);
    threshold = 1 << 20;
    steps.noted("set it", "cuMemPoolSetAttribute", &[pool, 4, out(&mut threshold)]);
    steps.noted("an attribute that is none", "cuMemPoolGetAttribute", &[pool, 99, out(&mut threshold)]);
    let mut place = 0_u64;
    steps.noted("allocate from it", "cuMemAllocFromPoolAsync", &[out(&mut place), 64, pool, 0]);
    steps.noted("trim it", "cuMemPoolTrimTo", &[pool, 0]);
}

fn pitched(steps: &mut Steps<'_>) {
    context(steps);
    let (mut place, mut pitch) = (0_u64, 0_u64);
    for width in [1_u64, 512, 513, 1000] {
        steps.noted(&format!("{width} x 4"), "cuMemAllocPitch_v2", &[out(&mut place), out(&mut pitch), width, 4, 4]);
        steps.value("pitch", pitch);
    }
    steps.noted("0 x 4", "cuMemAllocPitch_v2", &[out(&mut place), out(&mut pitch), 0, 4, 4]);
    steps.noted("elements of 3 bytes", "cuMemAllocPitch_v2", &[out(&mut place), out(&mut pitch), 64, 4, 3]);
}

fn memory_info(steps: &mut Steps<'_>) {
    context(steps);
    let (mut free, mut total, mut later) = (0_u64, 0_u64, 0_u64);
    steps.call("cuMemGetInfo_v2", &[out(&mut free), out(&mut total)]);
    steps.value("free is not more than all", free <= total);
    let place = allocated(steps, 64 << 20);
    steps.must("cuMemGetInfo_v2", &[out(&mut later), out(&mut total)]);
    steps.value("64 MiB less", free - later >= 64 << 20);
    steps.must("cuMemFree_v2", &[place]);
    steps.must("cuMemGetInfo_v2", &[out(&mut later), out(&mut total)]);
    steps.value("as before", free == later);
}
