//! Pools of memory that programs make.

use crate::setting::{DriverCase, context};
use crate::steps::{Steps, from, out};

pub(crate) const CASES: &[DriverCase] = &[
    ("pools_made", made),
    ("pool_properties", properties),
    ("pool_attributes", attributes),
    ("pool_access", access),
    ("pool_of_the_device", of_the_device),
];

/// `CUmemPoolProps`.
#[repr(C)]
#[derive(Clone, Copy)]
struct PoolProperties {
    kind: u32,
    handles: u32,
    place: [u32; 2],
    security: u64,
    most: u64,
    usage: u16,
    reserved: [u8; 54],
}

/// Memory of device 0, pinned there.
const OF_DEVICE: PoolProperties =
    PoolProperties { kind: 1, handles: 0, place: [1, 0], security: 0, most: 0, usage: 0, reserved: [0; 54] };

fn pool(steps: &mut Steps<'_>) -> u64 {
    let mut pool = 0_u64;
    steps.must("cuMemPoolCreate", &[out(&mut pool), from(&OF_DEVICE)]);
    pool
}

fn made(steps: &mut Steps<'_>) {
    context(steps);
    let (mut pool, mut place, mut kind, mut owner) = (0_u64, 0_u64, 0_u32, 0_u64);
    steps.noted("create", "cuMemPoolCreate", &[out(&mut pool), from(&OF_DEVICE)]);
    steps.noted("allocate", "cuMemAllocFromPoolAsync", &[out(&mut place), 1 << 20, pool, 0]);
    steps.noted("its kind", "cuPointerGetAttribute", &[out(&mut kind), 2, place]);
    steps.value("is", kind);
    steps.noted("its pool", "cuPointerGetAttribute", &[out(&mut owner), 17, place]);
    steps.value("the pool", owner == pool);
    steps.noted("0 bytes", "cuMemAllocFromPoolAsync", &[out(&mut owner), 0, pool, 0]);
    steps.noted("of no pool", "cuMemAllocFromPoolAsync", &[out(&mut owner), 64, 0, 0]);
    steps.noted("to null", "cuMemAllocFromPoolAsync", &[0, 64, pool, 0]);
    steps.noted("fill", "cuMemsetD8Async", &[place, 1, 64, 0]);
    steps.noted("destroy with memory in use", "cuMemPoolDestroy", &[pool]);
    steps.noted("fill again", "cuMemsetD8Async", &[place, 1, 64, 0]);
    steps.noted("free", "cuMemFreeAsync", &[place, 0]);
    steps.noted("wait", "cuCtxSynchronize", &[]);
    steps.noted("destroy null", "cuMemPoolDestroy", &[0]);
    let mut of_device = 0_u64;
    steps.must("cuDeviceGetDefaultMemPool", &[out(&mut of_device), 0]);
    steps.noted("destroy the device's own", "cuMemPoolDestroy", &[of_device]);
}

fn properties(steps: &mut Steps<'_>) {
    context(steps);
    let mut pool = 0_u64;
    let mut create =
        |note: &str, of: PoolProperties| steps.noted(note, "cuMemPoolCreate", &[out(&mut pool), from(&of)]);
    create("of kind 0", PoolProperties { kind: 0, ..OF_DEVICE });
    create("of kind 9", PoolProperties { kind: 9, ..OF_DEVICE });
    create("nowhere", PoolProperties { place: [0, 0], ..OF_DEVICE });
    create("of device 99", PoolProperties { place: [1, 99], ..OF_DEVICE });
    create("of at most 1 MiB", PoolProperties { most: 1 << 20, ..OF_DEVICE });
    create("with reserved bytes", PoolProperties { reserved: [1; 54], ..OF_DEVICE });
    steps.noted("of null", "cuMemPoolCreate", &[out(&mut pool), 0]);
    steps.noted("to null", "cuMemPoolCreate", &[0, from(&OF_DEVICE)]);
}

