//! Attributes of pointers of every kind of memory, and of what was freed.

use crate::setting::{DriverCase, allocated, context, module};
use crate::steps::{Steps, from, out};

pub(crate) const CASES: &[DriverCase] = &[
    ("pointer_attributes", attributes),
    ("pointer_attribute_widths", widths),
    ("pointer_attributes_at_once", at_once),
    ("pointers_that_were_freed", freed),
];

/// Attributes, and whether their values are numbers that are the same everywhere.
const ATTRIBUTES: [(u64, &str, bool); 14] = [
    (1, "context", false),
    (2, "kind", true),
    (3, "device pointer", false),
    (4, "host pointer", false),
    (6, "waits for copies", true),
    (7, "buffer", false),
    (8, "is managed", true),
    (9, "device", true),
    (11, "begin", false),
    (12, "bytes", true),
    (13, "is mapped", true),
    (15, "other devices of the bus reach it", true),
    (16, "access", true),
    (17, "pool", false),
];

fn ask(steps: &mut Steps<'_>, of: &str, place: u64) {
    for (attribute, name, is_number) in ATTRIBUTES {
        let mut value = 0_u64;
        let answer =
            steps.noted(&format!("{of}: {name}"), "cuPointerGetAttribute", &[out(&mut value), attribute, place]);
        if answer == 0 && is_number {
            steps.value("is", value);
        } else if answer == 0 {
            steps.pointer("is", value, place);
        }
    }
}

fn attributes(steps: &mut Steps<'_>) {
    context(steps);
    let device = allocated(steps, 1000);
    let (mut pinned, mut managed, mut from_pool, mut variable, mut bytes) = (0_u64, 0_u64, 0_u64, 0_u64, 0_u64);
    steps.must("cuMemAllocHost_v2", &[out(&mut pinned), 4096]);
    steps.must("cuMemAllocManaged", &[out(&mut managed), 4096, 1]);
    steps.must("cuMemAllocAsync", &[out(&mut from_pool), 4096, 0]);
    let loaded = module(steps, crate::kernels::KERNELS);
    let name = from(&b"counter\0"[..]);
    steps.must("cuModuleGetGlobal_v2", &[out(&mut variable), out(&mut bytes), loaded, name]);
    let mut ordinary = vec![0_u8; 1 << 16];
    let registered = ordinary.as_mut_ptr() as u64;
    steps.must("cuMemHostRegister_v2", &[registered, 1 << 16, 0]);
    for (note, place) in [
        ("device", device),
        ("pinned", pinned),
        ("managed", managed),
        ("of a pool", from_pool),
        ("a variable", variable),
        ("registered", registered),
    ] {
        ask(steps, note, place);
    }
    steps.must("cuMemHostUnregister", &[registered]);
    ask(steps, "unregistered", registered);
    ask(steps, "beyond the end", device + (256 << 20));
    let mut wait = 1_u32;
    steps.noted("wait for copies", "cuPointerSetAttribute", &[out(&mut wait), 6, device]);
    steps.noted("set its kind", "cuPointerSetAttribute", &[out(&mut wait), 2, device]);
}

/// The bytes that an answer overwrites: those that do not depend on what was there.
fn widths(steps: &mut Steps<'_>) {
    context(steps);
    let ordinary = 0_u64;
    for (of, place) in [("device", allocated(steps, 1000)), ("ordinary", from(&ordinary))] {
        for (attribute, name, _) in ATTRIBUTES {
            let name = format!("{of}: {name}");
            let [mut low, mut high] = [0_u64, u64::MAX];
            let single = "cuPointerGetAttribute";
            if steps.noted(&name, single, &[out(&mut low), attribute, place]) == 0 {
                steps.must(single, &[out(&mut high), attribute, place]);
                steps.value("bytes", (low ^ high).count_zeros() / 8);
            }
            let [mut low, mut high] = [0_u64, u64::MAX];
            let number = attribute as u32;
            for value in [&mut low, &mut high] {
                let places = [out(value)];
                let list = [1, from(&number), from(&places), place];
                steps.must("cuPointerGetAttributes", &list);
            }
            steps.value("bytes in a list", (low ^ high).count_zeros() / 8);
        }
    }
}