fn attributes(steps: &mut Steps<'_>) {
    context(steps);
    let pool = pool(steps);
    let mut value = 0_u64;
    let ask = |steps: &mut Steps<'_>, at: u64, value: &mut u64| {
        *value = 0;
        steps.noted(&format!("attribute {at}"), "cuMemPoolGetAttribute", &[pool, at, out(value)]);
        steps.value("is", *value);
    };
    for at in 0..=9 {
        ask(steps, at, &mut value);
    }
    let mut place = 0_u64;
    steps.noted("allocate 1 MiB", "cuMemAllocFromPoolAsync", &[out(&mut place), 1 << 20, pool, 0]);
    for at in 5..=8 {
        ask(steps, at, &mut value);
    }
    steps.noted("free", "cuMemFreeAsync", &[place, 0]);
    steps.noted("wait", "cuCtxSynchronize", &[]);
    for at in 5..=8 {
        ask(steps, at, &mut value);
    }
    for (at, new) in [(1, 0_u64), (3, 0), (4, 4096), (5, 0), (6, 0), (6, 1), (7, 0), (8, 0), (8, 5), (99, 0)] {
        value = new;
        steps.noted(&format!("set attribute {at} to {new}"), "cuMemPoolSetAttribute", &[pool, at, out(&mut value)]);
    }
    for at in 1..=8 {
        ask(steps, at, &mut value);
    }
    steps.noted("of null", "cuMemPoolGetAttribute", &[0, 1, out(&mut value)]);
    steps.noted("to null", "cuMemPoolGetAttribute", &[pool, 1, 0]);
}

fn access(steps: &mut Steps<'_>) {
    context(steps);
    let pool = pool(steps);
    let mut flags = 9_u32;
    for (note, place) in
        [("the device's", [1_u32, 0]), ("device 99's", [1, 99]), ("none's", [0, 0]), ("the host's", [2, 0])]
    {
        steps.noted(note, "cuMemPoolGetAccess", &[out(&mut flags), pool, from(&place)]);
        steps.value("is", flags);
    }
    for (note, of) in [
        ("read and write", [1_u32, 0, 3]),
        ("read", [1, 0, 1]),
        ("none", [1, 0, 0]),
        ("2", [1, 0, 2]),
        ("of device 99", [1, 99, 3]),
    ] {
        steps.noted(&format!("set {note}"), "cuMemPoolSetAccess", &[pool, from(&of), 1]);
    }
    steps.noted("set nothing", "cuMemPoolSetAccess", &[pool, 0, 0]);
    steps.noted("set null", "cuMemPoolSetAccess", &[pool, 0, 1]);
    steps.noted("get to null", "cuMemPoolGetAccess", &[0, pool, from(&[1_u32, 0])]);
}

fn of_the_device(steps: &mut Steps<'_>) {
    context(steps);
    let pool = pool(steps);
    let mut current = 0_u64;
    steps.noted("set it", "cuDeviceSetMemPool", &[0, pool]);
    steps.noted("get it", "cuDeviceGetMemPool", &[out(&mut current), 0]);
    steps.value("the same", current == pool);
    let (mut place, mut owner) = (0_u64, 0_u64);
    steps.noted("allocate in a stream", "cuMemAllocAsync", &[out(&mut place), 64, 0]);
    steps.noted("its pool", "cuPointerGetAttribute", &[out(&mut owner), 17, place]);
    steps.value("that one", owner == pool);
    steps.noted("free", "cuMemFreeAsync", &[place, 0]);
    steps.noted("of device 99", "cuDeviceSetMemPool", &[99, pool]);
    steps.noted("null", "cuDeviceSetMemPool", &[0, 0]);
    steps.noted("destroy it", "cuMemPoolDestroy", &[pool]);
    steps.must("cuDeviceGetMemPool", &[out(&mut current), 0]);
    let mut own = 0_u64;
    steps.must("cuDeviceGetDefaultMemPool", &[out(&mut own), 0]);
    steps.value("the device's own again", current == own);
}