fn at_once(steps: &mut Steps<'_>) {
    context(steps);
    let device = allocated(steps, 1000);
    let (mut kind, mut is_managed, mut ordinal, mut host) = (9_u64, 9_u64, 9_u64, 9_u64);
    let places = [out(&mut kind), out(&mut is_managed), out(&mut ordinal), out(&mut host)];
    let names = [2_u32, 8, 9, 4];
    for (note, place) in [("device", device), ("ordinary", from(&names)), ("null", 0)] {
        steps.noted(note, "cuPointerGetAttributes", &[4, from(&names), from(&places), place]);
        // SAFETY: the places live as long as the case.
        let read = places.map(|place| unsafe { (place as *const u64).read_volatile() });
        let [kind, managed, device, host] = read;
        steps.value("kind, managed, device", format!("{kind}, {managed}, {}", device as i32));
        steps.pointer("the host's", host, place);
    }
    let wrong = [2_u32, 999, 8, 9];
    steps.noted("one that is none", "cuPointerGetAttributes", &[4, from(&wrong), from(&places), device]);
    steps.noted("none at all", "cuPointerGetAttributes", &[0, from(&names), from(&places), device]);
    steps.noted("without a list", "cuPointerGetAttributes", &[4, 0, from(&places), device]);
    steps.noted("without places", "cuPointerGetAttributes", &[4, from(&names), 0, device]);
}

fn freed(steps: &mut Steps<'_>) {
    context(steps);
    let (mut kind, mut base, mut bytes, mut back) = (0_u64, 0_u64, 0_u64, [0_u8; 16]);
    let device = allocated(steps, 16 << 20);
    let other = allocated(steps, 64);
    steps.must("cuMemFree_v2", &[device]);
    steps.noted("kind", "cuPointerGetAttribute", &[out(&mut kind), 2, device]);
    steps.noted("range", "cuMemGetAddressRange_v2", &[out(&mut base), out(&mut bytes), device]);
    steps.noted("copy up", "cuMemcpyHtoD_v2", &[device, from(&back), 16]);
    steps.noted("copy down", "cuMemcpyDtoH_v2", &[out(&mut back), device, 16]);
    steps.noted("copy across", "cuMemcpyDtoD_v2", &[other, device, 16]);
    steps.noted("fill", "cuMemsetD32_v2", &[device, 1, 4]);
    steps.noted("in a stream", "cuMemcpyDtoHAsync_v2", &[out(&mut back), device, 16, 0]);
    steps.noted("advise", "cuMemAdvise", &[device, 64, 1, 0]);
    steps.noted("free in a stream", "cuMemFreeAsync", &[device, 0]);
    steps.noted("free as host memory", "cuMemFreeHost", &[device]);
    steps.noted("its host flags", "cuMemHostGetFlags", &[out(&mut kind), device]);
    steps.noted("wait", "cuCtxSynchronize", &[]);
    let mut pinned = 0_u64;
    steps.must("cuMemAllocHost_v2", &[out(&mut pinned), 1 << 20]);
    steps.must("cuMemFreeHost", &[pinned]);
    steps.noted("pinned: kind", "cuPointerGetAttribute", &[out(&mut kind), 2, pinned]);
    steps.noted("pinned: flags", "cuMemHostGetFlags", &[out(&mut kind), pinned]);
    steps.noted("pinned: device pointer", "cuMemHostGetDevicePointer_v2", &[out(&mut kind), pinned, 0]);
    let mut managed = 0_u64;
    steps.must("cuMemAllocManaged", &[out(&mut managed), 1 << 20, 1]);
    steps.must("cuMemFree_v2", &[managed]);
    steps.noted("managed: kind", "cuPointerGetAttribute", &[out(&mut kind), 2, managed]);
    steps.noted("managed: prefetch", "cuMemPrefetchAsync", &[managed, 64, 0, 0]);
    steps.noted("managed: advise", "cuMemAdvise", &[managed, 64, 1, 0]);
}
